/* collatz.c - the shortest loop that has a branch in it: all in registers. */
#include "kernel.h"

static unsigned steps(uint64_t x)
{
	unsigned n = 0;

	for (; x != 1; n++) {
		if (x & 1)
			x = 3 * x + 1;
		else
			x /= 2;
	}
	return n;
}

int main(int argc, char **argv)
{
	uint64_t sum = 0, last = 100000u * kernel_repeats(argc, argv, 16);

	for (uint64_t i = 1; i < last; i++)
		sum += steps(i) ^ i;
	kernel_print(sum);
	return 0;
}
