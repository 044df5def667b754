/* triad.c - the triad of STREAM: a = b + s * c, longer than the caches of a core. */
#include "kernel.h"

#define N (1 << 20)

static double a[N], b[N], c[N];

static void triad(double s)
{
	for (int i = 0; i < N; i++)
		a[i] = b[i] + s * c[i];
}

int main(int argc, char **argv)
{
	double sum = 0;

	for (int i = 0; i < N; i++) {
		b[i] = i % 100;
		c[i] = i % 13;
	}
	for (unsigned r = kernel_repeats(argc, argv, 400); r > 0; r--)
		triad(r % 4);
	for (int i = 0; i < N; i++)
		sum += a[i];
	kernel_print_double(sum);
	return 0;
}
