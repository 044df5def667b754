/*
 * qpx.c - in programs with vector4double (bgqemu/qpx.h): ends them where the host has not the
 * instructions that they are made of.
 */
#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "include/bgqemu/abi.h"

char bgqrt_needs_avx2; /* named by every such object */

__attribute__((constructor(101))) static void host_check(void)
{
#ifdef __x86_64__
	unsigned a, b = 0, c = 0, d;

	if (__get_cpuid(1, &a, &b, &c, &d) && (c & bit_FMA) && (c & bit_OSXSAVE) &&
	    __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2))
		return;
#endif
	bgqemu_unsupported("vector4double on a host without AVX2 and FMA");
}
