/* matrix.c - see matrix.h. */
#include "matrix.h"

#include <errno.h>
#include <stdlib.h>

static int init(struct matrix *m, const struct net_shape *machine, uint32_t most)
{
	uint32_t nodes = net_shape_nodes(machine);

	blocks_make(&m->blocks, machine, most);
	m->block_of = malloc(nodes * sizeof *m->block_of);
	m->cell = calloc((size_t)m->blocks.count * m->blocks.count, sizeof *m->cell);
	if (!m->block_of || !m->cell)
		return -ENOMEM;
	for (uint32_t node = 0; node < nodes; node++)
		m->block_of[node] = blocks_of(&m->blocks, machine, node);
	return 0;
}

int matrix_init(struct matrix *m, const struct net_shape *machine)
{
	return init(m, machine, MATRIX_SIDE);
}

void matrix_cleanup(struct matrix *m)
{
	free(m->block_of);
	free(m->cell);
	*m = (struct matrix){ 0 };
}

static void add(struct matrix_cell *cell, uint64_t messages, uint64_t bytes)
{
	cell->messages += messages;
	cell->bytes += bytes;
}

void matrix_add(struct matrix *m, uint32_t from, uint32_t to, uint64_t bytes)
{
	add(&m->cell[(size_t)m->block_of[from] * m->blocks.count + m->block_of[to]], 1, bytes);
}

void matrix_merge(struct matrix *a, const struct matrix *b)
{
	for (size_t i = 0; i < (size_t)a->blocks.count * a->blocks.count; i++)
		add(&a->cell[i], b->cell[i].messages, b->cell[i].bytes);
}

int matrix_coarser(struct matrix *to, const struct matrix *m, const struct net_shape *machine,
		   uint32_t most)
{
	uint32_t n = m->blocks.count;
	int rc = init(to, machine, most);

	for (uint32_t i = 0; rc == 0 && i < n * n; i++) {
		uint32_t from = blocks_node(&m->blocks, machine, i / n, 0);
		uint32_t dst = blocks_node(&m->blocks, machine, i % n, 0);
		size_t at = (size_t)to->block_of[from] * to->blocks.count + to->block_of[dst];

		add(&to->cell[at], m->cell[i].messages, m->cell[i].bytes);
	}
	return rc;
}
