/* fetch_enter.c - a function that is not young is entered; see fetch.h.
 *
 * Never: a vector register, which is the program's (it is compiled without them), or a call. */
#include "fetch.h"

#define STEP 16 /* lines */

/* In 256ths, for each STEP of lines of distance: the chance that 4 of them and more have come into
 * a line's set, which they do by chance (Poisson's, with a mean of lines by sets); after
 * A. J. Smith, A comparative study of set associative memory mapping algorithms, 1978. */
static const uint16_t gone[] = {
	0, 0, 0, 2, 5, 10, 17, 26, 37, 49, 62, 76, 90, 105, 119, 132, 145, 157, 168, 179, 188, 197,
	204, 211, 217, 223, 227, 231, 235, 238, 241, 243, 245, 247, 248, 250, 251, 251, 252, 253,
	253, 254, 254, 254, 255, 255, 255, 255, 255, FETCH_PARTS,
};
#define STEPS (sizeof gone / sizeof *gone)
_Static_assert(STEPS * STEP == FETCH_FAR, "what is farther away is gone");

static uint32_t gone_after(uint32_t lines)
{
	return lines < FETCH_FAR ? gone[lines / STEP] : FETCH_PARTS;
}

static uint16_t *first_of(struct fetch_order *o, uint32_t key)
{
	return &o->first[key * 2654435761u >> o->keys_shift];
}

/* Returns the function's place + 1, and takes it from those of its key; 0: it has none. */
static uint32_t unlink_key(struct fetch_order *o, uint32_t key)
{
	uint16_t *at = first_of(o, key);
	uint32_t found;

	while (*at && o->key[*at - 1u] != key)
		at = &o->next[*at - 1u];
	found = *at;
	if (found)
		*at = o->next[found - 1];
	return found;
}

static uint64_t four_at(const uint16_t *lines)
{
	uint64_t four;

	__builtin_memcpy(&four, lines, sizeof four);
	return four;
}

/* Those in the place's own block are added four at a time. */
static uint32_t lines_behind(const struct fetch_order *o, uint32_t place)
{
	uint32_t from = place + 1, block = place / FETCH_BLOCK + 1, shift = from % 4 * 16;
	uint64_t four = 0;

	for (uint32_t i = from & ~3u; i < block * FETCH_BLOCK; i += 4, shift = 0)
		four += four_at(o->lines + i) >> shift;
	uint32_t lines = (uint32_t)(four * UINT64_C(0x0001000100010001) >> 48);
	for (; block * FETCH_BLOCK < o->end; block++)
		lines += o->sum[block];
	return lines;
}

/* A place that is not young: while one is, its number's bit is set, and others of that number are
 * not entered. */
static void vacate(struct fetch_order *o, uint32_t place)
{
	o->sum[place / FETCH_BLOCK] -= o->lines[place];
	o->lines[place] = 0;
}

static inline void append(struct fetch_order *o, uint32_t key, uint32_t number, uint32_t lines)
{
	uint16_t *first = first_of(o, key);
	uint32_t place = o->end++;

	o->key[place] = key;
	o->number[place] = (uint16_t)number;
	o->lines[place] = (uint16_t)lines;
	o->sum[place / FETCH_BLOCK] += lines;
	o->next[place] = *first;
	*first = (uint16_t)(place + 1);
}

void fetch_append(struct fetch_order *o, uint32_t key, uint32_t number, uint32_t lines)
{
	append(o, key, number, lines);
}

/* Those that were entered first are young no more; the last one is, however long. */
static void grow_old(struct fetch *f)
{
	struct fetch_order *o = f->order;

	for (; o->young_lines > FETCH_YOUNG && o->young + 1 < o->end; o->young++) {
		uint32_t number = o->number[o->young];

		o->young_lines -= o->lines[o->young];
		f->young[number / 8] &= (uint8_t)~(1u << number % 8);
	}
}

uint32_t fetch_enter(struct fetch *f, uint32_t key, uint32_t what)
{
	struct fetch_order *o = f->order;
	uint32_t number = what % FETCH_FUNCTIONS, lines = what / FETCH_FUNCTIONS;
	uint32_t place = unlink_key(o, key), part = FETCH_PARTS;

	if (place) {
		part = gone_after(lines_behind(o, place - 1));
		vacate(o, place - 1);
	}
	append(o, key, number, lines);
	o->young_lines += lines;
	grow_old(f);
	f->young[number / 8] |= (uint8_t)(1u << number % 8);
	f->misses += lines * part;
	return lines * part;
}
