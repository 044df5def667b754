/* follow_hidden.c - rounds with every transient value that others store; see hidden.h. */
#include "hidden.h"

#include <string.h>

#include "follow.h"

#define FACTOR UINT64_C(0x9e3779b97f4a7c15)

/* ---- words that are used */

static struct hidden_use *use_slot(struct hidden *h, uint64_t at)
{
	unsigned slot = (unsigned)(at * FACTOR >> 32) % HIDDEN_SLOTS;

	while (h->use[slot].at && h->use[slot].at != at)
		slot = (slot + 1) % HIDDEN_SLOTS;
	return &h->use[slot];
}

void hidden_use(struct hidden *h, uint64_t at, const struct thread *by)
{
	struct hidden_use *u = use_slot(h, at);

	if (u->at && (u->by == by || !u->by))
		return;
	h->grows = true;
	if (u->at) {
		u->by = NULL;
	} else if (h->uses == HIDDEN_USES) {
		h->full = true;
	} else {
		h->uses++;
		*u = (struct hidden_use){ at, by };
	}
}

static void uses_take(struct follow *f)
{
	for (unsigned i = 0; i < f->cells; i++)
		if (!follow_is_dead(f, f->cell[i].at))
			hidden_use(f->hidden, f->cell[i].at, f->thread);
}

/* ---- values */

const struct hidden_value *hidden_value_at(const struct hidden *h, uint64_t at,
					   const struct thread *t)
{
	for (unsigned i = 0; i < h->values; i++)
		if (h->value[i].at == at && h->value[i].by != t)
			return &h->value[i];
	return NULL;
}

static bool is_known(const struct hidden *h, const struct hidden_value *v)
{
	for (unsigned i = 0; i < h->values; i++)
		if (h->value[i].at == v->at && h->value[i].by == v->by &&
		    h->value[i].mask == v->mask && h->value[i].value == v->value)
			return true;
	return false;
}

static uint64_t bytes_that_differ(uint64_t a, uint64_t b)
{
	uint64_t mask = 0;

	for (unsigned shift = 0; shift < 64; shift += 8)
		if ((a ^ b) >> shift & 0xff)
			mask |= UINT64_C(0xff) << shift;
	return mask;
}

/* Whether another thread uses the word, or may. */
static bool is_used(const struct follow *f, uint64_t at)
{
	const struct hidden_use *u = use_slot(f->hidden, at);

	if (u->at && u->by != f->thread)
		return true;
	return f->hidden->ranged && !(at >= f->stack.low && at < f->stack.high);
}

void follow_hidden_store(struct follow *f, struct follow_cell *c)
{
	struct hidden *h = f->hidden;

	if (!f->begun || !follow_is_seen(f, c->at) || !is_used(f, c->at))
		return;
	follow_cell_read(f, c);
	uint64_t mask = bytes_that_differ(c->value, c->memory);
	struct hidden_value v = { c->at, mask, c->value & mask, f->thread };

	if (!mask || is_known(h, &v))
		return;
	h->grows = true;
	if (h->values == HIDDEN_VALUES)
		h->full = true;
	else
		h->value[h->values++] = v;
}

/* ---- choices */

static uint64_t mixed(uint64_t hash, uint64_t v)
{
	hash = (hash ^ v) * FACTOR;
	return hash ^ hash >> 29;
}

static uint64_t mixed_bytes(uint64_t hash, const void *p, uint64_t bytes)
{
	uint64_t v;

	for (uint64_t i = 0; i + sizeof v <= bytes; i += sizeof v) {
		memcpy(&v, (const uint8_t *)p + i, sizeof v);
		hash = mixed(hash, v);
	}
	return hash;
}

/* A hash of all that the rest of the round depends on. */
static uint64_t state_of(struct follow *f, uint64_t at)
{
	uint64_t hash = mixed(mixed(0, at), f->hidden->op->at), words = 0;

	hash = mixed(hash, f->begun);
	hash = mixed_bytes(hash, f->reg, sizeof f->reg);
	hash = mixed(hash, (uint64_t)f->read_first << 32 | f->written);
	hash = mixed(hash, (uint64_t)f->junk << 32 | f->copies);
	hash = mixed_bytes(hash, f->copy_of, sizeof f->copy_of);
	hash = mixed(hash, f->stack.called);
	hash = mixed(hash, f->must_be_dead_below);
	hash = mixed(mixed(hash, f->flags.a), f->flags.b);
	hash = mixed(mixed(hash, f->flags.result), f->flags.bytes);
	hash = mixed(hash, f->flags.logic | f->flags.raw << 1 | f->flags.no_overflow << 2 |
				   f->flags.no_carry << 3);
	hash = mixed(hash, f->vector.taken);
	if (f->vector.taken) {
		hash = mixed(hash, (uint64_t)f->vector.read_first << 32 | f->vector.written);
		hash = mixed(hash, f->vector.junk);
		hash = mixed_bytes(hash, f->vector.now, sizeof f->vector.now);
		hash = mixed_bytes(hash, f->vector.start, sizeof f->vector.start);
	}
	for (unsigned i = 0; i < f->cells; i++)
		if (f->cell[i].stored)
			words += mixed(mixed(f->cell[i].at, f->cell[i].value), 1);
	return mixed(hash, words);
}

static bool is_covered(struct hidden *h, uint64_t state)
{
	for (unsigned i = 0; i < h->states; i++)
		if (h->state[i] == state)
			return true;
	if (h->states == HIDDEN_STATES)
		h->full = true;
	else
		h->state[h->states++] = state;
	return false;
}

static unsigned choose(struct follow *f, uint64_t at, unsigned ways)
{
	struct hidden *h = f->hidden;

	if (h->next < h->choices)
		return h->choice[h->next++];
	h->covered = is_covered(h, state_of(f, at));
	h->full |= h->choices == HIDDEN_CHOICES;
	if (h->covered || h->full) {
		follow_give_up(f, FOLLOW_CHANGES);
		return 0;
	}
	h->choice[h->choices] = 0;
	h->ways[h->choices++] = (uint16_t)ways;
	h->next++;
	return 0;
}

/* The next choices in the order of a tree's leaves. */
static bool choose_next(struct hidden *h)
{
	while (h->choices && h->choice[h->choices - 1] + 1 == h->ways[h->choices - 1])
		h->choices--;
	if (!h->choices)
		return false;
	h->choice[h->choices - 1]++;
	return true;
}

/* Bytes of two threads' values could be there at once. */
static bool are_mixed(const struct hidden_value *a, const struct hidden_value *b, uint64_t mask)
{
	return a->by != b->by && ((a->mask ^ b->mask) & mask);
}

uint64_t follow_hidden_load(struct follow *f, const struct follow_cell *c, uint64_t mask)
{
	struct hidden *h = f->hidden;
	const struct hidden_value *found[HIDDEN_VALUES + 1] = { NULL };
	unsigned ways = 1;

	for (unsigned i = 0; i < h->values; i++) {
		const struct hidden_value *v = &h->value[i];

		if (v->at != c->at || v->by == f->thread || !(v->mask & mask))
			continue;
		h->full |= ways > 1 && are_mixed(found[ways - 1], v, mask);
		found[ways++] = v;
	}
	const struct hidden_value *v = ways > 1 ? found[choose(f, c->at, ways)] : NULL;

	h->load_op = h->op;
	h->load_at = c->at;
	h->loaded = v ? (c->value & ~v->mask) | v->value : c->value;
	if (v)
		h->found = v;
	return h->loaded;
}

/* A lock that another thread holds is left as it is: the exchange is one step. */
bool follow_hidden_keeps(const struct follow *f, const struct follow_cell *c, uint64_t mask,
			 uint64_t value)
{
	const struct hidden *h = f->hidden;

	return (h->op->kind == OP_XCHG || h->op->kind == OP_CMPXCHG) && h->load_op == h->op &&
	       h->load_at == c->at && h->loaded != c->value && !((h->loaded ^ value) & mask);
}

/* ---- all of them */

static bool follow_once(struct follow *f)
{
	struct hidden *h = f->hidden;

	h->next = 0;
	h->covered = false;
	h->found = NULL;
	h->load_op = NULL;
	bool waits = follow_loop(f);

	uses_take(f);
	h->steps += f->steps;
	h->full |= h->steps > HIDDEN_STEPS;
	return (waits || h->covered) && !h->full;
}

bool follow_hidden(struct follow *f)
{
	struct hidden *h = f->hidden;

	h->choices = h->states = h->steps = 0;
	do {
		if (!follow_once(f))
			return false;
	} while (choose_next(h));
	return true;
}
