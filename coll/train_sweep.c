/* train_sweep.c - what the packets of a number bring, from the leaves of a tree to its
 * root; see train.h. */
#include <stdlib.h>

#include "train.h"
#include "tree.h"

#define NODES_SOON 4 /* ahead of whom their payload is fetched from the host's memory */

int coll_train_sweep_init(struct coll_train_sweep *s, const struct coll *c)
{
	s->value = calloc(c->nodes, sizeof *s->value);
	s->sum = aligned_alloc(64, c->nodes * sizeof *s->sum);
	return s->value && s->sum ? 0 : -1;
}

void coll_train_sweep_cleanup(struct coll_train_sweep *s)
{
	free(s->value);
	free(s->sum);
}

/* The copy of the packet with that number, at one of two stages. */
static const uint8_t *copied(const struct coll_train *t, uint32_t node, unsigned link,
			     const enum coll_train_stage stage[2], int64_t number)
{
	struct coll_train_place *p;

	for (unsigned i = 0; i < 2; i++)
		for (uint32_t n = coll_train_at(t, node, stage[i], &p); n > 0; n--, p++)
			if (p->number == number && (link == NET_LINKS || p->link == link))
				return p->copy;
	return NULL;
}

const uint8_t *coll_train_own(const struct coll_train *t, uint32_t node, int64_t number)
{
	static const enum coll_train_stage stage[2] = { COLL_TRAIN_BUILT, COLL_TRAIN_LOCAL };
	const struct coll_train_node *n = &t->node[node];

	if (number >= n->source)
		return n->from + (uint64_t)(number - n->source) * NET_PACKET_PAYLOAD_BYTES;
	return copied(t, node, NET_LINKS, stage, number);
}

/* Node has sent it before: it is on its way to the parent. */
static const uint8_t *sent(const struct coll_train *t, uint32_t node, int64_t number)
{
	static const enum coll_train_stage stage[2] = { COLL_TRAIN_UP_QUEUE, COLL_TRAIN_UP_LINK };
	const struct coll_train_node *n = &t->node[node];

	return copied(t, n->parent, n->link, stage, number);
}

/* It will be asked for soon. */
static void own_soon(const struct coll_train *t, uint32_t node, int64_t number)
{
	const struct coll_train_node *n = &t->node[node];

	if (n->local && number >= n->source)
		sim_prefetch(n->from + (uint64_t)(number - n->source) * NET_PACKET_PAYLOAD_BYTES,
			     NET_PACKET_PAYLOAD_BYTES);
}

static unsigned combine(const struct coll_train *t, const struct coll_train_tree *tree,
			uint32_t node, int64_t number, struct coll_train_sweep *s)
{
	const struct coll_train_node *n = &t->node[node];
	unsigned opcode = tree->header[1] >> 4, word_bytes = coll_word_bytes(tree->header[1] & 7);
	const void *in[COLL_INPUTS];
	unsigned count = 0;

	for (unsigned links = n->inputs, link; links; links ^= coll_link_bit(link)) {
		link = coll_link_first(links);
		in[count++] = s->value[coll_train_neighbour(t, node, link)];
	}
	if (n->local)
		in[count++] = coll_train_own(t, node, number);
	s->value[node] = in[0];
	if (count == 1 && (opcode < COLL_FP_ADD || !coll_op_valid(opcode, word_bytes)))
		return 0;
	s->value[node] = s->sum[node];
	return coll_combine(opcode, word_bytes, count, in, s->sum[node],
			    NET_PACKET_PAYLOAD_BYTES);
}

unsigned coll_train_sweep(const struct coll_train *t, const struct coll_train_tree *tree,
			  int64_t number, struct coll_train_sweep *s)
{
	unsigned flags = 0;

	for (uint32_t i = tree->nodes; i-- > 0;) {
		uint32_t node = tree->node[i];
		const struct coll_train_node *n = &t->node[node];

		if (i >= NODES_SOON)
			own_soon(t, tree->node[i - NODES_SOON], number);
		if (!n->inputs && !n->local)
			continue;
		if (number >= n->up)
			flags |= combine(t, tree, node, number, s);
		else
			s->value[node] = sent(t, node, number);
	}
	return flags;
}
