/* queens.c - small functions that call themselves: ways to place queens on a board. */
#include "kernel.h"

static __attribute__((noinline)) uint64_t place(uint32_t all, uint32_t columns, uint32_t left,
						uint32_t right)
{
	uint64_t ways = 0;
	uint32_t open = all & ~(columns | left | right);

	if (columns == all)
		return 1;
	while (open) {
		uint32_t bit = open & -open;

		open ^= bit;
		ways += place(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
	}
	return ways;
}

int main(int argc, char **argv)
{
	uint64_t sum = 0;

	for (unsigned r = kernel_repeats(argc, argv, 40); r > 0; r--)
		sum += place((1u << 12) - 1, 0, 0, 0);
	kernel_print(sum);
	return 0;
}
