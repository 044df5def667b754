/*
 * atomic_c11.c - the functions behind the macros of <stdatomic.h>, and what compilers call after a
 * compound assignment to an atomic floating-point object: it raises the exceptions that the last,
 * successful try has had.
 */
#include <fenv.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "atomic.h"

/* The names are those of macros, too. */
bool bgqrt_flag_set(volatile void *flag) __asm__("atomic_flag_test_and_set");
bool bgqrt_flag_set_as(volatile void *flag, int order) __asm__("atomic_flag_test_and_set_explicit");
void bgqrt_flag_clear(volatile void *flag) __asm__("atomic_flag_clear");
void bgqrt_flag_clear_as(volatile void *flag, int order) __asm__("atomic_flag_clear_explicit");
void bgqrt_thread_fence(int order) __asm__("atomic_thread_fence");
void bgqrt_signal_fence(int order) __asm__("atomic_signal_fence");
void bgqrt_raise_exceptions(int exceptions) __asm__("__atomic_feraiseexcept");

bool bgqrt_flag_set_as(volatile void *flag, int order)
{
	volatile unsigned char *byte = flag;
	bool was;

	(void)order;
	atomics_lock();
	was = *byte;
	*byte = 1;
	atomics_unlock();
	return was;
}

bool bgqrt_flag_set(volatile void *flag)
{
	return bgqrt_flag_set_as(flag, memory_order_seq_cst);
}

void bgqrt_flag_clear_as(volatile void *flag, int order)
{
	(void)order;
	atomics_lock();
	*(volatile unsigned char *)flag = 0;
	atomics_unlock();
}

void bgqrt_flag_clear(volatile void *flag)
{
	bgqrt_flag_clear_as(flag, memory_order_seq_cst);
}

void bgqrt_thread_fence(int order)
{
	(void)order;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void bgqrt_signal_fence(int order)
{
	(void)order;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

void bgqrt_raise_exceptions(int exceptions)
{
	feraiseexcept(exceptions);
}
