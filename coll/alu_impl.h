/*
 * alu_impl.h - the parts of the ALU among themselves.
 *
 * A call goes to kernels, widest vectors first: each advances over as many whole
 * vectors as it has and leaves the rest to the next; word by word at last.  Doubles
 * that vectors cannot decide (a NaN, a sum near a rounding boundary) are done word
 * by word at once.  alu_word.c and alu_sum.c are the definition; kernels are only
 * faster.
 */
#ifndef BGQ_COLL_ALU_IMPL_H
#define BGQ_COLL_ALU_IMPL_H

#include <stdint.h>
#include <string.h>

#include "alu.h"

struct coll_alu_call {
	const unsigned char *const *in;
	unsigned char *out;
	size_t at;     /* combined so far */
	size_t bytes;  /* at <= bytes */
	unsigned inputs;
	unsigned word_bytes;
	unsigned flags;
	bool is_signed;
	uint64_t key;  /* see enum coll_alu_kind */
};

/* Kinds of kernels.  ALU_MIN32 and ALU_MIN64 also do max: words are XORed with key (its upper half
 * for words of 4 bytes), which makes them signed integers that are the less the sooner they shall
 * be the result; for doubles, key is the sign bit or 0. */
enum coll_alu_kind {
	ALU_AND,
	ALU_OR,
	ALU_XOR,
	ALU_ADD32,
	ALU_ADD64,
	ALU_MIN32,
	ALU_MIN64,
	ALU_FP_ADD,
	ALU_FP_MIN,
	ALU_LONG_ADD, /* words of more than 8 bytes */
	ALU_LONG_MIN, /* no kernels */
	ALU_KINDS
};

/* The kernels of one vector width. */
struct coll_alu_kernels {
	const char *name;
	bool (*usable)(void);
	/* Advances c->at by whole vectors, as far as there are any. */
	void (*combine[ALU_KINDS])(struct coll_alu_call *c);
};

/* Widest first, ending with NULL. */
extern const struct coll_alu_kernels *const coll_alu_kernels[];
extern const struct coll_alu_kernels coll_alu_avx512, coll_alu_avx2, coll_alu_portable;

/* coll_combine with the kernels from k on, whose first must be usable.  at and flags
 * start as 0. */
unsigned coll_alu_combine(const struct coll_alu_kernels *const k[], unsigned opcode,
			  struct coll_alu_call *c);

/* The word at c->at + offset of all inputs; bits are done in words of 4 bytes. */
typedef void coll_alu_word_fn(struct coll_alu_call *c, size_t offset);
coll_alu_word_fn coll_alu_and_word, coll_alu_or_word, coll_alu_xor_word, coll_alu_add32_word,
	coll_alu_add64_word, coll_alu_min32_word, coll_alu_min64_word, coll_alu_fp_add_word,
	coll_alu_fp_min_word;

/* Bytes [at, at + bytes) of payloads. */
struct coll_alu_range {
	size_t at, bytes;
};

/* Doubles of a call, those of a range, word by word.  Returns their flags.  Inlined (by
 * link-time optimization) it costs those dear that never need it. */
__attribute__((noinline, cold))
unsigned coll_alu_fp_words(coll_alu_word_fn *word, const unsigned char *const in[], unsigned inputs,
			   unsigned char *out, struct coll_alu_range range, uint64_t key);

/* Limbs of whole words, each added on its own. */
struct coll_alu_limbs {
	uint64_t sum[64];
	uint64_t carry[64]; /* how often that has gone beyond 64 bits */
	uint64_t minus[64]; /* inputs with the highest bit set; if signed */
};

/* Stores the words at c->at. */
void coll_alu_ripple(struct coll_alu_call *c, const struct coll_alu_limbs *l, size_t limbs);

/* The whole call, words of more than 8 bytes. */
void coll_alu_long_min(struct coll_alu_call *c);

static inline uint32_t coll_alu_load32(const struct coll_alu_call *c, unsigned input, size_t offset)
{
	uint32_t v;

	memcpy(&v, c->in[input] + c->at + offset, sizeof v);
	return v;
}

static inline uint64_t coll_alu_load64(const struct coll_alu_call *c, unsigned input, size_t offset)
{
	uint64_t v;

	memcpy(&v, c->in[input] + c->at + offset, sizeof v);
	return v;
}

static inline void coll_alu_store32(struct coll_alu_call *c, size_t offset, uint32_t v)
{
	memcpy(c->out + c->at + offset, &v, sizeof v);
}

static inline void coll_alu_store64(struct coll_alu_call *c, size_t offset, uint64_t v)
{
	memcpy(c->out + c->at + offset, &v, sizeof v);
}

#endif
