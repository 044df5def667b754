/*
 * call_wrap.h - wrappers of libc functions whose cost is known only afterwards.
 * A wrapper calls the libc function first and then charges; it is bound in the
 * function's place (interposition, call_thunk.c) when time is counted.
 *
 * A wrapper reads no page of the program that libc has not just read for it: a wild
 * pointer is to fault in libc, where it is the program's error and not bgq-run's.
 */
#ifndef BGQ_EMU_CALL_WRAP_H
#define BGQ_EMU_CALL_WRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "budget.h"
#include "call_cycles.h"

static inline void call_charge(uint32_t cycles, uint32_t per_line, size_t units)
{
	uint64_t n = units < UINT32_MAX ? units : UINT32_MAX;

	charge_budget(cycles + n * per_line / CALL_LINE);
}

/* Charges a call of the function of this name for so many bytes or elements. */
#define CALL_CHARGE(name, units) call_charge(CALL_CYCLES_##name, CALL_RATE_##name, units)

/* A wrapper, and what it calls here, acts for the program: where its pointers lead is the
 * program's doing. */
#define CALL_WRAP __attribute__((section("emu_call_wrap")))
extern const char call_wrap_begin[] __asm__("__start_emu_call_wrap");
extern const char call_wrap_end[] __asm__("__stop_emu_call_wrap");

static inline bool call_wrap_contains(uint64_t pc)
{
	uintptr_t begin = (uintptr_t)call_wrap_begin, end = (uintptr_t)call_wrap_end;

	return pc - begin < end - begin;
}

#endif
