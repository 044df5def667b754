/*
 * budget_cell.h - a budget for code under test that charges one: what %gs:0 is in
 * bgq-run's workers is a word of the test here.
 */
#ifndef BUDGET_CELL_H
#define BUDGET_CELL_H

#include <stdint.h>

static __attribute__((unused)) _Alignas(64) volatile int32_t budget_cell[16];

#if defined(__x86_64__)

#include <asm/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BUDGET_COUNTS 1

static void budget_cell_use(void)
{
	syscall(SYS_arch_prctl, ARCH_SET_GS, budget_cell);
}

#else

#define BUDGET_COUNTS 0

static void budget_cell_use(void)
{
}

#endif

#endif
