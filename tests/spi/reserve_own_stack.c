/*
 * reserve_own_stack.c - a reserved line on a page of another thread's stack: that one's pushes,
 * calls and spilled words elsewhere on the page lose nothing, those to the line do, whatever they
 * store; and a counter there counts.  Usage: reserve_own_stack ROUNDS
 */
#include "spi_test.h"

#include <alloca.h>
#include <pthread.h>
#include <stdint.h>

#include <hwi/include/bqc/A2_inlines.h>

#define PAGE 4096u

static uint64_t *volatile word;
static volatile int reserved, stored, lost;
static int rounds;

static void *reserve(void *unused)
{
	uint64_t value = LoadReserved((volatile uint64_t *)word);

	reserved = 1;
	while (!stored)
		;
	lost = !StoreConditional((volatile uint64_t *)word, value);
	return unused;
}

/* Twice as deep as the page. */
static __attribute__((noinline)) int deeper(int n)
{
	volatile int kept = n;

	return n ? deeper(n - 1) + kept : 0;
}

static int begin(pthread_t *t)
{
	reserved = stored = 0;
	CHECK(pthread_create(t, NULL, reserve, NULL) == 0);
	while (!reserved)
		;
	return 0;
}

static int end(pthread_t t)
{
	stored = 1;
	CHECK(pthread_join(t, NULL) == 0);
	return lost;
}

/* The stack pointer is high in its page, and the word low. */
static __attribute__((noinline)) void with_room(void)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	volatile char *room = alloca(here % PAGE + PAGE - 3500);
	pthread_t t;

	room[0] = 1;
	word = (uint64_t *)(((uintptr_t)room & ~(uintptr_t)(PAGE - 1)) + 64);
	CHECK((uintptr_t)room - (uintptr_t)word > 2048);
	begin(&t);
	deeper(2);
	CHECK(end(t) == 0);
	begin(&t);
	deeper(2 * PAGE / 16);
	CHECK(end(t) == 1);
}

static void *count(void *arg)
{
	for (int i = 0; i < rounds; i++)
		while (!StoreConditional(arg, LoadReserved(arg) + 1))
			;
	return NULL;
}

int main(int argc, char **argv)
{
	volatile uint64_t counter = 0;
	pthread_t t;

	CHECK(argc == 2);
	rounds = atoi(argv[1]);
	with_room();
	CHECK(pthread_create(&t, NULL, count, (void *)&counter) == 0);
	count((void *)&counter);
	CHECK(pthread_join(t, NULL) == 0);
	CHECK(counter == 2 * (uint64_t)rounds);
	printf("%llu at %llu\n", (unsigned long long)counter,
	       (unsigned long long)GetTimeBase());
	return 0;
}
