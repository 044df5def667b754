/* tree.c - see profile_internal.h. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/job.h"
#include "profile_internal.h"

#define HASH UINT64_C(0x9e3779b97f4a7c15)

static struct {
	struct tree_node *node; /* [0]: the root */
	uint32_t count, room;
	uint32_t *slot; /* open addressing: a node, or 0; a power of two, at least half free */
	uint32_t slots;
	struct rank_spent {
		struct spent_ps *node;
		uint32_t nodes;
	} *rank; /* [job.places] */
} tree;

static void *grown(void *old, size_t bytes)
{
	void *p = realloc(old, bytes);

	if (!p)
		abort();
	return p;
}

static uint32_t *slot_of(uint32_t parent, uint64_t off)
{
	uint64_t h = (off ^ (uint64_t)parent << 40) * HASH;
	uint32_t i = (uint32_t)(h >> 32);

	for (;; i++) {
		uint32_t *slot = &tree.slot[i & (tree.slots - 1)];

		if (!*slot || (tree.node[*slot].parent == parent && tree.node[*slot].off == off))
			return slot;
	}
}

static void slots_grow(void)
{
	tree.slots = tree.slots ? 2 * tree.slots : 1024;
	tree.slot = grown(tree.slot, tree.slots * sizeof *tree.slot);
	memset(tree.slot, 0, tree.slots * sizeof *tree.slot);
	for (uint32_t i = 1; i < tree.count; i++)
		*slot_of(tree.node[i].parent, tree.node[i].off) = i;
}

static uint32_t add(uint32_t parent, uint64_t off)
{
	if (tree.count == tree.room) {
		tree.room = tree.room ? 2 * tree.room : 256;
		tree.node = grown(tree.node, tree.room * sizeof *tree.node);
	}
	tree.node[tree.count] = (struct tree_node){
		.parent = parent, .off = off, .depth = tree.count ? tree.node[parent].depth + 1 : 0,
	};
	return tree.count++;
}

uint32_t tree_node(uint32_t parent, uint64_t off)
{
	if (!tree.count)
		add(TREE_ROOT, 0);
	if (2 * tree.count >= tree.slots)
		slots_grow();
	uint32_t *slot = slot_of(parent, off);

	if (!*slot)
		*slot = add(parent, off);
	return *slot;
}

const struct tree_node *tree_at(uint32_t node)
{
	return &tree.node[node];
}

/* Calls at one place are of one function. */
static bool in_one_function(uint32_t a, uint32_t b)
{
	return tree.node[a].parent == tree.node[b].parent;
}

uint32_t tree_common(uint32_t a, uint32_t b)
{
	while (tree.node[a].depth > tree.node[b].depth)
		a = tree.node[a].parent;
	while (tree.node[b].depth > tree.node[a].depth)
		b = tree.node[b].parent;
	while (!in_one_function(a, b)) {
		a = tree.node[a].parent;
		b = tree.node[b].parent;
	}
	return b;
}

uint32_t tree_nodes(void)
{
	return tree.count;
}

void tree_add(uint32_t index, uint32_t node, enum spent what, ps_t ps)
{
	if (!tree.rank && !(tree.rank = calloc(job.places, sizeof *tree.rank)))
		abort();
	struct rank_spent *r = &tree.rank[index];

	if (node >= r->nodes) {
		r->node = grown(r->node, (node + 16) * sizeof *r->node);
		memset(r->node + r->nodes, 0, (node + 16 - r->nodes) * sizeof *r->node);
		r->nodes = node + 16;
	}
	r->node[node].of[what] += ps;
}

struct spent_ps tree_spent(uint32_t index, uint32_t node)
{
	if (!tree.rank || node >= tree.rank[index].nodes)
		return (struct spent_ps){ { 0 } };
	return tree.rank[index].node[node];
}
