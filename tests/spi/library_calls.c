/*
 * library_calls.c - calls of what lies outside the program: that they work as if nothing
 * were in front of them, wherever the program got their address.  Arguments: "wild" gives
 * libc a bad pointer; "time" looks at what calls cost.
 */
#include "spi_test.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

/* Addresses in data, and those that code asks for. */
static const struct {
	void (*fn)(void);
	FILE **stream;
} in_data[] = {
	{ (void (*)(void))memcpy, &stdout }, { (void (*)(void))strlen, &stderr },
	{ (void (*)(void))malloc, &stdin },  { (void (*)(void))pow, &stdout },
};

static void check_addresses(void)
{
	void (*volatile in_code[])(void) = {
		(void (*)(void))memcpy, (void (*)(void))strlen, (void (*)(void))malloc,
		(void (*)(void))pow,
	};

	for (unsigned i = 0; i < 4; i++)
		CHECK(in_data[i].fn == in_code[i]);
	CHECK(in_data[0].stream == &stdout && *in_data[0].stream == stdout);
	CHECK(fileno(*in_data[1].stream) == 2);
	CHECK(environ && (!environ[0] || strchr(environ[0], '=')));
}

static int format(char *to, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(to, 100, fmt, ap);
	va_end(ap);
	return n;
}

static void check_arguments(void)
{
	char text[100];
	volatile double x = 2, y = 10;
	double (*volatile power)(double, double) = pow;
	void *(*volatile copy)(void *, const void *, size_t) = memcpy;

	CHECK(pow(x, y) == 1024 && power(x, y) == 1024);
	CHECK(powf((float)x, (float)y) == 1024 && powl(x, y) == 1024);
	CHECK(snprintf(text, sizeof text, "%d%d%d%d%d%d%g%g%Lg%s", 1, 2, 3, 4, 5, 6, x, y,
		       (long double)0.5, "end") == 15);
	CHECK(!strcmp(text, "1234562100.5end"));
	CHECK(format(text, "%s %g %ld", "a", y, 7L) == 6 && !strcmp(text, "a 10 7"));
	CHECK(copy(text + 50, text, 7) == text + 50 && !strcmp(text + 50, text));
	CHECK(strtol("123", NULL, 10) == 123 && lround(x * 1.25) == 3);
}

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static jmp_buf leave;

static int leaves(const void *a, const void *b)
{
	(void)a, (void)b;
	longjmp(leave, 3);
}

static void check_control(void)
{
	int v[] = { 3, 1, 2 }, key = 2;
	volatile int visits = 0;
	int rc = setjmp(leave);

	visits++;
	if (rc == 0)
		longjmp(leave, 5);
	if (rc == 5)
		qsort(v, 3, sizeof *v, leaves);
	CHECK(rc == 3 && visits == 3);
	qsort(v, 3, sizeof *v, by_value);
	CHECK(v[0] == 1 && v[2] == 3);
	CHECK(bsearch(&key, v, 3, sizeof *v, by_value) == &v[1]);
}

/* ---- what calls cost: at least the table's figure, and not much more for the loop */

#define CALLS 1000
#define LOOP_MAX 40

#define COSTS(least, call)                                                            \
	do {                                                                          \
		uint64_t since = GetTimeBase();                                       \
		for (volatile int i = 0; i < CALLS; i++)                              \
			call;                                                         \
		uint64_t each = (GetTimeBase() - since) / CALLS;                      \
		if (each < (least) || each > (least) + LOOP_MAX)                     \
			printf("%s: %llu cycles\n", #call, (unsigned long long)each); \
		CHECK(each >= (least) && each <= (least) + LOOP_MAX);                \
	} while (0)

static char from[4096], to[4096];

static void check_costs(void)
{
	volatile double x = 0.5;
	volatile size_t all = sizeof to;

	COSTS(110, x = sin(x));
	COSTS(200, x = pow(x, 0.5));
	COSTS(30 + 4096 * 20 / 64, memcpy(to, from, all));
	COSTS(210, free(malloc(100)));
	COSTS(10, Kernel_GetRank());
	COSTS(1000, getpid());
	COSTS(250 + 10, snprintf(to, sizeof to, "%d", 7));
}

static void use_wild_pointer(void)
{
	char *volatile wild = (char *)16;

	printf("%zu\n", strlen(wild));
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "wild"))
		use_wild_pointer();
	if (argc > 1 && !strcmp(argv[1], "time"))
		check_costs();
	check_addresses();
	check_arguments();
	check_control();
	printf("%u\n", Kernel_GetRank());
	return 0;
}
