/*
 * libc.c - loops whose state libc keeps: random numbers, malloc's heap, strtok, the
 * environment; and strings, sorting, and calls that change nothing.
 */
#include "loops.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static uint64_t until_rand(void)
{
	int last = 0;
	uint64_t n = 1;

	srand(7);
	for (int i = 0; i < 20000; i++)
		last = rand();
	srand(7);
	while (rand() != last)
		n++;
	return n;
}

static uint64_t until_random(void)
{
	long last = 0;

	srandom(11);
	for (int i = 0; i < 20000; i++)
		last = random();
	srandom(11);
	while (random() != last)
		;
	return random() != last;
}

static uint64_t until_drand48(void)
{
	double last = 0;

	srand48(3);
	for (int i = 0; i < 20000; i++)
		last = drand48();
	srand48(3);
	while (drand48() != last)
		;
	return lrand48() >= 0;
}

/* The heap is all that the loop changes. */
static uint64_t until_malloc_is_far(void)
{
	char *first = malloc(1024), *limit = first + (16 << 20), *p;

	do {
		p = malloc(1024);
	} while (p >= first && p < limit);
	return p >= limit;
}

#define ARENA (1 << 20)
static char arena[ARENA];
static size_t arena_used;

static NOINLINE void *take(size_t bytes)
{
	if (arena_used + bytes > ARENA)
		return NULL;
	arena_used += bytes;
	return arena + arena_used - bytes;
}

static uint64_t until_arena_is_empty(void)
{
	arena_used = 0;
	while (take(16))
		;
	return arena_used;
}

static uint64_t malloc_and_free(void)
{
	volatile int *n = calloc(1, sizeof *n);
	uint64_t result;

	while (*n < 20000) {
		void *p = malloc(100);

		++*n;
		free(p);
	}
	result = (uint64_t)*n;
	free((void *)n);
	return result;
}

static uint64_t realloc_grows(void)
{
	size_t bytes = 1;
	char *p = malloc(bytes);

	p[0] = 'x';
	while (bytes < 1 << 20) {
		p = realloc(p, bytes + bytes / 64 + 8);
		bytes += bytes / 64 + 8;
		p[bytes - 1] = 'y';
	}
	bytes = (size_t)p[0];
	free(p);
	return bytes;
}

static uint64_t string_tokens(void)
{
	char *text = malloc(60001), *word;
	uint64_t n = 0, letters = 0;

	for (int i = 0; i < 60000; i += 3)
		memcpy(text + i, i % 2 ? "ab " : "c, ", 3);
	text[60000] = '\0';
	for (word = strtok(text, " ,"); word; word = strtok(NULL, " ,")) {
		n++;
		letters += strlen(word);
	}
	free(text);
	return n * 100000 + letters;
}

static uint64_t growing_string(void)
{
	static char s[3001];

	s[0] = '\0';
	while (strlen(s) < 3000)
		strcat(s, "xy");
	return strlen(s);
}

static uint64_t decimal_string(void)
{
	char s[20] = "0";

	while (atoi(s) < 10000)
		snprintf(s, sizeof s, "%d", atoi(s) + 1);
	return strtoul(s, NULL, 10);
}

static uint64_t environment(void)
{
	char s[20];

	setenv("LOOPS_COUNT", "0", 1);
	while (atoi(getenv("LOOPS_COUNT")) < 2000) {
		snprintf(s, sizeof s, "%d", atoi(getenv("LOOPS_COUNT")) + 1);
		setenv("LOOPS_COUNT", s, 1);
	}
	return strtoul(getenv("LOOPS_COUNT"), NULL, 10);
}

static uint64_t shifted_out(void)
{
	static char text[2000];

	memset(text, 'a', sizeof text - 1);
	while (text[0])
		memmove(text, text + 1, sizeof text - 1);
	return strlen(text) + 3;
}

static uint64_t comparisons;

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	comparisons++;
	return (x > y) - (x < y);
}

static uint64_t sort_and_search(void)
{
	static int v[3000];
	uint64_t found = 0;

	for (int i = 0; i < 3000; i++)
		v[i] = i * 7919 % 3001;
	comparisons = 0;
	qsort(v, 3000, sizeof *v, compare);
	for (int i = 0; i < 3000; i++)
		found += bsearch(&v[i], v, 3000, sizeof *v, compare) == &v[i];
	return comparisons > 30000 ? found : 0;
}

/* A sort by hand, until nothing is left to change. */
static uint64_t bubble_sort(void)
{
	int v[300], changed;

	for (int i = 0; i < 300; i++)
		v[i] = 300 - i;
	do {
		changed = 0;
		for (int i = 0; i < 299; i++)
			if (v[i] > v[i + 1]) {
				int x = v[i];

				v[i] = v[i + 1];
				v[i + 1] = x;
				changed = 1;
			}
	} while (changed);
	return (uint64_t)(v[0] * 1000 + v[299]);
}

static uint64_t until_clock(void)
{
	struct timespec a, b;
	long ns;

	clock_gettime(CLOCK_MONOTONIC, &a);
	do {
		clock_gettime(CLOCK_MONOTONIC, &b);
		ns = (b.tv_sec - a.tv_sec) * 1000000000 + b.tv_nsec - a.tv_nsec;
	} while (ns < 20000);
	return ns >= 20000;
}

static uint64_t short_naps(void)
{
	static volatile int n;

	for (n = 0; n < 100;) {
		usleep(1);
		n++;
	}
	return (uint64_t)n;
}

/* Calls that change nothing, and a count that libc does not know. */
static uint64_t calls_without_effect(void)
{
	static volatile long n;
	long page = 0;

	for (n = 0; n < 20000;) {
		page |= sysconf(_SC_PAGESIZE);
		page |= getpid() == 0 || !isalpha('x');
		n++;
	}
	return (uint64_t)(n + (page & 1));
}

static uint64_t scanned(void)
{
	char text[4001];
	int at = 0, step, x;
	uint64_t sum = 0;

	for (int i = 0; i < 1000; i++)
		snprintf(text + 4 * i, 5, "%3d ", i % 999);
	while (sscanf(text + at, "%d%n", &x, &step) == 1) {
		sum += (uint64_t)x;
		at += step;
	}
	return sum;
}

const struct loop loops_libc[] = {
	{ "until_rand", until_rand, 20000 },
	{ "until_random", until_random, 1 },
	{ "until_drand48", until_drand48, 1 },
	{ "until_malloc_is_far", until_malloc_is_far, 1 },
	{ "until_arena_is_empty", until_arena_is_empty, ARENA },
	{ "malloc_and_free", malloc_and_free, 20000 },
	{ "realloc_grows", realloc_grows, 'x' },
	{ "string_tokens", string_tokens, UINT64_C(2000030000) },
	{ "growing_string", growing_string, 3000 },
	{ "decimal_string", decimal_string, 10000 },
	{ "environment", environment, 2000 },
	{ "shifted_out", shifted_out, 3 },
	{ "sort_and_search", sort_and_search, 3000 },
	{ "bubble_sort", bubble_sort, 1300 },
	{ "until_clock", until_clock, 1 },
	{ "short_naps", short_naps, 100 },
	{ "calls_without_effect", calls_without_effect, 20000 },
	{ "scanned", scanned, 498501 },
	{ 0, 0, 0 },
};
