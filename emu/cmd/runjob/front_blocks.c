/* front_blocks.c - boot-block and get-bootable-blocks: front.h. */
#include "front.h"

#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/cmd/cli/block.h"
#include "emu/cmd/cli/values.h"
#include "batch.h"

#define SMALLEST_BLOCK 32u /* nodes that boot: those of a node board */

enum { OPT_BLOCK = 256, OPT_FREE, OPT_REBOOT, OPT_SIZE, OPT_GEOMETRY };

/* ---- boot-block */

int front_boot_block(int argc, char **argv)
{
	static const struct option options[] = {
		{ "block", required_argument, NULL, OPT_BLOCK },
		{ "free", no_argument, NULL, OPT_FREE },
		{ "reboot", no_argument, NULL, OPT_REBOOT },
		{ "help", no_argument, NULL, 'h' }, { 0 }
	};
	const char *from, *name = batch_block(&from);
	int c;

	while ((c = getopt_long(argc, argv, "h", options, NULL)) != -1)
		switch (c) {
		case OPT_BLOCK: name = optarg; break;
		case OPT_FREE: case OPT_REBOOT: break;
		case 'h':
			printf("usage: boot-block [--free | --reboot] --block NAME\n\n"
			       "Blocks boot with each job: see runjob(1).\n");
			return 0;
		default: return EXIT_FAILURE;
		}
	if (optind == argc && name && *name)
		return 0;
	fprintf(stderr, "boot-block: %s\n", optind < argc ? "the block's name follows --block"
							  : "no block: give --block");
	return EXIT_FAILURE;
}

/* ---- get-bootable-blocks */

struct wanted {
	const char *block;
	unsigned long nodes;    /* 0: not given */
	struct net_shape shape; /* sizes of 0: not given */
};

static bool fail(const char *what, const char *value, const char *why)
{
	fprintf(stderr, "get-bootable-blocks: %s '%s' %s\n", what, value, why);
	return false;
}

/* The block in which others are looked for: its name, or the batch system, says how large. */
static bool outer_block(const char *name, struct named_block *b)
{
	const char *from;

	return block_named(name, b) ||
	       net_shape_default((uint32_t)batch_nodes(&from), &b->shape) == 0 ||
	       fail("block", name, "does not say how many nodes it has");
}

static bool inner_shape(struct wanted *w)
{
	if (!w->shape.size[0] && net_shape_default((uint32_t)w->nodes, &w->shape) != 0) {
		fprintf(stderr, "get-bootable-blocks: no block has %lu nodes; the nearest has %u\n",
			w->nodes, net_shape_nearest((uint32_t)w->nodes));
		return false;
	}
	if (w->nodes && w->nodes != net_shape_nodes(&w->shape)) {
		fprintf(stderr, "get-bootable-blocks: --size %lu, but --geometry has %u nodes\n",
			w->nodes, net_shape_nodes(&w->shape));
		return false;
	}
	if (net_shape_nodes(&w->shape) >= SMALLEST_BLOCK)
		return true;
	fprintf(stderr, "get-bootable-blocks: blocks have %u nodes or more; smaller jobs are "
		"runjob's --corner and --shape\n", SMALLEST_BLOCK);
	return false;
}

/* "MIR-02000-13331-128": the coordinates of the first and the last node. */
static void print_name(const struct named_block *b, const struct net_shape *s,
		       const uint8_t at[NET_DIMS])
{
	static const char digits[] = "0123456789abcdef";
	char first[NET_DIMS + 1] = "", last[NET_DIMS + 1] = "";
	uint8_t origin[NET_DIMS];

	net_location_coord(&b->at, origin);
	for (int d = 0; d < NET_DIMS; d++) {
		unsigned from = origin[d] + at[d];

		first[d] = digits[from];
		last[d] = digits[from + s->size[d] - 1];
	}
	printf("BGQ-%s-%s-%u\n", first, last, net_shape_nodes(s));
}

/* Names have one digit for each coordinate. */
static bool has_names(const struct named_block *b)
{
	uint8_t origin[NET_DIMS];

	net_location_coord(&b->at, origin);
	for (int d = 0; d < NET_DIMS; d++)
		if (origin[d] + b->shape.size[d] > 16)
			return false;
	return true;
}

/* All places side by side. */
static void print_all(const struct named_block *b, const struct net_shape *s)
{
	struct net_shape grid = { .size = { 0 } };
	uint8_t at[NET_DIMS];

	for (int d = 0; d < NET_DIMS; d++)
		grid.size[d] = (uint8_t)(b->shape.size[d] / s->size[d]);
	for (uint32_t i = 0; i < net_shape_nodes(&grid); i++) {
		net_coord_of(&grid, i, at);
		for (int d = 0; d < NET_DIMS; d++)
			at[d] = (uint8_t)(at[d] * s->size[d]);
		print_name(b, s, at);
	}
}

static bool fits(const struct net_shape *s, const struct net_shape *outer)
{
	for (int d = 0; d < NET_DIMS; d++)
		if (s->size[d] > outer->size[d])
			return false;
	return true;
}

/* A shape's sizes of A to D in another order: the longest where the outer block is longest.  E is
 * 2 everywhere. */
static void turn(struct net_shape *s, const struct net_shape *outer)
{
	struct net_shape left = *s, room = *outer;

	for (int i = 0; i < NET_DIMS - 1; i++) {
		int from = 0, to = 0;

		for (int d = 1; d < NET_DIMS - 1; d++) {
			from = left.size[d] > left.size[from] ? d : from;
			to = room.size[d] > room.size[to] ? d : to;
		}
		s->size[to] = left.size[from];
		left.size[from] = room.size[to] = 0;
	}
}

static bool print_blocks(struct wanted *w)
{
	struct named_block b;

	if (!outer_block(w->block, &b))
		return false;
	if (!w->nodes && !w->shape.size[0])
		w->nodes = net_shape_nodes(&b.shape);
	if (w->nodes == net_shape_nodes(&b.shape) && !w->shape.size[0]) {
		printf("%s\n", w->block);
		return true;
	}
	bool any = !w->shape.size[0];

	if (!inner_shape(w))
		return false;
	if (any && !fits(&w->shape, &b.shape))
		turn(&w->shape, &b.shape);
	if (!fits(&w->shape, &b.shape))
		return fail("block", w->block, "has no room for one");
	if (!has_names(&b))
		return fail("block", w->block, "has more than 16 nodes in a dimension");
	print_all(&b, &w->shape);
	return true;
}

static bool take_size(struct wanted *w, int c)
{
	if (c == OPT_GEOMETRY)
		return net_shape_parse(optarg, &w->shape) == 0 ||
		       fail("--geometry", optarg, "is not of the form AxBxCxDxE");
	return value_parse(optarg, 10, 1, INT32_MAX, &w->nodes) ||
	       fail("--size", optarg, "is not a number of nodes");
}

int front_bootable_blocks(int argc, char **argv)
{
	static const struct option options[] = {
		{ "size", required_argument, NULL, OPT_SIZE },
		{ "geometry", required_argument, NULL, OPT_GEOMETRY },
		{ "help", no_argument, NULL, 'h' }, { 0 }
	};
	struct wanted w = { 0 };
	const char *from;
	int c;

	while ((c = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (c == 'h') {
			printf("usage: get-bootable-blocks [--size NODES] [--geometry AxBxCxDxE] "
			       "BLOCK\n\nPrints the blocks within it, for runjob --block.\n");
			return 0;
		}
		if (c == '?' || !take_size(&w, c))
			return EXIT_FAILURE;
	}
	w.block = optind < argc ? argv[optind] : batch_block(&from);
	if (w.block && optind + 1 >= argc)
		return print_blocks(&w) ? 0 : EXIT_FAILURE;
	fprintf(stderr, "get-bootable-blocks: %s\n", w.block ? "more than one block"
							     : "no block is given");
	return EXIT_FAILURE;
}
