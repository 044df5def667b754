/*
 * vector.c - the vector functions of MASS (include/bgqemu/xl/massv.h), over libm.
 *
 * Part of programs that are linked with -lmassv, and compiled as they are, so that loops and
 * calls of libm take their time.
 *
 * Never: state.
 */
#define _GNU_SOURCE
#include <math.h>

#include <bgqemu/xl/massv.h>

#define REAL double
#define V(name) v##name
#define F(name) name
#include "elements.def"
#undef REAL
#undef V
#undef F

#define REAL float
#define V(name) vs##name
#define F(name) name##f
#include "elements.def"

void vdint(double y[], double x[], int *n)
{
	for (int i = 0; i < *n; i++)
		y[i] = trunc(x[i]);
}

void vdnint(double y[], double x[], int *n)
{
	for (int i = 0; i < *n; i++)
		y[i] = round(x[i]);
}

unsigned int vpopcnt4(void *x, int *n)
{
	const unsigned int *word = x;
	unsigned int bits = 0;

	for (int i = 0; i < *n; i++)
		bits += (unsigned int)__builtin_popcount(word[i]);
	return bits;
}

unsigned int vpopcnt8(void *x, int *n)
{
	const unsigned long *word = x;
	unsigned int bits = 0;

	for (int i = 0; i < *n; i++)
		bits += (unsigned int)__builtin_popcountl(word[i]);
	return bits;
}
