/*
 * scc.h - between as_scc.c and as_loop.c.
 */
#ifndef BGQ_AS_SCC_H
#define BGQ_AS_SCC_H

#include "as.h"

struct scc_frame {
	uint32_t node;
	uint8_t edge; /* the next one to follow */
};

struct scc {
	const struct unit_text *f;
	uint32_t *set;   /* of each node: the set it was in last */
	uint32_t sets;
	uint32_t *index, *low, indexes;
	bool *on_stack;
	uint32_t *stack, stacked;
	struct scc_frame *frame;
	uint32_t frames;
	uint32_t *found, founds; /* nodes, component by component */
	uint32_t *start, components; /* where each component begins in found */
};

void scc_init(struct scc *s, const struct unit_text *f);
void scc_find(struct scc *s, const uint32_t *nodes, uint32_t count);

#endif
