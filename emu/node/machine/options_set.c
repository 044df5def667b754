/* options_set.c - see options_set.h. */
#include "options_set.h"

#include <errno.h>

#include "net/machine/describe.h"
#include "net/kind.h"
#include "net/net.h"
#include "options.h"

enum { OPT_SET = 0x3000 };

static const struct argp_option entries[] = {
	{ "set", OPT_SET, "NAME=N", 0,
	  "Another figure of the machine, as link_rate=250; bgq-net --print names them; can be "
	  "repeated", 2 },
	{ 0 }
};

/* One of which programs, message units or this router know a constant. */
static const char *wrong(const struct net_machine *m, uint32_t payload_bytes)
{
	if (m->payload_bytes != payload_bytes)
		return "message units have another payload";
	return net_router_bgq.wrong(m) ? net_router_bgq.wrong(m) : net_machine_wrong(m);
}

static void set(struct argp_state *st, struct options *o, const char *arg)
{
	static struct net_description d;
	struct net_description_error e;
	const char *why;

	if (!o->machine)
		net_description_named(&d, "bgq");
	o->machine = &d.m;
	uint32_t payload_bytes = d.m.payload_bytes;

	switch (net_description_set(&d, arg, &e)) {
	case 0: break;
	case -ENOENT:
		argp_error(st, "--set: '%s' names no figure; bgq-net --print lists them", arg);
		break;
	default: argp_error(st, "--set: '%s' is not right: %s", arg, e.text);
	}
	if ((why = wrong(&d.m, payload_bytes)) != NULL)
		argp_error(st, "--set: '%s': %s", arg, why);
}

static error_t parse(int key, char *arg, struct argp_state *st)
{
	if (key != OPT_SET)
		return ARGP_ERR_UNKNOWN;
	set(st, st->input, arg);
	return 0;
}

const struct argp options_set = { .options = entries, .parser = parse };
