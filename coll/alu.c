/*
 * alu.c - which operations there are, and dispatch to their kernels; see alu.h.
 */
#include "alu.h"

#include <stdatomic.h>

#include "alu_fpu.h"
#include "alu_impl.h"

#define SIGN (1ull << 63)

const struct coll_alu_kernels *const coll_alu_kernels[] = {
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	&coll_alu_avx512,
	&coll_alu_avx2,
#endif
	&coll_alu_portable,
	NULL,
};

bool coll_op_valid(unsigned opcode, unsigned word_bytes)
{
	bool power_of_two = (word_bytes & (word_bytes - 1)) == 0;

	if (opcode > COLL_FP_MAX || (opcode & 3) == 3)
		return false;
	if (opcode >= COLL_FP_ADD)
		return word_bytes == 8;
	return word_bytes >= 4 && word_bytes <= 512 && power_of_two;
}

static const struct operation {
	uint8_t kind4, kind8, kind_long; /* by the length of the words */
	bool is_signed;
	uint64_t key;
} operations[] = {
	[COLL_AND] = { ALU_AND, ALU_AND, ALU_AND, false, 0 },
	[COLL_OR] = { ALU_OR, ALU_OR, ALU_OR, false, 0 },
	[COLL_XOR] = { ALU_XOR, ALU_XOR, ALU_XOR, false, 0 },
	[COLL_UNSIGNED_ADD] = { ALU_ADD32, ALU_ADD64, ALU_LONG_ADD, false, 0 },
	[COLL_UNSIGNED_MIN] = { ALU_MIN32, ALU_MIN64, ALU_LONG_MIN, false, SIGN },
	[COLL_UNSIGNED_MAX] = { ALU_MIN32, ALU_MIN64, ALU_LONG_MIN, false, ~SIGN },
	[COLL_SIGNED_ADD] = { ALU_ADD32, ALU_ADD64, ALU_LONG_ADD, true, 0 },
	[COLL_SIGNED_MIN] = { ALU_MIN32, ALU_MIN64, ALU_LONG_MIN, true, 0 },
	[COLL_SIGNED_MAX] = { ALU_MIN32, ALU_MIN64, ALU_LONG_MIN, true, ~0ull },
	[COLL_FP_ADD] = { .kind8 = ALU_FP_ADD },
	[COLL_FP_MIN] = { .kind8 = ALU_FP_MIN },
	[COLL_FP_MAX] = { .kind8 = ALU_FP_MIN, .key = SIGN },
};

/* Long sums leave no word over: portable vectors are no longer than their words. */
static void word_by_word(struct coll_alu_call *c, enum coll_alu_kind kind)
{
	static coll_alu_word_fn *const word[ALU_KINDS] = {
		[ALU_AND] = coll_alu_and_word,       [ALU_OR] = coll_alu_or_word,
		[ALU_XOR] = coll_alu_xor_word,       [ALU_ADD32] = coll_alu_add32_word,
		[ALU_ADD64] = coll_alu_add64_word,   [ALU_MIN32] = coll_alu_min32_word,
		[ALU_MIN64] = coll_alu_min64_word,   [ALU_FP_ADD] = coll_alu_fp_add_word,
		[ALU_FP_MIN] = coll_alu_fp_min_word,
	};
	size_t step = kind <= ALU_XOR ? 4 : c->word_bytes;

	for (; c->at < c->bytes; c->at += step)
		word[kind](c, 0);
}

unsigned coll_alu_combine(const struct coll_alu_kernels *const k[], unsigned opcode,
			  struct coll_alu_call *c)
{
	const struct operation *o = &operations[opcode];
	enum coll_alu_kind kind = c->word_bytes == 4 ? o->kind4 :
			     c->word_bytes == 8 ? o->kind8 : o->kind_long;
	bool doubles = opcode >= COLL_FP_ADD;
	struct coll_alu_fpu fpu;

	c->is_signed = o->is_signed;
	c->key = o->key;
	if (c->inputs == 1 && !doubles) {
		memmove(c->out, c->in[0], c->bytes);
		return 0;
	}
	if (kind == ALU_LONG_MIN) {
		coll_alu_long_min(c);
		return 0;
	}
	if (doubles)
		fpu = coll_alu_fpu_enter();
	for (; c->at < c->bytes && *k; k++)
		(*k)->combine[kind](c);
	if (doubles)
		coll_alu_fpu_leave(fpu);
	word_by_word(c, kind);
	return c->flags;
}

/* Found once: to ask takes as long as a small packet does. */
static const struct coll_alu_kernels *const *widest(void)
{
	static _Atomic(const struct coll_alu_kernels *const *) found;
	const struct coll_alu_kernels *const *k = atomic_load_explicit(&found,
								       memory_order_relaxed);

	if (!k) {
		for (k = coll_alu_kernels; !(*k)->usable(); k++)
			;
		atomic_store_explicit(&found, k, memory_order_relaxed);
	}
	return k;
}

unsigned coll_combine(unsigned opcode, unsigned word_bytes, unsigned inputs,
		      const void *const in[], void *out, size_t bytes)
{
	struct coll_alu_call c = { .in = (const unsigned char *const *)in, .out = out,
				   .bytes = bytes, .inputs = inputs, .word_bytes = word_bytes };

	return coll_alu_combine(widest(), opcode, &c);
}
