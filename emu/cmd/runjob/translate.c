/* translate.c - see translate.h. */
#include "translate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch.h"
#include "emu/cmd/cli/block.h"
#include "emu/cmd/cli/values.h"

#define LEVEL_WARN 3
#define LEVEL_INFO 4

/* Job, machine and messages while they become words. */
struct translation {
	const struct command_line *from;
	struct words *to;
	int level;            /* --verbose: 0 (nothing) to 7 */
	unsigned long each;   /* ranks on a node */
	unsigned long np;     /* 0: not given */
	struct words names;   /* of variables, each "NAME=" */
};

static bool refuse(const char *format, ...)
{
	va_list list;

	fprintf(stderr, "runjob: ");
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fprintf(stderr, "\n");
	return false;
}

static void add(struct translation *t, const char *option, const char *value)
{
	words_add(t->to, (char *)option);
	if (value)
		words_add(t->to, (char *)value);
}

static char *print(const char *format, ...)
{
	char *text = NULL;
	va_list list;

	va_start(list, format);
	if (vasprintf(&text, format, list) < 0)
		exit(EXIT_FAILURE);
	va_end(list);
	return text;
}

/* An option that is a number, or `otherwise`. */
static bool number(const struct command_line *c, enum runjob_option option,
		   unsigned long least, unsigned long otherwise, unsigned long *n)
{
	const char *text = command_line_value(c, option);

	*n = otherwise;
	if (text && !value_parse(text, 10, least, INT32_MAX, n))
		return refuse("--%s: '%s' is not a number of %lu or more",
			      command_line_name(option), text, least);
	return true;
}

/* ---- messages */

/* "4", "I", "INFO", "ibm.runjob=INFO"; a name with a dot alone is a level of its own. */
static bool take_level(struct translation *t)
{
	static const char *const names[] = { "OFF", "FATAL", "ERROR", "WARN", "INFO", "DEBUG",
					     "TRACE", "ALL" };
	const char *text = command_line_value(t->from, RUNJOB_VERBOSE);
	const char *level = text ? strchr(text, '=') : NULL;

	t->level = LEVEL_WARN;
	if (!text || !*text || (!level && strchr(text, '.')))
		return true;
	level = level ? level + 1 : text;
	for (int i = 0; i < 8; i++)
		if (!strcasecmp(level, names[i]) ||
		    (level[0] && !level[1] &&
		     (level[0] == '0' + i || toupper((unsigned char)level[0]) == names[i][0]))) {
			t->level = i;
			return true;
		}
	return refuse("--verbose: '%s' is no level (0 to 7, or OFF to ALL)", text);
}

static void note_ignored(const struct translation *t)
{
	static const enum runjob_option ignored[] = { RUNJOB_STRACE, RUNJOB_START_TOOL,
		RUNJOB_TOOL_ARGS, RUNJOB_TOOL_SUBSET, RUNJOB_PROPERTIES, RUNJOB_SOCKET };

	for (unsigned i = 0; i < sizeof ignored / sizeof *ignored; i++) {
		const char *value = command_line_value(t->from, ignored[i]);

		if (value && t->level >= LEVEL_WARN && strcmp(value, "none"))
			fprintf(stderr, "runjob: --%s is ignored: it has no meaning here\n",
				command_line_name(ignored[i]));
	}
}

/* ---- the machine */

static bool fits(const struct translation *t, const char *block, const struct net_shape *s)
{
	unsigned long places = net_shape_nodes(s) * t->each;

	return t->np <= places || refuse("--np %lu: %s has %lu places", t->np, block, places);
}

static char *shape_text(const struct net_shape *s)
{
	return print("%ux%ux%ux%ux%u", s->size[0], s->size[1], s->size[2], s->size[3],
		     s->size[4]);
}

static void add_shape(struct translation *t, const struct net_shape *s)
{
	add(t, "--shape", shape_text(s));
}

static void add_block(struct translation *t, const struct named_block *b)
{
	char text[NET_LOCATION_BYTES];

	add_shape(t, &b->shape);
	if (b->at.midplane || b->at.board || b->at.card)
		add(t, "--location", print("%s", net_location_text(&b->at, text)));
}

static void note(const struct translation *t, const char *text, const char *from)
{
	if (t->level >= LEVEL_WARN)
		fprintf(stderr, "runjob: %s, as %s says\n", text, from);
}

/* Takes numbers of ranks from the batch system where the command line has none. */
static void take_batch_ranks(struct translation *t)
{
	const char *from;
	unsigned long n;

	if (!command_line_value(t->from, RUNJOB_RANKS_PER_NODE) &&
	    (n = batch_ranks_per_node(&from)) != 0) {
		t->each = n;
		note(t, print("%lu ranks on each node", n), from);
	}
	if (!t->np && (n = batch_ranks(&from)) != 0) {
		t->np = n;
		note(t, print("%lu ranks", n), from);
	}
}

/* The machine's partition of as many nodes as the batch system has given; false: it says nothing,
 * or what is no partition, or it has no place for the ranks. */
static bool take_batch_nodes(struct translation *t)
{
	struct net_shape s;
	const char *from;
	unsigned long n = batch_nodes(&from);

	if (!n || net_shape_default((uint32_t)n, &s) != 0 || t->np > n * t->each)
		return false;
	note(t, print("%lu nodes", n), from);
	add_shape(t, &s);
	return true;
}

/* The smallest partition with a place for each rank. */
static bool take_partition(struct translation *t)
{
	unsigned long nodes = (t->np + t->each - 1) / t->each, most = 2 * nodes + 512;
	struct net_shape s;

	if (take_batch_nodes(t))
		return true;
	if (!t->np && t->level >= LEVEL_WARN)
		fprintf(stderr, "runjob: neither --np nor the block's name says how large "
			"the machine is: 32 nodes\n");
	if (!t->np || (t->np % t->each == 0 && net_shape_default((uint32_t)nodes, &s) == 0))
		return true;
	while (nodes < most && net_shape_default((uint32_t)nodes, &s) != 0)
		nodes++;
	if (nodes == most)
		return true; /* bgq-run says what there is */
	if (t->level >= LEVEL_WARN)
		fprintf(stderr, "runjob: --np %lu: a partition of %lu nodes\n", t->np, nodes);
	add_shape(t, &s);
	return true;
}

static bool take_block(struct translation *t)
{
	const char *name = command_line_value(t->from, RUNJOB_BLOCK), *from = NULL;
	struct named_block b;

	if (!name)
		name = batch_block(&from);
	if (!name || !block_named(name, &b))
		return take_partition(t);
	if (from)
		note(t, print("block %s", name), from);
	if (!fits(t, name, &b.shape))
		return false;
	add_block(t, &b);
	return true;
}

/* The block with the part in it; the part alone if nothing tells where and what the block is. */
static bool add_part(struct translation *t, const struct net_shape *s, const char *corner,
		     const struct net_location *at)
{
	const char *name = command_line_value(t->from, RUNJOB_BLOCK);
	struct named_block b;
	uint8_t c[NET_DIMS] = { 0 };

	if (!corner || !name || !block_named(name, &b))
		b = (struct named_block){ *s, corner ? *at : (struct net_location){ 0, 0, 0 } };
	else if (!block_corner(&b, at, c))
		return refuse("--corner %s: no node of block %s", corner, name);
	for (int d = 0; d < NET_DIMS; d++)
		if (c[d] + s->size[d] > b.shape.size[d])
			return refuse("--corner %s: shape %s extends beyond %c dimension of block "
				      "%s", corner, shape_text(s), 'A' + d, name);
	add_block(t, &b);
	if (memcmp(b.shape.size, s->size, sizeof s->size))
		add(t, "--part", print("%s+%u,%u,%u,%u,%u", shape_text(s), c[0], c[1], c[2],
				       c[3], c[4]));
	return true;
}

static bool take_part(struct translation *t)
{
	const char *corner = command_line_value(t->from, RUNJOB_CORNER);
	const char *shape = command_line_value(t->from, RUNJOB_SHAPE);
	struct net_location at;
	enum corner kind = corner ? corner_parse(corner, &at) : CORNER_NODE;
	struct net_shape s;

	if (kind == CORNER_WRONG)
		return refuse("--corner: '%s' is not a location like R00-M0-N04-J29", corner);
	if (kind == CORNER_CORE) { /* one rank on one core; the rest is ignored, as by runjob */
		shape = "1x1x1x1x1";
		t->each = 1;
	}
	if (!shape)
		return corner ? refuse("--corner %s: its --shape is missing", corner)
			      : take_block(t);
	if (net_shape_parse(shape, &s) != 0)
		return refuse("--shape: '%s' is not of the form AxBxCxDxE", shape);
	return fits(t, shape, &s) && add_part(t, &s, corner, &at);
}

static bool take_machine(struct translation *t)
{
	const char *mapping = command_line_value(t->from, RUNJOB_MAPPING);

	if (!number(t->from, RUNJOB_RANKS_PER_NODE, 1, 1, &t->each) ||
	    !number(t->from, RUNJOB_NP, 1, 0, &t->np))
		return false;
	take_batch_ranks(t);
	if (!take_part(t))
		return false;
	if (t->np)
		add(t, "--np", print("%lu", t->np));
	if (t->each != 1)
		add(t, "--ranks-per-node", print("%lu", t->each));
	if (mapping)
		add(t, "--mapping", mapping);
	return true;
}

/* ---- the job */

static bool take_name(struct translation *t, const char *name, int length)
{
	char *entry = print("%.*s=", length, name);

	for (int i = 0; i < t->names.words; i++)
		if (!strcmp(t->names.word[i], entry))
			return refuse("variable %.*s is given twice", length, name);
	words_add(&t->names, entry);
	return true;
}

static bool is_named(const struct translation *t, const char *name)
{
	size_t n = strlen(name);

	for (int i = 0; i < t->names.words; i++)
		if (!strncmp(t->names.word[i], name, n) && t->names.word[i][n] == '=')
			return true;
	return false;
}

/* A value that --envs gives goes before the caller's. */
static bool take_variables(struct translation *t)
{
	const struct words *envs = &t->from->given[RUNJOB_ENVS];
	const struct words *names = &t->from->given[RUNJOB_EXP_ENV];

	for (int i = 0; i < envs->words; i++) {
		const char *e = envs->word[i], *equals = strchr(e, '=');

		if (!equals || equals == e || isdigit((unsigned char)*e) ||
		    isblank((unsigned char)*e))
			return refuse("--envs: '%s' is not of the form NAME=VALUE", e);
		if (!take_name(t, e, (int)(equals - e)))
			return false;
		add(t, "--envs", e);
	}
	for (int i = 0; i < names->words; i++) {
		const char *value = getenv(names->word[i]);

		if (is_named(t, names->word[i]))
			continue;
		if (!value)
			return refuse("--exp-env: there is no variable %s", names->word[i]);
		take_name(t, names->word[i], (int)strlen(names->word[i]));
		add(t, "--envs", print("%s=%s", names->word[i], value));
	}
	if (t->from->given[RUNJOB_ENV_ALL].words)
		add(t, "--env-all", NULL);
	return true;
}

static bool take_job(struct translation *t)
{
	const char *cwd = command_line_value(t->from, RUNJOB_CWD);
	const char *label = command_line_value(t->from, RUNJOB_LABEL);
	unsigned long n;

	if (!take_variables(t))
		return false;
	if (cwd && *cwd != '/')
		return refuse("--cwd: '%s' is not a path from /", cwd);
	if (cwd)
		add(t, "--cwd", cwd);
	if (!number(t->from, RUNJOB_TIMEOUT, 1, 0, &n))
		return false;
	if (n)
		add(t, "--timeout", print("%lu", n));
	if (!number(t->from, RUNJOB_STDINRANK, 0, 0, &n))
		return false;
	if (n)
		add(t, "--stdinrank", print("%lu", n));
	if (label && strcasecmp(label, "none") && strcasecmp(label, "short") &&
	    strcasecmp(label, "long"))
		return refuse("--label: '%s' is neither none nor short nor long", label);
	if (label && strcasecmp(label, "none"))
		add(t, strcasecmp(label, "short") ? "--label=long" : "--label=short", NULL);
	if (t->level >= LEVEL_INFO)
		add(t, print("--verbose=%d", t->level), NULL);
	return true;
}

/* Options that only bgq-run has. */
static void take_more(struct translation *t)
{
	const char *more = getenv("BGQ_RUN_OPTIONS");
	char *rest = more ? print("%s", more) : NULL, *word;

	while ((word = strsep(&rest, " \t\n")) != NULL)
		if (*word)
			add(t, word, NULL);
}

static bool take_program(struct translation *t)
{
	char *exe = command_line_value(t->from, RUNJOB_EXE);
	const struct words *args = &t->from->given[RUNJOB_ARGS];
	char **program = t->from->program;

	if (program && !*program)
		return refuse("no program after ':'");
	if (program && (exe || args->words))
		return refuse("--%s and ':' are both given", exe ? "exe" : "args");
	if (!program && !exe)
		return refuse("no program: give --exe, or ':' and the program");
	add(t, ":", NULL);
	if (exe)
		add(t, exe, NULL);
	for (int i = 0; exe && i < args->words; i++)
		add(t, args->word[i], NULL);
	for (; program && *program; program++)
		add(t, *program, NULL);
	return true;
}

bool translate_command(const struct command_line *c, struct words *args)
{
	struct translation t = { .from = c, .to = args };

	if (!take_level(&t))
		return false;
	note_ignored(&t);
	add(&t, "--core=kernel", NULL);
	if (!take_machine(&t) || !take_job(&t))
		return false;
	take_more(&t);
	return take_program(&t);
}
