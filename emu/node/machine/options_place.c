/* options_place.c - see options_place.h. */
#include "options_place.h"

#include <stdio.h>
#include <string.h>

#include "emu/cmd/cli/values.h"

enum { OPT_PART = 0x4000, OPT_LOCATION, OPT_WITHIN, OPT_JOB };

static const struct argp_option entries[] = {
	{ "part", OPT_PART, "AxBxCxDxE+A,B,C,D,E", 0,
	  "The job's nodes in the block: how many in each dimension, from which on", 1 },
	{ "location", OPT_LOCATION, "RRR-MM-NNN-JNN", 0,
	  "Where node <0,0,0,0,0> stands (default R00-M0-N00-J00)", 1 },
	{ "within", OPT_WITHIN, "AxBxCxDxE+A,B,C,D,E", 0,
	  "The block is a part of a machine of this shape, from there on; --location is the "
	  "machine's", 1 },
	{ "job", OPT_JOB, "FILE", 0,
	  "As the first option: run the jobs of a file, each on a part of a machine", 1 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *st)
{
	struct options *o = st->input;
	struct part_box machine;

	switch (key) {
	case OPT_PART:
		value_accept(st, arg, "--part", part_parse(arg, &o->part));
		o->have_part = true;
		break;
	case OPT_LOCATION:
		value_accept(st, arg, "--location", location_parse(arg, &o->location));
		break;
	case OPT_WITHIN:
		value_accept(st, arg, "--within", part_parse(arg, &machine));
		memcpy(o->whole.size, machine.size, sizeof machine.size);
		memcpy(o->whole_corner, machine.corner, sizeof o->whole_corner);
		o->have_whole = true;
		break;
	case OPT_JOB: argp_error(st, "--job has to be the first option"); break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp options_place = { .options = entries, .parser = parse };

int options_place_settle(struct options *o)
{
	struct part_box block = part_whole(&o->shape);

	if (!o->have_part)
		o->part = block;
	if (!o->have_whole)
		o->whole = o->shape;
	memcpy(block.corner, o->whole_corner, sizeof block.corner);
	if (!part_fits(&o->part, &o->shape)) {
		fprintf(stderr, "bgq-run: --part goes beyond the block\n");
		return -1;
	}
	if (!part_fits(&block, &o->whole)) {
		fprintf(stderr, "bgq-run: --within: the block goes beyond the machine\n");
		return -1;
	}
	return 0;
}
