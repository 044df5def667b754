/* shell_sort.c - loops that are short, nested and end early. */
#include "kernel.h"

#define N 300000

static int v[N];

static void sort(void)
{
	static const int gaps[] = { 217378, 96612, 42938, 19083, 8481, 3769, 1675, 744, 330,
				    147, 65, 29, 12, 5, 1 };

	for (unsigned g = 0; g < sizeof gaps / sizeof *gaps; g++) {
		int gap = gaps[g];

		for (int i = gap; i < N; i++) {
			int x = v[i], j = i;

			for (; j >= gap && v[j - gap] > x; j -= gap)
				v[j] = v[j - gap];
			v[j] = x;
		}
	}
}

int main(int argc, char **argv)
{
	uint64_t x = 9, sum = 0;

	for (unsigned r = kernel_repeats(argc, argv, 8); r > 0; r--) {
		for (int i = 0; i < N; i++)
			v[i] = (int)(kernel_random(&x) >> 40);
		sort();
		for (int i = 1; i < N; i++)
			sum += (uint64_t)(v[i] - v[i - 1]) * (unsigned)i;
	}
	kernel_print(sum);
	return 0;
}
