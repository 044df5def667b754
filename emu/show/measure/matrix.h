/*
 * matrix.h - who has sent how much to whom: messages and bytes from node to node, or from box to
 * box of nodes if there are many.  Collectives, which have no destination, are not in it.
 *
 * Never: more than MATRIX_SIDE boxes, whose square is counted for each worker.
 */
#ifndef BGQ_EMU_MATRIX_H
#define BGQ_EMU_MATRIX_H

#include "blocks.h"

#define MATRIX_SIDE 512u

struct matrix_cell {
	uint64_t messages, bytes;
};

struct matrix {
	struct blocks blocks;
	uint32_t *block_of;       /* [nodes] */
	struct matrix_cell *cell; /* [count * count], by source */
};

/* 0, or -ENOMEM. */
int matrix_init(struct matrix *m, const struct net_shape *machine);
void matrix_cleanup(struct matrix *m);
void matrix_add(struct matrix *m, uint32_t from, uint32_t to, uint64_t bytes);
/* Adds b to a. */
void matrix_merge(struct matrix *a, const struct matrix *b);
/* Sums a matrix into boxes, at most so many each way.  0, or -ENOMEM. */
int matrix_coarser(struct matrix *to, const struct matrix *m, const struct net_shape *machine,
		   uint32_t most);

#endif
