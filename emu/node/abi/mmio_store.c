/* mmio_store.c - see mmio_store.h. */
#include "mmio_store.h"

#include "include/bgqemu/abi_regs.h"
#include "device.h"
#include "emu/core/engine/context.h"
#include "emu/node/image/budget_map.h"
#include "emu/node/machine/units.h"
#include "emu/node/machine/process.h"
#include "emu/node/image/mmio_pages.h"
#include "move.h"

/* Where reg is; false: it is no register of the thread's node. */
static inline bool register_of(const struct thread *t, volatile void *reg, uint32_t *off)
{
	return mmio_is_of(t->node, (uintptr_t)reg, off) ||
	       mmio_is_of(t->node, mmio_from_machine(t->node, (uintptr_t)reg), off);
}

static inline void call_starts(struct thread *t)
{
	t->user->calls++;
	t->called_ps = thread_clock();
	if (t->loop.found)
		thread_may_wait();
}

/* Lets all happen that must be before a store to a register. */
static void charge_register(uint32_t node, uint32_t off, uint64_t value, ps_t cost_ps)
{
	if (thread_charges_nothing(cost_ps)) /* without a clock: nothing happens before it */
		return;
	if (mu_mmio_is_barrier(off)) {
		thread_charge_own(cost_ps); /* its effects begin with an event */
		return;
	}
	if (mu_mmio_makes_room(units.mu, node, off, value)) {
		thread_charge_own(cost_ps);
		if (mu_mmio_makes_room(units.mu, node, off, value))
			return;
		cost_ps = 0;
	}
	thread_charge(cost_ps);
}

void mmio_store(volatile void *reg, uint64_t value, uint64_t cycles)
{
	struct thread *t = thread_self;
	uint32_t off;
	bool is_register = register_of(t, reg, &off);

	call_starts(t);
	if (is_register)
		charge_register(t->node, off, value, thread_cycles_ps(t, cycles));
	else
		thread_charge(thread_cycles_ps(t, cycles));
	if (is_register)
		mu_mmio_store(units.mu, t->node, off, value, t->clock_ps);
}

void mmio_inject(volatile void *tail_reg, uint64_t tail, uint64_t cycles)
{
	struct thread *t = thread_self;
	uint32_t off;

	call_starts(t);
	thread_charge(thread_cycles_ps(t, cycles));
	if (register_of(t, tail_reg, &off))
		mu_mmio_inject(units.mu, t->node, off, tail, t->clock_ps);
}

const char *mmio_store_refusal(uint64_t address)
{
	uint32_t off;

	if (mmio_is_of(thread_self->node, address, &off))
		return "registers of the message unit take plain stores of 8 bytes only";
	return device_refusal(address);
}

/* The register that an instruction accesses: how, and where it is here. */
struct register_access {
	struct move move; /* its address is the program's */
	enum device_place place;
	uint64_t at;
};

static bool decode(ucontext_t *uc, struct register_access *a)
{
	struct move *m = &a->move;
	uint32_t off;

	if (!move_decode(uc, m))
		return false;
	a->place = device_find(m->address, &a->at);
	if (a->place != DEVICE_NONE)
		return a->place != DEVICE_REFUSED &&
		       (a->place != DEVICE_DCR || m->kind == MOVE_LOAD);
	a->place = DEVICE_SHOWN;
	a->at = m->address;
	return m->kind != MOVE_LOAD && m->address % 8 == 0 &&
	       mmio_is_of(thread_self->node, m->address, &off);
}

/* Carries out, in the handler, loads and stores to memory.  False: a store remains to be done, of
 * a->move.value. */
static bool done_here(ucontext_t *uc, struct register_access *a)
{
	volatile uint64_t *at = (volatile uint64_t *)a->at;
	struct move *m = &a->move;

	if (m->kind == MOVE_LOAD) {
		move_loaded(uc, m, *at);
		return true;
	}
	if (m->kind == MOVE_UPDATE)
		move_update(uc, m, *at);
	if (a->place == DEVICE_MEMORY)
		*at = m->value;
	move_finish(uc, m);
	return a->place == DEVICE_MEMORY;
}

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

/* Frame as pushed by the stub (emu/core/check/check_x86_64.S). */
struct stub_frame {
	uint64_t reg[16]; /* in the order of their encodings */
	uint64_t stub_pc, flags;
	uint64_t pc;
};

/* Access passed from the handler to the stub, which runs next. */
static __thread struct {
	struct register_access access;
	uint64_t pc;
	int budget_reg;
} pending;

void mmio_store_resume(void);
void mmio_store_now(struct stub_frame *f);

enum mmio_access mmio_store_access(ucontext_t *uc, int budget_reg)
{
	struct register_access a;

	if (!decode(uc, &a))
		return MMIO_NOT;
	if (a.place == DEVICE_DCR)
		move_finish(uc, &a.move); /* registers and flags are filled in later */
	else if (a.place != DEVICE_LATER && done_here(uc, &a))
		return MMIO_DONE;
	pending.access = a;
	pending.budget_reg = budget_reg;
	pending.pc = *context_pc(uc);
	*context_pc(uc) = (uintptr_t)mmio_store_resume;
	return MMIO_BEGUN;
}

/* On the thread's own stack: it continues at f->pc. */
void mmio_store_now(struct stub_frame *f)
{
	struct register_access a = pending.access;
	int budget_reg = pending.budget_reg;

	f->pc = pending.pc;
	if (a.place == DEVICE_LATER)
		device_prepare(a.move.address); /* and the instruction is tried again */
	else if (a.place == DEVICE_DCR)
		move_load(&a.move, bgqemu_dcr_read(a.at), &f->reg[a.move.reg], &f->flags);
	else
		mmio_store((volatile void *)a.at, a.move.value, 0);
	if (budget_reg != BUDGET_IN_MEMORY)
		f->reg[budget_reg] = (uint64_t)thread_budget();
}

#else

/* In the handler itself; other threads run at the thread's next call.  What needs a call of
 * the emulator is refused. */
enum mmio_access mmio_store_access(ucontext_t *uc, int budget_reg)
{
	uint32_t node = thread_self->node, off;
	struct register_access a;

	(void)budget_reg;
	if (!decode(uc, &a) || a.place == DEVICE_LATER || a.place == DEVICE_DCR)
		return MMIO_NOT;
	if (!done_here(uc, &a) && mmio_is_of(node, a.at, &off))
		mu_mmio_store(units.mu, node, off, a.move.value, thread_clock());
	return MMIO_DONE;
}

#endif
