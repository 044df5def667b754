/* matrix.c - product of matrices of doubles, in the order that vectorises. */
#include "kernel.h"

#define N 400

static double a[N][N], b[N][N], c[N][N];

static void product(void)
{
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++)
			for (int j = 0; j < N; j++)
				c[i][j] += a[i][k] * b[k][j];
}

int main(int argc, char **argv)
{
	uint64_t x = 1;
	double sum = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = kernel_double(&x);
			b[i][j] = kernel_double(&x);
		}
	for (unsigned r = kernel_repeats(argc, argv, 16); r > 0; r--)
		product();
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			sum += c[i][j] * (1 + j % 7);
	kernel_print_double(sum);
	return 0;
}
