/*
 * call_code_x86_64.c - code of thunks for x86-64; see call_code.h.
 *
 * r10 and r11 are free at a call.
 */
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#include "call_code.h"

#include <string.h>

#include "budget.h"

#define PUT(code, ...) \
	put(code, (const uint8_t[]){ __VA_ARGS__ }, sizeof (const uint8_t[]){ __VA_ARGS__ })

static void put(struct code *c, const uint8_t *bytes, size_t n)
{
	memcpy(c->at, bytes, n);
	c->at += n;
}

static void put_word(struct code *c, uint32_t word)
{
	put(c, (const uint8_t *)&word, sizeof word);
}

/* shlq $BUDGET_DEMAND_BITS, %r10; subq %r10, %gs:0 */
static void put_charge_r10(struct code *c)
{
	PUT(c, 0x49, 0xc1, 0xe2, BUDGET_DEMAND_BITS);
	PUT(c, 0x65, 0x4c, 0x29, 0x14, 0x25, 0, 0, 0, 0);
}

/* subq $cycles, %gs:0; those that are too many by way of r10 */
void code_charge(struct code *c, uint32_t cycles)
{
	if (cycles <= INT32_MAX >> BUDGET_DEMAND_BITS) {
		PUT(c, 0x65, 0x48, 0x81, 0x2c, 0x25, 0, 0, 0, 0);
		put_word(c, cycles << BUDGET_DEMAND_BITS);
		return;
	}
	PUT(c, 0x41, 0xba);                                     /* movl $cycles, %r10d */
	put_word(c, cycles);
	put_charge_r10(c);
}

/* movabs $target, %r10; jmp *%r10: no load of an address from this page, which is seldom in the
 * host's caches for data. */
void code_jump(struct code *c, const void *target)
{
	PUT(c, 0x49, 0xba);
	put(c, (const uint8_t *)&target, sizeof target);
	PUT(c, 0x41, 0xff, 0xe2);
}

/* movq argument, %r10 or imulq argument, %r10: the third byte says which register. */
static const uint8_t move_argument[][3] = {
	{ 0x49, 0x89, 0xfa }, { 0x49, 0x89, 0xf2 }, { 0x49, 0x89, 0xd2 },
	{ 0x49, 0x89, 0xca }, { 0x4d, 0x89, 0xc2 }, { 0x4d, 0x89, 0xca },
};

static const uint8_t multiply_argument[][4] = {
	{ 0x4c, 0x0f, 0xaf, 0xd7 }, { 0x4c, 0x0f, 0xaf, 0xd6 }, { 0x4c, 0x0f, 0xaf, 0xd2 },
	{ 0x4c, 0x0f, 0xaf, 0xd1 }, { 0x4d, 0x0f, 0xaf, 0xd0 }, { 0x4d, 0x0f, 0xaf, 0xd1 },
};

/* r10 = the length, limited to 2^32 - 1, by way of r11.  A product that overflows gives
 * that limit. */
static void put_length(struct code *c, const struct call_cost *cost)
{
	PUT(c, 0x41, 0xbb, 0xff, 0xff, 0xff, 0xff);             /* movl $-1, %r11d */
	put(c, move_argument[cost->argument - 1], 3);
	if (cost->factor) {
		put(c, multiply_argument[cost->factor - 1], 4);
		PUT(c, 0x4d, 0x0f, 0x40, 0xd3);                 /* cmovoq %r11, %r10 */
	}
	PUT(c, 0x4d, 0x39, 0xda);                               /* cmpq %r11, %r10 */
	PUT(c, 0x4d, 0x0f, 0x47, 0xd3);                         /* cmovaq %r11, %r10 */
}

/* One subtraction, since a signal may come at any place. */
void code_charge_by_length(struct code *c, const struct call_cost *cost)
{
	put_length(c, cost);
	PUT(c, 0x4d, 0x69, 0xd2);                               /* imulq $rate, %r10, %r10 */
	put_word(c, cost->per_line);
	PUT(c, 0x49, 0xc1, 0xea, 6);                            /* shrq $6, %r10 */
	PUT(c, 0x49, 0x81, 0xc2);                               /* addq $cycles, %r10 */
	put_word(c, cost->cycles);
	PUT(c, 0x41, 0xbb);                                     /* movl $most, %r11d */
	put_word(c, BUDGET_ONE_MAX);
	PUT(c, 0x4d, 0x39, 0xda);                               /* cmpq %r11, %r10 */
	PUT(c, 0x4d, 0x0f, 0x47, 0xd3);                         /* cmovaq %r11, %r10 */
	put_charge_r10(c);
}

/* movabs $with, %r11 */
static void put_word_in_r11(struct code *c, const void *with)
{
	PUT(c, 0x49, 0xbb);
	put(c, (const uint8_t *)&with, sizeof with);
}

void code_jump_with(struct code *c, const void *with, const void *target)
{
	put_word_in_r11(c, with);
	code_jump(c, target);
}

/* jmp *(target), whose address lies behind it, at a multiple of 8: the charge is in r10. */
void code_jump_charged(struct code *c, const void *with, const void *target)
{
	put_word_in_r11(c, with);
	uint8_t *word = (uint8_t *)(((uintptr_t)c->at + 6 + 7) & ~(uintptr_t)7);

	PUT(c, 0xff, 0x25);
	put_word(c, (uint32_t)(word - (c->at + 4)));
	memcpy(word, &target, sizeof target);
	c->at = word + sizeof target;
}
#endif
