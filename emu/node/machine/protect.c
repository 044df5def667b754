/* protect.c - see protect.h. */
#include "protect.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "booted.h"
#include "net/base/pages.h"
#include "reserve.h"

#define ALL (PROT_READ | PROT_WRITE | PROT_EXEC)

/* In no order; they do not overlap. */
struct protected {
	uintptr_t low, high;
	int prot;
};

struct protections {
	unsigned count, capacity;
	struct protected at[];
};

/* Fewer kinds, and so fewer mappings of the host: what may be written may be executed. */
static int host_prot(int prot)
{
	return prot & PROT_WRITE ? ALL : prot & (PROT_READ | PROT_EXEC) ? PROT_READ | PROT_EXEC : 0;
}

static uintptr_t page_down(uintptr_t at)
{
	return at & ~(uintptr_t)(PAGE_BYTES - 1);
}

static uintptr_t page_up(uintptr_t at)
{
	return page_down(at + PAGE_BYTES - 1);
}

static bool make_room(struct process *p, unsigned more)
{
	struct protections *r = p->protections;
	unsigned count = r ? r->count : 0, capacity = 2 * (count + more);

	if (r && count + more <= r->capacity)
		return true;
	r = realloc(r, sizeof *r + capacity * sizeof r->at[0]);
	if (!r)
		return false;
	if (!p->protections) {
		atomic_fetch_add(&booted.protecting, 1);
		atomic_fetch_add(&booted.guarded, 1);
	}
	r->count = count;
	r->capacity = capacity;
	p->protections = r;
	return true;
}

static void forget_if_none(struct process *p)
{
	if (p->protections && p->protections->count == 0) {
		atomic_fetch_sub(&booted.protecting, 1);
		atomic_fetch_sub(&booted.guarded, 1);
		free(p->protections);
		p->protections = NULL;
	}
}

/* Cuts [low, high) out of the list of protected ranges; there is room for one more range. */
static void cut(struct protections *r, uintptr_t low, uintptr_t high)
{
	unsigned n = r->count;

	for (unsigned i = 0; i < n; i++) {
		struct protected *e = &r->at[i], was = *e;

		if (was.low >= high || was.high <= low)
			continue;
		if (was.low < low && was.high > high)
			r->at[r->count++] = (struct protected){ high, was.high, was.prot };
		if (was.low < low)
			e->high = low;
		else if (was.high > high)
			e->low = high;
		else
			e->high = e->low; /* empty */
	}
	n = 0;
	for (unsigned i = 0; i < r->count; i++)
		if (r->at[i].low < r->at[i].high)
			r->at[n++] = r->at[i];
	r->count = n;
}

bool protect_of_image(const struct process *p, const void *at, size_t bytes)
{
	return !p->image_listed && (uintptr_t)at < (uintptr_t)p->base + space.fixed &&
	       (uintptr_t)at + bytes > (uintptr_t)p->base + space.image;
}

/* Code and constants of the image are protected without being listed, until that changes. */
static bool list_image(struct process *p, const void *at, size_t bytes)
{
	if (!protect_of_image(p, at, bytes))
		return true;
	if (!make_room(p, 1))
		return false;
	p->image_listed = true;
	p->protections->at[p->protections->count++] = (struct protected){
		(uintptr_t)p->base + space.image, (uintptr_t)p->base + space.fixed,
		PROT_READ | PROT_EXEC };
	return true;
}

int protect_set(struct process *p, void *at, size_t bytes, int prot)
{
	uintptr_t low = (uintptr_t)at, high = page_up(low + bytes);

	if (low % PAGE_BYTES || prot & ~ALL)
		return -EINVAL;
	reserve_forget(p->main.node, at, bytes);
	if (!p->protections && host_prot(prot) == ALL && !protect_of_image(p, at, bytes))
		return 0;
	if (!list_image(p, at, bytes) || !make_room(p, 2))
		return -ENOMEM;
	if (mprotect(at, high - low, host_prot(prot)) != 0) {
		int error = errno;

		forget_if_none(p);
		return -error;
	}
	cut(p->protections, low, high);
	if (host_prot(prot) != ALL)
		p->protections->at[p->protections->count++] =
			(struct protected){ low, high, host_prot(prot) };
	forget_if_none(p);
	return 0;
}

bool protect_lift(const struct process *p, const void *at, size_t bytes)
{
	const struct protections *r = p->protections;
	uintptr_t low = (uintptr_t)at, high = low + bytes;
	bool any = false;

	for (unsigned i = 0; r && i < r->count; i++) {
		const struct protected *e = &r->at[i];
		uintptr_t from = e->low > low ? e->low : page_down(low);
		uintptr_t to = e->high < high ? e->high : high;

		if (from < to)
			mprotect((void *)from, to - from, ALL);
		any |= from < to;
	}
	return any;
}

void protect_undo(struct process *p, const void *at, size_t bytes)
{
	if (!p->protections && !protect_of_image(p, at, bytes))
		return;
	if (!list_image(p, at, bytes) || !make_room(p, 1))
		return;
	protect_lift(p, at, bytes);
	cut(p->protections, page_down((uintptr_t)at), page_up((uintptr_t)at + bytes));
	forget_if_none(p);
}

void protect_undo_all(struct process *p)
{
	if (p->protections)
		protect_undo(p, p->base, space.slot_bytes);
}

void protect_again(const struct process *p)
{
	const struct protections *r = p->protections;

	for (unsigned i = 0; r && i < r->count; i++)
		mprotect((void *)r->at[i].low, r->at[i].high - r->at[i].low, r->at[i].prot);
	if (!p->image_listed && space.fixed > space.image)
		mprotect(p->base + space.image, space.fixed - space.image, PROT_READ | PROT_EXEC);
}

bool protect_forbids(const struct process *p, const void *at, size_t bytes, bool write)
{
	const struct protections *r = p->protections;
	uintptr_t low = (uintptr_t)at, high = low + bytes;

	if (write && protect_of_image(p, at, bytes))
		return true;
	for (unsigned i = 0; r && i < r->count; i++)
		if (r->at[i].low < high && r->at[i].high > low && (write || !r->at[i].prot))
			return true;
	return false;
}
