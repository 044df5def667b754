/*
 * detour.h - words for packets of a mesh (word.h): XYZ order where it is free, else round failed
 * links and chips, by turns that the table allows or can be given (turns.h), in six segments.
 *
 * Never: a way that depends on traffic; a pair's packets always take the same links.
 */
#ifndef BGQ_NET_MESH_DETOUR_H
#define BGQ_NET_MESH_DETOUR_H

#include <stddef.h>

#include "turns.h"
#include "word.h"

#define NET_FAILURES_MAX 64

struct net_failure {
	uint32_t node;
	uint8_t way;  /* a link; or NET_FAILED_CHIP */
	uint8_t at[3]; /* its coordinates */
};
#define NET_FAILED_CHIP 6

#define NET_HARD_PAIRS 64

struct net_lost_pair {
	uint8_t from[3], to[3];
};

struct net_detours {
	struct net_turns turns;
	struct net_failure failure[NET_FAILURES_MAX];
	unsigned failures;
	uint64_t lines[3]; /* of each dimension, as a hash: those with a failure on them */
	struct net_lost_pair *lost_pair; /* without a route, while turns are being added */
	size_t lost, lost_room;
	struct net_lost_pair hard_pair[NET_HARD_PAIRS]; /* had none in an attempt: are first now */
	unsigned hard;
};

bool net_detours_create(struct net_detours *d, const struct net_shape *s);
void net_detours_destroy(struct net_detours *d);
/* Nothing has failed. */
void net_detours_reset(struct net_detours *d);
/* A link of node, or with NET_FAILED_CHIP all of it.  False: that link is off the mesh, or has
 * failed before, or there are too many. */
bool net_detours_fail(struct net_detours *d, uint32_t node, unsigned way);
bool net_detours_dead(const struct net_detours *d, uint32_t node);
/* Adds turns until every live node has a legal route to every other; returns the pairs for which
 * there is none. */
uint64_t net_detours_settle(struct net_detours *d);
/* The word of a packet between live nodes; false: there is no route. */
bool net_detours_word(const struct net_detours *d, uint32_t from, uint32_t to, uint64_t *word);

#endif
