/*
 * drand48.c - the 48-bit generator with its state in the image.
 */

#include <stdlib.h>

static struct drand48_data data; /* zero is how glibc's begins, too */

double drand48(void)
{
	double x;

	drand48_r(&data, &x);
	return x;
}

double erand48(unsigned short xsubi[3])
{
	double x;

	erand48_r(xsubi, &data, &x);
	return x;
}

long lrand48(void)
{
	long x;

	lrand48_r(&data, &x);
	return x;
}

long nrand48(unsigned short xsubi[3])
{
	long x;

	nrand48_r(xsubi, &data, &x);
	return x;
}

long mrand48(void)
{
	long x;

	mrand48_r(&data, &x);
	return x;
}

long jrand48(unsigned short xsubi[3])
{
	long x;

	jrand48_r(xsubi, &data, &x);
	return x;
}

void srand48(long seed)
{
	srand48_r(seed, &data);
}

unsigned short *seed48(unsigned short seed[3])
{
	seed48_r(seed, &data);
	return data.__old_x;
}

void lcong48(unsigned short param[7])
{
	lcong48_r(param, &data);
}
