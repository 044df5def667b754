/*
 * control.c - loops by all sorts of control flow: recursion, goto, computed goto,
 * switches, function pointers, setjmp, inline assembly; and integers in registers only.
 */
#include "loops.h"

#include <setjmp.h>
#include <string.h>

#define N 100000

static uint64_t countdown(void)
{
	volatile int never = 0;
	unsigned n = 1000000;

	while (!never && --n)
		;
	return n + 1;
}

static uint64_t two_flags_and_a_count(void)
{
	static volatile int flag, other;
	unsigned looks = 0;

	while (!flag && !other && ++looks < 300000)
		;
	return looks;
}

static NOINLINE unsigned fib(unsigned n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static uint64_t recursion(void)
{
	return fib(22);
}

static NOINLINE int is_odd(unsigned n);

static NOINLINE int is_even(unsigned n)
{
	return n == 0 || is_odd(n - 1);
}

static NOINLINE int is_odd(unsigned n)
{
	return n != 0 && is_even(n - 1);
}

static uint64_t mutual_recursion(void)
{
	uint64_t odd = 0;

	for (unsigned i = 0; i < 60; i++)
		odd += (uint64_t)is_odd(2000 + i);
	return odd;
}

static NOINLINE uint64_t add_up(uint64_t n, uint64_t sum)
{
	return n == 0 ? sum : add_up(n - 1, sum + n);
}

static uint64_t tail_recursion(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < 50; i++)
		sum += add_up(2000, 0);
	return sum;
}

static NOINLINE unsigned ackermann(unsigned m, unsigned n)
{
	if (m == 0)
		return n + 1;
	return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static uint64_t ackermann_2(void)
{
	return ackermann(2, 100);
}

static uint64_t goto_loop(void)
{
	volatile unsigned n = 0;

again:
	n++;
	if (n % 3 == 0)
		goto third;
	goto test;
third:
	n += 2;
test:
	if (n < 2 * N)
		goto again;
	return n;
}

/* Bytes of a program for a machine with two registers: 0 a++, 1 b += a, 2 to the begin
 * unless a == N, 3 stop. */
static uint64_t computed_goto(void)
{
	static const unsigned char code[] = { 0, 1, 2, 3 };
	static void *const labels[] = { &&inc, &&add, &&loop, &&stop };
	const unsigned char *volatile start = code;
	const unsigned char *pc = start;
	uint64_t a = 0, b = 0;

	goto *labels[*pc];
inc:
	a++;
	goto *labels[*++pc];
add:
	b += a;
	goto *labels[*++pc];
loop:
	pc = a == N / 2 ? pc + 1 : start;
	goto *labels[*pc];
stop:
	return b;
}

static uint64_t switch_machine(void)
{
	enum { WORD, SPACE, DIGIT, OTHER } state = SPACE;
	static const char text[] = "a loop of 12 words, 3 digits (or 4), no wait  ";
	uint64_t turns = 0;
	const char *p = text;

	for (unsigned i = 0; i < 50000; i++, p = p[1] ? p + 1 : text) {
		switch (state) {
		case WORD:
			turns += *p == ' ';
			break;
		case SPACE:
			turns += *p != ' ' ? 2 : 0;
			break;
		case DIGIT:
			turns += 4;
			break;
		case OTHER:
			turns++;
			break;
		}
		if (*p == ' ')
			state = SPACE;
		else if (*p >= '0' && *p <= '9')
			state = DIGIT;
		else
			state = *p >= 'a' && *p <= 'z' ? WORD : OTHER;
	}
	return turns;
}

/* Pure state of a switch: 17 states in a ring and a count of laps. */
static uint64_t ring_of_states(void)
{
	volatile unsigned state = 0, laps = 0;

	for (;;) {
		switch (state) {
		case 16:
			state = 0;
			if (++laps == 4000)
				return laps * 17;
			break;
		case 3:
			state = 5;
			break;
		case 5:
			state = 4;
			break;
		case 4:
			state = 6;
			break;
		default:
			state++;
		}
	}
}

static uint64_t nested_loops(void)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < 50; i++)
		for (unsigned j = i; j < 100; j++)
			for (volatile unsigned k = 0; k < 30; k++)
				n += k ^ i;
	return n;
}

typedef uint64_t op_fn(uint64_t);
static uint64_t op_add(uint64_t x) { return x + 5; }
static uint64_t op_shift(uint64_t x) { return x << 1 | x >> 63; }
static uint64_t op_xor(uint64_t x) { return x ^ 0x5555; }

static uint64_t function_pointers(void)
{
	op_fn *volatile table[] = { op_add, op_shift, op_xor };
	uint64_t x = 1;

	for (unsigned i = 0; i < 3 * N; i++)
		x = table[i % 3](x);
	return x;
}

/* Each says which is next; the count is behind the last. */
struct chain {
	struct chain (*next)(long *);
};

static struct chain link_a(long *n);
static struct chain link_b(long *n)
{
	elsewhere_hook(n);
	return (struct chain){ *n < N ? link_a : NULL };
}

static struct chain link_a(long *n)
{
	(void)n;
	return (struct chain){ link_b };
}

static uint64_t chain_of_functions(void)
{
	struct chain c = { link_a };
	long n = 0;

	while (c.next)
		c = c.next(&n);
	return (uint64_t)n;
}

static uint64_t xorshift(void)
{
	uint64_t x = 88172645463325252ull, n = 0;

	do {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		n++;
	} while ((x & 0x3ffff) != 0x12345 && n < 10 * N);
	return n;
}

/* Comes back to where it began after 65,535 steps. */
static uint64_t shift_register(void)
{
	uint16_t x = 0xace1;
	unsigned n = 0;

	do {
		x = (uint16_t)(x >> 1 ^ (-(x & 1u) & 0xb400u));
		n++;
	} while (x != 0xace1);
	return n;
}

static uint64_t bits_one_by_one(void)
{
	uint64_t bits = 0, same = 0;

	for (uint64_t i = 0; i < 5000; i++) {
		uint64_t x = i * UINT64_C(0x9e3779b97f4a7c15);

		same += (uint64_t)__builtin_popcountll(x);
		for (; x; x &= x - 1)
			bits++;
	}
	return bits == same ? bits : 0;
}

static uint64_t longest_collatz(void)
{
	uint64_t best = 0, steps_best = 0;

	for (uint64_t i = 1; i < 1500; i++) {
		uint64_t x = i, steps = 0;

		for (; x != 1; steps++)
			x = x & 1 ? 3 * x + 1 : x / 2;
		if (steps > steps_best) {
			best = i;
			steps_best = steps;
		}
	}
	return best * 1000 + steps_best;
}

static uint64_t greatest_divisors(void)
{
	uint64_t sum = 0;

	for (uint64_t i = 1; i < 3000; i++) {
		uint64_t a = 720720 + i, b = i * 6;

		while (b) {
			uint64_t r = a % b;

			a = b;
			b = r;
		}
		sum += a;
	}
	return sum;
}

static jmp_buf back;

static NOINLINE void jump(int n)
{
	longjmp(back, n);
}

static uint64_t set_jump(void)
{
	int n = setjmp(back);

	if (n < 50000)
		jump(n + 1);
	return (uint64_t)n;
}

/* All calls of it return to the same place with 1. */
static uint64_t set_jump_count_in_memory(void)
{
	static volatile long n;

	n = 0;
	if (setjmp(back) == 0 || n < 50000) {
		n++;
		jump(1);
	}
	return (uint64_t)n;
}

static uint64_t duff(void)
{
	volatile unsigned char *to = (volatile unsigned char[1]){ 0 };
	unsigned count = N + 5, n = (count + 7) / 8;
	uint64_t sum = 0;

	switch (count % 8) {
	case 0:
		do {
			sum += ++*to;
			__attribute__((fallthrough));
	case 7:
			sum += ++*to;
			__attribute__((fallthrough));
	case 6:
			sum += ++*to;
			__attribute__((fallthrough));
	case 5:
			sum += ++*to;
			__attribute__((fallthrough));
	case 4:
			sum += ++*to;
			__attribute__((fallthrough));
	case 3:
			sum += ++*to;
			__attribute__((fallthrough));
	case 2:
			sum += ++*to;
			__attribute__((fallthrough));
	case 1:
			sum += ++*to;
		} while (--n);
	}
	return sum;
}

#define STEP(i) if (x >> (i) & 1) y += (i) + 1; else z ^= y << ((i) & 7);
#define STEP8(i) STEP(i) STEP(i + 1) STEP(i + 2) STEP(i + 3) STEP(i + 4) STEP(i + 5) \
	STEP(i + 6) STEP(i + 7)

/* Hundreds of blocks in one round. */
static uint64_t long_body(void)
{
	volatile uint64_t seed = 12345;
	uint64_t x = seed, y = 0, z = 0;

	for (int i = 0; i < 500; i++) {
		x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		STEP8(0) STEP8(8) STEP8(16) STEP8(24) STEP8(32) STEP8(40) STEP8(48) STEP8(56)
	}
	return y ^ z;
}

/* Parts that are laid out far from the loop jump back into it. */
static uint64_t cold_parts(void)
{
	volatile unsigned n = 0, rare = 0;

	while (n < N) {
		n++;
		if (__builtin_expect(n % 1000 == 0, 0)) {
			rare++;
			if (__builtin_expect(rare % 10 == 0, 0))
				n++;
			continue;
		}
	}
	return n + rare;
}

#ifdef __x86_64__
static uint64_t asm_decrement(void)
{
	uint64_t n = 1000000;

	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n) : : "cc");
	return n + 1;
}

static uint64_t asm_memory(void)
{
	static uint64_t n;

	n = 300000;
	__asm__ volatile("1: decq %0\n\tjnz 1b" : "+m"(n) : : "cc", "memory");
	return n + 2;
}

static uint64_t asm_flags(void)
{
	uint64_t n = 0;

	__asm__ volatile("clc\n"
			 "1:\tadc $1, %0\n\tcmc\n\tcmp $200001, %0\n\tjb 1b"
			 : "+r"(n) : : "cc");
	return n > 200000;
}

static uint64_t asm_loop(void)
{
	uint64_t n = N, sum = 0;

	__asm__ volatile("1: add %0, %1\n\tloop 1b" : "+c"(n), "+r"(sum) : : "cc");
	return sum;
}

/* A loop in the compiler's hands around one in assembly. */
static uint64_t asm_inside(void)
{
	uint64_t sum = 0;

	for (uint64_t i = 1; i < 500; i++) {
		uint64_t n = i;

		__asm__ volatile("1: add $2, %1\n\tsub $1, %0\n\tjne 1b"
				 : "+r"(n), "+r"(sum) : : "cc");
	}
	return sum;
}

static uint64_t asm_xmm(void)
{
	uint64_t n = N, low = 0;

	__asm__ volatile("pxor %%xmm1, %%xmm1\n\tmovq %1, %%xmm2\n\tpcmpeqd %%xmm3, %%xmm3\n"
			 "1:\tpsubq %%xmm3, %%xmm1\n\tmovdqa %%xmm1, %%xmm0\n\t"
			 "pcmpeqd %%xmm2, %%xmm0\n\tpmovmskb %%xmm0, %k0\n\t"
			 "test $1, %k0\n\tjz 1b\n\tmovq %%xmm1, %0"
			 : "+r"(low) : "r"(n) : "cc", "xmm0", "xmm1", "xmm2", "xmm3");
	return low;
}
#endif

const struct loop loops_control[] = {
	{ "countdown", countdown, 1 },
	{ "two_flags_and_a_count", two_flags_and_a_count, 300000 },
	{ "recursion", recursion, 17711 },
	{ "mutual_recursion", mutual_recursion, 30 },
	{ "tail_recursion", tail_recursion, 100050000 },
	{ "ackermann", ackermann_2, 203 },
	{ "goto_loop", goto_loop, 200000 },
	{ "computed_goto", computed_goto, UINT64_C(1250025000) },
	{ "switch_machine", switch_machine, 53262 },
	{ "ring_of_states", ring_of_states, 68000 },
	{ "nested_loops", nested_loops, 2762141 },
	{ "function_pointers", function_pointers, UINT64_C(9577224951120380293) },
	{ "chain_of_functions", chain_of_functions, N },
	{ "xorshift", xorshift, 56696 },
	{ "shift_register", shift_register, 65535 },
	{ "bits_one_by_one", bits_one_by_one, 160031 },
	{ "longest_collatz", longest_collatz, 1161181 },
	{ "greatest_divisors", greatest_divisors, 256472 },
	{ "set_jump", set_jump, 50000 },
	{ "set_jump_count_in_memory", set_jump_count_in_memory, 50000 },
	{ "duff", duff, 12743295 },
	{ "long_body", long_body, ANY },
	{ "cold_parts", cold_parts, 100101 },
#ifdef __x86_64__
	{ "asm_decrement", asm_decrement, 1 },
	{ "asm_memory", asm_memory, 2 },
	{ "asm_flags", asm_flags, 1 },
	{ "asm_loop", asm_loop, UINT64_C(5000050000) },
	{ "asm_inside", asm_inside, 249500 },
	{ "asm_xmm", asm_xmm, N },
#endif
	{ 0, 0, 0 },
};
