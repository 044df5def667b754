/* awaited.c - see awaited.h. */
#include "awaited.h"

#include <stdio.h>
#include <string.h>

#include "coll/coll.h"
#include "include/bgqemu/abi.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "emu/node/posix/posix.h"
#include "mpi_match.h"
#include "report_internal.h"

/* The ranks that are missing in a barrier, which a whole machine may wait for. */
static struct {
	struct rank_set ranks;
	unsigned cls;
	int64_t root;
} barrier = { .root = -1 };

/* Likewise, those that have not contributed to a collective. */
static struct {
	struct rank_set ranks;
	struct coll_awaited tree;
} collective = { .tree.root = -1 };

static struct rank_set one;

static bool is_empty(struct rank_set *s)
{
	rank_set_cleanup(s);
	return rank_set_init(s, job.ranks) == 0;
}

static void add_node(void *ranks, uint32_t node)
{
	for (uint32_t slot = 0; slot < job.opt.ranks_per_node; slot++)
		if (process_at(node, slot)->rank != RANK_NONE)
			rank_set_add(ranks, process_at(node, slot)->rank);
}

static const struct rank_set *missing_in(const struct thread *t, unsigned cls)
{
	int64_t root = coll_gi_root(units.coll, t->node, cls);

	if (root >= 0 && root == barrier.root && cls == barrier.cls)
		return &barrier.ranks;
	barrier.root = -1;
	if (root < 0 || !is_empty(&barrier.ranks))
		return NULL;
	coll_gi_late(units.coll, t->node, cls, add_node, &barrier.ranks);
	barrier.root = root;
	barrier.cls = cls;
	return &barrier.ranks;
}

static const struct rank_set *missing_from(const struct coll_awaited *a)
{
	if (a->root == collective.tree.root && a->cls == collective.tree.cls &&
	    a->channel == collective.tree.channel)
		return &collective.ranks;
	collective.tree.root = -1;
	if (!is_empty(&collective.ranks))
		return NULL;
	coll_tree_late(units.coll, a, add_node, &collective.ranks);
	collective.tree = *a;
	return &collective.ranks;
}

/* A packet that is delivered to t's node may end its wait. */
static bool awaits_delivery(const struct thread *t)
{
	return t->state == THREAD_PARKED &&
	       (t->waiting.kind == BGQEMU_WAIT_RECFIFO || t->waiting.kind == BGQEMU_WAIT_MEMORY ||
		t->waiting.kind == WAIT_SPIN);
}

/* The first collective of its node that lacks contributions; said of a rank's first thread. */
static const struct rank_set *tree_of(const struct thread *t, char why[AWAITED_WHY_BYTES])
{
	struct coll_awaited a;

	if (t->user->index != 0 || !awaits_delivery(t))
		return NULL;
	for (unsigned cls = 0; cls < COLL_CLASSES; cls++) {
		if (!coll_tree_awaits(units.coll, t->node, cls, &a))
			continue;
		snprintf(why, AWAITED_WHY_BYTES, "collective, class %u", cls);
		return missing_from(&a);
	}
	return NULL;
}

static const struct rank_set *only(uint32_t rank)
{
	if (rank >= job.ranks || !is_empty(&one))
		return NULL;
	rank_set_add(&one, rank);
	return &one;
}

/* The peer of a call of the small MPI. */
static const struct rank_set *peer_of(const struct thread *t, char why[AWAITED_WHY_BYTES])
{
	struct mpi_match m;
	uint64_t from;
	const char *call = report_mpi(t, &from);
	char tag[32] = "";

	if (!call || !mpi_match_awaited(t, &m) || m.rank < 0)
		return NULL;
	if (!m.collective)
		snprintf(tag, sizeof tag, m.tag == MPI_MATCH_ANY ? ", any tag" : ", tag %lld",
			 (long long)m.tag);
	snprintf(why, AWAITED_WHY_BYTES, "%s%s", call, tag);
	return only((uint32_t)m.rank);
}

const struct rank_set *awaited_by(const struct thread *t, char why[AWAITED_WHY_BYTES])
{
	unsigned cls;
	uint32_t owner;

	if (report_barrier_class(t, &cls)) {
		snprintf(why, AWAITED_WHY_BYTES, "global barrier, class %u", cls);
		return missing_in(t, cls);
	}
	if (t->state != THREAD_PARKED || t->waiting.kind != WAIT_MUTEX) {
		const struct rank_set *peer = peer_of(t, why);

		return peer ? peer : tree_of(t, why);
	}
	owner = posix_mutex_owner(t->waiting.what);
	snprintf(why, AWAITED_WHY_BYTES, "mutex");
	return owner ? only(posix_tid_rank(owner)) : NULL;
}
