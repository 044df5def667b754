/*
 * loops.h - finite loops that look like waits and are none.  Each is a function with a
 * name and the result that it must have; main.c runs them and prints how many cycles
 * they took.  A file holds loops of one kind and ends with their table.
 *
 * Compiles with the host's compiler alone, too: then loops that need the SPI are left
 * out and all cycles are 0.  Must never let a result depend on how long a loop takes,
 * unless the table says ANY: then it must be the same in all runs of the program.
 */
#ifndef LOOPS_H
#define LOOPS_H

#include <stdint.h>

#define ANY UINT64_C(0xfeedfacecafebeef)
#define NOINLINE __attribute__((noinline, noclone))
#ifdef __clang__
#undef NOINLINE
#define NOINLINE __attribute__((noinline))
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct loop {
	const char *name;
	uint64_t (*run)(void);
	uint64_t result;
};

extern const struct loop loops_memory[], loops_control[], loops_float[], loops_vector[],
	loops_libc[], loops_files[], loops_calls[], loops_cxx[];

/* elsewhere.c: a step of a count kept where the caller's compiler cannot see it. */
long elsewhere_next(void);
void elsewhere_reset(void);
extern void (*elsewhere_hook)(long *);

/* busy.c: all ranks call it first; rank 0 returns and calls busy_end() when it has
 * finished, the others work until then and return. */
void busy_begin(int crowd);
void busy_end(void);

/* Return this process's FIFOs (MUSPI_RecFifo_t, MUSPI_InjFifo_t): nothing is sent to rank 0. */
void *busy_reception(void);
void *busy_injection(void);

#ifdef __cplusplus
}
#endif
#endif
