/* options_restart.c - see options_restart.h. */
#include "options_restart.h"

#include <string.h>

#include "net/base/time_text.h"
#include "options.h"

#define DEFAULT_FILE "bgq.checkpoint"

enum { OPT_CHECKPOINT = 0x3000, OPT_CHECKPOINT_AT, OPT_RESTART, OPT_RESTARTED };

static const struct argp_option entries[] = {
	{ "checkpoint", OPT_CHECKPOINT, "FILE", 0,
	  "Write a checkpoint to this file at --checkpoint-at, and when SIGUSR2 comes", 2 },
	{ "checkpoint-at", OPT_CHECKPOINT_AT, "TIME[=FILE]", 0,
	  "Write a checkpoint at this simulated time (to " DEFAULT_FILE "); the run goes on", 2 },
	{ "restart", OPT_RESTART, "FILE", 0,
	  "Go on with the job of a checkpoint; no program is given then", 2 },
	{ OPTION_RESTARTED, OPT_RESTARTED, NULL, OPTION_HIDDEN, NULL, 2 },
	{ 0 }
};

static const char default_file[] = DEFAULT_FILE;

static void take_file(struct argp_state *st, struct options *o, const char *option,
		      const char *file)
{
	if (o->checkpoint && o->checkpoint != default_file && strcmp(o->checkpoint, file))
		argp_error(st, "%s %s: %s has named %s, and there is one file", option, file,
			   o->checkpoint_option, o->checkpoint);
	o->checkpoint = file;
	o->checkpoint_option = option;
}

static void take_time(struct argp_state *st, struct options *o, const char *arg)
{
	const char *rest = time_text_parse(arg, &o->checkpoint_at_ps);

	if (!rest || (*rest && *rest != '=') || (*rest == '=' && !rest[1]))
		argp_error(st, "--checkpoint-at: '%s' is not of the form TIME or TIME=FILE, as "
			   "1.5ms=FILE", arg);
	if (*rest == '=' || !o->checkpoint)
		take_file(st, o, "--checkpoint-at", *rest ? rest + 1 : default_file);
}

static void restarted(struct options *o)
{
	o->envs = 0;
	if (o->env)
		o->env[0] = NULL;
	o->timeout_s = 0;
	o->checkpoint = NULL;
	o->restarted = true;
	o->checkpoint_at_ps = PS_NEVER;
}

static error_t parse(int key, char *arg, struct argp_state *st)
{
	struct options *o = st->input;

	switch (key) {
	case OPT_CHECKPOINT: take_file(st, o, "--checkpoint", arg); break;
	case OPT_CHECKPOINT_AT: take_time(st, o, arg); break;
	case OPT_RESTART:
		argp_error(st, "--restart FILE: with options of the new run, and no program");
		break;
	case OPT_RESTARTED: restarted(o); break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp options_restart = { .options = entries, .parser = parse };
