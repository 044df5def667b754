/*
 * abi.c - the functions of include/bgqemu/abi*.h: entry points of the emulator for
 * code compiled by bgq-cc.  Each runs on the caller's node thread.
 */
#include "include/bgqemu/abi.h"
#include "include/bgqemu/abi_mpi.h"

#include "coll/coll.h"
#include "mu/mu.h"
#include "include/bgqemu/abi_mmio.h"
#include "emu/core/calls/call_stack.h"
#include "emu/core/engine/host_clock.h"
#include "emu/core/engine/watch.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "emu/node/image/mmio_pages.h"
#include "emu/node/machine/reserve.h"
#include "emu/node/posix/posix.h"
#include "mmio_store.h"
#include "emu/show/report/report.h"
#include "emu/core/wait/wait.h"

static uint64_t timebase_of(ps_t at_ps)
{
	return at_ps / CORE_CYCLE_PS;
}

uint64_t bgqemu_timebase(void)
{
	struct thread *t = thread_self;

	call_begin();
	if (job.opt.clock_off) {
		thread_look(cycles_ps(job.model->timebase_cycles), false);
		return host_clock_cycles();
	}
	thread_charge_own(thread_cycles_ps(t, job.model->timebase_cycles));
	return timebase_of(t->clock_ps);
}

/* With the clock off, simulated time has no length: read the host's clock after all
 * other threads that can run have run. */
static void delay_host(uint64_t timebase)
{
	while (host_clock_cycles() < timebase)
		thread_charge(HOST_LOOK_PS);
}

void bgqemu_delay_until(uint64_t timebase)
{
	struct thread *t = thread_self;

	call_begin();
	if (job.opt.clock_off) {
		delay_host(timebase);
		return;
	}
	if (timebase > PS_NEVER / CORE_CYCLE_PS - 1)
		timebase = PS_NEVER / CORE_CYCLE_PS - 1;
	while (timebase_of(t->clock_ps) < timebase) {
		thread_park(WAIT_SLEEP, NULL, (uintptr_t)CALL_PLACE(),
			    cycles_ps(timebase));
		posix_timer_signals();
	}
}

static inline ps_t cost_of(uint32_t op, uint32_t count)
{
	uint64_t each = op < BGQEMU_OP_COUNT ? job.model->op_cycles[op] : 0;

	return thread_cycles_ps(thread_self, each * count);
}

static inline void charge(uint32_t op, uint32_t count)
{
	thread_charge_own(cost_of(op, count));
}

/* --trace puts another function in its place. */
void bgqemu_mpi(struct bgqemu_mpi *call, uint32_t end)
{
	(void)call, (void)end;
}

/* Stays on the program's stack: without a clock it has nothing to do but to count. */
void bgqemu_charge(uint32_t op, uint32_t count)
{
	ps_t cost_ps = cost_of(op, count);

	thread_self->user->calls++;
	if (!thread_charges_nothing(cost_ps))
		call_stack_call((const void *)thread_charge_own, (long)cost_ps, 0, 0, 0, 0);
}

/* The poll, of those without another call in between, after which the thread is probed for a wait.
 * Without a clock it costs less to let others run: where it is the next part of a stream that is
 * polled for, this may do. */
static inline unsigned poll_probed(uint32_t kind)
{
	return !job.opt.clock_off ? 1 : kind == BGQEMU_WAIT_GI ? 2 : 16;
}

void bgqemu_poll_miss(uint32_t kind, const volatile void *what)
{
	struct thread *t = thread_self;

	(void)what; /* for follow_call.c */
	if (t->user->polled != t->user->calls)
		t->user->polls = 0;
	if (++t->user->polls == poll_probed(kind) && t->clock_ps >= t->user->polls_from_ps)
		t->probe_ps = 0;
	t->user->polled = t->user->calls;
	if (job.opt.clock_off)
		thread_look(cycles_ps(job.model->op_cycles[BGQEMU_OP_POLL]),
			    t->user->polls == 1);
	else
		charge(BGQEMU_OP_POLL, 1);
}

void bgqemu_wait(uint32_t kind, const volatile void *what, uint32_t bytes, uint64_t seen,
		 uint64_t deadline)
{
	struct thread *t = thread_self;
	uintptr_t in = (uintptr_t)what % 8, at = mmio_from_machine(t->node, (uintptr_t)what - in);
	const volatile uint64_t *word = (const volatile uint64_t *)at;
	ps_t deadline_ps = PS_NEVER;

	call_begin();
	if (!job.opt.clock_off && deadline < PS_NEVER / CORE_CYCLE_PS)
		deadline_ps = cycles_ps(deadline);
	uint64_t now = *word, mask = bytes < 8 ? (UINT64_C(1) << 8 * bytes) - 1 : UINT64_MAX;

	const bool *held = kind == BGQEMU_WAIT_MEMORY ? reserve_of(t, what) : NULL;

	if (held)
		wait_for_loss(word, now, (uintptr_t)CALL_PLACE(), held);
	else if ((now >> 8 * in & mask) == (seen & mask)) /* else changed since the caller read */
		wait_for_word(kind, word, now, (uintptr_t)CALL_PLACE(),
			      deadline_ps);
	t->clock_ps += cost_of(BGQEMU_OP_POLL, 1);
	thread_charge(0);
}

int bgqemu_starts_on_demand(void)
{
	return job.opt.on_demand != NULL;
}

void bgqemu_unsupported(const char *call)
{
	report_unsupported(thread_self, call, (uintptr_t)CALL_PLACE());
	process_fail();
}

/* ---- registers */

/* The node's MMIO pages are filled in when the program first asks for their address: a node
 * that never does keeps them untouched. */
static void registers_fill(struct thread *t, struct node *n)
{
	call_begin();
	if (n->registers) /* by another thread meanwhile */
		return;
	n->registers = true;
	*mmio_written(t->node, MMIO_GI_CONTROL) = COLL_GI_INITIAL;
	for (unsigned cls = 0; n->gi_status >> 3 * cls; cls++)
		if (n->gi_status >> 3 * cls & 7)
			mu_gi_status(units.mu, t->node, cls, n->gi_status >> 3 * cls & 7,
				     t->clock_ps);
}

volatile uint64_t *bgqemu_mmio_base(void)
{
	struct thread *t = thread_self;
	struct node *n = &booted.node[t->node];

	if (!n->registers)
		registers_fill(t, n);
	return mmio_shown(t->node, 0);
}

void bgqemu_mmio_store(volatile void *reg, uint64_t value)
{
	mmio_store(reg, value, 0);
}

void bgqemu_inject(volatile void *tail_reg, uint64_t tail, uint32_t n)
{
	mmio_inject(tail_reg, tail, (uint64_t)n * job.model->op_cycles[BGQEMU_OP_INJECT] +
					    job.model->op_cycles[BGQEMU_OP_PUBLISH]);
}
