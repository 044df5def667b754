/* traffic_machine.c - see traffic_machine.h. */
#include "traffic_machine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emu/cmd/cli/values.h"

static void read_file(struct net_description *d, FILE *f, const char *name)
{
	struct net_description_error e;
	int rc = net_description_read(d, f, &e);

	fclose(f);
	if (rc == 0)
		return;
	if (e.line)
		fprintf(stderr, "bgq-net: --machine: %s, line %u: %s\n", name, e.line, e.text);
	else
		fprintf(stderr, "bgq-net: --machine: %s: %s\n", name, e.text);
	exit(STATUS_USAGE);
}

void traffic_machine_load(struct argp_state *st, struct net_description *d, const char *arg)
{
	FILE *f;

	if (net_description_named(d, arg))
		return;
	f = fopen(arg, "re");
	if (!f)
		argp_error(st, "--machine: '%s' is none of %s, and no file: %s", arg,
			   net_description_names(), strerror(errno));
	else
		read_file(d, f, arg);
}

void traffic_machine_set(struct argp_state *st, struct net_description *d, const char *arg)
{
	struct net_description_error e;

	switch (net_description_set(d, arg, &e)) {
	case 0: break;
	case -ENOENT:
		argp_error(st, "--set: '%s' names no parameter; --print lists them", arg);
		break;
	default: argp_error(st, "--set: '%s' is not right: %s", arg, e.text);
	}
}
