/* turns.c - see turns.h. */
#include "turns.h"

#include <stdlib.h>

#define LINKS(t) ((size_t)(t)->nodes * NET_TURN_WAYS)

bool net_turns_create(struct net_turns *t, const struct net_shape *s)
{
	*t = (struct net_turns){ .shape = *s, .nodes = net_shape_nodes(s) };
	t->at = calloc(t->nodes, sizeof *t->at);
	t->refused = calloc(t->nodes, sizeof *t->refused);
	t->next = calloc(LINKS(t), sizeof *t->next);
	t->seen = calloc(LINKS(t), sizeof *t->seen);
	t->stack = calloc(LINKS(t), sizeof *t->stack);
	if (!t->at || !t->refused || !t->next || !t->seen || !t->stack) {
		net_turns_destroy(t);
		return false;
	}
	net_turns_reset(t);
	return true;
}

void net_turns_destroy(struct net_turns *t)
{
	free(t->at);
	free(t->refused);
	free(t->next);
	free(t->seen);
	free(t->stack);
	*t = (struct net_turns){ 0 };
}

static uint64_t xyz_turns(void)
{
	uint64_t turns = 0;

	for (unsigned from = 0; from < NET_TURN_WAYS; from++)
		for (unsigned to = 0; to < NET_TURN_WAYS; to++)
			if (to / 2 > from / 2)
				turns |= UINT64_C(1) << (from * NET_TURN_WAYS + to);
	return turns;
}

void net_turns_reset(struct net_turns *t)
{
	const uint64_t xyz = xyz_turns();

	t->added = 0;
	for (uint32_t n = 0; n < t->nodes; n++) {
		t->at[n] = xyz;
		t->refused[n] = 0;
		for (unsigned way = 0; way < NET_TURN_WAYS; way++) {
			struct net_neighbour at;

			if (net_neighbour(&t->shape, n, way, &at) && at.node != n)
				t->at[n] |= UINT64_C(1) << (36 + way);
			t->next[n * NET_TURN_WAYS + way] = at.node;
		}
	}
}

void net_turns_fail_link(struct net_turns *t, uint32_t node, unsigned way)
{
	if (!net_turns_link(t, node, way))
		return;
	t->at[node] &= ~(UINT64_C(1) << (36 + way));
	t->at[t->next[node * NET_TURN_WAYS + way]] &= ~(UINT64_C(1) << (36 + (way ^ 1)));
}

void net_turns_fail_chip(struct net_turns *t, uint32_t node)
{
	for (unsigned way = 0; way < NET_TURN_WAYS; way++)
		net_turns_fail_link(t, node, way);
}

/* Links that a packet on a link can wait for. */
static void push_waited_for(struct net_turns *t, uint32_t link, unsigned *depth)
{
	uint32_t node = t->next[link];
	unsigned from = link % NET_TURN_WAYS;

	for (unsigned to = 0; to < NET_TURN_WAYS; to++) {
		uint32_t other = node * NET_TURN_WAYS + to;

		if (!net_turns_link(t, node, to) || !net_turns_allow(t, node, from, to) ||
		    t->seen[other] == t->search)
			continue;
		t->seen[other] = t->search;
		t->stack[(*depth)++] = other;
	}
}

/* A packet on the first link may wait for one on another that waits ... for the second. */
static bool reaches(struct net_turns *t, uint32_t first, uint32_t second)
{
	unsigned depth = 0;

	t->search++;
	t->seen[first] = t->search;
	t->stack[depth++] = first;
	while (depth) {
		uint32_t link = t->stack[--depth];

		if (link == second)
			return true;
		push_waited_for(t, link, &depth);
	}
	return false;
}

bool net_turns_add(struct net_turns *t, uint32_t node, unsigned from, unsigned to)
{
	const uint64_t turn = UINT64_C(1) << (from * NET_TURN_WAYS + to);
	uint32_t back = t->next[node * NET_TURN_WAYS + (from ^ 1)];

	if (net_turns_allow(t, node, from, to))
		return true;
	if (t->refused[node] & turn || from == (to ^ 1) || !net_turns_link(t, node, from ^ 1) ||
	    !net_turns_link(t, node, to))
		return false;
	if (reaches(t, node * NET_TURN_WAYS + to, back * NET_TURN_WAYS + from)) {
		t->refused[node] |= turn;
		return false;
	}
	t->at[node] |= turn;
	t->added++;
	return true;
}

/* Takes away, again and again, links for which nothing waits that is left: a cycle stays. */
bool net_turns_cyclic(const struct net_turns *t)
{
	uint8_t *waits = calloc(LINKS(t), 1);
	uint32_t *queue = calloc(LINKS(t), sizeof *queue);
	size_t have = 0, done = 0, links = 0;

	if (!waits || !queue)
		abort();
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t l = 0; l < LINKS(t); l++) {
			uint32_t node = t->next[l];

			if (!net_turns_link(t, l / NET_TURN_WAYS, l % NET_TURN_WAYS))
				continue;
			links += pass == 0;
			if (pass == 1 && waits[l] == 0)
				queue[have++] = l;
			for (unsigned to = 0; to < NET_TURN_WAYS && pass == 0; to++)
				waits[node * NET_TURN_WAYS + to] += (uint8_t)
					(net_turns_link(t, node, to) &&
					 net_turns_allow(t, node, l % NET_TURN_WAYS, to));
		}
	for (; done < have; done++) {
		uint32_t node = t->next[queue[done]];

		for (unsigned to = 0; to < NET_TURN_WAYS; to++) {
			uint32_t other = node * NET_TURN_WAYS + to;

			if (net_turns_link(t, node, to) &&
			    net_turns_allow(t, node, queue[done] % NET_TURN_WAYS, to) &&
			    --waits[other] == 0)
				queue[have++] = other;
		}
	}
	free(waits);
	free(queue);
	return done < links;
}
