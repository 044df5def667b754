/*
 * l2.c - the L2 cache and the memory behind it, for reads and writes of the message
 * unit (SC11 paper, III.A, V.B): set-associative with 16 ways, LRU, write-back.
 * A hit costs nothing beyond the constants of the stages; misses and the write-backs
 * that they cause share the bandwidth of the DDR memory.
 *
 * Tags only, by blocks (sectors) of four lines: there is no copy of the data.  Accesses
 * of the cores are not modelled, so the model knows when bandwidth is short, but does not
 * make a lone miss slower.  It must never decide anything but a time.
 */
#include <assert.h>
#include <stdlib.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "internal.h"

#define BLOCK_LINES 4u
#define BLOCK_BYTES (NET_L2_LINE_BYTES * BLOCK_LINES)
#define LINES_ALL   ((1u << BLOCK_LINES) - 1)

/* In set.lines, from this bit on are the lines that are valid, below it those that are dirty. */
#define VALID_SHIFT 4

/* One line of the host's caches. */
struct set {
	uint16_t tag[NET_L2_WAYS];
	uint8_t lines[NET_L2_WAYS]; /* 0: the way is empty, or as good as that */
	/* Ways from the most recently used one, the lowest digit, on; exclusive or with
	 * UNUSED, so that it starts as 0. */
	uint64_t used;
	/* Stored to before anything is read: a page that is read first is mapped twice. */
	uint64_t touched;
};

_Static_assert(NET_L2_WAYS == 16, "a way's number is a hexadecimal digit");
_Static_assert(sizeof(struct set) == 64, "sets are aligned to their size");

struct mu_l2 {
	ps_t ddr_free_ps;       /* when memory has done all requests so far */
	unsigned sets_log2;
	struct set *set;        /* [sets] */
};

#define UNUSED UINT64_C(0xfedcba9876543210)
#define DIGITS UINT64_C(0x1111111111111111)

/* The hash of the set index: each stretch of as many blocks as there are sets is rotated
 * by another amount, so that buffers a power of two apart do not conflict in the same
 * sets; the machine scatters addresses over its 16 slices for the same reason. */
static uint64_t set_of(const struct mu_l2 *l2, uint64_t block)
{
	uint32_t turn = (uint32_t)(block >> l2->sets_log2) * 2654435761u; /* 2^32 / golden ratio */

	return (block + (turn >> 12)) & ((1u << l2->sets_log2) - 1);
}

/* Ways that hold the tag, as bits: one, none, or empty ones. */
#if defined(__SSE2__)
static unsigned ways_of(const struct set *set, uint16_t tag)
{
	__m128i wanted = _mm_set1_epi16((short)tag);
	__m128i low = _mm_load_si128((const __m128i *)set->tag);
	__m128i high = _mm_load_si128((const __m128i *)set->tag + 1);

	return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(_mm_cmpeq_epi16(low, wanted),
							    _mm_cmpeq_epi16(high, wanted)));
}
#else
static unsigned ways_of(const struct set *set, uint16_t tag)
{
	unsigned hit = 0;

	for (unsigned i = 0; i < NET_L2_WAYS; i++)
		hit |= (unsigned)(set->tag[i] == tag) << i;
	return hit;
}
#endif

/* The way that holds the tag, made the most recently used one; the least recently used
 * one if there is none. */
static unsigned way_of(struct set *set, uint16_t tag)
{
	*(volatile uint64_t *)&set->touched = 1;
	uint64_t order = set->used ^ UNUSED;
	unsigned hit = ways_of(set, tag), place = NET_L2_WAYS - 1;
	unsigned way = hit ? (unsigned)__builtin_ctz(hit) : (unsigned)(order >> 4 * place);

	if (hit) { /* the lowest digit of diff that is 0 */
		uint64_t diff = order ^ way * DIGITS;

		place = (unsigned)__builtin_ctzll((diff - DIGITS) & ~diff & 8 * DIGITS) / 4;
	}
	uint64_t later = (UINT64_C(1) << 4 * place) - 1; /* digits of those used after it */
	uint64_t moved = order & later;

	order = (order & ~(later << 4 | 0xf)) | moved << 4 | way;
	set->used = order ^ UNUSED;
	return way;
}

/* Bits that are set, of four. */
static unsigned lines_count(unsigned lines)
{
	return UINT64_C(0x4332322132212110) >> 4 * lines & 7;
}

static uint16_t tag_of(const struct mu_l2 *l2, uint64_t block)
{
	assert(block >> l2->sets_log2 <= UINT16_MAX);
	return (uint16_t)(block >> l2->sets_log2);
}

/* Gives the way to the block with the tag, if it is another one's; returns the lines that have
 * to be written to memory before. */
static unsigned way_take(struct set *set, unsigned way, uint16_t tag)
{
	unsigned old = set->lines[way];

	if (set->tag[way] == tag)
		return 0;
	set->tag[way] = tag;
	set->lines[way] = 0;
	return lines_count(old & LINES_ALL);
}

/* The lines of the block, and what they have cost: lines of memory traffic. */
static uint8_t *block_lines(struct mu_l2 *l2, uint64_t block, unsigned *traffic)
{
	struct set *set = &l2->set[set_of(l2, block)];
	uint16_t tag = tag_of(l2, block);
	unsigned way = way_of(set, tag);

	*traffic += way_take(set, way, tag);
	return &set->lines[way];
}

/* Lines of memory traffic for using more of a block's lines. */
static unsigned lines_use(uint8_t *lines, unsigned more, bool write)
{
	unsigned traffic = write ? 0 : lines_count(more & ~((unsigned)*lines >> VALID_SHIFT));

	*lines = (uint8_t)(*lines | more << VALID_SHIFT | (write ? more : 0));
	return traffic;
}

static struct mu_l2 *l2_of(struct mu *mu, uint32_t node)
{
	struct mu_node *n = mu->node[node];

	if (n->l2)
		return n->l2;
	unsigned sets = mu->m->l2_bytes / (NET_L2_WAYS * BLOCK_BYTES);

	assert(sets && !(sets & (sets - 1)));
	n->l2 = calloc(1, sizeof *n->l2 + (sets + 1) * sizeof(struct set));
	if (!n->l2)
		return NULL;
	n->l2->sets_log2 = (unsigned)__builtin_ctz(sets);
	n->l2->set = (struct set *)(((uintptr_t)(n->l2 + 1) | (sizeof(struct set) - 1)) + 1);
	return n->l2;
}

ps_t mu_l2_behind(const struct mu *mu, uint32_t node)
{
	const struct mu_l2 *l2 = mu->node[node]->l2;

	return l2 ? l2->ddr_free_ps : 0;
}

/* A stream goes on in the block where it was, which is still the one used last in its set:
 * unless the other stream has come to that set. */
static uint8_t *stream_lines(struct mu_l2 *l2, struct mu_l2_stream *s, uint64_t block,
			     unsigned *traffic)
{
	struct mu_l2_stream *other = s->other;

	if (s->lines && s->block == block)
		return s->lines;
	s->block = block;
	s->lines = block_lines(l2, block, traffic);
	if (other && other->lines &&
	    ((uintptr_t)other->lines ^ (uintptr_t)s->lines) < sizeof(struct set))
		other->lines = NULL;
	return s->lines;
}

/* Lines of an access, block by block. */
struct span {
	uint64_t line, last; /* those that are left */
};

static struct span span_of(uint64_t pa, uint64_t bytes)
{
	uint64_t last = pa + bytes - 1;

	if (last > MU_PA_MASK) /* of a payload that is not in memory, which is found later */
		last = MU_PA_MASK;
	return (struct span){ pa / NET_L2_LINE_BYTES, last / NET_L2_LINE_BYTES };
}

/* The next block, and which of its lines, as bits; 0: all are done. */
static unsigned span_next(struct span *s, uint64_t *block)
{
	if (s->line > s->last)
		return 0;
	*block = s->line / BLOCK_LINES;
	uint64_t end = (*block + 1) * BLOCK_LINES - 1;
	unsigned from = (unsigned)(s->line % BLOCK_LINES);
	unsigned to = (unsigned)((s->last < end ? s->last : end) % BLOCK_LINES);

	s->line = end + 1;
	return (LINES_ALL >> (BLOCK_LINES - 1 - to)) & (LINES_ALL << from) & LINES_ALL;
}

/* When memory has worked so much longer. */
static ps_t memory_works(struct mu_l2 *l2, ps_t traffic_ps, ps_t now_ps)
{
	if (!traffic_ps)
		return now_ps;
	if (l2->ddr_free_ps < now_ps)
		l2->ddr_free_ps = now_ps;
	l2->ddr_free_ps += traffic_ps;
	return l2->ddr_free_ps;
}

/* When memory has done so many more lines. */
static ps_t memory_ps(const struct mu *mu, struct mu_l2 *l2, unsigned traffic, ps_t now_ps)
{
	return memory_works(l2, (ps_t)traffic * mu->m->ddr_ps_per_line, now_ps);
}

/* An access of the message unit: of one block after the other, or as the next one of a
 * stream. */
struct use {
	struct mu_l2_stream *stream; /* NULL: by itself */
	bool write;
};

static inline __attribute__((always_inline)) ps_t use(struct mu *mu, uint32_t node, uint64_t pa,
						      uint64_t bytes, struct use u, ps_t now_ps)
{
	struct mu_l2 *l2;

	if (!mu->m->l2_bytes || !bytes || !(l2 = l2_of(mu, node)))
		return now_ps;
	struct span span = span_of(pa, bytes);
	unsigned traffic = 0, lines;
	uint64_t block;

	while ((lines = span_next(&span, &block)) != 0) {
		uint8_t *of = u.stream ? stream_lines(l2, u.stream, block, &traffic)
				       : block_lines(l2, block, &traffic);

		traffic += lines_use(of, lines, u.write);
	}
	return memory_ps(mu, l2, traffic, now_ps);
}

ps_t mu_l2_access(struct mu *mu, uint32_t node, uint64_t pa, uint64_t bytes, bool write,
		  ps_t now_ps)
{
	return use(mu, node, pa, bytes, (struct use){ NULL, write }, now_ps);
}

void mu_l2_prefetch(const struct mu *mu, uint32_t node, uint64_t pa, uint64_t bytes)
{
	const struct mu_l2 *l2 = mu->node[node]->l2;
	struct span span = span_of(pa & MU_PA_MASK, bytes);
	uint64_t block;

	while (l2 && span_next(&span, &block))
		__builtin_prefetch(&l2->set[set_of(l2, block)], 1);
}

ps_t mu_l2_stream(struct mu *mu, uint32_t node, struct mu_l2_stream *s, uint64_t pa,
		  uint64_t bytes, ps_t now_ps)
{
	return use(mu, node, pa, bytes, (struct use){ s, s->write }, now_ps);
}

/* Lines of the message unit cost the mean of a read line, which passes the interface once, and a
 * written one, which does so twice. */
ps_t mu_memory_use(struct mu *mu, uint32_t node, uint64_t read_bytes, uint64_t written_bytes,
		   ps_t now_ps)
{
	uint64_t passes = (read_bytes + 2 * written_bytes) / NET_L2_LINE_BYTES;
	/* The node may have no FIFO yet. */
	struct mu_l2 *l2 = mu->m->l2_bytes && mu_node_make(mu, node) ? l2_of(mu, node) : NULL;

	return l2 ? memory_works(l2, passes * mu->m->ddr_ps_per_line * 2 / 3, now_ps) : now_ps;
}

/* ---- accesses that may be taken back */

/* State of a set before the use of a block, to be restored: its order, and the way that is the
 * first of that order since. */
struct l2_note {
	uint64_t used_was;
	uint32_t set;
	uint16_t tag_was;
	uint8_t lines_was;
};

/* Notes that follow each other, of one L2. */
struct l2_run {
	struct mu_l2 *l2;
	size_t first;
	ps_t ddr_free_was_ps;
};

struct mu_l2_journal {
	struct l2_note *note;
	struct l2_run *run;
	size_t notes, room, runs, runs_room;
};

/* A stream will be so much further soon. */
#define AHEAD_BYTES 1024

struct mu_l2_journal *mu_l2_journal_create(void)
{
	return calloc(1, sizeof(struct mu_l2_journal));
}

void mu_l2_journal_destroy(struct mu_l2_journal *j)
{
	if (j) {
		free(j->note);
		free(j->run);
	}
	free(j);
}

void mu_l2_journal_clear(struct mu_l2_journal *j)
{
	j->notes = j->runs = 0;
}

void mu_l2_journal_undo(struct mu_l2_journal *j)
{
	for (; j->runs > 0; j->runs--) {
		const struct l2_run *r = &j->run[j->runs - 1];

		for (; j->notes > r->first; j->notes--) {
			const struct l2_note *n = &j->note[j->notes - 1];
			struct set *set = &r->l2->set[n->set];
			unsigned way = (set->used ^ UNUSED) & 0xf;

			set->tag[way] = n->tag_was;
			set->lines[way] = n->lines_was;
			set->used = n->used_was;
		}
		r->l2->ddr_free_ps = r->ddr_free_was_ps;
	}
}

static __attribute__((noinline)) bool notes_grow(struct mu_l2_journal *j)
{
	struct l2_note *note = realloc(j->note, (2 * j->room + 64) * sizeof *note);

	if (!note)
		return false;
	j->note = note;
	j->room = 2 * j->room + 64;
	return true;
}

static __attribute__((noinline)) bool run_begin(struct mu_l2_journal *j, struct mu_l2 *l2)
{
	if (j->runs == j->runs_room) {
		struct l2_run *run = realloc(j->run, (2 * j->runs + 8) * sizeof *run);

		if (!run)
			return false;
		j->run = run;
		j->runs_room = 2 * j->runs + 8;
	}
	j->run[j->runs++] = (struct l2_run){ l2, j->notes, l2->ddr_free_ps };
	return true;
}

/* Lines of memory traffic; there is room for the note. */
static inline unsigned block_noted(struct mu_l2 *l2, struct mu_l2_journal *j, uint64_t block,
				   unsigned lines, bool write)
{
	struct l2_note *n = &j->note[j->notes++];
	uint64_t s = set_of(l2, block);
	uint16_t tag = tag_of(l2, block);
	struct set *set = &l2->set[s];

	n->set = (uint32_t)s;
	n->used_was = set->used;
	unsigned way = way_of(set, tag);

	n->tag_was = set->tag[way];
	n->lines_was = set->lines[way];
	unsigned traffic = way_take(set, way, tag);

	return traffic + lines_use(&set->lines[way], lines, write);
}

ps_t mu_l2_access_noted(struct mu *mu, uint32_t node, const struct mu_l2_noted *a,
			struct mu_l2_journal *j)
{
	uint64_t pa = a->pa & MU_PA_MASK;
	struct span span = span_of(pa, NET_PACKET_PAYLOAD_BYTES);
	unsigned traffic = 0, lines;
	struct mu_l2 *l2;
	uint64_t block;

	if (!mu->m->l2_bytes || !(l2 = l2_of(mu, node)))
		return a->at_ps;
	if (j->notes + NET_PACKET_PAYLOAD_BYTES / BLOCK_BYTES + 1 > j->room && !notes_grow(j))
		return PS_NEVER;
	if ((!j->runs || j->run[j->runs - 1].l2 != l2) && !run_begin(j, l2))
		return PS_NEVER;
	block = set_of(l2, (pa + AHEAD_BYTES) / BLOCK_BYTES);
	__builtin_prefetch(&l2->set[block], 1);
	if (pa % BLOCK_BYTES == 0 && NET_PACKET_PAYLOAD_BYTES == BLOCK_BYTES)
		return memory_ps(mu, l2, block_noted(l2, j, pa / BLOCK_BYTES, LINES_ALL,
						     a->write), a->at_ps);
	while ((lines = span_next(&span, &block)) != 0)
		traffic += block_noted(l2, j, block, lines, a->write);
	return memory_ps(mu, l2, traffic, a->at_ps);
}
