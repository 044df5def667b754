/*
 * numbers.c - conversions whose result is a buffer of the process: libc's would be that of all
 * ranks.
 */
#include <stdlib.h>

#define DIGITS_BYTES 400 /* of a double without an exponent */

static char digits[DIGITS_BYTES];

#define CONVERSION(name, type) \
char *name(type value, int places, int *restrict point, int *restrict negative) \
{ \
	return name##_r(value, places, point, negative, digits, sizeof digits) ? NULL : digits; \
}

CONVERSION(ecvt, double)
CONVERSION(fcvt, double)
CONVERSION(qecvt, long double)
CONVERSION(qfcvt, long double)

static char base64[8];

char *l64a(long value)
{
	static const char digit[] =
		"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	unsigned long v = (unsigned long)value & 0xffffffffu;
	char *to = base64;

	for (; v; v >>= 6)
		*to++ = digit[v & 63];
	*to = '\0';
	return base64;
}
