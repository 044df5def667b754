/*
 * as_scc.c - nodes that lie on cycles with each other (Tarjan), within a set of nodes.
 */
#include "scc.h"

void scc_init(struct scc *s, const struct unit_text *f)
{
	*s = (struct scc){
		.f = f,
		.set = as_alloc(f->nodes, sizeof *s->set),
		.index = as_alloc(f->nodes, sizeof *s->index),
		.low = as_alloc(f->nodes, sizeof *s->low),
		.on_stack = as_alloc(f->nodes, sizeof *s->on_stack),
		.stack = as_alloc(f->nodes, sizeof *s->stack),
		.frame = as_alloc(f->nodes, sizeof *s->frame),
		.found = as_alloc(f->nodes, sizeof *s->found),
		.start = as_alloc((size_t)f->nodes + 1, sizeof *s->start),
	};
}

static void enter(struct scc *s, uint32_t n)
{
	s->index[n] = s->low[n] = ++s->indexes;
	s->stack[s->stacked++] = n;
	s->on_stack[n] = true;
	s->frame[s->frames++] = (struct scc_frame){ n, 0 };
}

static uint32_t successor(const struct scc *s, struct scc_frame *frame)
{
	const struct node *node = &s->f->node[frame->node];
	uint32_t to = frame->edge == 0 ? node->next : node->jump;
	frame->edge++;
	return to != NONE && s->set[to] == s->set[frame->node] ? to : NONE;
}

/* The nodes of a component are on the stack above its first. */
static void leave(struct scc *s, uint32_t n)
{
	s->frames--;
	if (s->frames > 0) {
		uint32_t above = s->frame[s->frames - 1].node;
		if (s->low[n] < s->low[above])
			s->low[above] = s->low[n];
	}
	if (s->low[n] != s->index[n])
		return;
	uint32_t last;
	do {
		last = s->stack[--s->stacked];
		s->on_stack[last] = false;
		s->found[s->founds++] = last;
	} while (last != n);
	s->start[++s->components] = s->founds;
}

static void search(struct scc *s, uint32_t root)
{
	enter(s, root);
	while (s->frames > 0) {
		struct scc_frame *frame = &s->frame[s->frames - 1];
		uint32_t n = frame->node;
		if (frame->edge > 1) {
			leave(s, n);
			continue;
		}
		uint32_t to = successor(s, frame);
		if (to == NONE)
			continue;
		if (s->index[to] == 0)
			enter(s, to);
		else if (s->on_stack[to] && s->index[to] < s->low[n])
			s->low[n] = s->index[to];
	}
}

/* Finds the components of a set of nodes: component c is found[start[c]] and on, until
 * start[c + 1]. */
void scc_find(struct scc *s, const uint32_t *nodes, uint32_t count)
{
	s->sets++;
	s->founds = s->components = 0;
	for (uint32_t i = 0; i < count; i++) {
		s->set[nodes[i]] = s->sets;
		s->index[nodes[i]] = 0;
	}
	for (uint32_t i = 0; i < count; i++)
		if (s->index[nodes[i]] == 0)
			search(s, nodes[i]);
}
