/*
 * divisions.c - integer divisions without a result, by 0 and of the least integer by -1, of all
 * widths, by the language and by the C library: the machine's processor takes 0 for the quotient,
 * no signal comes, and the thread goes on.
 * Usage: divisions
 */
#include "spi_test.h"

#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

static void never(int sig)
{
	CHECK(sig == 0);
}

/* All operands and results are in memory, since compilers may conclude from a division that its
 * divisor is not 0. */
#define DIVIDES(type, least, n)                                                            \
	static void divides_##n(void)                                                      \
	{                                                                                  \
		static volatile type by[4], from, quotient, rest;                          \
		volatile int i = 3;                                                        \
                                                                                           \
		from = 100;                                                                \
		quotient = from / by[0];                                                   \
		rest = from % by[i];                                                       \
		CHECK(quotient == 0 && rest == 100);                                       \
		by[i] = 7;                                                                 \
		quotient = from / by[i];                                                   \
		rest = from % by[i];                                                       \
		CHECK(quotient == 14 && rest == 2);                                        \
		if (!(least))                                                              \
			return;                                                            \
		by[i] = (type)-1;                                                          \
		from = (least);                                                            \
		quotient = from / by[i];                                                   \
		rest = from % by[i];                                                       \
		CHECK(quotient == 0 && rest == (least));                                   \
	}

DIVIDES(unsigned int, 0, u32)
DIVIDES(unsigned long, 0, u64)
DIVIDES(unsigned char, 0, u8)
DIVIDES(unsigned short, 0, u16)
DIVIDES(signed char, 0, s8) /* divides as int does, so that -128 / -1 has a result */
DIVIDES(short, 0, s16)
DIVIDES(int, INT_MIN, s32)
DIVIDES(long, LONG_MIN, s64)

int main(void)
{
	volatile int zero = 0;

	signal(SIGFPE, never);
	divides_u8();
	divides_u16();
	divides_u32();
	divides_u64();
	divides_s8();
	divides_s16();
	divides_s32();
	divides_s64();
	div_t d = div(5, zero);
	ldiv_t l = ldiv(LONG_MIN, -1);

	CHECK(d.quot == 0 && d.rem == 5 && l.quot == 0 && l.rem == LONG_MIN);
	printf("rank %u goes on\n", Kernel_GetRank());
	return 0;
}
