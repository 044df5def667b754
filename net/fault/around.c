/* around.c - see around.h. */
#include "around.h"

#include <stdlib.h>
#include <string.h>

static bool dies_for_ever(const struct net_fault *f)
{
	return f->kind == NET_FAULT_DIE || (f->kind == NET_FAULT_STOP && f->to_ps == PS_NEVER);
}

static bool add(struct net_around *a, uint32_t node, unsigned link, ps_t from_ps)
{
	struct net_dead_link *more = realloc(a->dead, (a->count + 1) * sizeof *more);

	if (!more)
		return false;
	a->dead = more;
	more += a->count++;
	*more = (struct net_dead_link){ .dim = (uint8_t)(link / 2), .plus = link & 1,
					.from_ps = from_ps };
	net_coord_of(&a->shape, node, more->at);
	return true;
}

/* Adds a link's both directions; for a node that dies, those of all its links. */
static bool add_fault(struct net_around *a, const struct net_fault *f)
{
	struct net_neighbour n;
	unsigned first = f->kind == NET_FAULT_DIE ? 0 : f->link;
	unsigned last = f->kind == NET_FAULT_DIE ? 2 * a->dims - 1 : f->link;

	for (unsigned link = first; link <= last; link++)
		if (net_neighbour(&a->shape, f->node, link, &n) &&
		    !(add(a, f->node, link, f->from_ps) && add(a, n.node, link ^ 1, f->from_ps)))
			return false;
	return true;
}

static void order_of(struct net_around *a, const uint8_t *masks)
{
	unsigned n = 0;

	for (unsigned i = 0; i < NET_DIMS_MAX; i++)
		for (unsigned m = masks[i]; m && n < NET_DIMS_MAX; m &= m - 1)
			a->order[n++] = (uint8_t)__builtin_ctz(m);
}

bool net_around_init(struct net_around *a, const struct net_faults *p, const uint8_t *masks)
{
	*a = (struct net_around){ .shape = p->shape, .dims = net_shape_dims(&p->shape) };
	order_of(a, masks);
	for (unsigned i = 0; i < p->count; i++)
		if (dies_for_ever(&p->fault[i]) && !add_fault(a, &p->fault[i])) {
			net_around_cleanup(a);
			return false;
		}
	return true;
}

void net_around_cleanup(struct net_around *a)
{
	free(a->dead);
	a->dead = NULL;
	a->count = 0;
}

/* Links from a coordinate to another, one way round. */
static unsigned steps(unsigned size, unsigned from, unsigned to, bool plus)
{
	return plus ? (to + size - from) % size : (from + size - to) % size;
}

/* Whether the dead link is among those that a way crosses in its own dimension, and at a node
 * that it can be at in the others. */
static bool in_box(const struct net_around *a, const struct net_dead_link *l, const uint8_t *at,
		   const struct net_way *w)
{
	for (unsigned d = 0; d < a->dims; d++) {
		bool plus = w->plus >> d & 1;
		unsigned off = steps(a->shape.size[d], at[d], l->at[d], plus);

		if (d == l->dim ? plus != l->plus || off >= w->left[d] : off > w->left[d])
			return false;
	}
	return true;
}

bool net_around_meets(const struct net_around *a, uint32_t from, const struct net_way *w,
		      ps_t now_ps)
{
	uint8_t at[NET_DIMS_MAX];

	net_coord_of(&a->shape, from, at);
	for (unsigned i = 0; i < a->count; i++)
		if (a->dead[i].from_ps <= now_ps && in_box(a, &a->dead[i], at, w))
			return true;
	return false;
}

/* Whether so many links of a dimension, from a node on, are alive. */
static bool arc(const struct net_around *a, const uint8_t *at, unsigned d, const struct net_way *w,
		ps_t now_ps)
{
	struct net_way line = { .plus = w->plus };

	line.left[d] = w->left[d];
	for (unsigned i = 0; i < a->count; i++)
		if (a->dead[i].dim == d && a->dead[i].from_ps <= now_ps &&
		    in_box(a, &a->dead[i], at, &line))
			return false;
	return true;
}

static void turn(const struct net_around *a, unsigned d, struct net_way *w)
{
	w->plus ^= (uint8_t)(1u << d);
	w->left[d] = (uint8_t)(a->shape.size[d] - w->left[d]);
}

static void move(const struct net_around *a, uint8_t *at, unsigned d, const struct net_way *w)
{
	unsigned size = a->shape.size[d];

	at[d] = (uint8_t)((at[d] + (w->plus >> d & 1 ? w->left[d] : size - w->left[d])) % size);
}

bool net_around_turn(const struct net_around *a, uint32_t from, struct net_way *w, ps_t now_ps)
{
	uint8_t at[NET_DIMS_MAX];

	net_coord_of(&a->shape, from, at);
	for (unsigned i = 0; i < a->dims; i++) {
		unsigned d = a->order[i];

		if (!w->left[d])
			continue;
		if (!arc(a, at, d, w, now_ps)) {
			if (!a->shape.torus[d] || w->fixed >> d & 1)
				return false;
			turn(a, d, w);
			if (!arc(a, at, d, w, now_ps))
				return false;
		}
		move(a, at, d, w);
	}
	return true;
}

bool net_around_reaches(const struct net_around *a, uint32_t from, uint32_t to, ps_t now_ps)
{
	uint8_t at[NET_DIMS_MAX], end[NET_DIMS_MAX];
	struct net_way w = { .plus = 0 };

	net_coord_of(&a->shape, from, at);
	net_coord_of(&a->shape, to, end);
	for (unsigned d = 0; d < a->dims; d++) {
		unsigned size = a->shape.size[d], up = steps(size, at[d], end[d], true);
		bool plus = a->shape.torus[d] ? 2 * up <= size : end[d] > at[d];

		w.plus |= (uint8_t)(plus << d);
		w.left[d] = (uint8_t)steps(size, at[d], end[d], plus);
	}
	return net_around_turn(a, from, &w, now_ps);
}

uint32_t net_around_via(const struct net_around *a, uint32_t from, uint32_t to, ps_t now_ps)
{
	uint32_t nodes = net_shape_nodes(&a->shape);

	for (uint32_t i = 1; i < nodes; i++) {
		uint32_t via = (uint32_t)(((uint64_t)from + to + i) % nodes);

		if (via != from && via != to && net_around_reaches(a, from, via, now_ps) &&
		    net_around_reaches(a, via, to, now_ps))
			return via;
	}
	return UINT32_MAX;
}
