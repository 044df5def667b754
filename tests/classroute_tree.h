/*
 * classroute_tree.h - for test_classroute*.c: do the routes of all nodes make a tree?
 * Include after cmocka.h.
 */
#ifndef BGQ_TESTS_CLASSROUTE_TREE_H
#define BGQ_TESTS_CLASSROUTE_TREE_H

#include "coll/classroute.h"

static inline struct net_shape shape_of(const char *text)
{
	struct net_shape s;

	assert_int_equal(net_shape_parse(text, &s), 0);
	return s;
}

static inline uint32_t raw(ClassRoute_t r)
{
	return (uint32_t)r.input << 16 | r.output;
}

/* The node at the other end of a link that does not close a ring. */
static inline uint32_t neighbour(const struct net_shape *s, uint32_t node, unsigned link)
{
	uint8_t c[NET_DIMS];

	net_coord_of(s, node, c);
	if (link & 1) {
		c[link / 2]++;
		assert_true(c[link / 2] < s->size[link / 2]);
	} else {
		assert_true(c[link / 2] > 0);
		c[link / 2]--;
	}
	return net_node_of(s, c);
}

/* Links from node to the root of its tree, each seen from both ends. */
static inline unsigned climb(const struct net_shape *s, const ClassRoute_t *route, uint32_t node,
		      uint32_t *root)
{
	unsigned links = 0, up;

	while ((up = coll_classroute_output(route[node])) != COLL_LINK_NONE) {
		assert_true(up < NET_LINKS);
		node = neighbour(s, node, up);
		assert_true(coll_classroute_takes(route[node], coll_link_other_end(up)));
		assert_true(++links < 200);
	}
	*root = node;
	return links;
}

/* Routes are one tree over `members` nodes, those that have any; returns its depth. */
static inline unsigned tree_depth(const struct net_shape *s, const ClassRoute_t *route,
			   uint32_t members, uint32_t *the_root)
{
	uint32_t nodes = net_shape_nodes(s), found = 0, inputs = 0, root;
	unsigned depth = 0;

	*the_root = 0;
	for (uint32_t n = 0; n < nodes; n++) {
		if (coll_classroute_is_free(route[n]))
			continue;
		unsigned links = climb(s, route, n, &root);

		if (found++ == 0)
			*the_root = root;
		assert_int_equal(root, *the_root);
		if (links > depth)
			depth = links;
		inputs += (uint32_t)__builtin_popcount(route[n].input & COLL_TORUS_LINKS);
	}
	assert_int_equal(found, members);
	assert_int_equal(inputs, members - 1);
	return depth;
}

#endif
