/*
 * kmp_loop.c - Clang's loops.  Static ones ask once for their bounds, the others for a chunk at a
 * time.  Bounds are inclusive; each call is there for four types of index, which kmp_loop_calls.h
 * is included for.
 */
#include "omp_loop.h"
#include "kmp.h"

/* How the trips of a static loop are dealt: to threads, or to the teams of a league. */
struct deal {
	uint64_t parties, num, chunk; /* 0: a block each */
};

static struct deal deal(unsigned sched, uint64_t chunk)
{
	const struct omp_thread *me = omprt_self();
	const struct team *team = me->at.team;
	struct deal d = { team->threads, me->at.num, 0 };

	sched &= ~KMP_MODIFIERS;
	if (sched == KMP_DISTRIBUTE || sched == KMP_DISTRIBUTE_CHUNKED) {
		d.parties = team->teams;
		d.num = team->team_num;
	}
	if (sched == KMP_STATIC_CHUNKED || sched == KMP_STATIC_BALANCED_CHUNKED ||
	    sched == KMP_DISTRIBUTE_CHUNKED)
		d.chunk = chunk ? chunk : 1;
	return d;
}

/* A party's first trips, [first, last), which may be none; the others of chunks follow at
 * stride. */
struct share {
	uint64_t first, last, stride;
	bool has_last; /* of all */
};

static struct share share_chunks(const struct deal *d, uint64_t trips)
{
	uint64_t chunk = d->chunk < trips ? d->chunk : trips, stride = chunk * d->parties;
	struct share s = { .first = d->num * chunk, .stride = stride < trips ? stride : trips,
			   .has_last = (trips - 1) / chunk % d->parties == d->num };

	s.last = s.first < trips ? s.first + chunk : s.first;
	return s;
}

static struct share share(const struct deal *d, uint64_t trips)
{
	uint64_t each = trips / d->parties, more = trips % d->parties, num = d->num;
	struct share s = { .first = each * num + (num < more ? num : more), .stride = trips };

	if (d->chunk)
		return share_chunks(d, trips);
	s.last = s.first + each + (num < more);
	s.has_last = s.first < s.last && s.last == trips;
	return s;
}

/* GCC's name of a schedule, and whether the loop is ordered. */
static unsigned gcc_schedule(unsigned sched, bool *ordered)
{
	sched &= ~KMP_MODIFIERS;
	*ordered = sched > KMP_ORDERED && sched < KMP_DISTRIBUTE_CHUNKED;
	if (*ordered)
		sched -= KMP_ORDERED - (KMP_STATIC_CHUNKED - 1);
	switch (sched) {
	case KMP_DYNAMIC: return SCHED_DYNAMIC;
	case KMP_GUIDED: return SCHED_GUIDED;
	case KMP_RUNTIME: return SCHED_RUNTIME;
	case KMP_AUTO: return SCHED_AUTO;
	case KMP_STATIC: case KMP_STATIC_CHUNKED: case KMP_STATIC_BALANCED_CHUNKED:
		return SCHED_STATIC;
	default: omprt_die("a loop has schedule %u, which is not known", sched);
	}
}

static uint64_t gcc_chunk(unsigned sched, uint64_t chunk)
{
	unsigned plain = sched & ~KMP_MODIFIERS;

	return plain == KMP_STATIC || plain == KMP_STATIC + KMP_ORDERED - 32 ? 0 : chunk;
}

#define INDEX int32_t
#define SIGNED int32_t
#define UNSIGNED uint32_t
#define CALL(name) name##_4
#include "kmp_loop_calls.h"
#undef INDEX
#undef CALL

#define INDEX uint32_t
#define CALL(name) name##_4u
#include "kmp_loop_calls.h"
#undef INDEX
#undef SIGNED
#undef UNSIGNED
#undef CALL

#define INDEX int64_t
#define SIGNED int64_t
#define UNSIGNED uint64_t
#define CALL(name) name##_8
#include "kmp_loop_calls.h"
#undef INDEX
#undef CALL

#define INDEX uint64_t
#define CALL(name) name##_8u
#include "kmp_loop_calls.h"

void __kmpc_for_static_fini(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
}

/* By Clang since 19, behind a loop whose chunks are dispatched. */
void __kmpc_dispatch_deinit(struct kmp_place *at, int thread)
{
	(void)at, (void)thread;
}
