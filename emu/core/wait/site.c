/* site.c - see site.h. */
#include "site.h"

#include <limits.h>
#include <stdlib.h>

#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"

#define SITES 512 /* a power of two */
#define HASH UINT64_C(0x9e3779b97f4a7c15)

/* A place that has waited keeps its credit for so many failed proofs: each may be only the
 * end of a wait. */
#define CREDIT 4

/* Waits end at few different values of a word. */
#define ENDS 8 /* a power of two */

/* After so many brief waits in a row the next one is taken to be brief. */
#define BRIEFS 2

/* Backoff: after a failure a thread computes for so many cycles per followed instruction
 * before the next attempt at a place that has failed; doubled with each failure. */
#define RETRY_CYCLES 16
#define RETRY_SHIFT  8
#define OTHER_SHIFT  8
#define BEGIN_CYCLES 1024
/* A place where so many ranks have failed, of which none has waited there since, has at least one
 * doubling of its backoff, and one more each time that the number doubles, whatever ranks have
 * waited for elsewhere: they compute there. */
#define FAILED_MANY (2 + job.ranks / 4)

static __thread struct site *sites;

void site_begin(struct wait *w, ps_t now_ps)
{
	w->next_other_ps = now_ps + cycles_ps(BEGIN_CYCLES);
}

struct site *site_of(const struct wait *w, uint64_t pc)
{
	uint64_t at = pc - (uintptr_t)w->image;

	if (!sites && !(sites = calloc(SITES, sizeof *sites)))
		abort();
	struct site *s = &sites[at * HASH >> 40 & (SITES - 1)];

	if (s->pc != at)
		*s = (struct site){ .pc = at };
	return s;
}

static unsigned slot_of(const struct site *s)
{
	return s->pc * HASH >> 40 & (WAIT_FAILED - 1);
}

unsigned site_failures(const struct site *s, const struct wait *w)
{
	const struct wait_failed *f = &w->failed[slot_of(s)];

	return f->pc == s->pc ? f->failures : 0;
}

bool site_is_too_early(const struct site *s, const struct wait *w, ps_t now_ps)
{
	const struct wait_failed *f = &w->failed[slot_of(s)];

	return s->failed && now_ps < (f->pc == s->pc ? f->next_try_ps : w->next_other_ps);
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned doublings(const struct site *s)
{
	unsigned n = 0;

	for (unsigned f = s->proofs_failed / FAILED_MANY; f; f >>= 1)
		n++;
	return n;
}

static unsigned most(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

void site_failed(struct site *s, struct wait *w, uint64_t calls, unsigned steps, ps_t now_ps)
{
	uint64_t cycles = (uint64_t)(steps + 1) * RETRY_CYCLES;
	struct wait_failed *f = &w->failed[slot_of(s)];

	if (s->credit) {
		s->credit--;
		return;
	}
	if (f->pc != s->pc)
		*f = (struct wait_failed){ .pc = s->pc };
	if (w->calls != calls)
		w->others = 0;
	s->failed = true;
	s->proofs_failed += s->proofs_failed < UINT_MAX;
	f->failures = most(f->failures, doublings(s));
	w->others = most(w->others, doublings(s));
	w->calls = calls;
	f->next_try_ps = now_ps + cycles_ps(cycles << least(f->failures++, RETRY_SHIFT));
	w->next_other_ps = now_ps + cycles_ps(cycles << least(w->others++, OTHER_SHIFT));
}

void site_waits(struct site *s, struct wait *w, unsigned steps)
{
	for (unsigned i = 0; i < WAIT_FAILED; i++)
		w->failed[i].failures = 0;
	w->others = 0;
	s->failed = false;
	s->proofs_failed = 0;
	s->credit = CREDIT;
	s->steps = steps;
}

void site_waited(struct site *s, ps_t length_ps)
{
	if (length_ps > SITE_BRIEF_PS)
		s->briefs = 0;
	else if (s->briefs < BRIEFS)
		s->briefs++;
}

bool site_is_brief(const struct site *s)
{
	return s->briefs >= BRIEFS;
}

uint8_t site_ends_bit(uint64_t value)
{
	return (uint8_t)(1u << (value * HASH >> 61 & (ENDS - 1)));
}
