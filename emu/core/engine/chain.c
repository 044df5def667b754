/* chain.c - see chain.h. */
#include "chain_internal.h"

#include <stdlib.h>
#include <sys/resource.h>

/* A turn longer than this is checked: the host may have run something else meanwhile. */
#define LONG_NS 20000

struct chain *chain_create(const struct net_machine *m, const struct net_shape *s)
{
	struct chain *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	host_ticks_init(&c->ticks, 1);
	if (chain_share_out(c, m, s) == 0)
		return c;
	chain_destroy(c);
	return NULL;
}

void chain_destroy(struct chain *c)
{
	for (unsigned w = 0; c && w < CHAIN_WAYS; w++)
		free(c->way[w].leaf);
	free(c);
}

static long times_switched(void)
{
	struct rusage ru;

	getrusage(RUSAGE_THREAD, &ru);
	return ru.ru_nivcsw;
}

/* The window is over: adds its longest block, and for each block the time at which it and its
 * neighbours were done. */
static void window_end(struct chain_level *v, unsigned blocks, ps_t now_ps)
{
	double before[CHAIN_LEAVES], longest = 0;

	for (unsigned b = 0; b < blocks; b++)
		before[b] = v->done[b];
	for (unsigned b = 0; b < blocks; b++) {
		double start = before[b];

		for (unsigned word = 0; word < CHAIN_LEAVES / 64; word++)
			for (uint64_t bits = v->neighbours[b][word]; bits; bits &= bits - 1) {
				unsigned other = word * 64 + (unsigned)__builtin_ctzll(bits);

				if (before[other] > start)
					start = before[other];
			}
		v->done[b] = start + v->work[b];
		if (v->work[b] > longest)
			longest = v->work[b];
		v->work[b] = 0;
	}
	v->longest += longest;
	v->windows++;
	v->end_ps = now_ps > PS_NEVER - v->window_ps ? PS_NEVER : now_ps + v->window_ps;
}

/* Host ticks of the last turn; an average turn's if the host ran something else. */
static double turn_ticks(struct chain *c, uint64_t now)
{
	double took = (double)(now - c->since);

	if ((uint64_t)((double)c->ticks.ps_shift * took / 0x1p32) < LONG_NS * PS_PER_NS)
		return took;
	long switched = times_switched();
	bool apart = switched != c->switched;

	c->switched = switched;
	c->long_turns++;
	if (!apart)
		return took;
	c->dropped += took;
	return c->total / (double)c->turns; /* the average */
}

void chain_turn(struct chain *c, uint32_t node, ps_t now_ps)
{
	uint64_t now = host_ticks_read(&c->ticks);

	if (c->begun) {
		double took = turn_ticks(c, now);

		c->total += took;
		c->turns++;
		for (unsigned w = 0; w < CHAIN_WAYS; w++)
			for (unsigned l = 1, leaf = c->way[w].leaf[c->node]; l < c->levels; l++)
				c->way[w].level[l].work[chain_block(c, leaf, l)] += took;
	} else {
		c->begun = true;
		c->turns = 1;
		c->switched = times_switched();
	}
	for (unsigned w = 0; w < CHAIN_WAYS; w++)
		for (unsigned l = 1; l < c->levels; l++)
			if (now_ps >= c->way[w].level[l].end_ps)
				window_end(&c->way[w].level[l], 1u << l, now_ps);
	c->node = node;
	c->since = host_ticks_read(&c->ticks);
}

void chain_crosses(struct chain *c, uint32_t node)
{
	for (unsigned w = 0; w < CHAIN_WAYS; w++) {
		unsigned leaf = c->way[w].leaf[node], from = c->way[w].leaf[c->node];

		for (unsigned l = c->levels - 1; l > 0; l--)
			c->way[w].crossed[l] += chain_block(c, leaf, l) != chain_block(c, from, l);
	}
}
