/* sum.c - see profile_internal.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "profile_internal.h"

uint64_t profile_cycles(ps_t ps)
{
	return (ps + CORE_CYCLE_PS / 2) / CORE_CYCLE_PS;
}

ps_t profile_spent(const struct spent_ps *s)
{
	return s->of[SPENT_CODE] + s->of[SPENT_L2] + s->of[SPENT_WAIT];
}

static void add(struct spent_ps *to, const struct spent_ps *more)
{
	for (int i = 0; i < SPENTS; i++)
		to->of[i] += more->of[i];
}

struct spent_ps sum_node(uint32_t node)
{
	struct spent_ps all = { { 0 } };

	for (uint32_t i = 0; i < job.places; i++) {
		struct spent_ps s = tree_spent(i, node);

		add(&all, &s);
	}
	return all;
}

/* A wait is the time of the function that waits. */
static uint32_t owner(uint32_t node)
{
	return tree_at(node)->off >= TREE_WAITS ? tree_at(node)->parent : node;
}

static bool same(const struct name *a, const struct name *b, bool lines)
{
	if (strcmp(a->function, b->function))
		return false;
	return !lines || (a->line == b->line &&
			  (a->file == b->file ||
			   (a->file && b->file && !strcmp(a->file, b->file))));
}

static struct sum *sum_of(struct sums *s, const struct name *name, bool lines)
{
	for (size_t i = 0; i < s->count; i++)
		if (same(s->at[i].name, name, lines))
			return &s->at[i];
	s->at[s->count] = (struct sum){ .name = name, .least_ps = PS_NEVER };
	return &s->at[s->count++];
}

static const struct name *root_name(void)
{
	static const struct name root = { .function = "[not in the program]" };

	return &root;
}

static const struct name *name_at(uint32_t node)
{
	return node == TREE_ROOT ? root_name() : profile_name(tree_at(node)->off);
}

/* With what it has called: once for each function on the way out, however often it is there. */
static void add_outwards(struct sums *s, uint32_t node, const struct spent_ps *spent, bool lines)
{
	const struct sum *seen[64];
	unsigned n = 0;

	for (; node != TREE_ROOT; node = tree_at(node)->parent) {
		struct sum *sum = sum_of(s, name_at(node), lines);
		bool again = false;

		for (unsigned i = 0; i < n; i++)
			again |= seen[i] == sum;
		if (again)
			continue;
		if (n < sizeof seen / sizeof *seen)
			seen[n++] = sum;
		add(&sum->all, spent);
	}
}

/* Self, of each rank: which has the least and the most. */
static void add_ranks(struct sums *s, const size_t *of_node, ps_t *self)
{
	for (uint32_t i = 0; i < job.places; i++) {
		if (booted.process[i].status == PROCESS_NOT_STARTED)
			continue;
		memset(self, 0, s->count * sizeof *self);
		for (uint32_t n = 0; n < tree_nodes(); n++) {
			struct spent_ps spent = tree_spent(i, n);

			self[of_node[n]] += profile_spent(&spent);
		}
		for (size_t k = 0; k < s->count; k++) {
			s->at[k].least_ps = ps_min(s->at[k].least_ps, self[k]);
			if (self[k] > s->at[k].most_ps) {
				s->at[k].most_ps = self[k];
				s->at[k].most = booted.process[i].rank;
			}
		}
	}
}

static int most_first(const void *a, const void *b)
{
	const struct sum *x = a, *y = b;
	ps_t p = profile_spent(&x->self), q = profile_spent(&y->self);

	return p != q ? (p < q) - (p > q) : strcmp(x->name->function, y->name->function);
}

int profile_sums(struct sums *s, bool lines)
{
	uint32_t n = tree_nodes();
	size_t *of_node = calloc(n + 1, sizeof *of_node);
	ps_t *self = calloc(n + 1, sizeof *self);

	s->count = 0;
	s->at = calloc(n + 1, sizeof *s->at);
	if (!s->at || !of_node || !self) {
		free(self);
		free(of_node);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < n; i++) {
		struct sum *sum = sum_of(s, name_at(owner(i)), lines);
		struct spent_ps spent = sum_node(i);

		of_node[i] = (size_t)(sum - s->at);
		add(&sum->self, &spent);
		add_outwards(s, owner(i), &spent, lines);
	}
	add_ranks(s, of_node, self);
	free(self);
	free(of_node);
	qsort(s->at, s->count, sizeof *s->at, most_first);
	return 0;
}
