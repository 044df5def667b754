/* part.c - see part.h. */
#include "part.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Lists dimensions from the one that ranks fill first; with a file, as by the default mapping. */
static void order_of(const struct mapping *m, uint8_t order[NET_DIMS])
{
	const char *letters = m->path ? MAPPING_DEFAULT : m->order;
	int n = NET_DIMS;

	for (; *letters; letters++)
		if (*letters != 'T')
			order[--n] = (uint8_t)(*letters - 'A');
}

/* Counts nodes with ranks, and marks the others. */
static uint32_t idle_set(uint8_t *idle, const struct mapping *m, const struct mapping_block *b)
{
	uint32_t nodes = net_shape_nodes(b->shape), with = 0;

	memset(idle, 1, nodes);
	for (uint32_t rank = 0; rank < m->ranks; rank++) {
		uint8_t *node = &idle[m->process_of[rank] / b->slots];

		with += *node;
		*node = 0;
	}
	return with;
}

/* Makes the part like MUSPI_MakeNpRectMap() of spi/include/mu/ClassrouteRect.h: it has all of each
 * dimension, as long as those before it have too few nodes.  With a file ranks may be anywhere. */
int part_make(struct coll_part *part, const struct mapping *m, const struct mapping_block *b)
{
	uint8_t *idle = malloc(net_shape_nodes(b->shape));
	uint32_t nodes = 1, with;

	if (!idle)
		return -ENOMEM;
	*part = (struct coll_part){ .idle = idle };
	memcpy(part->corner, b->part.corner, sizeof part->corner);
	order_of(m, part->order);
	with = idle_set(idle, m, b);
	for (unsigned i = 0; i < NET_DIMS; i++) {
		uint8_t d = part->order[i], all = b->part.size[d];

		part->size[d] = m->path || nodes < with ? all : 1;
		nodes *= all;
		if (part->size[d] > 1)
			part->begin = d;
	}
	return 0;
}
