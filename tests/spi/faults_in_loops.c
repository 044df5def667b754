/*
 * faults_in_loops.c - instructions that fault in loops without calls, where bgq-as keeps the
 * budget in a register: the time until then counts to the cycle.
 *     crash ROUNDS   each rank follows a list of so many elements off its end; the time of
 *                    the end is read by test_endless.sh
 *     alias          loops over L2 atomics at alias addresses take as much longer as they
 *                    have more rounds
 * Usage: faults_in_loops WAY [ROUNDS]
 */
#include "spi_test.h"

#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/l2/atomic.h>

#define LOAD_CYCLES 84 /* an atomic operation, there and back */
#define ROUNDS 1000

struct element {
	struct element *next;
	long value;
};

static struct element *list(unsigned long elements)
{
	struct element *e = calloc(elements, sizeof *e);

	CHECK(e);
	for (unsigned long i = 0; i + 1 < elements; i++) {
		e[i].next = &e[i + 1];
		e[i].value = (long)i;
	}
	return e;
}

/* Loops without end: the last element has no next one. */
static __attribute__((noinline)) long crash(const struct element *e, long most)
{
	long sum = 0;

	while (sum <= most) {
		sum += e->value;
		e = e->next;
	}
	return sum;
}

static volatile uint64_t word[4] __attribute__((aligned(32)));

static __attribute__((noinline)) uint64_t count(volatile uint64_t *alias, unsigned long rounds)
{
	uint64_t last = 0;

	NOT_UNROLLED
	for (unsigned long i = 0; i < rounds; i++)
		last = *alias;
	return last;
}

static uint64_t time_of(unsigned long rounds)
{
	volatile uint64_t *alias = __l2_op_ptr(word, L2_ATOMIC_OPCODE_LOAD_INCREMENT);
	uint64_t before = word[0], t0 = GetTimeBase();

	CHECK(count(alias, rounds) == before + rounds - 1);
	uint64_t t1 = GetTimeBase();

	CHECK(word[0] == before + rounds);
	return t1 - t0;
}

static void alias(void)
{
	CHECK(Kernel_L2AtomicsAllocate((void *)word, sizeof word) == 0);
	time_of(ROUNDS);
	uint64_t one = time_of(ROUNDS), two = time_of(2 * ROUNDS), three = time_of(3 * ROUNDS);

	CHECK(three - two == two - one);
	CHECK((two - one) % ROUNDS == 0);
	CHECK((two - one) / ROUNDS > LOAD_CYCLES && (two - one) / ROUNDS < LOAD_CYCLES + 10);
}

int main(int argc, char **argv)
{
	CHECK(argc > 1);
	if (!strcmp(argv[1], "alias")) {
		alias();
		return 0;
	}
	CHECK(argc > 2);
	struct element *e = list(strtoul(argv[2], NULL, 0));

	test_barrier();
	return crash(e, 0x7ffffffffffffffe) == 0;
}
