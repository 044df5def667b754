/* help.c - see help.h. */
#include "help.h"

#include <stdlib.h>

enum { OPT_HELP = '?', OPT_VERSION = 'V', OPT_USAGE = 0x1000 };

static const struct argp_option entries[] = {
	{ "help", OPT_HELP, NULL, 0, "Give this help list", -1 },
	{ "usage", OPT_USAGE, NULL, 0, "Give a short usage message", 0 },
	{ "version", OPT_VERSION, NULL, 0, "Print program version", -1 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *st)
{
	(void)arg;
	switch (key) {
	case OPT_HELP: argp_state_help(st, st->out_stream, ARGP_HELP_STD_HELP); break;
	case OPT_USAGE:
		argp_state_help(st, st->out_stream, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
		break;
	case OPT_VERSION:
		argp_program_version_hook(st->out_stream, st);
		exit(0);
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp cli_help = { .options = entries, .parser = parse };
