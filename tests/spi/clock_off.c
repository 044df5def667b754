/*
 * clock_off.c - loops that wait and cannot be parked, for --clock=off, or whose rounds are
 * counted, beside code that computes: they must give way to it, and it to them.
 * Usage: clock_off looks ROUNDS: rank 1 computes, all others look at the time base in their loop
 *        clock_off counts ROUNDS: pairs of ranks count their polls for each other's puts
 *        clock_off beside ROUNDS: a thread adds zero in a loop, two others hand a word to and fro
 * Not here: who waits how long, which is the host's.
 */
#include "spi_threads.h"
#include "wait_mail.h"

static volatile uint64_t word, over, added;
static uint64_t rounds;

/* Some looks in a loop that does more than to wait, so that each round is another. */
static uint64_t await_looking(void)
{
	uint64_t start = GetTimeBase(), looks = 0;

	while (counter[0])
		if (looks++ % 5 == 0)
			CHECK(GetTimeBase() >= start);
	return looks;
}

static void looks(void)
{
	counter[0] = 8;
	test_barrier();
	if (rank == 1) {
		NOT_UNROLLED
		for (volatile uint64_t i = 0; i < rounds; i++)
			;
		for (uint32_t to = 0; to < ranks; to++)
			mail_put(0, to, 0, 8);
	}
	await_looking();
}

/* By turns in a register and in memory. */
static void counts(void)
{
	volatile uint64_t seen = 0;
	uint64_t polls = 0;

	counter[0] = 8;
	test_barrier();
	for (uint64_t i = 0; i < rounds; i++) {
		if (rank % 2 == 0)
			mail_put(0, rank + 1, 0, 8);
		while (counter[0])
			if (i % 2)
				polls++;
			else
				seen++;
		counter[0] = 8;
		if (rank % 2)
			mail_put(0, rank - 1, 0, 8);
	}
	CHECK(polls + seen > 0);
}

static void *adds(void *unused)
{
	for (uint64_t i = 0; !__sync_fetch_and_add(&over, 0); i += 3)
		added = i;
	return unused;
}

static void *answers(void *unused)
{
	for (uint64_t i = 0; i < rounds; i++) {
		while (word != 2 * i + 1)
			;
		word = 2 * i + 2;
	}
	return unused;
}

static void beside(void)
{
	pthread_t adder = start(adds, 0), other = start(answers, 0);

	for (uint64_t i = 0; i < rounds; i++) {
		word = 2 * i + 1;
		while (word != 2 * i + 2)
			GetTimeBase();
	}
	__sync_fetch_and_add(&over, 1);
	finish(other);
	finish(adder);
}

int main(int argc, char **argv)
{
	CHECK(argc == 3);
	rounds = strtoull(argv[2], NULL, 10);
	mail_open();
	if (argv[1][0] == 'l')
		looks();
	else if (argv[1][0] == 'c')
		counts();
	else
		beside();
	return 0;
}
