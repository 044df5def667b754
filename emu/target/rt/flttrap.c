/*
 * flttrap.c - floating-point exceptions that end a program by SIGTRAP, in programs with sources
 * that were compiled with XL's -qflttrap (bgqemu/flttrap.h).  Those that ":enable" asks for are
 * enabled in main's prologue.  bgq-run finds bgqrt_flttrap_start in the image, and delivers
 * SIGTRAP in the place of SIGFPE.
 *
 * Never: in a program without the option.
 */
#include "private.h"

#include <fenv.h>
#include <signal.h>

/* Bits of -qflttrap, by the numbers that bgq-cc puts into a program. */
enum { ZERODIVIDE = 1, OVERFLOW = 2, UNDERFLOW = 4, INVALID = 8, INEXACT = 16 };

static int enabled;

void bgqrt_flttrap_add(int exceptions, void (*handler)(int))
{
	enabled |= exceptions;
	if (handler)
		signal(SIGTRAP, handler);
}

void bgqrt_flttrap_start(void)
{
	int on = (enabled & ZERODIVIDE ? FE_DIVBYZERO : 0) |
		 (enabled & OVERFLOW ? FE_OVERFLOW : 0) |
		 (enabled & UNDERFLOW ? FE_UNDERFLOW : 0) |
		 (enabled & INVALID ? FE_INVALID : 0) | (enabled & INEXACT ? FE_INEXACT : 0);

	if (on) {
		feclearexcept(FE_ALL_EXCEPT);
		feenableexcept(on);
	}
}
