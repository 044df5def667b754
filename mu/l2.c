/*
 * l2.c - the L2 cache and the memory behind it, as the message unit's reads and
 * writes meet them (seed 004 III.A, V.B): 16 ways, least recently used, written
 * back.  What hits costs nothing beyond the constants of the stages; what misses,
 * and what is written back for it, shares the bandwidth of the DDR memory.
 *
 * Tags only, by blocks of four lines: data are where they are.  The cores'
 * accesses are not seen, so the model knows when bandwidth is short, but does not
 * make a lone miss slower.  It must never decide anything but a time.
 */
#include <assert.h>
#include <stdlib.h>

#include "internal.h"

#define BLOCK_LINES 4u
#define BLOCK_BYTES (NET_L2_LINE_BYTES * BLOCK_LINES)
#define LINES_ALL   ((1u << BLOCK_LINES) - 1)

/* Block number, then the lines that are there, then those not in memory yet. */
#define TAG_SHIFT   8
#define VALID_SHIFT 4

struct mu_l2 {
	ps_t ddr_free_ps;       /* when memory has done what was asked of it */
	unsigned sets_log2;
	uint64_t way[][NET_L2_WAYS]; /* [sets]; most recently used first; 0: empty */
};

/* Each stretch of as many blocks as there are sets is turned by another amount, so
 * that buffers a power of two apart do not meet in the same sets; the machine
 * scatters addresses over its 16 slices for the same reason. */
static uint64_t *set_of(struct mu_l2 *l2, uint64_t block)
{
	uint32_t turn = (uint32_t)(block >> l2->sets_log2) * 2654435761u; /* 2^32 / golden ratio */

	return l2->way[(block + (turn >> 12)) & ((1u << l2->sets_log2) - 1)];
}

/* Lines of memory traffic for using `lines` of the block; makes it the most
 * recently used one of its set. */
static unsigned block_use(uint64_t *way, uint64_t block, unsigned lines, bool write)
{
	uint64_t tag = (block + 1) << TAG_SHIFT, entry;
	unsigned traffic = 0, i = 0;

	while (i < NET_L2_WAYS - 1 && way[i] >> TAG_SHIFT != block + 1 && way[i])
		i++;
	entry = way[i];
	if (entry >> TAG_SHIFT != block + 1) {
		traffic += (unsigned)__builtin_popcountll(entry & LINES_ALL);
		entry = tag;
	}
	if (!write) {
		unsigned missing = lines & ~(unsigned)(entry >> VALID_SHIFT) & LINES_ALL;

		traffic += (unsigned)__builtin_popcount(missing);
	} else {
		entry |= lines;
	}
	entry |= (uint64_t)lines << VALID_SHIFT;
	for (; i > 0; i--)
		way[i] = way[i - 1];
	way[0] = entry;
	return traffic;
}

static struct mu_l2 *l2_of(struct mu *mu, uint32_t node)
{
	struct mu_node *n = mu->node[node];

	if (n->l2)
		return n->l2;
	unsigned sets = mu->m->l2_bytes / (NET_L2_WAYS * BLOCK_BYTES);

	assert(sets && !(sets & (sets - 1)));
	n->l2 = calloc(1, sizeof *n->l2 + sets * sizeof n->l2->way[0]);
	if (n->l2)
		n->l2->sets_log2 = (unsigned)__builtin_ctz(sets);
	return n->l2;
}

void mu_l2_ahead(struct mu *mu, uint32_t node, uint64_t pa)
{
	struct mu_l2 *l2 = mu->node[node]->l2;

	if (l2) {
		const uint64_t *way = set_of(l2, pa / BLOCK_BYTES);

		__builtin_prefetch(way, 1);
		__builtin_prefetch(way + NET_L2_WAYS / 2, 1);
	}
}

ps_t mu_l2_access(struct mu *mu, uint32_t node, uint64_t pa, uint64_t bytes, bool write,
		  ps_t now_ps)
{
	struct mu_l2 *l2;
	unsigned traffic = 0;

	if (!mu->m->l2_bytes || !bytes || !(l2 = l2_of(mu, node)))
		return now_ps;
	uint64_t first = pa / NET_L2_LINE_BYTES, last = (pa + bytes - 1) / NET_L2_LINE_BYTES;

	for (uint64_t line = first; line <= last;) {
		uint64_t block = line / BLOCK_LINES, end = (block + 1) * BLOCK_LINES - 1;
		unsigned from = (unsigned)(line % BLOCK_LINES);
		unsigned to = (unsigned)((last < end ? last : end) % BLOCK_LINES);

		traffic += block_use(set_of(l2, block), block,
				     (LINES_ALL >> (BLOCK_LINES - 1 - to)) & (LINES_ALL << from) &
				     LINES_ALL, write);
		line = end + 1;
	}
	if (!traffic)
		return now_ps;
	if (l2->ddr_free_ps < now_ps)
		l2->ddr_free_ps = now_ps;
	l2->ddr_free_ps += (ps_t)traffic * mu->m->ddr_ps_per_line;
	return l2->ddr_free_ps;
}
