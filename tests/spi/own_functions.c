/*
 * own_functions.c - functions of the program's own under names of libc, beside functions of libc
 * that are its neighbours: the program gets its own ones, and libc's go on to call each other.
 */
#include "spi_test.h"

#include <err.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

static int own;

int printf(const char *format, ...)
{
	va_list ap;
	int n;

	own++;
	va_start(ap, format);
	n = vprintf(format, ap);
	va_end(ap);
	return n;
}

int random_calls;

long random(void)
{
	random_calls++;
	return 4;
}

void error(int status, int number, const char *format, ...)
{
	own += !format + status + number;
}

int main(int argc, char **argv)
{
	srand(1);
	int first = rand();

	srand(1);
	CHECK(first == rand() && random_calls == 0); /* rand() has libc's generator */
	CHECK(random() == 4 && random_calls == 1);
	error(10, 5, "nothing");
	CHECK(own == 15);
	if (argc > 1)
		errx(1, "%s takes no arguments", argv[0]);
	CHECK(printf("%d\n", own) == 3 && own == 16);
	CHECK(puts("libc's") > 0 && putchar('\n') == '\n');
	return 0;
}
