/*
 * pure_calls.c - calls of the runtime that change nothing, as the interpreter of waits carries them
 * out: with their costs and results (emu/core/follow/follow.h).
 *
 * Where a call lets others run, the loop's next look sees what they have done.  That is where it
 * charges: charge() says so to the proof.
 *
 * Never: a call that lets others run elsewhere, as by thread_in_order(), and charges nothing after.
 */
#include "include/bgqemu/abi.h"
#include "include/bgqemu/budget.h"
#include "emu/core/check/check.h"
#include "emu/core/follow/follow.h"
#include "emu/node/machine/l2.h"
#include "emu/node/machine/l2_memory.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/image/exports.h"
#include "emu/node/image/mmio_pages.h"
#include "pure_calls.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>

/* One argument, or the result. */
static uint64_t argument(struct follow *f, unsigned i)
{
	static const uint8_t reg[] = { REG_RDI, REG_RSI, REG_RDX, REG_RCX };

	if (f->slope.on)
		follow_slope_argument(f, reg[i]);
	return follow_reg(f, reg[i]);
}

static uint64_t load(struct follow *f, uint64_t at, unsigned bytes)
{
	if (f->slope.on)
		follow_slope_read(f, at, bytes);
	return follow_load(f, at, bytes);
}

/* Charges time, as thread_charge() does. */
static void charge_ps(struct follow *f, ps_t cost_ps)
{
	follow_settle(f);
	f->time_ps += cost_ps;
	follow_check(f);
}

/* Charges cycles of the core. */
static void charge(struct follow *f, uint64_t cycles)
{
	charge_ps(f, thread_cycles_ps(f->thread, cycles));
}

static uint32_t op_cycles(uint64_t op)
{
	return op < BGQEMU_OP_COUNT ? job.model->op_cycles[op] : 0;
}

static void on_charge(struct follow *f)
{
	charge(f, op_cycles((uint32_t)argument(f, 0)) * (uint64_t)(uint32_t)argument(f, 1));
}

/* An L2 atomic load, if by its word and bound it leaves the word unchanged. */
static void on_l2(struct follow *f)
{
	uint32_t op = (uint32_t)argument(f, 0), way = job.model->l2_way_cycles;
	uint64_t word = argument(f, 1), bound = word + 8 * (uint64_t)l2_bound_at(op);

	if (op >= BGQEMU_L2_STORES || !l2_memory_holds(f->thread->process, (void *)word))
		follow_give_up(f, FOLLOW_CALL);
	else if (!l2_is_plain(op) && (bound == word || !l2_is_refused(op, load(f, word, 8),
								       load(f, bound, 8))))
		follow_give_up(f, FOLLOW_CALL);
	charge_ps(f, cycles_ps(way));
	f->left -= way * BUDGET_CYCLE;
}

static void on_poll_miss(struct follow *f)
{
	f->wait_kind = (uint32_t)argument(f, 0) + 1;
	f->wait_what = (const volatile void *)(uintptr_t)argument(f, 1);
	charge(f, op_cycles(BGQEMU_OP_POLL));
}

static void on_yield(struct follow *f)
{
	if (f->thread->process->hwthreads_shared >> f->thread->user->hwthread & 1)
		follow_give_up(f, FOLLOW_CALL); /* another thread runs */
	charge(f, op_cycles(BGQEMU_OP_POLL));
	follow_set_reg(f, REG_RAX, 0);
}

static void on_rank(struct follow *f)
{
	follow_set_reg(f, REG_RAX, f->thread->process->rank);
}

static void on_processor(struct follow *f)
{
	follow_set_reg(f, REG_RAX, hwthread_id(f->thread));
}

static void on_core(struct follow *f)
{
	follow_set_reg(f, REG_RAX, hwthread_id(f->thread) / CORE_THREADS);
}

static void on_thread(struct follow *f)
{
	follow_set_reg(f, REG_RAX, hwthread_id(f->thread) % CORE_THREADS);
}

static void on_self(struct follow *f)
{
	follow_set_reg(f, REG_RAX, f->thread->user->handle);
}

static void on_mmio_base(struct follow *f)
{
	if (!booted.node[f->thread->node].registers)
		follow_give_up(f, FOLLOW_CALL);
	follow_set_reg(f, REG_RAX, (uintptr_t)mmio_shown(f->thread->node, 0));
}

/* struct tls_index: module, offset. */
static void on_tls(struct follow *f)
{
	follow_set_reg(f, REG_RAX, (uintptr_t)f->thread->user->tls +
		       load(f, argument(f, 0) + 8, 8));
}

/* A lock held by another thread stays unchanged. */
static void on_trylock(struct follow *f)
{
	uint64_t m = argument(f, 0);
	int kind = (int)load(f, m + offsetof(pthread_mutex_t, __data.__kind), 4);

	charge(f, job.model->thread_op_cycles);
	if (kind != PTHREAD_MUTEX_NORMAL ||
	    !load(f, m + offsetof(pthread_mutex_t, __data.__lock), 4))
		follow_give_up(f, FOLLOW_CALL);
	follow_set_reg(f, REG_RAX, EBUSY);
}

static void on_spin_trylock(struct follow *f)
{
	charge(f, job.model->thread_op_cycles);
	if (!load(f, argument(f, 0), 4))
		follow_give_up(f, FOLLOW_CALL);
	follow_set_reg(f, REG_RAX, EBUSY);
}

/* Without a trace it does nothing; that of a trace is another function. */
static void on_mpi(struct follow *f)
{
	(void)f;
}

#define CALL_PURE(name, interpret, reads) { #name, { NULL, interpret, reads } },
static const struct {
	const char *name;
	struct follow_pure call;
} known[] = {
#include "emu/core/calls/calls.def"
};

#define KNOWN (sizeof known / sizeof *known)

static struct follow_pure pure[KNOWN];

/* By name, since types of the functions do not matter here. */
static void find_pure(void)
{
	enum export_kind kind;

	for (size_t i = 0; i < KNOWN; i++) {
		pure[i] = known[i].call;
		pure[i].target = exports_find(known[i].name, &kind);
	}
}

void pure_calls_begin(void)
{
	find_pure();
	follow_model = (struct follow_model){
		.image = &booted.image,
		.memory = machine_memory,
		.check = { bgqemu_check_xmm, bgqemu_check_x87, bgqemu_check },
		.l2_way_cycles = job.model->l2_way_cycles,
		.pure = pure,
		.pures = KNOWN,
	};
}
