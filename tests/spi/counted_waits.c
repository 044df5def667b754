/*
 * counted_waits.c - loops that wait and count their rounds: inner loops, whose rounds a proof
 * skips, in each way that compilers count; loops that count without end; and some that are
 * looked at while they count, by another thread or by a handler.  Rank 0 rings after so many
 * cycles; the others print what they have counted, and when.
 * Pins that this is the same however it is carried out; not how long it takes the host.
 * Usage: counted_waits   on two nodes or more
 */
#define MAIL_REC_BYTES 131072
#include "mail.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>

#define NOINLINE __attribute__((noinline))
static char ring[8] __attribute__((aligned(64)));
static volatile uint64_t never;
static volatile int left;       /* counted down, and begun anew */
static volatile unsigned polls; /* counted up, without end */
static volatile unsigned short small;
static int trace = 1;

/* The tail of the reception FIFO moves when the bell rings. */
static NOINLINE uint64_t tail(void)
{
	return MUSPI_getHwTail(&MUSPI_IdToRecFifo(0, &mail_rec)->_fifo);
}

static NOINLINE int rung(uint64_t before)
{
	return tail() != before;
}

static NOINLINE int traced(uint64_t before)
{
	if (--trace == 0)
		never = 0;
	if (rung(before))
		return 1;
	if (trace == 0)
		trace = 10000000;
	return 0;
}

static NOINLINE int hundred(uint64_t before)
{
	int done = 0;

	for (int i = 0; i < 100 && !done; i++)
		done = rung(before);
	return done;
}

static NOINLINE int sixteen(uint64_t before)
{
	for (int i = 0; i < 16; i++) {
		int n = 100;

		while (--n > 0 && !rung(before))
			;
		if (n > 0)
			return 1;
	}
	return 0;
}

#define INNER(NAME, TYPE, INIT, COND, STEP)                                             \
	static NOINLINE int NAME##_once(uint64_t before)                                \
	{                                                                               \
		for (TYPE i = (INIT); (COND); (STEP))                                   \
			if (rung(before))                                               \
				return 1;                                               \
		return 0;                                                               \
	}                                                                               \
	static uint64_t NAME(uint64_t before)                                           \
	{                                                                               \
		while (!NAME##_once(before))                                            \
			;                                                               \
		return 0;                                                               \
	}

static volatile long steps = 3;

INNER(up_by_three, unsigned, 1, i < 200, i += 3)
INNER(to_zero, int, 77, i != 0, i--)
INNER(below_zero, long, 50, i >= -50, i -= 2)
INNER(over_zero, int, -60, i <= 61, i++)
INNER(over_the_top, unsigned, 0xffffffc0, i != 40, i++)
INNER(of_long, uint64_t, 0, i < 300, i++)
INNER(over_the_half, unsigned, 0x7fffffd0, i < 0x80000030, i++)
INNER(past_the_half, uint64_t, INT64_MAX - 40, i <= (uint64_t)INT64_MAX + 40, i++)
INNER(of_char, unsigned char, 3, i < 201, i++)
INNER(of_short, short, -100, i < 100, i += 2)
INNER(in_steps, long, 0, i < 250, i += steps)
INNER(in_memory_too, volatile int, 0, i < 90, i++)
INNER(long_in_memory, volatile long, 90, i > 0, i--)
INNER(every_eighth, unsigned, 0, (i & 127) != 127, i++)
INNER(halves, uint64_t, UINT64_C(1) << 62, i != 0, i /= 2)

/* Uses after the rounds what has been counted in them. */
static uint64_t used_later(uint64_t before)
{
	volatile uint64_t sum = 0;
	uint64_t i, last = 0;

	do {
		for (i = 5; i < 105 && !rung(before); i++)
			last = 3 * i + 1;
		sum = last + i;
	} while (!rung(before));
	return sum;
}

/* Two counts in one loop, one of which ends it. */
static uint64_t two_counts(uint64_t before)
{
	uint64_t down = 0;

	do {
		down = 1000;
		for (unsigned i = 0; i < 60 && !rung(before); i++)
			down -= 7;
	} while (!rung(before));
	return down;
}

/* Each returns what it has counted. */
static uint64_t in_register(uint64_t before)
{
	uint64_t n = 0;

	while (!rung(before))
		n += 3;
	return n;
}

static uint64_t in_memory(uint64_t before)
{
	while (!rung(before))
		polls++;
	return polls;
}

static uint64_t down_in_memory(uint64_t before)
{
	left = 100000000;
	while (!rung(before))
		if (--left == 0)
			break;
	return (uint64_t)left;
}

static uint64_t two_at_once(uint64_t before)
{
	struct { volatile int up, down; } pair = { 7, 7 };

	while (!rung(before)) {
		pair.up += 2;
		pair.down--;
	}
	return (uint64_t)(uint32_t)pair.up << 32 | (uint32_t)pair.down;
}

static uint64_t wraps(uint64_t before)
{
	while (!rung(before))
		small++;
	return small;
}

static uint64_t by_trace(uint64_t before)
{
	while (!traced(before))
		;
	return (uint64_t)trace;
}

static uint64_t inner(uint64_t before)
{
	uint64_t n = 0;

	while (!hundred(before))
		n++;
	return n;
}

static uint64_t inner_only(uint64_t before)
{
	while (!hundred(before))
		;
	return 0;
}

static uint64_t nested(uint64_t before)
{
	while (!sixteen(before))
		;
	return 0;
}

static uint64_t every_so_often(uint64_t before)
{
	unsigned n = 0, often = 0;

	while (!rung(before))
		if ((++n & 1023) == 0)
			often++;
	return (uint64_t)often << 32 | n;
}

static uint64_t across_zero(uint64_t before)
{
	int n = -700, positive = 0;

	while (!rung(before)) {
		n++;
		positive += n > 0;
	}
	return (uint64_t)(uint32_t)n << 32 | (uint32_t)positive;
}

/* Gives up five times. */
static uint64_t gives_up(uint64_t before)
{
	uint64_t sum = 0;

	for (int i = 0; i < 5; i++) {
		unsigned n = 0;

		while (!rung(before) && ++n < 777)
			;
		sum = sum * 1000 + n;
	}
	while (!rung(before))
		;
	return sum;
}

static volatile int done;
static volatile uint64_t seen;

static void *looker(void *arg)
{
	const struct timespec brief = { .tv_nsec = 3000 };

	for (int i = 0; i < 5; i++) {
		nanosleep(&brief, NULL);
		seen = seen * 1000003 + polls;
	}
	done = 1;
	return arg;
}

static uint64_t looked_at(uint64_t before)
{
	pthread_t t;

	seen = done = 0;
	CHECK(pthread_create(&t, NULL, looker, NULL) == 0);
	while (!rung(before) || !done)
		polls++;
	CHECK(pthread_join(t, NULL) == 0);
	return seen;
}

static volatile uint64_t handled;
static uint64_t began;

static void handler(int sig)
{
	(void)sig;
	handled = handled * 1000003 + polls + (GetTimeBase() - began);
}

/* Handlers run while it waits. */
static uint64_t with_handlers(uint64_t (*wait)(uint64_t before), uint64_t before)
{
	const struct sigaction act = { .sa_handler = handler };
	const struct itimerspec often = { .it_interval.tv_nsec = 2700, .it_value.tv_nsec = 2700 };
	const struct itimerspec off = { .it_value.tv_nsec = 0 };
	timer_t timer;

	handled = 0;
	began = GetTimeBase();
	CHECK(sigaction(SIGALRM, &act, NULL) == 0);
	CHECK(timer_create(CLOCK_MONOTONIC, NULL, &timer) == 0);
	CHECK(timer_settime(timer, 0, &often, NULL) == 0);
	wait(before);
	CHECK(timer_settime(timer, 0, &off, NULL) == 0);
	CHECK(timer_delete(timer) == 0);
	return handled;
}

static uint64_t interrupted(uint64_t before)
{
	return with_handlers(in_memory, before);
}

static uint64_t interrupted_inside(uint64_t before)
{
	return with_handlers(nested, before);
}

static const struct {
	const char *name;
	uint64_t (*wait)(uint64_t before);
} ways[] = {
	{ "in_register", in_register }, { "in_memory", in_memory },
	{ "down_in_memory", down_in_memory }, { "two_at_once", two_at_once },
	{ "wraps", wraps }, { "by_trace", by_trace }, { "inner", inner },
	{ "inner_only", inner_only }, { "nested", nested },
	{ "every_so_often", every_so_often }, { "across_zero", across_zero },
	{ "gives_up", gives_up }, { "looked_at", looked_at },
	{ "interrupted", interrupted }, { "interrupted_inside", interrupted_inside },
	{ "up_by_three", up_by_three }, { "to_zero", to_zero }, { "below_zero", below_zero },
	{ "over_zero", over_zero }, { "over_the_top", over_the_top }, { "of_long", of_long },
	{ "over_the_half", over_the_half }, { "past_the_half", past_the_half },
	{ "of_char", of_char }, { "of_short", of_short }, { "in_steps", in_steps },
	{ "in_memory_too", in_memory_too }, { "long_in_memory", long_in_memory },
	{ "every_eighth", every_eighth }, { "halves", halves },
	{ "used_later", used_later }, { "two_counts", two_counts },
};

#define WAYS (sizeof ways / sizeof *ways)

/* Finite, with nothing to wait for. */
static void counts_alone(void)
{
	uint64_t start = GetTimeBase(), sum = 0;
	volatile int i;

	for (i = 0; i < 5000000; i++)
		;
	for (unsigned n = 0; n < 3000 && !never; n++)
		for (unsigned k = n; k != 0 && !never; k--)
			sum++;
	printf("rank %u alone: %d %llu after %llu cycles\n", Kernel_GetRank(), i,
	       (unsigned long long)sum, (unsigned long long)(GetTimeBase() - start));
}

static int receive(void *param, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
	(void)param, (void)packet, (void)bytes;
	return 0;
}

static void take(void)
{
	while (MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &mail_rec), 1) != 0)
		;
}

static uint32_t ranks(void)
{
	const Personality_Networks_t *n = &mail_self.Network_Config;

	return (uint32_t)n->Anodes * n->Bnodes * n->Cnodes * n->Dnodes * n->Enodes;
}

static void bell(unsigned way, uint64_t after)
{
	uint32_t rank = Kernel_GetRank();
	uint64_t start, n, before = tail();

	test_barrier();
	start = GetTimeBase();
	if (rank == 0) {
		while (GetTimeBase() - start < after)
			;
		for (uint32_t r = 1; r < ranks(); r++)
			mail_send(r, ring, sizeof ring, 1);
	} else {
		n = ways[way].wait(before);
		printf("rank %u %s: %llu after %llu cycles\n", rank, ways[way].name,
		       (unsigned long long)n, (unsigned long long)(GetTimeBase() - start));
	}
	test_barrier();
	usleep(20);
	take();
	test_barrier();
}

int main(void)
{
	mail_init();
	MUSPI_RegisterRecvFunction(receive, NULL, 1);
	counts_alone();
	for (unsigned way = 0; way < WAYS; way++)
		for (uint64_t after = 2500; after < 1000000; after *= 17)
			bell(way, after);
	return 0;
}
