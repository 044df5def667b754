/* chain_costs.c - measures a barrier of two workers and the hand-over of an event; chain.h. */
#include <pthread.h>

#include "barrier.h"
#include "chain_internal.h"
#include "net/base/ring.h"
#include "topology.h"

#define ROUNDS  2000
#define TRIES   7
#define ENTRIES 64

struct pair {
	struct barrier barrier;
	struct chan chan;
	double meet_ns, hand_ns; /* of a round, minimum of all tries */
};

static void pair_meet(struct pair *p, bool first)
{
	const struct barrier_ops nothing = { 0 };

	barrier_wait(&p->barrier, first ? 0 : 1, &nothing, NULL);
}

static void meet(struct pair *p, bool first)
{
	for (unsigned i = 0; i < ROUNDS; i++) {
		pair_meet(p, first);
		pair_meet(p, first);
	}
}

static void hand_over(struct pair *p, bool first)
{
	struct event_entry e = { 0 };

	for (unsigned i = 0; i < ROUNDS; i++) {
		for (unsigned k = 0; first && k < ENTRIES; k++)
			chan_push(&p->chan, &e);
		pair_meet(p, first);
		while (!first && chan_pop(&p->chan))
			;
		pair_meet(p, first);
	}
}

static void least(double *ns, uint64_t since_ns)
{
	double took = (double)(host_clock_ns() - since_ns) / ROUNDS;

	if (*ns == 0 || took < *ns)
		*ns = took;
}

static void work(struct pair *p, bool first)
{
	topology_pin(first ? 0 : 1);
	for (unsigned i = 0; i < TRIES; i++) {
		uint64_t since_ns = host_clock_ns();

		meet(p, first);
		if (first)
			least(&p->meet_ns, since_ns);
		since_ns = host_clock_ns();
		hand_over(p, first);
		if (first)
			least(&p->hand_ns, since_ns);
	}
}

static void *second(void *arg)
{
	work(arg, false);
	return NULL;
}

bool chain_measure(struct chain_costs *costs)
{
	static struct pair p;
	pthread_t other;

	if (topology_cores() < 2)
		return false;
	chan_init(&p.chan);
	bool runs = barrier_init(&p.barrier, 2, topology_cores()) == 0 &&
		    pthread_create(&other, NULL, second, &p) == 0;

	if (runs) {
		work(&p, true);
		pthread_join(other, NULL);
	}
	barrier_cleanup(&p.barrier);
	chan_cleanup(&p.chan);
	if (!runs)
		return false;
	costs->barrier_ns = p.meet_ns / 2;
	costs->entry_ns = p.hand_ns > p.meet_ns ? (p.hand_ns - p.meet_ns) / ENTRIES : 0;
	return true;
}
