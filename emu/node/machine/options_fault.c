/* options_fault.c - see options_fault.h. */
#include "options_fault.h"

#include <stdlib.h>

#include "emu/cmd/cli/values.h"
#include "options.h"

enum { OPT_FAULT = 0x2000, OPT_FAULTS, OPT_RAS_FILE, OPT_REROUTE, OPT_VERIFY };

static const struct argp_option entries[] = {
	{ "fault", OPT_FAULT, "FAULT", 0,
	  "A link or node that fails, as ber/0,0,0,0,1:E+/rate=1e-9, see bgqemu(7); can be "
	  "repeated", 2 },
	{ "faults", OPT_FAULTS, "FILE", 0, "Faults, one a line", 2 },
	{ "reroute", OPT_REROUTE, NULL, 0,
	  "Packets and class route 0 go round links that are dead for good", 2 },
	{ "verify", OPT_VERIFY, NULL, 0,
	  "Check tokens, counts and CRCs of all links, and counters of puts", 2 },
	{ "ras-file", OPT_RAS_FILE, "FILE", 0,
	  "Write RAS events, one a line, as JSON", 2 },
	{ 0 }
};

static void take_fault(struct argp_state *st, struct options *o, const char *arg, bool is_file)
{
	o->fault = realloc(o->fault, (o->faults + 1) * sizeof *o->fault);
	if (!o->fault)
		argp_failure(st, STATUS_USAGE, 0, "out of memory");
	o->fault[o->faults++] = (struct fault_option){ arg, is_file };
}

static error_t parse(int key, char *arg, struct argp_state *st)
{
	struct options *o = st->input;

	switch (key) {
	case OPT_FAULT: take_fault(st, o, arg, false); break;
	case OPT_FAULTS: take_fault(st, o, arg, true); break;
	case OPT_RAS_FILE: o->ras_file = arg; break;
	case OPT_VERIFY: o->verify = true; break;
	case OPT_REROUTE: o->reroute = true; break;
	case ARGP_KEY_END:
		if (o->reroute && !o->faults)
			argp_error(st, "--reroute: nothing fails");
		break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp options_fault = { .options = entries, .parser = parse };
