/* rank_set.c - see rank_set.h. */
#include "rank_set.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANGE_BYTES 24 /* "4294967295-4294967295,", and dots behind it, fit */

int rank_set_init(struct rank_set *s, uint32_t ranks)
{
	*s = (struct rank_set){ .words = ranks / 64 + 1 };
	s->word = calloc(s->words, sizeof *s->word);
	return s->word ? 0 : -ENOMEM;
}

void rank_set_cleanup(struct rank_set *s)
{
	free(s->word);
	*s = (struct rank_set){ 0 };
}

bool rank_set_has(const struct rank_set *s, uint32_t rank)
{
	return rank / 64 < s->words && s->word[rank / 64] >> rank % 64 & 1;
}

void rank_set_add(struct rank_set *s, uint32_t rank)
{
	if (rank_set_has(s, rank))
		return;
	s->word[rank / 64] |= UINT64_C(1) << rank % 64;
	s->count++;
}

const char *rank_set_name(const struct rank_set *s, char *buf, size_t bytes)
{
	size_t n = (size_t)snprintf(buf, bytes, "%u rank%s (", s->count, s->count > 1 ? "s" : "");
	uint32_t end = s->words * 64, last;

	for (uint32_t r = 0; r < end; r++) {
		if (!rank_set_has(s, r))
			continue;
		for (last = r; rank_set_has(s, last + 1); last++)
			;
		if (bytes - n < 2 * RANGE_BYTES) {
			n += (size_t)snprintf(buf + n, bytes - n, "...,");
			break;
		}
		if (last > r)
			n += (size_t)snprintf(buf + n, bytes - n, "%u-%u,", r, last);
		else
			n += (size_t)snprintf(buf + n, bytes - n, "%u,", r);
		r = last;
	}
	strcpy(buf + n - 1, ")");
	return buf;
}
