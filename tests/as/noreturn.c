/*
 * noreturn.c - calls that do not return between a comparison and a jump on its flags, and jumps
 * to functions that stand earlier, for test_as.sh: prints what it computes.  Compilers that
 * optimize for size or lay blocks out by no guess put such calls in the middle.
 */
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

static volatile long tick;
static unsigned long count, mixed;

NOINLINE static int never(void)
{
	tick = 1;
	__asm__ volatile("");
	return 0;
}

NOINLINE static void fails(int line)
{
	fprintf(stderr, "line %d\n", line);
	exit(9);
}

NOINLINE static unsigned long until_equal(void)
{
	if (never())
		abort();
	for (;;) {
		double d = tick;
		if (d == 1.0 || count > 1000000)
			break;
		count += 3;
		mixed ^= count;
	}
	return count;
}

NOINLINE static unsigned long until_not_unlike(void)
{
	if (never())
		__builtin_trap();
	for (;;) {
		if (!((double)tick != 1.0) || count > 2000000)
			break;
		count++;
	}
	return count;
}

/* Three ways out of a comparison, each by a call. */
NOINLINE static int sign(long a, long b)
{
	if (a == b)
		return 0;
	if (a > b && a - b > 1000)
		fails(__LINE__);
	if (a < b && b - a > 1000)
		fails(__LINE__);
	return a < b ? -1 : 1;
}

NOINLINE static int sorted(const double *v, int n)
{
	int down = 0;
	for (int i = 1; i < n; i++) {
		if (v[i] != v[i])
			fails(__LINE__);
		if (v[i - 1] > v[i])
			down++;
		else if (v[i - 1] == v[i])
			down += 100;
		else if (!(v[i - 1] < v[i]))
			abort();
	}
	return down;
}

NOINLINE static int state(const char *s)
{
	int n = 0;
	for (; *s; s++) {
		unsigned c = (unsigned char)*s - '0';
		if (c > 9) {
			if (c > 60)
				abort();
			if (c == 60)
				fails(__LINE__);
			if (c < 20)
				continue;
			n ^= 0x55;
			continue;
		}
		if (n < 0)
			fails(__LINE__);
		n = (n * 10 + (int)c) & 0xfffffff;
	}
	return n;
}

/* Jumps to functions that stand earlier, at the end. */
NOINLINE static long put(long *p, long old, long next)
{
	*p = next;
	__asm__ volatile("" : : : "memory");
	return old;
}

NOINLINE static long increment(long *p)
{
	return put(p, *p, *p + 1);
}

NOINLINE static long twice(long *p)
{
	increment(p);
	return increment(p);
}

int main(void)
{
	double v[64];
	long word = 0;
	int signs = 0;
	for (int i = 0; i < 64; i++)
		v[i] = (i * 37 % 64) - (i % 5 == 0);
	for (long a = -40; a < 40; a++)
		for (long b = -40; b < 40; b++)
			signs = signs * 3 + sign(a, b * 7 % 41);
	for (int i = 0; i < 1000; i++)
		twice(&word);
	printf("%lu %lu %d %d %d %ld %lu\n", until_equal(), until_not_unlike(), signs,
		sorted(v, 64), state("12345:67_89Z01"), word, mixed);
	return 0;
}
