/*
 * kept_wait.c - a program waits for what nothing does, in loops of a function that also calls by
 * a pointer: there a register that it does not use (with -ffixed-r10) may hold an argument, so
 * bgq-as keeps that in a vector register while it counts in this one.  The call before has left
 * nothing in it: a deadlock, which has to be found.
 */
#include "spi_test.h"

#include <spi/include/kernel/location.h>

#define NOIPA __attribute__((noipa))
static volatile uint64_t done, seen;
static uint64_t (*volatile when_done)(uint64_t);

/* Each round uses all registers but r10. */
static NOIPA uint64_t look(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f)
{
	uint64_t g = seen, h = seen, i = seen, j = seen, k = seen, l = seen;

	for (int round = 0; round < 16; round++) {
		int n = 100;

		while (--n > 0 && !done) {
			seen = a, seen = b, seen = c, seen = d, seen = e, seen = f;
			seen = g, seen = h, seen = i, seen = j, seen = k, seen = l, seen = 0;
		}
		if (n > 0)
			return when_done(a + b + c + d + e + f);
	}
	return 0;
}

int main(void)
{
	while (!look(1, 2, 3, 5, 8, 13))
		CHECK(Kernel_ProcessorID() < 64);
	return 0;
}
