/*
 * digest.h - a digest of bytes that come piece by piece: FNV-1a of 64 bits, whose value does not
 * depend on how they are cut into pieces.
 *
 * Never: a proof against somebody who forges; it finds what has changed by itself.
 */
#ifndef BGQ_BASE_DIGEST_H
#define BGQ_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct digest {
	uint64_t sum;   /* mixed; 0: of no bytes */
	uint64_t bytes;
};

static inline void digest_add(struct digest *d, const void *from, size_t n)
{
	const uint8_t *p = (const uint8_t *)from;
	uint64_t sum = d->sum ^ UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < n; i++)
		sum = (sum ^ p[i]) * UINT64_C(0x100000001b3);
	d->sum = sum ^ UINT64_C(0xcbf29ce484222325);
	d->bytes += n;
}

static inline void digest_word(struct digest *d, uint64_t word)
{
	digest_add(d, &word, sizeof word);
}

static inline bool digest_equal(const struct digest *a, const struct digest *b)
{
	return a->sum == b->sum && a->bytes == b->bytes;
}

#endif
