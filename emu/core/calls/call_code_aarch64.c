/*
 * call_code_aarch64.c - code of thunks for AArch64; see call_code.h.
 *
 * x9 to x13 are free at a call, x16 and x17 are for what stands between it and its function.
 */
#if defined(__aarch64__) && !defined(BGQ_PORTABLE)
#include "call_code.h"

#include <string.h>

#include "budget.h"

enum { COND_NE = 1, COND_HI = 8 };

static void put(struct code *c, uint32_t instruction)
{
	memcpy(c->at, &instruction, sizeof instruction);
	c->at += sizeof instruction;
}

/* movz, movk */
static void put_value(struct code *c, unsigned reg, uint64_t value)
{
	put(c, 0xd2800000 | (uint32_t)(value & 0xffff) << 5 | reg);
	for (unsigned part = 1; part < 4; part++)
		if (value >> 16 * part & 0xffff)
			put(c, 0xf2800000 | part << 21 |
			       (uint32_t)(value >> 16 * part & 0xffff) << 5 | reg);
}

/* x11 off the budget, which the second word of the thread pointer leads to. */
static void put_charge_x11(struct code *c)
{
	put(c, 0xd53bd049); /* mrs x9, tpidr_el0 */
	put(c, 0xf9400529); /* ldr x9, [x9, 8] */
	put(c, 0xf940012a); /* ldr x10, [x9] */
	put(c, 0xcb0b014a); /* sub x10, x10, x11 */
	put(c, 0xf900012a); /* str x10, [x9] */
}

void code_charge(struct code *c, uint32_t cycles)
{
	put_value(c, 11, (uint64_t)cycles << BUDGET_DEMAND_BITS);
	put_charge_x11(c);
}

/* x11 = x<reg> if it is greater than that by the condition */
static void put_limit(struct code *c, unsigned reg)
{
	put(c, 0xeb00017f | reg << 16);                              /* cmp x11, x<reg> */
	put(c, 0x9a80000b | 11u << 16 | COND_HI << 12 | reg << 5);   /* csel x11, .., x11, hi */
}

/* x11 = the length, limited to 2^32 - 1; a product that overflows gives that limit. */
static void put_length(struct code *c, const struct call_cost *cost)
{
	unsigned argument = cost->argument - 1u;

	put_value(c, 13, UINT32_MAX);
	if (!cost->factor) {
		put(c, 0xaa0003eb | argument << 16);                 /* mov x11, argument */
	} else {
		unsigned factor = cost->factor - 1u;

		put(c, 0x9bc07c0c | factor << 16 | argument << 5);   /* umulh x12, .. */
		put(c, 0x9b007c0b | factor << 16 | argument << 5);   /* mul x11, .. */
		put(c, 0xf100019f);                                  /* cmp x12, 0 */
		put(c, 0x9a80000b | 11u << 16 | COND_NE << 12 | 13u << 5);
	}
	put_limit(c, 13);
}

void code_charge_by_length(struct code *c, const struct call_cost *cost)
{
	put_length(c, cost);
	put_value(c, 12, cost->per_line);
	put(c, 0x9b0c7d6b);                                          /* mul x11, x11, x12 */
	put(c, 0xd346fd6b);                                          /* lsr x11, x11, 6 */
	put_value(c, 12, cost->cycles);
	put(c, 0x8b0c016b);                                          /* add x11, x11, x12 */
	put_value(c, 12, BUDGET_ONE_MAX);
	put_limit(c, 12);
	put(c, 0xd3400000 | (64 - BUDGET_DEMAND_BITS) << 16 | (63 - BUDGET_DEMAND_BITS) << 10 |
	       11u << 5 | 11);                                       /* lsl x11, x11, bits */
	put_charge_x11(c);
}

/* ldr x<reg>, of a word that lies so far ahead */
static void put_load(struct code *c, unsigned reg, const uint8_t *word)
{
	put(c, 0x58000000 | (uint32_t)((word - c->at) / 4) << 5 | reg);
}

static uint8_t *word_behind(const struct code *c, unsigned instructions)
{
	return (uint8_t *)(((uintptr_t)c->at + 4 * instructions + 7) & ~(uintptr_t)7);
}

void code_jump(struct code *c, const void *target)
{
	uint8_t *word = word_behind(c, 2);

	put_load(c, 16, word);
	put(c, 0xd61f0200); /* br x16 */
	memcpy(word, &target, sizeof target);
	c->at = word + sizeof target;
}

void code_jump_with(struct code *c, const void *with, const void *target)
{
	uint8_t *words = word_behind(c, 3);

	put_load(c, 17, words);
	put_load(c, 16, words + sizeof with);
	put(c, 0xd61f0200); /* br x16 */
	memcpy(words, &with, sizeof with);
	memcpy(words + sizeof with, &target, sizeof target);
	c->at = words + sizeof with + sizeof target;
}

/* No register that the charge is in is used to jump. */
void code_jump_charged(struct code *c, const void *with, const void *target)
{
	code_jump_with(c, with, target);
}
#endif
