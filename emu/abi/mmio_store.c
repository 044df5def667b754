/* mmio_store.c - see mmio_store.h. */
#include "mmio_store.h"

#include "emu/engine/context.h"
#include "emu/machine/machine.h"
#include "emu/machine/mmio_pages.h"
#include "move.h"

void mmio_store(volatile void *reg, uint64_t value, uint64_t cycles)
{
	struct thread *t = thread_self;
	uint32_t off;

	bool is_register = mmio_is_of(t->node, (uintptr_t)reg, &off);

	t->calls++;
	t->called_ps = thread_clock();
	if (is_register && mu_mmio_is_barrier(off))
		thread_charge_own(cycles_ps(cycles)); /* its effects begin with an event */
	else
		thread_charge(cycles_ps(cycles));
	if (is_register)
		mu_mmio_store(machine.mu, t->node, off, value, t->clock_ps);
}

const char *mmio_store_refusal(uint64_t address)
{
	uint32_t off;

	if (!mmio_is_of(thread_self->node, address, &off))
		return NULL;
	return "registers of the message unit take plain stores of 8 bytes only";
}

/* An instruction that stores to a register of the thread's node. */
static bool decode(ucontext_t *uc, struct move *m)
{
	uint32_t off;

	if (!move_decode(uc, m) || m->kind == MOVE_LOAD || m->address % 8 ||
	    !mmio_is_of(thread_self->node, m->address, &off))
		return false;
	if (m->kind == MOVE_UPDATE)
		move_update(uc, m, *(volatile uint64_t *)m->address);
	return true;
}

#if defined(__x86_64__)

/* As pushed by the stub (wait/check_x86_64.S). */
struct frame {
	uint64_t reg[16]; /* in the order of their encodings */
	uint64_t stub_pc, flags;
	uint64_t pc;
};

/* From the handler to the stub, which runs next. */
static __thread struct {
	volatile uint64_t *reg;
	uint64_t value, pc;
	int budget_reg;
} pending;

void mmio_store_resume(void);
void mmio_store_now(struct frame *f);

bool mmio_store_access(ucontext_t *uc, int budget_reg)
{
	struct move m;

	if (!decode(uc, &m))
		return false;
	move_finish(uc, &m);
	pending.reg = (volatile uint64_t *)m.address;
	pending.budget_reg = budget_reg;
	pending.value = m.value;
	pending.pc = *context_pc(uc);
	*context_pc(uc) = (uintptr_t)mmio_store_resume;
	return true;
}

/* On the thread's own stack: it continues at f->pc. */
void mmio_store_now(struct frame *f)
{
	int budget_reg = pending.budget_reg;

	f->pc = pending.pc;
	mmio_store(pending.reg, pending.value, 0);
	if (budget_reg != BUDGET_IN_MEMORY)
		f->reg[budget_reg] = (uint32_t)thread_budget();
}

#else

/* In the handler itself; other threads run at the thread's next call. */
bool mmio_store_access(ucontext_t *uc, int budget_reg)
{
	uint32_t node = thread_self->node, off;
	struct move m;

	(void)budget_reg;
	if (!decode(uc, &m))
		return false;
	mmio_is_of(node, m.address, &off);
	mu_mmio_store(machine.mu, node, off, m.value, thread_clock());
	move_finish(uc, &m);
	return true;
}

#endif
