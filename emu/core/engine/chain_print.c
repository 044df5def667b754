/* chain_print.c - the table of --workers-report; see chain.h. */
#include "chain_internal.h"

/* Channel entries of an event that crosses: the event, and the token sent back for it. */
#define ENTRIES_PER_CROSSING 2

static const char *const way_names[CHAIN_WAYS] = { "nodes by number, as they are shared out",
						   "blocks of the torus" };

static double ns_of(const struct chain *c, double ticks)
{
	return ticks * (double)c->ticks.ps_shift / 0x1p32 / PS_PER_NS;
}

/* A barrier: all workers arrive at one word, one after the other, and all see it change. */
static double meet_ns(const struct chain_costs *k, unsigned workers)
{
	return k->barrier_ns * workers / 2;
}

static double last_done(const struct chain_level *v, unsigned blocks)
{
	double last = 0;

	for (unsigned b = 0; b < blocks; b++)
		last = v->done[b] > last ? v->done[b] : last;
	return last;
}

static unsigned most_neighbours(const struct chain_level *v, unsigned blocks)
{
	unsigned most = 0;

	for (unsigned b = 0; b < blocks; b++) {
		unsigned n = 0;

		for (unsigned word = 0; word < CHAIN_LEAVES / 64; word++)
			n += (unsigned)__builtin_popcountll(v->neighbours[b][word]);
		most = n > most ? n : most;
	}
	return most;
}

static void row(const struct chain *c, const struct chain_way *way, unsigned l,
		const struct chain_costs *k, FILE *f)
{
	const struct chain_level *v = &way->level[l];
	unsigned workers = 1u << l;
	double all_ns = ns_of(c, c->total), windows = (double)v->windows;
	double hand_ns = (double)way->crossed[l] * ENTRIES_PER_CROSSING * k->entry_ns / workers;
	double meets_ns = windows * meet_ns(k, workers), longest_ns = ns_of(c, v->longest);
	double chain_ns = longest_ns + meets_ns + hand_ns;
	unsigned most = most_neighbours(v, workers);
	/* Reads a word of each neighbour that the neighbour has just written. */
	double apart_ns = ns_of(c, last_done(v, workers)) + hand_ns +
			  windows * k->barrier_ns / 2 * most;

	fprintf(f, "%7u %9.2f %9llu %8.0f %9.3f %9.3f %9.3f %9.3f %8.2f %8.2f\n", workers,
		(double)v->window_ps / PS_PER_NS, (unsigned long long)v->windows,
		v->cut_links / 2, longest_ns / 1e9, meets_ns / 1e9, hand_ns / 1e9, chain_ns / 1e9,
		all_ns / chain_ns, all_ns / apart_ns);
}

void chain_print(struct chain *c, FILE *f)
{
	struct chain_costs k = { 0 };
	bool measured = chain_measure(&k);

	fprintf(f, "one worker took %.3f s for %llu turns", ns_of(c, c->total) / 1e9,
		(unsigned long long)c->turns);
	if (c->dropped > 0)
		fprintf(f, " (%.3f s in which the host ran something else left out)",
			ns_of(c, c->dropped) / 1e9);
	fprintf(f, "; ");
	if (measured)
		fprintf(f, "two workers meet in %.0f ns and hand over an event in %.0f ns here\n",
			k.barrier_ns, k.entry_ns);
	else
		fprintf(f, "one core: what workers take to meet is not known, and left out\n");
	for (unsigned w = 0; w < CHAIN_WAYS; w++) {
		fprintf(f, "%s:\n%7s %9s %9s %8s %9s %9s %9s %9s %8s %8s\n", way_names[w],
			"workers", "window ns", "windows", "cut", "longest s", "meet s", "hand s",
			"chain s", "speed-up", "apart");
		for (unsigned l = 1; l < c->levels; l++)
			row(c, &c->way[w], l, &k, f);
	}
}
