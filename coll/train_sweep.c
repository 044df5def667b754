/* train_sweep.c - combines the packets of a number, from the leaves of a tree to its
 * root; see train.h. */
#include <stdlib.h>
#include <string.h>

#include "train.h"
#include "tree.h"

int coll_train_sweep_init(struct coll_train_sweep *s, const struct coll *c)
{
	*s = (struct coll_train_sweep){ .nodes = c->nodes };
	s->value = calloc(c->nodes, sizeof *s->value);
	s->buffer = calloc(c->nodes, sizeof *s->buffer);
	return s->value && s->buffer ? 0 : -1;
}

void coll_train_sweep_cleanup(struct coll_train_sweep *s)
{
	for (uint32_t n = 0; s->buffer && n < s->nodes; n++)
		free(s->buffer[n]);
	for (uint32_t i = 0; i < s->frees; i++)
		free(s->free[i]);
	free(s->free);
	free(s->value);
	free(s->buffer);
}

/* ---- buffers */

static uint8_t *buffer_get(struct coll_train_sweep *s)
{
	if (s->frees)
		return s->free[--s->frees];
	return aligned_alloc(64, COLL_TRAIN_RUN * NET_PACKET_PAYLOAD_BYTES);
}

static void buffer_put(struct coll_train_sweep *s, uint32_t node)
{
	if (!s->buffer[node])
		return;
	if (s->frees == s->frees_capacity) {
		uint32_t capacity = 2 * s->frees_capacity + 16;
		uint8_t **more = realloc(s->free, capacity * sizeof *more);

		if (!more) { /* then there are fewer */
			free(s->buffer[node]);
			s->buffer[node] = NULL;
			return;
		}
		s->free = more;
		s->frees_capacity = capacity;
	}
	s->free[s->frees++] = s->buffer[node];
	s->buffer[node] = NULL;
}

/* ---- payloads under way */

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

/* ---- sums */

/* One node's inputs, and the nodes that they come from. */
struct inputs {
	const void *in[COLL_INPUTS];
	uint32_t from[COLL_INPUTS];
	unsigned count, links;
};

static void inputs_of(const struct coll_train *t, uint32_t node, int64_t number,
		      const struct coll_train_sweep *s, struct inputs *in)
{
	const struct coll_train_node *n = &t->node[node];

	in->count = 0;
	for (unsigned links = n->inputs, link; links; links ^= coll_link_bit(link)) {
		link = coll_link_first(links);
		in->from[in->count] = coll_train_neighbour(t, node, link);
		in->in[in->count] = s->value[in->from[in->count]];
		in->count++;
	}
	in->links = in->count;
	if (n->local)
		in->in[in->count++] = coll_train_own(t, node, number);
}

/* A single input stays what it is, but for numbers that are none: those are seen by
 * the next one that adds something to them, and at the latest by the root. */
static int combine(const struct coll_train *t, const struct coll_train_run *run, uint32_t node,
		   struct coll_train_sweep *s, uint8_t *out)
{
	const uint8_t *header = run->tree->header;
	bool root = t->node[node].parent == node;
	size_t bytes = (size_t)run->count * NET_PACKET_PAYLOAD_BYTES;
	struct inputs in;
	int flags = 0;

	inputs_of(t, node, run->number, s, &in);
	if (in.count == 1 && !root) {
		s->value[node] = in.in[0];
		if (in.links) { /* it goes on in the same buffer */
			s->buffer[node] = s->buffer[in.from[0]];
			s->buffer[in.from[0]] = NULL;
		}
		return 0;
	}
	if (!root && !(out = s->buffer[node] = buffer_get(s)))
		return -1;
	s->value[node] = out;
	if (in.count == 1 && coll_tree_leaves_single(header))
		memcpy(out, in.in[0], bytes);
	else
		flags = (int)coll_combine(net_header_opcode(header), coll_tree_word_bytes(header),
					  in.count, in.in, out, bytes);
	for (unsigned i = 0; i < in.links; i++)
		buffer_put(s, in.from[i]);
	return flags;
}

int coll_train_sweep(const struct coll_train *t, const struct coll_train_run *run,
		     struct coll_train_sweep *s, uint8_t *out, coll_train_said *said, void *ctx)
{
	const struct coll_train_tree *tree = run->tree;
	int64_t number = run->number, periods = (int64_t)run->periods;
	int flags = 0;

	for (uint32_t i = tree->nodes; i-- > 0 && flags >= 0;) {
		uint32_t node = tree->node[i];
		const struct coll_train_node *n = &t->node[node];
		int made = 0;

		if ((!n->inputs && !n->local) || number >= n->up + periods)
			continue;
		buffer_put(s, node); /* the one above has not had it */
		if (number >= n->up)
			made = combine(t, run, node, s, out);
		else
			s->value[node] = sent(t, node, number);
		flags = made < 0 ? made : flags | made;
		if (said)
			said(ctx, node, s->value[node]);
	}
	return flags;
}
