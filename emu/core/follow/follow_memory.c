/* follow_memory.c - memory of a loop that is interpreted, with its store buffer; see follow.h. */
#include "emu/node/image/space.h"
#include "emu/node/image/mmio_pages.h"
#include "follow.h"

#define WORD 8

static unsigned slot_of(uint64_t at)
{
	return (unsigned)(at * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (FOLLOW_SLOTS - 1);
}

/* True for memory of the thread's process that it may read. */
static bool readable(const struct follow *f, uint64_t at)
{
	uint32_t node = f->thread->node, off;
	uint64_t offset = at - (uintptr_t)space_window(node);

	if (mmio_contains(at))
		return mmio_is_of(node, at, &off);
	if (offset >= space.window_bytes)
		return false;
	return follow_model.memory(NULL, node, offset, WORD, 0) != NULL;
}

/* Below the thread's frames there are bgq-run's own at this moment, with AddressSanitizer's
 * red zones; a correct loop uses nothing there that it has not stored itself. */
__attribute__((no_sanitize_address)) static uint64_t word_at(const struct follow *f, uint64_t at)
{
	const volatile uint64_t *word = (const volatile uint64_t *)(uintptr_t)at;

	return at == (uintptr_t)f->word ? f->value : *mmio_writable(word);
}

void follow_cell_read(const struct follow *f, struct follow_cell *c)
{
	if (c->unread)
		c->memory = word_at(f, c->at);
	c->unread = false;
}

/* Sets what the aligned word at c holds; or leaves that to follow_cell_read(), if the loop
 * overwrites it: most such words are on its stack, which is cold, and dead in the end.
 * False: the thread may not read it. */
static bool memory_read(struct follow *f, struct follow_cell *c, bool overwritten)
{
	c->unread = false;
	if (f->knowns && (uintptr_t)f->known->at == c->at) {
		c->memory = f->known_use->changed ? *mmio_writable(f->known->at)
						  : f->known->value;
		f->known++;
		f->known_use++;
		f->knowns--;
		return true;
	}
	if (!readable(f, c->at))
		return false;
	c->unread = true;
	c->memory = 0;
	if (!overwritten)
		follow_cell_read(f, c);
	return true;
}

static struct follow_cell *cell_new(struct follow *f, uint64_t at, unsigned slot, bool overwritten)
{
	struct follow_cell *c = &f->cell[f->cells];

	if (f->cells == FOLLOW_CELLS) {
		follow_give_up(f, FOLLOW_WORDS);
		return NULL;
	}
	c->at = at;
	if (!memory_read(f, c, overwritten)) {
		follow_give_up(f, FOLLOW_MEMORY);
		return NULL;
	}
	f->slot[slot] = (uint16_t)++f->cells;
	c->slot = (uint16_t)slot;
	c->value = c->memory;
	c->first_ps = c->last_ps = f->check_ps;
	c->stored = false;
	c->written_first = overwritten;
	c->differs = false;
	return c;
}

/* The slot of the word, or a free one for it. */
static inline unsigned slot_find(const struct follow *f, uint64_t at)
{
	unsigned slot = slot_of(at);

	while (f->slot[slot] && f->cell[f->slot[slot] - 1].at != at)
		slot = (slot + 1) & (FOLLOW_SLOTS - 1);
	return slot;
}

const struct follow_cell *follow_cell_of(const struct follow *f, uint64_t at)
{
	unsigned slot = slot_find(f, at);

	return f->slot[slot] ? &f->cell[f->slot[slot] - 1] : NULL;
}

void follow_cell_differs(struct follow *f, uint64_t at)
{
	unsigned slot = slot_find(f, at - at % WORD);

	if (f->slot[slot])
		f->cell[f->slot[slot] - 1].differs = f->differs = true;
}

/* Returns the cell of an aligned word; NULL: none is free, why is set. */
static struct follow_cell *cell_at(struct follow *f, uint64_t at, bool overwritten)
{
	unsigned slot = slot_find(f, at);

	if (!f->slot[slot])
		return cell_new(f, at, slot, overwritten);
	struct follow_cell *c = &f->cell[f->slot[slot] - 1];

	c->last_ps = f->check_ps;
	return c;
}

void follow_forget(struct follow *f)
{
	while (f->cells)
		f->slot[f->cell[--f->cells].slot] = 0;
}

static uint64_t mask(unsigned bytes)
{
	return bytes >= WORD ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1;
}

uint64_t follow_load(struct follow *f, uint64_t at, unsigned bytes)
{
	at = mmio_from_machine(f->thread->node, at);
	unsigned in = (unsigned)(at % WORD), first = WORD - in;
	struct follow_cell *c = f->why ? NULL : cell_at(f, at - in, false);

	if (!c)
		return 0;
	uint64_t v = c->value;

	if (__builtin_expect(f->hidden != NULL, false))
		v = follow_hidden_load(f, c, mask(bytes) << 8 * in);
	v >>= 8 * in;
	if (bytes > first)
		v |= follow_load(f, at + first, bytes - first) << 8 * first;
	return v & mask(bytes);
}

bool follow_is_seen(const struct follow *f, uint64_t at)
{
	uintptr_t shared = (uintptr_t)space_window(f->thread->node) + space_shared();

	return f->seen || at - shared < space_shared_bytes();
}

void follow_store(struct follow *f, uint64_t at, unsigned bytes, uint64_t value)
{
	at = mmio_from_machine(f->thread->node, at);
	unsigned in = (unsigned)(at % WORD), first = WORD - in;
	struct follow_cell *c = f->why ? NULL : cell_at(f, at - in, bytes == WORD && !in);

	if (mmio_contains(at)) /* a store to a register has effects whatever its value */
		follow_give_up(f, FOLLOW_REGISTER);
	if (!c)
		return;
	uint64_t m = mask(bytes) << 8 * in;

	if (__builtin_expect(f->hidden != NULL, false) &&
	    follow_hidden_keeps(f, c, m, value << 8 * in))
		return;
	c->value = (c->value & ~m) | (value << 8 * in & m);
	if (!c->stored && follow_is_seen(f, c->at))
		f->seen_store.cell[f->seen_store.count++] = (uint16_t)(c - f->cell);
	c->stored = true;
	c->stores = ++f->stores;
	if (__builtin_expect(f->hidden != NULL, false))
		follow_hidden_store(f, c);
	if (bytes > first)
		follow_store(f, at + first, bytes - first, value >> 8 * first);
}
