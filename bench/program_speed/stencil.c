/*
 * stencil.c - what a lattice-QCD program does most: at each site of a periodic lattice of
 * four dimensions, sums over the eight neighbours the product of a link, a matrix of 3 x 3
 * complex doubles, and the neighbour's vectors.
 */
#include "kernel.h"

#define L 8
#define SITES (L * L * L * L)
#define SPINS 4
#define FIELD_DOUBLES (SITES * SPINS * 3 * 2)

struct complex_double {
	double re, im;
};
struct matrix {
	struct complex_double e[3][3];
};
struct spinor {
	struct complex_double s[SPINS][3];
};

static struct matrix link[SITES][4];
static struct spinor field[2][SITES];
static int up[SITES][4], down[SITES][4];

static void neighbours(void)
{
	for (int x = 0; x < SITES; x++) {
		int stride = 1;

		for (int d = 0; d < 4; d++, stride *= L) {
			int at = x / stride % L;

			up[x][d] = x + ((at + 1) % L - at) * stride;
			down[x][d] = x + ((at + L - 1) % L - at) * stride;
		}
	}
}

static void multiply_add(struct spinor *to, const struct matrix *u, const struct spinor *v)
{
	for (int s = 0; s < SPINS; s++)
		for (int i = 0; i < 3; i++) {
			double re = to->s[s][i].re, im = to->s[s][i].im;

			for (int k = 0; k < 3; k++) {
				re += u->e[i][k].re * v->s[s][k].re - u->e[i][k].im * v->s[s][k].im;
				im += u->e[i][k].re * v->s[s][k].im + u->e[i][k].im * v->s[s][k].re;
			}
			to->s[s][i].re = re;
			to->s[s][i].im = im;
		}
}

/* Multiplies v by the adjoint of u and subtracts it. */
static void adjoint_multiply_subtract(struct spinor *to, const struct matrix *u,
				      const struct spinor *v)
{
	for (int s = 0; s < SPINS; s++)
		for (int i = 0; i < 3; i++) {
			double re = to->s[s][i].re, im = to->s[s][i].im;

			for (int k = 0; k < 3; k++) {
				re -= u->e[k][i].re * v->s[s][k].re + u->e[k][i].im * v->s[s][k].im;
				im -= u->e[k][i].re * v->s[s][k].im - u->e[k][i].im * v->s[s][k].re;
			}
			to->s[s][i].re = re;
			to->s[s][i].im = im;
		}
}

static void hop(struct spinor *to, const struct spinor *from)
{
	for (int x = 0; x < SITES; x++) {
		struct spinor sum;

		memset(&sum, 0, sizeof sum);
		for (int d = 0; d < 4; d++) {
			multiply_add(&sum, &link[x][d], &from[up[x][d]]);
			adjoint_multiply_subtract(&sum, &link[down[x][d]][d], &from[down[x][d]]);
		}
		for (int s = 0; s < SPINS; s++)
			for (int i = 0; i < 3; i++) {
				to[x].s[s][i].re = from[x].s[s][i].re + 0.05 * sum.s[s][i].re;
				to[x].s[s][i].im = from[x].s[s][i].im + 0.05 * sum.s[s][i].im;
			}
	}
}

int main(int argc, char **argv)
{
	double *l = (double *)link, *f = (double *)field[0];
	uint64_t x = 77;
	double sum = 0;

	neighbours();
	for (size_t i = 0; i < sizeof link / sizeof(double); i++)
		l[i] = kernel_double(&x);
	for (size_t i = 0; i < FIELD_DOUBLES; i++)
		f[i] = kernel_double(&x);
	unsigned repeats = kernel_repeats(argc, argv, 120);

	for (unsigned r = 0; r < repeats; r++)
		hop(field[(r + 1) % 2], field[r % 2]);
	f = (double *)field[repeats % 2];
	for (size_t i = 0; i < FIELD_DOUBLES; i++)
		sum += f[i] * f[i];
	kernel_print_double(sum);
	return 0;
}
