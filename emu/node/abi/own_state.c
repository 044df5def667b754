/* own_state.c - see own_state.h. */
#include "own_state.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "emu/core/calls/call_stack.h"
#include "emu/core/check/check.h"
#include "net/base/pages.h"

extern char __data_start[], _end[]; /* the linker's: .data and .bss */

/* Builds whose compiler stores to static data in every function, in the handler's too, define
 * it (tests/coverage_exit.c). */
extern const bool own_state_stays_open __attribute__((weak));

/* Whole pages of them, and nothing else on these. */
static struct {
	uint8_t *at;
	uint64_t bytes; /* 0: they are not guarded */
	atomic_bool *closed; /* elsewhere, as it changes while they are closed */
} guarded;

void own_state_open(void)
{
	if (!guarded.bytes)
		return;
	mprotect(guarded.at, guarded.bytes, PROT_READ | PROT_WRITE);
	*guarded.closed = false;
}

void own_state_close(void)
{
	if (!guarded.bytes || *guarded.closed)
		return;
	*guarded.closed = true;
	mprotect(guarded.at, guarded.bytes, PROT_READ);
}

void own_state_prepare(void)
{
	call_stack_guard(own_state_close);
	check_tell(own_state_close);
}

void own_state_begin(void)
{
	uintptr_t mask = PAGE_BYTES - 1;
	uintptr_t low = ((uintptr_t)__data_start + mask) & ~mask, high = (uintptr_t)_end & ~mask;

	if (&own_state_stays_open || !(guarded.closed = calloc(1, sizeof *guarded.closed)))
		return;
	guarded.at = (uint8_t *)low;
	guarded.bytes = high - low;
}

bool own_state_holds(uint64_t address)
{
	return address - (uintptr_t)guarded.at < guarded.bytes;
}
