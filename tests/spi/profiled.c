/*
 * profiled.c - functions whose cycles are known, by readings of the time base around them: for
 * test_profile.sh.  Prints "NAME CYCLES" for each, the sum of its calls, and "main" for all.
 * Ranks exchange words by puts between them, so that they wait, too.
 */
#include "spi_test.h"
#include "wait_mail.h"

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/l2/atomic.h>

#define ROUNDS 40
#define WORDS 512

static double plane[2][WORDS];
static volatile uint64_t tickets __attribute__((aligned(64)));

/* Many rounds: a loop with a check. */
static __attribute__((noinline)) void stencil(void)
{
	for (int step = 0; step < 4; step++)
		for (int i = 1; i < WORDS - 1; i++)
			plane[~step & 1][i] = (plane[step & 1][i - 1] + plane[step & 1][i + 1]) / 2;
}

/* The function's last call is not the last that it does: it stays on the stack. */
static __attribute__((noinline)) void twice(void)
{
	stencil();
	stencil();
	plane[0][0] += 1;
}

static __attribute__((noinline)) uint64_t collatz(uint64_t n)
{
	uint64_t steps = 0;

	for (; n != 1; steps++)
		n = n % 2 ? 3 * n + 1 : n / 2;
	return steps;
}

static __attribute__((noinline)) void take_tickets(void)
{
	NOT_UNROLLED
	for (int i = 0; i < 200; i++)
		L2_AtomicLoadIncrement(&tickets);
}

static __attribute__((noinline)) void exchange(unsigned phase)
{
	mail_put(0, (rank + 1) % ranks, phase, 8);
	while (counter[phase])
		;
	counter[phase] = 8;
}

static uint64_t spent[5];

#define TIMED(i, call) do {                                                           \
		uint64_t begin_ = GetTimeBase();                                      \
		call;                                                                 \
		spent[i] += GetTimeBase() - begin_;                                   \
	} while (0)

int main(void)
{
	static const char *const name[] = { "stencil", "twice", "collatz", "take_tickets",
					    "exchange" };
	uint64_t sum = 0;

	mail_open();
	L2_ALLOCATE(tickets);
	for (unsigned phase = 0; phase < PHASES_MAX; phase++)
		counter[phase] = 8;
	test_barrier();
	for (unsigned round = 0; round < ROUNDS; round++) {
		TIMED(0, stencil());
		TIMED(1, twice());
		TIMED(2, sum += collatz(837799 + rank * 8));
		TIMED(3, take_tickets());
		test_barrier();
		TIMED(4, exchange(round % PHASES_MAX));
		test_barrier();
	}
	for (int i = 0; i < 5; i++)
		printf("%s %lu\n", name[i], spent[i]);
	printf("main %lu\n", GetTimeBase());
	return sum == 0;
}
