/*
 * scalar.c - the scalar functions of MASS that libm lacks (include/bgqemu/xl/mass.h).
 *
 * Part of programs that are linked with -lmass, and compiled as they are.
 */
#define _GNU_SOURCE
#include <bgqemu/xl/mass.h>

float anint(float x)
{
	return roundf(x);
}

double dnint(double x)
{
	return round(x);
}

double rsqrt(double x)
{
	return 1 / sqrt(x);
}

float rsqrtf(float x)
{
	return 1 / sqrtf(x);
}

double _Complex cosisin(double x)
{
	double _Complex y;
	double s, c;

	sincos(x, &s, &c);
	__real__ y = c;
	__imag__ y = s;
	return y;
}

float _Complex cosisinf(float x)
{
	float _Complex y;
	float s, c;

	sincosf(x, &s, &c);
	__real__ y = c;
	__imag__ y = s;
	return y;
}
