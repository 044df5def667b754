/*
 * conformance_l2.c - every operation of l2/atomic.h at its edges, by name and by
 * opcode; the lock and the barrier with one thread.  Several threads at once are
 * not looked at here.
 */
#include "conformance.h"

#include <string.h>

#include <spi/include/l2/atomic.h>
#include <spi/include/l2/barrier.h>
#include <spi/include/l2/lock.h>

#define REFUSED UINT64_C(0x8000000000000000)
#define MAX UINT64_MAX

/* Counter and bound in one line of 32 bytes: [0] and [3] must never change. */
static volatile uint64_t line[4] __attribute__((aligned(32)));

static void set(uint64_t a, uint64_t b)
{
	line[0] = line[3] = UINT64_C(0x1122334455667788);
	line[1] = a;
	line[2] = b;
}

static int is(uint64_t a, uint64_t b)
{
	return line[1] == a && line[2] == b && line[0] == UINT64_C(0x1122334455667788) &&
	       line[3] == UINT64_C(0x1122334455667788);
}

typedef uint64_t load(volatile uint64_t *);
typedef void store(volatile uint64_t *, uint64_t);

/* Values that a load of opcode op, or the function of its name, finds and leaves behind.  The pair
 * is (word, bound) or, for the decrement, (bound, word). */
struct load_case {
	unsigned op;
	load *fn;
	int at; /* 1 or 2: the word operated on */
	uint64_t a, b, result, a_after, b_after;
};

static const struct load_case loads[] = {
	{ L2_ATOMIC_OPCODE_LOAD, L2_AtomicLoad, 1, 5, 6, 5, 5, 6 },
	{ L2_ATOMIC_OPCODE_LOAD_CLEAR, L2_AtomicLoadClear, 1, 5, 6, 5, 0, 6 },
	{ L2_ATOMIC_OPCODE_LOAD_INCREMENT, L2_AtomicLoadIncrement, 1, 5, 6, 5, 6, 6 },
	{ L2_ATOMIC_OPCODE_LOAD_INCREMENT, L2_AtomicLoadIncrement, 1, MAX, 0, MAX, 0, 0 },
	{ L2_ATOMIC_OPCODE_LOAD_DECREMENT, L2_AtomicLoadDecrement, 1, 5, 6, 5, 4, 6 },
	{ L2_ATOMIC_OPCODE_LOAD_DECREMENT, L2_AtomicLoadDecrement, 1, 0, 0, 0, MAX, 0 },
	/* Bounded by the word behind: equal refuses, beyond does not. */
	{ L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED, L2_AtomicLoadIncrementBounded, 1, 5, 6, 5,
	  6, 6 },
	{ L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED, L2_AtomicLoadIncrementBounded, 1, 6, 6,
	  REFUSED, 6, 6 },
	{ L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED, L2_AtomicLoadIncrementBounded, 1, 7, 6, 7,
	  8, 6 },
	{ L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED, L2_AtomicLoadIncrementBounded, 1, MAX, 6,
	  MAX, 0, 6 },
	/* Bounded by the word before. */
	{ L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED, L2_AtomicLoadDecrementBounded, 2, 4, 5, 5,
	  4, 4 },
	{ L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED, L2_AtomicLoadDecrementBounded, 2, 4, 4,
	  REFUSED, 4, 4 },
	{ L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED, L2_AtomicLoadDecrementBounded, 2, 4, 3, 3,
	  4, 2 },
	{ L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED, L2_AtomicLoadDecrementBounded, 2, 4, 0, 0,
	  4, MAX },
	{ L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL, L2_AtomicLoadIncrementIfEqual, 1, 6, 6, 6,
	  7, 6 },
	{ L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL, L2_AtomicLoadIncrementIfEqual, 1, 5, 6,
	  REFUSED, 5, 6 },
	{ L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL, L2_AtomicLoadIncrementIfEqual, 1, MAX,
	  MAX, MAX, 0, MAX },
};

struct store_case {
	unsigned op;
	store *fn;
	uint64_t a, b, value, a_after, b_after;
};

#define SIGN UINT64_C(0x8000000000000000)
static const struct store_case stores[] = {
	{ L2_ATOMIC_OPCODE_STORE, L2_AtomicStore, 5, 6, 9, 9, 6 },
	/* To both if they were equal, else to neither. */
	{ L2_ATOMIC_OPCODE_STORE_TWIN, L2_AtomicStoreTwin, 5, 5, 9, 9, 9 },
	{ L2_ATOMIC_OPCODE_STORE_TWIN, L2_AtomicStoreTwin, 5, 6, 9, 5, 6 },
	{ L2_ATOMIC_OPCODE_STORE_ADD, L2_AtomicStoreAdd, 5, 6, 9, 14, 6 },
	{ L2_ATOMIC_OPCODE_STORE_ADD, L2_AtomicStoreAdd, 5, 6, (uint64_t)-5, 0, 6 },
	{ L2_ATOMIC_OPCODE_STORE_ADD, L2_AtomicStoreAdd, MAX, 6, 2, 1, 6 },
	{ L2_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO, L2_AtomicStoreAddCoherenceOnZero, 5, 6,
	  (uint64_t)-4, 1, 6 },
	{ L2_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO, L2_AtomicStoreAddCoherenceOnZero, 5, 6,
	  (uint64_t)-5, 0, 6 },
	{ L2_ATOMIC_OPCODE_STORE_OR, L2_AtomicStoreOr, 5, 6, 10, 15, 6 },
	{ L2_ATOMIC_OPCODE_STORE_XOR, L2_AtomicStoreXor, 5, 6, 12, 9, 6 },
	{ L2_ATOMIC_OPCODE_STORE_MAX, L2_AtomicStoreMax, 5, 6, 9, 9, 6 },
	{ L2_ATOMIC_OPCODE_STORE_MAX, L2_AtomicStoreMax, 5, 6, 5, 5, 6 },
	{ L2_ATOMIC_OPCODE_STORE_MAX, L2_AtomicStoreMax, 5, 6, 4, 5, 6 },
	{ L2_ATOMIC_OPCODE_STORE_MAX, L2_AtomicStoreMax, 5, 6, SIGN, SIGN, 6 }, /* unsigned */
	{ L2_ATOMIC_OPCODE_STORE_MAX, L2_AtomicStoreMax, MAX, 6, 1, MAX, 6 },
	/* Bit 63 is the sign of a magnitude: -2 > -3, 1 > -1, as doubles compare. */
	{ L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, L2_AtomicStoreMaxSignValue, 5, 6, 9, 9, 6 },
	{ L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, L2_AtomicStoreMaxSignValue, 9, 6, 5, 9, 6 },
	{ L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, L2_AtomicStoreMaxSignValue, 5, 6, SIGN | 9, 5,
	  6 },
	{ L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, L2_AtomicStoreMaxSignValue, SIGN | 9, 6, 5, 5,
	  6 },
	{ L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, L2_AtomicStoreMaxSignValue, SIGN | 3, 6,
	  SIGN | 2, SIGN | 2, 6 },
	{ L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, L2_AtomicStoreMaxSignValue, SIGN | 2, 6,
	  SIGN | 3, SIGN | 2, 6 },
};

static void l2_operations(void)
{
	for (unsigned i = 0; i < sizeof loads / sizeof *loads; i++) {
		const struct load_case *c = &loads[i];

		set(c->a, c->b);
		CHECK(c->fn(&line[c->at]) == c->result && is(c->a_after, c->b_after));
		set(c->a, c->b);
		CHECK(__l2_load_op(&line[c->at], c->op) == c->result);
		CHECK(is(c->a_after, c->b_after));
	}
	for (unsigned i = 0; i < sizeof stores / sizeof *stores; i++) {
		const struct store_case *c = &stores[i];

		set(c->a, c->b);
		c->fn(&line[1], c->value);
		CHECK(is(c->a_after, c->b_after));
		set(c->a, c->b);
		__l2_store_op(&line[1], c->value, c->op);
		CHECK(is(c->a_after, c->b_after));
	}
}

static void doubles_compare_as_sign_and_value(void)
{
	static const double v[] = { -1e300, -2.5, -1.0, -0.0, 0.0, 1e-300, 1.0, 2.5, 1e300 };
	uint64_t bits, other;

	for (unsigned i = 0; i < 9; i++)
		for (unsigned j = 0; j < 9; j++) {
			memcpy(&bits, &v[i], 8);
			memcpy(&other, &v[j], 8);
			set(bits, 0);
			L2_AtomicStoreMaxSignValue(&line[1], other);
			CHECK(line[1] == (i > j ? bits : other));
		}
}

static void lock(void)
{
	static L2_Lock_t l;

	CHECK(sizeof l == 32 && (uintptr_t)&l % 32 == 0);
	L2_LockInit(&l);
	CHECK(!L2_LockIsBusy(&l) && L2_LockThreadsInLine(&l) == 0);
	for (int i = 0; i < 3; i++) {
		L2_LockAcquire(&l);
		CHECK(L2_LockIsBusy(&l) && L2_LockThreadsInLine(&l) == 1);
		CHECK(L2_LockTryAcquire(&l) == 0 && L2_LockTryAcquireNoSync(&l) == 0);
		CHECK(L2_LockThreadsInLine(&l) == 1);
		L2_LockRelease(&l);
		CHECK(L2_LockTryAcquire(&l) == 1 && L2_LockIsBusy(&l));
		L2_LockReleaseNoSync(&l);
		L2_LockAcquireNoSync(&l);
		L2_LockReleaseNoSync(&l);
		CHECK(!L2_LockIsBusy(&l));
	}
	CHECK(l.ticket == 9 && l.serving == 9);
	/* Tickets wrap around. */
	l.ticket = l.serving = MAX;
	L2_LockAcquire(&l);
	CHECK(l.ticket == 0 && L2_LockThreadsInLine(&l) == 1);
	L2_LockRelease(&l);
	CHECK(l.serving == 0 && !L2_LockIsBusy(&l));
}

static void barrier(void)
{
	static L2_Barrier_t b = L2_BARRIER_INITIALIZER;

	CHECK(sizeof b == 128 && (uintptr_t)&b.count - (uintptr_t)&b.start == 64);
	for (uint64_t i = 1; i <= 5; i++) {
		if (i % 2)
			L2_Barrier(&b, 1);
		else
			CHECK(L2_BarrierWithTicket(&b, 1) == 0);
		CHECK(b.start == i && b.count == i);
	}
}

int main(void)
{
	CHECK(Kernel_L2AtomicsAllocate((void *)line, sizeof line) == 0);
	l2_operations();
	doubles_compare_as_sign_and_value();
	lock();
	barrier();
	return 0;
}
