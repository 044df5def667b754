/*
 * trace_spi.c - functions that programs call instead of those of the emulator to which the
 * SPI's inlines lead (include/bgqemu/abi.h): each calls that one, and tells what it took and
 * from where.  Which of the SPI's functions it was is found when the file is written.
 *
 * Never: what a loop's proof interprets (emu/cmd/run/pure_calls.c) in another way than without.
 */
#include "include/bgqemu/abi.h"
#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/process.h"
#include "trace_internal.h"

#include <string.h>

#define CALLER ((uintptr_t)CALL_PLACE())

static void inject(volatile void *tail_reg, uint64_t tail, uint32_t n)
{
	ps_t begin_ps = thread_clock();

	bgqemu_inject(tail_reg, tail, n);
	trace_accessed(begin_ps, CALLER, "injects descriptors");
}

static void mmio_store(volatile void *reg, uint64_t value)
{
	ps_t begin_ps = thread_clock();

	bgqemu_mmio_store(reg, value);
	trace_accessed(begin_ps, CALLER, "stores to the message unit");
}

static void l2(uint32_t op, const volatile void *word)
{
	ps_t begin_ps = thread_clock();

	bgqemu_l2(op, word);
	trace_accessed(begin_ps, CALLER, "L2 atomic");
}

static void charge(uint32_t op, uint32_t count)
{
	ps_t begin_ps = thread_clock();

	bgqemu_charge(op, count);
	trace_accessed(begin_ps, CALLER, op == BGQEMU_OP_RECEIVE ? "takes a packet" : "computes");
}

const void *trace_spi_instead(const char *name)
{
	static const struct {
		const char *name;
		void (*told)(void);
	} table[] = {
		{ "bgqemu_inject", (void (*)(void))inject },
		{ "bgqemu_mmio_store", (void (*)(void))mmio_store },
		{ "bgqemu_l2", (void (*)(void))l2 },
		{ "bgqemu_charge", (void (*)(void))charge },
		{ "bgqemu_mpi", (void (*)(void))trace_mpi },
	};

	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		if (!strcmp(table[i].name, name))
			return (const void *)table[i].told;
	return NULL;
}
