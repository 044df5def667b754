/*
 * abi.c - the functions of include/bgqemu/abi*.h: what code compiled by bgq-cc
 * asks of the emulator.  Each runs on the caller's node thread.
 */
#include "../include/bgqemu/abi.h"

#include "../include/bgqemu/abi_mmio.h"
#include "../include/bgqemu/abi_regs.h"
#include "host_clock.h"
#include "kernel.h"
#include "machine.h"
#include "report.h"
#include "spin.h"

void kernel_call(void)
{
	struct thread *t = thread_self;

	spin_call(t);
	spin_free_call(t);
}

static uint64_t timebase_of(ps_t at_ps)
{
	return at_ps / CORE_CYCLE_PS;
}

uint64_t bgqemu_timebase(void)
{
	struct thread *t = thread_self;

	kernel_call();
	if (machine.opt.clock_off) {
		thread_charge(1);
		return host_clock_cycles();
	}
	thread_charge(cycles_ps(machine.model->timebase_cycles));
	return timebase_of(t->clock_ps);
}

/* With the clock off, simulated time has no length: look at the host's clock
 * after everyone else who can has run. */
static void delay_host(uint64_t timebase)
{
	while (host_clock_cycles() < timebase)
		thread_charge(PS_PER_NS);
}

void bgqemu_delay_until(uint64_t timebase)
{
	struct thread *t = thread_self;

	kernel_call();
	if (machine.opt.clock_off) {
		delay_host(timebase);
		return;
	}
	if (timebase > PS_NEVER / CORE_CYCLE_PS - 1)
		timebase = PS_NEVER / CORE_CYCLE_PS - 1;
	while (timebase_of(t->clock_ps) < timebase)
		thread_park(WAIT_SLEEP, NULL, (uintptr_t)__builtin_return_address(0),
			    cycles_ps(timebase));
}

static inline void charge_cycles(struct thread *t, uint64_t cycles)
{
	if (cycles)
		thread_charge(cycles_ps(cycles));
	else
		spin_free_call(t);
}

static inline void charge(struct thread *t, uint32_t op, uint32_t count)
{
	charge_cycles(t, op < BGQEMU_OP_COUNT
				 ? (uint64_t)machine.model->op_cycles[op] * count : 0);
}

void bgqemu_charge(uint32_t op, uint32_t count)
{
	struct thread *t = thread_self;

	spin_call(t);
	charge(t, op, count);
}

void bgqemu_l2(uint32_t op)
{
	charge(thread_self, op, 1);
}

void bgqemu_wait(uint32_t kind, const volatile void *what, uint64_t deadline)
{
	struct thread *t = thread_self;
	uint64_t pc = (uintptr_t)__builtin_return_address(0);
	ps_t deadline_ps = PS_NEVER;

	if (!machine.opt.clock_off && deadline < PS_NEVER / CORE_CYCLE_PS)
		deadline_ps = cycles_ps(deadline);
	bool moved = spin_moved(t);

	spin_call(t); /* nobody else may run from the caller's look to the wait */
	if (moved) { /* what it waits for may be there: it must look again */
		charge(t, BGQEMU_OP_POLL, 1);
		return;
	}
	if (kind < BGQEMU_WAIT_L2)
		thread_park(kind, what, pc, deadline_ps);
	else
		spin_watch(kind, what, pc, deadline_ps);
	if (t->woken)
		t->clock_ps += cycles_ps(machine.model->op_cycles[BGQEMU_OP_POLL]);
	thread_charge(0);
}

void bgqemu_unsupported(const char *call)
{
	report_unsupported(thread_self, call, (uintptr_t)__builtin_return_address(0));
	process_exit(128 + 6);
}

/* ---- registers */

#define GI_CONTROL 0x500 /* of class route 0, in the first MMIO page */

/* The node's mirrors are filled in when the program first asks where they are:
 * a node that never does keeps its MMIO pages untouched. */
volatile uint64_t *bgqemu_mmio_base(void)
{
	struct thread *t = thread_self;
	struct node *n = &machine.node[t->node];
	uint8_t *mmio = space_window(t->node) + SPACE_MMIO;

	kernel_call();
	if (!n->registers) {
		n->registers = true;
		*(volatile uint64_t *)(mmio + GI_CONTROL) = COLL_GI_INITIAL;
		for (unsigned cls = 0; n->gi_status >> 3 * cls; cls++)
			if (n->gi_status >> 3 * cls & 7)
				mu_gi_status(machine.mu, t->node, cls,
					     n->gi_status >> 3 * cls & 7, t->clock_ps);
	}
	return (volatile uint64_t *)mmio;
}

static void register_store(struct thread *t, volatile void *reg, uint64_t value)
{
	uint64_t off = (uintptr_t)reg - (uintptr_t)space_window(t->node) - SPACE_MMIO;

	if (off < MU_MMIO_BYTES)
		mu_mmio_store(machine.mu, t->node, (uint32_t)off, value, t->clock_ps);
}

void bgqemu_mmio_store(volatile void *reg, uint64_t value)
{
	struct thread *t = thread_self;

	spin_call(t);
	spin_free_call(t);
	thread_charge(0);
	register_store(t, reg, value);
}

void bgqemu_inject(volatile void *tail_reg, uint64_t tail, uint32_t n)
{
	struct thread *t = thread_self;

	spin_call(t);
	charge_cycles(t, (uint64_t)n * machine.model->op_cycles[BGQEMU_OP_INJECT] +
			 machine.model->op_cycles[BGQEMU_OP_PUBLISH]);
	register_store(t, tail_reg, tail);
}
