/*
 * cold_code.c - functions of some lines of code each, called one after the other: cycles of a
 * round through all of them, and of a wait that calls them in each of its rounds.  Of three, one
 * has a way that ends the program, and one has inline assembly: both have code as others do.
 * Usage: cold_code FUNCTIONS        prints "round 1 cycles", 2, 3, and "waited cycles"
 *        cold_code FUNCTIONS again  the same; between them rounds call some of them again
 *        cold_code FUNCTIONS never  likewise, and waits first for what does not come
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>

static volatile uint64_t never = UINT64_MAX;

#define STEP(n) x = x * (2 * n + 3) + n; x ^= x >> (n % 7 + 1);
#define STEPS(n) STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3) STEP(n + 4) STEP(n + 5) STEP(n + 6)
#define FUNCTION(n) \
	static __attribute__((noinline)) uint64_t function_##n(uint64_t x) \
	{ \
		if (n % 3 == 1 && x == never) \
			exit(n); \
		if (n % 3 == 2) \
			__asm__ volatile("nop"); \
		STEPS(n) STEPS(n + 8) STEPS(n + 16) \
		return x; \
	}
#define ALL(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13) F(14) \
	F(15) F(16) F(17) F(18) F(19) F(20) F(21) F(22) F(23) F(24) F(25) F(26) F(27) F(28) F(29) \
	F(30) F(31) F(32) F(33) F(34) F(35) F(36) F(37) F(38) F(39)
ALL(FUNCTION)

#define NAME(n) function_##n,
static uint64_t (*const function[])(uint64_t) = { ALL(NAME) };
#define MOST ((int)(sizeof function / sizeof *function))

static int functions, again;
static volatile int go, ready;
static uint64_t sum;

static __attribute__((noinline)) uint64_t round_through(uint64_t x)
{
	for (int i = 0; i < functions; i++) {
		x = function[i](x);
		if (again)
			x = function[i * i % 3](function[i / 2](x));
	}
	return x;
}

static void *wait_for_it(void *arg)
{
	(void)arg;
	ready = 1;
	while (!go)
		sum = round_through(1);
	return NULL;
}

static void wait(void)
{
	pthread_t id;
	uint64_t from = GetTimeBase();

	if (pthread_create(&id, NULL, wait_for_it, NULL))
		exit(1);
	while (!ready)
		;
	for (volatile int i = 0; i < 20000; i++)
		;
	go = 1;
	pthread_join(id, NULL);
	printf("waited %llu\n", (unsigned long long)(GetTimeBase() - from));
}

int main(int argc, char **argv)
{
	uint64_t from, cycles[3];

	functions = argc > 1 ? atoi(argv[1]) : MOST;
	functions = functions < MOST ? functions : MOST;
	again = argc > 2;
	if (argc > 2 && !strcmp(argv[2], "never"))
		wait_for_it(NULL);
	for (int i = 0; i < 3; i++) {
		from = GetTimeBase();
		sum += round_through(sum);
		cycles[i] = GetTimeBase() - from;
	}
	for (int i = 0; i < 3; i++)
		printf("round %d %llu\n", i + 1, (unsigned long long)cycles[i]);
	wait();
	return sum == 1;
}
