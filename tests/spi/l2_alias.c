/* l2_alias.c - L2 atomics as programs do them by hand: loads and stores at alias
 * addresses, of every operation; and what they cost. */
#include "spi_test.h"

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/l2/atomic.h>

#define REFUSED 0x8000000000000000ul

static volatile uint64_t pair[4] __attribute__((aligned(32)));
static volatile uint64_t *const word = pair + 1; /* pair[0] below, pair[2] above it */

/* The second time: addresses as programs compute them without l2/atomic.h. */
static int by_base;

static volatile uint64_t *alias(uint64_t op)
{
	if (!by_base)
		return __l2_op_ptr(word, op);
	return (volatile uint64_t *)(Kernel_L2AtomicsBaseAddress() +
				     (((uint64_t)word << 5 & ~UINT64_C(0xff)) |
				      Kernel_ProcessorThreadID() << 6) +
				     (op << 3));
}

static uint64_t load(uint64_t op)
{
	return *alias(op);
}

static void store(uint64_t op, uint64_t value)
{
	*alias(op) = value;
}

static void set(uint64_t below, uint64_t value, uint64_t above)
{
	pair[0] = below;
	*word = value;
	pair[2] = above;
}

/* How long the same code takes from one look at the clock to the next, whatever it is
 * compiled to, with one address or another, with one operation or another. */
__attribute__((noinline)) static uint64_t load_cycles(volatile uint64_t *at)
{
	uint64_t t0 = GetTimeBase();

	(void)*at;
	return GetTimeBase() - t0;
}

__attribute__((noinline)) static uint64_t store_cycles(volatile uint64_t *at)
{
	uint64_t t0 = GetTimeBase();

	*at = 0;
	return GetTimeBase() - t0;
}

__attribute__((noinline)) static uint64_t call_cycles(uint32_t op)
{
	uint64_t t0 = GetTimeBase();

	bgqemu_l2(op, word);
	return GetTimeBase() - t0;
}

__attribute__((noinline)) static uint64_t no_cycles(void)
{
	uint64_t t0 = GetTimeBase();

	bgqemu_charge(BGQEMU_OP_COUNT, 1);
	return GetTimeBase() - t0;
}

#define LOAD_CYCLES  82 /* there and back */
#define ATOMIC_CYCLES 3 /* more, if it changes the word: it passes the slice twice */
#define STORE_CYCLES 1 /* does not wait */

/* Either way of doing it. */
static void costs(void)
{
	volatile uint64_t *volatile plain = word; /* not known to the compiler */
	volatile uint64_t *volatile loaded = __l2_op_ptr(word, L2_ATOMIC_OPCODE_LOAD_INCREMENT);
	volatile uint64_t *volatile stored = __l2_op_ptr(word, L2_ATOMIC_OPCODE_STORE_ADD);
	uint64_t nothing = no_cycles(), changing;

	CHECK(load_cycles(loaded) == load_cycles(plain) + LOAD_CYCLES + ATOMIC_CYCLES);
	CHECK(call_cycles(L2_ATOMIC_OPCODE_LOAD) == nothing + LOAD_CYCLES);
	changing = call_cycles(L2_ATOMIC_OPCODE_LOAD_INCREMENT) - nothing - LOAD_CYCLES;
	CHECK(changing == ATOMIC_CYCLES);
	CHECK(store_cycles(stored) == store_cycles(plain) + STORE_CYCLES);
	CHECK(call_cycles(BGQEMU_L2_STORES | L2_ATOMIC_OPCODE_STORE_ADD) == nothing + STORE_CYCLES);
}

static void operations(void)
{
	set(0, 5, 6);
	CHECK(load(L2_ATOMIC_OPCODE_LOAD) == 5 && *word == 5);
	CHECK(load(L2_ATOMIC_OPCODE_LOAD_INCREMENT) == 5 && *word == 6);
	CHECK(load(L2_ATOMIC_OPCODE_LOAD_DECREMENT) == 6 && *word == 5);
	CHECK(load(L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED) == 5 && *word == 6);
	CHECK(load(L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED) == REFUSED && *word == 6);
	CHECK(load(L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL) == 6 && *word == 7);
	CHECK(load(L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL) == REFUSED && *word == 7);
	set(6, 7, 0);
	CHECK(load(L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED) == 7 && *word == 6);
	CHECK(load(L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED) == REFUSED && *word == 6);
	CHECK(load(L2_ATOMIC_OPCODE_LOAD_CLEAR) == 6 && *word == 0);
	store(L2_ATOMIC_OPCODE_STORE, 12);
	CHECK(*word == 12);
	store(L2_ATOMIC_OPCODE_STORE_ADD, (uint64_t)-2);
	CHECK(*word == 10);
	store(L2_ATOMIC_OPCODE_STORE_OR, 5);
	CHECK(*word == 15);
	store(L2_ATOMIC_OPCODE_STORE_XOR, 3);
	CHECK(*word == 12);
	store(L2_ATOMIC_OPCODE_STORE_MAX, 11);
	CHECK(*word == 12);
	store(L2_ATOMIC_OPCODE_STORE_MAX, REFUSED);
	CHECK(*word == REFUSED);
	store(L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, 1); /* above minus zero */
	CHECK(*word == 1);
	set(0, 4, 4);
	store(L2_ATOMIC_OPCODE_STORE_TWIN, 9);
	CHECK(*word == 9 && pair[2] == 9);
	pair[2] = 8;
	store(L2_ATOMIC_OPCODE_STORE_TWIN, 1);
	CHECK(*word == 9 && pair[2] == 8);
}

int main(void)
{
	CHECK(Kernel_L2AtomicsAllocate((void *)pair, sizeof pair) == 0);
	operations();
	costs();
	by_base = 1;
	operations();
	return 0;
}
