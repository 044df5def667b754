/* options_shape.c - see options_shape.h. */
#include "options_shape.h"

#include <limits.h>
#include <stdio.h>

#include "options_place.h"
#include "rank_list.h"

static bool shape_take(struct options *o)
{
	uint32_t each = o->ranks_per_node;

	if (o->have_shape)
		return true;
	if (!o->np)
		o->np = 32 * each;
	uint32_t wanted = (o->np + each - 1) / each;

	if (net_shape_default(wanted, &o->shape) == 0)
		return true;
	fprintf(stderr, "bgq-run: --np %u: the machine has no partition of %u nodes; the nearest "
		"has %u; or give --shape AxBxCxDxE\n", o->np, wanted, net_shape_nearest(wanted));
	return false;
}

static bool part_take(struct options *o)
{
	if (options_place_settle(o) != 0)
		return false;
	uint32_t nodes = part_nodes(&o->part), each = o->ranks_per_node;

	if (!o->np)
		o->np = nodes * each;
	if (o->np <= nodes * each)
		return true;
	fprintf(stderr, "bgq-run: --np %u: %ux%ux%ux%ux%u has %u nodes with %u rank%s each\n",
		o->np, o->part.size[0], o->part.size[1], o->part.size[2], o->part.size[3],
		o->part.size[4], nodes, each, each > 1 ? "s" : "");
	return false;
}

static bool ends_take(struct options *o, const struct options_ends *ends)
{
	for (int d = 0; d < NET_DIMS; d++) {
		bool mesh = ends->mesh >> d & 1, torus = ends->torus >> d & 1;

		if (mesh && torus) {
			fprintf(stderr,
				"bgq-run: --mesh and --torus: dimension %c is in both\n", 'A' + d);
			return false;
		}
		if (ends->have_torus)
			o->shape.torus[d] = torus;
		if (mesh)
			o->shape.torus[d] = 0;
	}
	return true;
}

/* Whether each rank that an option names is one of the job's. */
static bool ranks_are_there(const struct options *o)
{
	unsigned long beyond;

	if (o->gdb_rank >= (int64_t)o->np)
		fprintf(stderr, "bgq-run: --gdb %d: there are %u ranks\n", (int)o->gdb_rank,
			o->np);
	else if (o->stdin_rank >= o->np)
		fprintf(stderr, "bgq-run: --stdinrank %u: there are %u ranks\n", o->stdin_rank,
			o->np);
	else if (o->on_demand && !rank_list_below(o->on_demand, o->np, &beyond))
		fprintf(stderr, "bgq-run: --on-demand: '%s': rank %lu%s of %u ranks\n",
			o->on_demand, beyond, beyond == ULONG_MAX ? " or more" : "", o->np);
	else
		return true;
	return false;
}

bool options_shape(struct options *o, const struct options_ends *ends)
{
	return shape_take(o) && part_take(o) && ends_take(o, ends) && ranks_are_there(o);
}
