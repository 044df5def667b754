/*
 * memory.c - loops whose progress is in memory only: globals, statics behind calls, heap,
 * stack, thread-local storage, several pages; and memory that is written and restored.
 */
#include "loops.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define N 100000

static uint64_t volatile_global(void)
{
	static volatile long n;

	for (n = 0; n < 3000000;)
		n++;
	return (uint64_t)n;
}

static volatile long left, right;

static uint64_t two_globals_in_turn(void)
{
	left = right = 0;
	while (left + right < N) {
		if (left == right)
			left++;
		else
			right++;
	}
	return (uint64_t)(left * 1000000 + right);
}

static NOINLINE long next_static(void)
{
	static long n;

	return ++n;
}

static uint64_t static_behind_function(void)
{
	long first = next_static();

	while (next_static() < first + 300000)
		;
	return (uint64_t)(next_static() - first);
}

static uint64_t other_file(void)
{
	elsewhere_reset();
	while (elsewhere_next() < 300000)
		;
	return (uint64_t)elsewhere_next();
}

static uint64_t heap_word(void)
{
	volatile long *n = calloc(1, sizeof *n);
	uint64_t result;

	while (*n < N)
		++*n;
	result = (uint64_t)*n;
	free((void *)n);
	return result;
}

struct item {
	struct item *next;
	long value;
};

static uint64_t heap_list(void)
{
	struct item *head = NULL;
	uint64_t sum = 0;

	for (long i = 0; i < 20000; i++) {
		struct item *it = malloc(sizeof *it);

		it->next = head;
		it->value = i;
		head = it;
	}
	for (struct item *it = head; it; it = it->next)
		sum += (uint64_t)it->value;
	while (head) {
		struct item *it = head;

		head = it->next;
		free(it);
	}
	return sum;
}

static NOINLINE uint64_t descend(int depth, volatile long *outer)
{
	volatile char frame[200];
	volatile long here = 0;

	frame[depth % 200] = (char)depth;
	if (depth > 0)
		return descend(depth - 1, outer) + (uint64_t)(frame[depth % 200] == (char)depth);
	while (here < N / 2 || *outer < N / 2) {
		if (here <= *outer)
			here++;
		else
			++*outer;
	}
	return (uint64_t)(here + *outer);
}

static uint64_t deep_stack(void)
{
	volatile long outer = 0;

	return descend(500, &outer);
}

#define PAGES 64
static volatile uint32_t page[PAGES][1024] __attribute__((aligned(4096)));

/* The count moves from page to page. */
static uint64_t many_pages(void)
{
	uint32_t at = 0;

	memset((void *)page, 0, sizeof page);
	while (page[PAGES - 1][at] < N / PAGES) {
		for (int i = 0; i < PAGES; i++)
			page[i][at]++;
		page[7][at + 1] ^= 0xffffffff;
	}
	return page[0][0] * 1000 + page[7][1] % 2;
}

/* Stores what was there before, but for a word in another page. */
static uint64_t written_and_restored(void)
{
	volatile uint32_t *p = &page[3][17];

	page[40][5] = 0;
	*p = 0;
	do {
		*p ^= 1;
		*p ^= 1;
	} while (++page[40][5] < N);
	return page[40][5] + *p;
}

/* Comes back to the same state after 2, 3 and 7 rounds, but for a count. */
static uint64_t state_comes_back(void)
{
	static volatile unsigned char two, three, seven;
	static volatile uint16_t rounds[4096];

	memset((void *)rounds, 0, sizeof rounds);
	two = three = seven = 0;
	while (rounds[4095] < 50000) {
		two ^= 1;
		three = (unsigned char)((three + 1) % 3);
		seven = (unsigned char)((seven + 1) % 7);
		if (two == 0 && three == 0 && seven == 0)
			rounds[4095] = (uint16_t)(rounds[4095] + 42);
	}
	return rounds[4095];
}

/* Nothing but one bit in 2048 rounds is new. */
static uint64_t slow_bit(void)
{
	static volatile uint32_t ring;
	static volatile uint64_t bits;

	ring = 0;
	bits = 1;
	while (bits < UINT64_C(1) << 40) {
		ring = (ring + 1) % 2048;
		if (ring == 0)
			bits <<= 1;
	}
	return bits;
}

static __thread volatile long tls;

static uint64_t thread_local_word(void)
{
	for (tls = 0; tls < N;)
		tls++;
	return (uint64_t)tls;
}

static NOINLINE long next_tls(void)
{
	static __thread long n;

	return ++n;
}

static uint64_t thread_local_behind_function(void)
{
	long first = next_tls();

	while (next_tls() < first + N)
		;
	return (uint64_t)(next_tls() - first);
}

static uint64_t errno_is_state(void)
{
	errno = 0;
	while (errno < N)
		errno++;
	return (uint64_t)errno;
}

static struct {
	unsigned char before[4093];
	volatile uint64_t n;
} __attribute__((packed)) across __attribute__((aligned(4096)));

static uint64_t across_two_pages(void)
{
	for (across.n = UINT64_C(0xffff0000); across.n < UINT64_C(0xffff0000) + N;)
		across.n++;
	return across.n - 0xffff0000;
}

static struct {
	unsigned low : 3, count : 20, high : 9;
} bits_of;

static uint64_t bit_field(void)
{
	volatile __typeof__(bits_of) *b = &bits_of;

	for (b->count = 0; b->count < N;)
		b->count++;
	return b->count + b->low + b->high;
}

static uint64_t struct_copies(void)
{
	struct big {
		uint64_t other[30], n;
	} a = { { 1, 2, 3 }, 0 };
	static struct big b;

	do {
		b = a;
		b.n++;
		memcpy(&a, &b, sizeof a);
	} while (b.n < N / 4);
	return b.n + a.other[2];
}

static uint64_t upper_half(void)
{
	static volatile unsigned __int128 n;

	for (n = 7; (uint64_t)(n >> 64) < N;)
		n += (unsigned __int128)1 << 64;
	return (uint64_t)(n >> 64) + (uint64_t)n;
}

static uint64_t mapped_memory(void)
{
	volatile uint16_t *m = mmap(NULL, 65536, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t n;

	if (m == MAP_FAILED)
		return 0;
	while (m[30000] != 50000)
		m[30000]++;
	n = m[30000];
	munmap((void *)m, 65536);
	return n;
}

static uint64_t pointer_to_pointer(void)
{
	static long value[512];
	long *volatile p = value;
	long *volatile *volatile q = &p;

	memset(value, 0, sizeof value);
	while (value[511] < 100) {
		++**q;
		*q = *q == value + 511 ? value : *q + 1;
	}
	return (uint64_t)(value[0] * 1000 + value[510]);
}

/* No load sees what the store of the same round has done. */
static uint64_t sees_the_last_round(void)
{
	static volatile uint32_t ring[3];
	uint32_t i = 0;

	memset((void *)ring, 0, sizeof ring);
	while (ring[i % 3] < 3 * N) {
		ring[(i + 2) % 3] = ring[i % 3] + 3;
		i = (i + 1) % 3;
	}
	return ring[0] + ring[1] + ring[2];
}

static uint64_t atomic_builtin(void)
{
	static uint64_t n;

	for (n = 0; __sync_fetch_and_add(&n, 1) < N / 10;)
		;
	while (!__sync_bool_compare_and_swap(&n, 1, 0))
		__sync_fetch_and_sub(&n, 1);
	return n + 5;
}

const struct loop loops_memory[] = {
	{ "volatile_global", volatile_global, 3000000 },
	{ "two_globals_in_turn", two_globals_in_turn, UINT64_C(50000050000) },
	{ "static_behind_function", static_behind_function, 300001 },
	{ "other_file", other_file, 300001 },
	{ "heap_word", heap_word, N },
	{ "heap_list", heap_list, 199990000 },
	{ "deep_stack", deep_stack, N + 500 },
	{ "many_pages", many_pages, 1562000 },
	{ "written_and_restored", written_and_restored, N },
	{ "state_comes_back", state_comes_back, 50022 },
	{ "slow_bit", slow_bit, UINT64_C(1) << 40 },
	{ "thread_local_word", thread_local_word, N },
	{ "thread_local_behind_function", thread_local_behind_function, N + 1 },
	{ "errno_is_state", errno_is_state, N },
	{ "across_two_pages", across_two_pages, N },
	{ "bit_field", bit_field, N },
	{ "struct_copies", struct_copies, N / 4 + 3 },
	{ "upper_half", upper_half, N + 7 },
	{ "mapped_memory", mapped_memory, 50000 },
	{ "pointer_to_pointer", pointer_to_pointer, 100100 },
	{ "sees_the_last_round", sees_the_last_round, 899997 },
	{ "atomic_builtin", atomic_builtin, 5 },
	{ 0, 0, 0 },
};
