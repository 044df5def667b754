/*
 * gamma.c - lgamma and gamma, which leave the sign of the function in signgam, a variable of the
 * process.
 */
#include "private.h"

#include <math.h>

int signgam;

RT_GIVES_WAY(signgam)

/* Spelled by the linker's names: types of one format share a function of libm. */
#define GAMMA(type, name, with_sign) \
type rt_##name(type x) __asm__(#name); \
__attribute__((weak)) type rt_##name(type x) \
{ \
	return with_sign(x, &signgam); \
}

GAMMA(double, lgamma, lgamma_r)
GAMMA(double, gamma, lgamma_r)
GAMMA(double, lgammaf64, lgamma_r)
GAMMA(double, lgammaf32x, lgamma_r)
GAMMA(float, lgammaf, lgammaf_r)
GAMMA(float, gammaf, lgammaf_r)
GAMMA(float, lgammaf32, lgammaf_r)
GAMMA(long double, lgammal, lgammal_r)
GAMMA(long double, gammal, lgammal_r)
#if defined(__x86_64__)
GAMMA(long double, lgammaf64x, lgammal_r)

__float128 rt_lgammaf128_r(__float128 x, int *sign) __asm__("lgammaf128_r");
GAMMA(__float128, lgammaf128, rt_lgammaf128_r)
#endif
