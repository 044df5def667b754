/* detour.c - see detour.h.  Adding turns until all pairs have a route: settle.c. */
#include "detour_internal.h"

#include <stdlib.h>
#include <string.h>

static void go(struct path *p, unsigned dim, int to)
{
	int left = to - p->at[dim];
	unsigned way = 2 * dim + (left > 0), hops = (unsigned)(left > 0 ? left : -left);

	p->at[dim] = to;
	if (hops && p->n && p->way[p->n - 1] / 2 == dim) {
		if (p->way[p->n - 1] != way) {
			p->longer = true;
			return;
		}
		unsigned fits = NET_WORD_HOPS - p->hops[p->n - 1];
		unsigned more = hops < fits ? hops : fits;

		p->hops[p->n - 1] = (uint8_t)(p->hops[p->n - 1] + more);
		hops -= more;
	}
	while (hops) {
		unsigned part = hops < NET_WORD_HOPS ? hops : NET_WORD_HOPS;

		if (p->n == NET_WORD_SEGMENTS) {
			p->longer = true;
			return;
		}
		p->way[p->n] = (uint8_t)way;
		p->hops[p->n++] = (uint8_t)part;
		hops -= part;
	}
}

/* ---- what a path meets */

static bool between(int v, int a, int b)
{
	return a < b ? v >= a && v <= b : v >= b && v <= a;
}

/* The bit of net_detours.lines of the line along a dimension through a node. */
static uint64_t line_bit(const int at[3], unsigned dim)
{
	unsigned one = (unsigned)at[dim == 0], other = (unsigned)at[dim == 2 ? 1 : 2];

	return UINT64_C(1) << ((one * 11 + other * 3) & 63);
}

/* A straight piece from a, by so many hops one way, crosses the failed link or chip. */
static bool meets(const struct net_failure *f, const int a[3], unsigned way, int hops)
{
	unsigned dim = way / 2;
	int end = a[dim] + (way & 1 ? hops : -hops);

	for (unsigned d = 0; d < 3; d++)
		if (d == dim ? !between(f->at[d], a[d], end) : f->at[d] != a[d])
			return false;
	if (f->way == NET_FAILED_CHIP)
		return true;
	return f->way / 2 == dim &&
	       between(f->at[dim] + (f->way & 1 ? 1 : -1), a[dim], end);
}

/* Ways to try, in this order.  A capital is a dimension in which the packet goes on to its
 * destination's coordinate, a small letter one in which it stays at its own; a sign behind it is a
 * node aside, two are two; a bar: only up to the first failure on the way. */
static const char *const detours[] = {
	"XYZ",
	/* whose turns are among those of a sign of Y, see enum adding */
	"X|y+XYZ", "X|y-XYZ", "XY|z+YZ", "XY|z-YZ",
	"y+XYZ", "y-XYZ", "XY+ZY", "XY-ZY", "Xz+YZ", "Xz-YZ", "X+YXZ", "X-YXZ",
	"y+XY+ZY", "y-XY-ZY", "Y+XZY", "Y-XZY", "y+Xz+YZ", "y+Xz-YZ", "y-Xz+YZ", "y-Xz-YZ",
	"Xz+Y+ZY", "Xz-Y+ZY", "Xz+Y-ZY", "Xz-Y-ZY", "y+XZY", "y-XZY", "y++XZY", "y--XZY",
	/* others: at an end of Y, from which no turn to Y leads back, first */
	"X|z+XYZ", "X|z-XYZ", "z+XYZ", "z-XYZ", "X+YZX", "X-YZX",
	"XY|x+YXZ", "XY|x-YXZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX", "x+YXZ", "x-YXZ",
	"z+XY+ZY", "z-XY+ZY", "z+XY-ZY", "z-XY-ZY", "z+X+YZX", "z-X+YZX", "z+X-YZX", "z-X-YZX",
	"y+X+YZX", "y+X-YZX", "y-X+YZX", "y-X-YZX", "z+X+YXZ", "z+X-YXZ", "z-X+YXZ", "z-X-YXZ",
	"y++XYZ", "y--XYZ", "XY++ZY", "XY--ZY", "Xz++YZ", "Xz--YZ", "X++YXZ", "X--YXZ",
	"z++XYZ", "z--XYZ", "X++YZX", "X--YZX",
};

#define DETOURS (sizeof detours / sizeof *detours)
#define OTHERS  29 /* the first of the others */

/* Where a straight piece from a to the coordinate to of a dimension comes before it meets one. */
static int free_until(const struct net_detours *d, const int a[3], unsigned dim, int to)
{
	int step = to > a[dim] ? 1 : -1;
	unsigned way = 2 * dim + (step > 0);

	for (unsigned f = 0; f < d->failures; f++) {
		const struct net_failure *k = &d->failure[f];
		bool chip = k->way == NET_FAILED_CHIP;

		if (to == a[dim] || !meets(k, a, way, step * (to - a[dim])))
			continue;
		/* A link's end on this side, or a chip's neighbour. */
		int other = chip ? k->at[dim] : k->at[dim] + (k->way & 1 ? 1 : -1);

		to = chip ? k->at[dim] - step
			  : step > 0 ? (k->at[dim] < other ? k->at[dim] : other)
				     : (k->at[dim] > other ? k->at[dim] : other);
	}
	return to;
}

/* False: it leads off the mesh, needs too many segments or goes back on itself. */
static bool draw(const struct net_detours *d, const char *way, const uint8_t from[3],
		 const uint8_t to[3], struct path *p)
{
	*p = (struct path){ .at = { from[0], from[1], from[2] } };
	while (*way && !p->longer) {
		bool stays = *way >= 'x';
		unsigned dim = (unsigned)(*way++ - (stays ? 'x' : 'X'));
		int at = stays ? from[dim] : to[dim];

		for (; *way == '+' || *way == '-'; way++)
			at += *way == '+' ? 1 : -1;
		if (*way == '|') {
			at = free_until(d, p->at, dim, at);
			way++;
		}
		if (at < 0 || at >= d->turns.shape.size[dim])
			return false;
		go(p, dim, at);
	}
	return !p->longer;
}

/* Most lines have no failure on them. */
static bool piece_is_free(const struct net_detours *d, const int at[3], unsigned way, int hops)
{
	if (!(d->lines[way / 2] & line_bit(at, way / 2)))
		return true;
	for (unsigned f = 0; f < d->failures; f++)
		if (meets(&d->failure[f], at, way, hops))
			return false;
	return true;
}

static bool free_of_failures(const struct net_detours *d, const struct path *p,
			     const uint8_t from[3])
{
	int at[3] = { from[0], from[1], from[2] };

	for (unsigned i = 0; i < p->n; i++) {
		if (!piece_is_free(d, at, p->way[i], p->hops[i]))
			return false;
		at[p->way[i] / 2] += p->way[i] & 1 ? p->hops[i] : -p->hops[i];
	}
	return true;
}

static bool may_add(enum adding adding, unsigned from, unsigned to)
{
	unsigned up = adding == ADD_PLUS ? 3 : 2;

	return adding >= ADD_ANY ||
	       (adding != ADD_NONE && ((from == up && to / 2 == 0) ||
				       (from / 2 == 2 && to == (up ^ 1))));
}

/* Returns the node at these coordinates of a mesh of three dimensions. */
static uint32_t node_at(const struct net_shape *s, const uint8_t at[3])
{
	return (at[0] * (uint32_t)s->size[1] + at[1]) * s->size[2] + at[2];
}

/* All its turns are allowed, or may be added; with add, they are now. */
static bool turns_pass(struct net_turns *t, enum adding adding, bool add, const struct path *p,
		       const uint8_t from[3])
{
	uint8_t at[3] = { from[0], from[1], from[2] };

	for (unsigned i = 0; i + 1 < p->n; i++) {
		unsigned way = p->way[i], next = p->way[i + 1];

		at[way / 2] = (uint8_t)(at[way / 2] + (way & 1 ? p->hops[i] : -p->hops[i]));
		uint32_t node = node_at(&t->shape, at);

		if (net_turns_allow(t, node, way, next))
			continue;
		if (!may_add(adding, way, next) || net_turns_refused(t, node, way, next) ||
		    (add && !net_turns_add(t, node, way, next)))
			return false;
	}
	return true;
}

/* None is added for a path that cannot have all. */
static bool turns_right(struct net_turns *t, enum adding adding, const struct path *p,
			const uint8_t from[3])
{
	return turns_pass(t, adding, false, p, from) &&
	       (!adding || turns_pass(t, adding, true, p, from));
}

/* The drawn ways that are on the mesh and meet no failure, as a list. */
struct drawn {
	uint8_t n, way[DETOURS];
};

/* One whose turns are all allowed; what is drawn on the way to it is noted. */
static bool find_allowed(const struct net_detours *d, const uint8_t from[3], const uint8_t to[3],
			 struct path *p, struct drawn *free)
{
	struct net_turns *t = (struct net_turns *)&d->turns;

	free->n = 0;
	for (unsigned i = 0; i < DETOURS; i++) {
		if (!draw(d, detours[i], from, to, p) || !free_of_failures(d, p, from))
			continue;
		if (turns_right(t, ADD_NONE, p, from))
			return true;
		free->way[free->n++] = (uint8_t)i;
	}
	return false;
}

/* One whose turns can be added; of any turn, the others come first. */
static bool find_adding(struct net_detours *d, enum adding adding, const uint8_t from[3],
			const uint8_t to[3], struct path *p, const struct drawn *free)
{
	unsigned first = 0;

	while (adding >= ADD_ANY && first < free->n && free->way[first] < OTHERS)
		first++;
	for (unsigned i = 0; i < free->n; i++) {
		draw(d, detours[free->way[(first + i) % free->n]], from, to, p);
		if (turns_right(&d->turns, adding, p, from))
			return true;
	}
	return false;
}

/* ---- for what no drawn way leads to: a search by segments over all links */

#define STATES(d) ((size_t)(d)->turns.nodes * NET_TURN_WAYS)

/* A segment's last node and its way, and the segment before it. */
struct reached {
	uint32_t node, before;
	uint8_t way, hops, segment;
};

struct detour_search {
	const struct net_detours *d;
	bool any_turn;  /* all that are not refused; else those that are allowed */
	uint8_t *seen;  /* by node and way */
	struct reached *list;
	uint32_t count;
};

static bool may_turn(const struct detour_search *s, uint32_t node, unsigned from, unsigned to)
{
	const struct net_turns *t = &s->d->turns;

	if (from == NET_WORD_NO_WAY || net_turns_allow(t, node, from, to))
		return true;
	return s->any_turn && to != (from ^ 1) && !net_turns_refused(t, node, from, to);
}

/* All ends of one more segment.  True: one is the destination, the last in the list. */
static bool extend(struct detour_search *s, uint32_t index, uint32_t to)
{
	const struct net_turns *t = &s->d->turns;
	struct reached at = s->list[index];

	for (unsigned way = 0; way < NET_TURN_WAYS; way++) {
		uint32_t node = at.node;

		if (!may_turn(s, node, at.way, way))
			continue;
		for (unsigned hops = 1;
		     hops <= NET_WORD_HOPS && net_turns_link(t, node, way); hops++) {
			node = t->next[node * NET_TURN_WAYS + way];
			if (s->seen[node * NET_TURN_WAYS + way])
				continue;
			s->seen[node * NET_TURN_WAYS + way] = 1;
			s->list[s->count++] = (struct reached){ node, index, (uint8_t)way,
								(uint8_t)hops,
								(uint8_t)(at.segment + 1) };
			if (node == to)
				return true;
		}
	}
	return false;
}

static void path_of(const struct detour_search *s, struct path *p)
{
	uint32_t i = s->count - 1;

	*p = (struct path){ .n = s->list[i].segment };
	for (; s->list[i].segment; i = s->list[i].before) {
		p->way[s->list[i].segment - 1] = s->list[i].way;
		p->hops[s->list[i].segment - 1] = s->list[i].hops;
	}
}

static bool search(const struct net_detours *d, bool any_turn, const uint8_t from[3],
		   const uint8_t to[3], struct path *p)
{
	struct detour_search s = { .d = d, .any_turn = any_turn, .seen = calloc(STATES(d), 1),
			    .list = malloc((STATES(d) + 1) * sizeof *s.list) };
	uint8_t a[NET_DIMS_MAX] = { from[0], from[1], from[2] };
	uint8_t b[NET_DIMS_MAX] = { to[0], to[1], to[2] };
	bool found = false;

	if (!s.seen || !s.list)
		abort();
	s.list[s.count++] = (struct reached){ net_node_of(&d->turns.shape, a), 0, NET_WORD_NO_WAY,
					      0, 0 };
	for (uint32_t i = 0; i < s.count && s.list[i].segment < NET_WORD_SEGMENTS && !found; i++)
		found = extend(&s, i, net_node_of(&d->turns.shape, b));
	if (found)
		path_of(&s, p);
	free(s.seen);
	free(s.list);
	return found;
}

/* Turns that are refused on the way are not tried again. */
static bool search_and_add(struct net_detours *d, const uint8_t from[3], const uint8_t to[3],
			   struct path *p)
{
	for (unsigned tries = 0; tries < 20 && search(d, true, from, to, p); tries++)
		if (turns_right(&d->turns, ADD_ANY, p, from))
			return true;
	return false;
}

bool detour_find(const struct net_detours *d, enum adding adding, const uint8_t from[3],
		 const uint8_t to[3], struct path *p)
{
	struct net_detours *changed = (struct net_detours *)d;
	struct drawn free;

	if (find_allowed(d, from, to, p, &free) ||
	    (adding && find_adding(changed, adding, from, to, p, &free)))
		return true;
	if (adding == ADD_NONE)
		return search(d, false, from, to, p);
	return adding == ADD_SEARCHED &&
	       (search(d, false, from, to, p) || search_and_add(changed, from, to, p));
}

/* ---- */

static void forget_failures(struct net_detours *d)
{
	d->failures = 0;
	memset(d->lines, 0, sizeof d->lines);
}

bool net_detours_create(struct net_detours *d, const struct net_shape *s)
{
	forget_failures(d);
	d->lost_pair = NULL;
	d->lost = d->lost_room = 0;
	d->hard = 0;
	return net_turns_create(&d->turns, s);
}

void net_detours_destroy(struct net_detours *d)
{
	free(d->lost_pair);
	net_turns_destroy(&d->turns);
}

void net_detours_reset(struct net_detours *d)
{
	forget_failures(d);
	net_turns_reset(&d->turns);
}

bool net_detours_dead(const struct net_detours *d, uint32_t node)
{
	for (unsigned f = 0; f < d->failures; f++)
		if (d->failure[f].node == node && d->failure[f].way == NET_FAILED_CHIP)
			return true;
	return false;
}

bool net_detours_fail(struct net_detours *d, uint32_t node, unsigned way)
{
	uint8_t at[NET_DIMS_MAX];

	if (d->failures == NET_FAILURES_MAX ||
	    (way == NET_FAILED_CHIP ? net_detours_dead(d, node)
				    : !net_turns_link(&d->turns, node, way)))
		return false;
	if (way == NET_FAILED_CHIP)
		net_turns_fail_chip(&d->turns, node);
	else
		net_turns_fail_link(&d->turns, node, way);
	net_coord_of(&d->turns.shape, node, at);
	d->failure[d->failures++] = (struct net_failure){ node, (uint8_t)way,
							  { at[0], at[1], at[2] } };
	for (unsigned dim = 0; dim < 3; dim++)
		if (way == NET_FAILED_CHIP || way / 2 == dim)
			d->lines[dim] |= line_bit((const int[3]){ at[0], at[1], at[2] }, dim);
	return true;
}

bool net_detours_word(const struct net_detours *d, uint32_t from, uint32_t to, uint64_t *word)
{
	uint8_t a[NET_DIMS_MAX], b[NET_DIMS_MAX];
	struct path p;

	net_coord_of(&d->turns.shape, from, a);
	net_coord_of(&d->turns.shape, to, b);
	if (!detour_find(d, ADD_NONE, a, b, &p))
		return false;
	*word = net_word_empty();
	for (unsigned i = 0; i < p.n; i++)
		*word = net_word_set(*word, i, p.way[i], p.hops[i]);
	return true;
}
