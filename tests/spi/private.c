/*
 * private.c - everything that must be a process's own: globals, statics,
 * pointers to globals, thread-locals, errno, environment, random numbers,
 * strtok, getopt, atexit, constructors, stdio.  Ranks interleave at barriers
 * and sleeps so that anything shared would show.
 */
#include "spi_test.h"

#include <errno.h>
#include <getopt.h>
#include <string.h>
#include <unistd.h>

static int global;
static int *pointer = &global;
static const char *const words[] = { "alpha", "beta", "gamma" };
static __thread int local = 41;
static int constructed;
static uint32_t rank;

__attribute__((constructor)) static void construct(void)
{
	constructed = 1000 + (int)Kernel_GetRank();
}

static void at_exit(void)
{
	printf("atexit %u %d\n", rank, global);
}

static void mix(void)
{
	usleep(1 + rank % 7);
}

static void check_globals(void)
{
	CHECK(constructed == 1000 + (int)rank);
	CHECK(global == 0 && pointer == &global && local == 41);
	for (int i = 0; i < 10; i++) {
		*pointer += (int)rank;
		local += (int)rank;
		mix();
	}
	CHECK(global == 10 * (int)rank && local == 41 + 10 * (int)rank);
	CHECK(!strcmp(words[rank % 3], rank % 3 == 0 ? "alpha" : rank % 3 == 1 ? "beta" : "gamma"));
}

static void check_random(void)
{
	/* glibc's sequence for seed 42, as on a machine of one's own. */
	static const int expected[3] = { 71876166, 708592740, 1483128881 };
	double d;

	srand(42);
	srand48((long)rank);
	d = drand48();
	for (int i = 0; i < 3; i++) {
		CHECK(rand() == expected[i]);
		mix();
	}
	srand48((long)rank);
	CHECK(drand48() == d);
}

static void check_strings(void)
{
	char text[64], want[16], *token;
	int n = 0;

	snprintf(text, sizeof text, "%u,%u,%u", rank, rank + 1, rank + 2);
	for (token = strtok(text, ","); token; token = strtok(NULL, ",")) {
		snprintf(want, sizeof want, "%u", rank + (uint32_t)n++);
		CHECK(!strcmp(token, want));
		mix();
	}
	CHECK(n == 3);
	snprintf(want, sizeof want, "%u", rank);
	setenv("PRIVATE_RANK", want, 1);
	mix();
	CHECK(!strcmp(getenv("PRIVATE_RANK"), want));
	errno = (int)rank + 1;
	mix();
	CHECK(errno == (int)rank + 1);
}

static void check_getopt(void)
{
	char a0[] = "x", a1[] = "-n", a2[16], a3[] = "rest", *argv[] = { a0, a1, a2, a3, NULL };
	int c, n = -1;

	snprintf(a2, sizeof a2, "%u", rank);
	optind = 1;
	while ((c = getopt(4, argv, "n:")) != -1) {
		mix();
		CHECK(c == 'n');
		n = atoi(optarg);
	}
	CHECK(n == (int)rank && optind == 3);
}

static void check_heap(void)
{
	char *p[20];

	for (int i = 0; i < 20; i++) {
		p[i] = malloc(100u << i % 10);
		CHECK(p[i]);
		memset(p[i], (int)(rank + (uint32_t)i), 100u << i % 10);
		mix();
	}
	for (int i = 0; i < 20; i++) {
		CHECK(p[i][99] == (char)(rank + (uint32_t)i));
		free(p[i]);
	}
	char *copy = strdup("copied by libc");

	CHECK(copy && !strcmp(copy, "copied by libc"));
	copy = realloc(copy, 1000);
	CHECK(copy && !strcmp(copy, "copied by libc"));
	free(copy);
}

int main(int argc, char **argv)
{
	rank = Kernel_GetRank();
	CHECK(argc == 2 && !strcmp(argv[1], "argument"));
	argv[1][0] = (char)('a' + rank % 26);
	atexit(at_exit);
	check_globals();
	check_random();
	check_strings();
	check_getopt();
	check_heap();
	CHECK(argv[1][0] == (char)('a' + rank % 26));
	test_barrier();
	printf("rank %u of %s done\n", rank, getenv("PRIVATE_JOB"));
	return 0;
}
