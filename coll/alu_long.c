/*
 * alu_long.c - integers of more than 8 bytes: limbs of 64 bits, the first one the
 * most significant (alu.h).  Sums are formed in alu_long.h.
 */
#include "alu_impl.h"

#define LIMB_BYTES sizeof(uint64_t)

static inline uint64_t limb_at(const unsigned char *from)
{
	uint64_t limb;

	memcpy(&limb, from, sizeof limb);
	return limb;
}

void coll_alu_ripple(struct coll_alu_call *c, const struct coll_alu_limbs *l, size_t limbs)
{
	size_t word = c->word_bytes / LIMB_BYTES;
	uint64_t carry = 0;

	for (size_t n = limbs; n-- > 0;) {
		uint64_t sum = l->sum[n] + carry;

		carry = l->carry[n] + (sum < carry);
		coll_alu_store64(c, n * LIMB_BYTES, sum);
		if (n % word)
			continue;
		if (carry != (c->is_signed ? l->minus[n] - (sum >> 63) : 0))
			c->flags |= COLL_OVERFLOW;
		carry = 0;
	}
}

/* Are the limbs of a from the second on before b's? */
static bool rest_before(const unsigned char *a, const unsigned char *b, size_t word_bytes,
			bool descending)
{
	for (size_t n = LIMB_BYTES; n < word_bytes; n += LIMB_BYTES) {
		uint64_t x = limb_at(a + n), y = limb_at(b + n);

		if (x != y)
			return descending ? x > y : x < y;
	}
	return false;
}

/* Where is the word that is the result?  Mostly the first limb tells, and without a
 * branch.  key is that of the first limb; its lowest bit turns the order of all. */
static inline const unsigned char *find_least(const unsigned char *const in[], unsigned inputs,
					      size_t at, size_t word_bytes, uint64_t key)
{
	const unsigned char *found = in[0] + at;
	int64_t least = (int64_t)(limb_at(found) ^ key);

	for (unsigned i = 1; i < inputs; i++) {
		const unsigned char *word = in[i] + at;
		int64_t v = (int64_t)(limb_at(word) ^ key);
		bool before = v < least;

		if (__builtin_expect(v == least, 0))
			before = rest_before(word, found, word_bytes, key & 1);
		found = before ? word : found;
		least = before ? v : least;
	}
	return found;
}

void coll_alu_long_min(struct coll_alu_call *c)
{
	const unsigned char *const *in = c->in;
	size_t word_bytes = c->word_bytes, end = c->bytes;
	unsigned char *out = c->out;
	unsigned inputs = c->inputs;
	uint64_t key = c->key;

	for (size_t at = c->at; at < end; at += word_bytes) {
		const unsigned char *from = find_least(in, inputs, at, word_bytes, key);

		/* At least 16 bytes; to call memcpy for those few takes longer. */
		for (size_t n = 0; n < word_bytes; n += 2 * LIMB_BYTES) {
			uint64_t limbs[2];

			memcpy(limbs, from + n, sizeof limbs);
			memcpy(out + at + n, limbs, sizeof limbs);
		}
	}
}
