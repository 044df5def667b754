/*
 * loop.c - see loop.h.  Instructions are taken in the order of their addresses, from the check
 * to the jump back to it; those of a loop inside, which has a check of its own, are left out.
 */
#include "loop.h"

#include <stdlib.h>

#include "emu/core/follow/decode.h"

#define SITES 1024u   /* a power of two; those that meet in a slot replace each other */
#define STEPS_MAX 512 /* instructions of a loop */
#define STUB_STEPS 4  /* from the return of a check to the jump back into the code */
#define HEAD_BYTES 256 /* from the beginning of a loop to its check */

/* Where the stub that the check returns to jumps; 0: elsewhere. */
static uint64_t head_of(const uint8_t *base, uint64_t at)
{
	struct op op;

	for (unsigned i = 0; i < STUB_STEPS; i++, at = op.next) {
		decode_insn(base, at, &op);
		if (op.kind == OP_JUMP && !op.indirect)
			return op.target;
		if (op.kind == OP_UNKNOWN)
			return 0;
	}
	return 0;
}

static void accesses_add(struct loop *l, const uint8_t *base, uint64_t at, uint64_t *where)
{
	struct operand o;
	bool store;

	if (l->accesses == LOOP_ACCESSES || !decode_access(base, at, &o, &store))
		return;
	where[l->accesses] = at;
	l->at[l->accesses] = o;
	l->store[l->accesses++] = store;
}

static void inner_drop(struct loop *l, const uint64_t *where, uint64_t from)
{
	while (l->accesses && where[l->accesses - 1] >= from)
		l->accesses--;
}

static bool ends(const struct op *op, uint64_t at)
{
	return op->next <= at || op->kind == OP_RET || op->indirect;
}

static bool jumps(const struct op *op)
{
	return op->kind == OP_BRANCH || op->kind == OP_JUMP;
}

/* The jump back from behind head to a little before it: where it leads; 0: none. */
static uint64_t start_of(const uint8_t *base, uint64_t head)
{
	struct op op;
	uint64_t at = head;

	for (unsigned i = 0; i < STEPS_MAX; i++, at = op.next) {
		decode_insn(base, at, &op);
		if (ends(&op, at))
			return 0;
		if (jumps(&op) && op.target <= head && op.target + HEAD_BYTES >= head)
			return op.target;
	}
	return 0;
}

static void read_loop(struct loop *l, const uint8_t *base)
{
	uint64_t where[LOOP_ACCESSES], head = head_of(base, l->check);
	uint64_t start = head ? start_of(base, head) : 0;
	struct op op = { .target = 0 };

	l->accesses = 0;
	for (uint64_t at = start; start; at = op.next) {
		decode_insn(base, at, &op);
		if (jumps(&op) && op.target == start && at > head)
			return;
		if (ends(&op, at))
			break;
		if (jumps(&op) && op.target > start && op.target <= at)
			inner_drop(l, where, op.target);
		accesses_add(l, base, at, where);
	}
	l->accesses = 0;
}

const struct loop *loop_find(const uint8_t *base, uint64_t check)
{
	static __thread struct loop **site;
	uint32_t slot = (uint32_t)(check * UINT64_C(0x9e3779b97f4a7c15) >> 40) & (SITES - 1);

	if (!site && !(site = calloc(SITES, sizeof *site)))
		abort();
	if (!site[slot] && !(site[slot] = calloc(1, sizeof *site[slot])))
		abort();
	if (site[slot]->check != check) {
		site[slot]->check = check;
		read_loop(site[slot], base);
	}
	return site[slot];
}
