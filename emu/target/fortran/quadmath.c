/*
 * quadmath.c - what the constructor of GCC's libquadmath asks of the C library, for numbers of 16
 * bytes in formats of printf(): refused, as by a table that is full, which it takes.  Fortran's own
 * output of them needs none.
 */
#include <errno.h>

int register_printf_type(void (*type)(void *, void *));
int register_printf_type(void (*type)(void *, void *))
{
	(void)type;
	errno = ENOSPC;
	return -1;
}
