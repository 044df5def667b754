/* options_output.c - see options_output.h. */
#include "options_output.h"

#include "options.h"

enum { OPT_OUTPUT_PER_RANK = 0x4000 };

static const struct argp_option entries[] = {
	{ "output-per-rank", OPT_OUTPUT_PER_RANK, "PATTERN", 0,
	  "Write what each rank prints to a file of its own: %r is the rank (%5r in five digits), "
	  "%s stdout or stderr, %j the job", 1 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *st)
{
	if (key != OPT_OUTPUT_PER_RANK)
		return ARGP_ERR_UNKNOWN;
	((struct options *)st->input)->output_per_rank = arg;
	return 0;
}

const struct argp options_output = { .options = entries, .parser = parse };
