/*
 * getopt.c - option parsing with its state in the image.  Behaves as GNU's:
 * words that are no options move behind the options unless the option string
 * or POSIXLY_CORRECT says otherwise; long options may be abbreviated.
 */
#include "cost.h"
#include "private.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* Words [skipped, skipped_end) are no options and lie before optind. */
static int skipped, skipped_end;
static char *cluster; /* rest of a word of short options */
static bool running;
static enum { PERMUTE, STOP, IN_ORDER } order;

/* One call's arguments. */
struct call {
	int argc;
	char **argv;
	const char *shorts;
	const struct option *longs;
	int *index;
	bool long_only;
	bool stops; /* at a word that is no option */
	bool loud;
	char missing; /* what a missing argument returns */
};

static void reverse(char **v, int from, int to)
{
	for (; from < --to; from++) {
		char *word = v[from];

		v[from] = v[to];
		v[to] = word;
	}
}

/* The skipped words change places with the options behind them. */
static void skipped_move(char **v)
{
	reverse(v, skipped, skipped_end);
	reverse(v, skipped_end, optind);
	reverse(v, skipped, optind);
	skipped += optind - skipped_end;
	skipped_end = optind;
}

static bool is_option(const char *word)
{
	return word[0] == '-' && word[1];
}

static void complain_short(const struct call *c, const char *what, char option)
{
	if (c->loud)
		bgqrt_message(2, "%s: %s -- '%c'\n", c->argv[0], what, option);
}

static void complain_long(const struct call *c, const char *before, const char *prefix,
	const char *name, const char *after)
{
	if (c->loud)
		bgqrt_message(2, "%s: %s '%s%s'%s\n", c->argv[0], before, prefix, name,
			after);
}

/* To the next word that is an option.  1: optarg is a word that is none, -1: at
 * the end, 0: found. */
static int word_find(const struct call *c)
{
	if (skipped_end > optind)
		skipped_end = optind;
	if (skipped > optind)
		skipped = optind;
	if (order == PERMUTE) {
		if (skipped == skipped_end)
			skipped = optind;
		else if (skipped_end != optind)
			skipped_move(c->argv);
		while (optind < c->argc && !is_option(c->argv[optind]))
			optind++;
		skipped_end = optind;
	}
	if (optind < c->argc && !strcmp(c->argv[optind], "--")) {
		optind++;
		if (skipped == skipped_end)
			skipped = optind;
		else if (skipped_end != optind)
			skipped_move(c->argv);
		skipped_end = optind = c->argc;
	}
	if (optind >= c->argc) {
		if (skipped != skipped_end)
			optind = skipped;
		return -1;
	}
	if (is_option(c->argv[optind]))
		return 0;
	if (order == STOP)
		return -1;
	optarg = c->argv[optind++];
	return 1;
}

static bool same_meaning(const struct option *a, const struct option *b)
{
	return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* The option that name means, or NULL; ambiguous ones are marked. */
static const struct option *long_find(const struct call *c, const char *name, size_t n,
	bool *ambiguous)
{
	const struct option *found = NULL;

	*ambiguous = false;
	for (const struct option *o = c->longs; o->name; o++) {
		if (strncmp(o->name, name, n))
			continue;
		if (o->name[n] == '\0') {
			*ambiguous = false;
			return o;
		}
		if (!found)
			found = o;
		else if (c->long_only || !same_meaning(found, o))
			*ambiguous = true;
	}
	return found;
}

static void complain_ambiguous(const struct call *c, const char *prefix,
	const char *name, size_t n)
{
	char list[400] = "";
	size_t used = 0;

	for (const struct option *o = c->longs; o->name; o++)
		if (!strncmp(o->name, name, n) && used < sizeof list)
			used += (size_t)snprintf(list + used, sizeof list - used, " '%s%s'",
				prefix, o->name);
	if (c->loud)
		bgqrt_message(2, "%s: option '%s%s' is ambiguous; possibilities:%s\n",
			c->argv[0], prefix, name, list);
}

static int long_argument(const struct call *c, const struct option *o,
	const char *prefix, char *value)
{
	if (value && !o->has_arg) {
		complain_long(c, "option", prefix, o->name, " doesn't allow an argument");
		optopt = o->val;
		return '?';
	}
	if (!value && o->has_arg == required_argument) {
		if (optind >= c->argc) {
			complain_long(c, "option", prefix, o->name,
				" requires an argument");
			optopt = o->val;
			return c->missing;
		}
		value = c->argv[optind++];
	}
	optarg = value;
	return 0;
}

/* The word at optind names a long option.  -1: it does not, try short ones. */
static int long_option(const struct call *c, char *name, const char *prefix)
{
	size_t n = strcspn(name, "=");
	bool ambiguous;
	const struct option *o = long_find(c, name, n, &ambiguous);
	int rc;

	if (!o && c->long_only && c->argv[optind][1] != '-' && strchr(c->shorts, *name))
		return -1;
	cluster = NULL;
	optind++;
	if (!o || ambiguous) {
		if (o)
			complain_ambiguous(c, prefix, name, n);
		else
			complain_long(c, "unrecognized option", prefix, name, "");
		optopt = 0;
		return '?';
	}
	rc = long_argument(c, o, prefix, name[n] ? name + n + 1 : NULL);
	if (rc)
		return rc;
	if (c->index)
		*c->index = (int)(o - c->longs);
	if (!o->flag)
		return o->val;
	*o->flag = o->val;
	return 0;
}

/* An option's argument: the rest of its word, or the next word, or missing. */
static bool short_argument(const struct call *c, char option)
{
	char *rest = cluster;

	cluster = NULL;
	if (*rest) {
		optarg = rest;
		optind++;
	} else if (optind < c->argc) {
		optarg = c->argv[optind++];
	} else {
		complain_short(c, "option requires an argument", option);
		optopt = option;
		return false;
	}
	return true;
}

static int short_option(const struct call *c)
{
	char option = *cluster++;
	const char *spec = strchr(c->shorts, option);

	if (!*cluster)
		optind++;
	if (!spec || option == ':' || option == ';') {
		complain_short(c, "invalid option", option);
		optopt = option;
		return '?';
	}
	if (c->longs && spec[0] == 'W' && spec[1] == ';') {
		struct call w = *c;

		if (!short_argument(c, option))
			return c->missing;
		optind--; /* the word is long_option's to take */
		w.long_only = false;
		spec = optarg;
		optarg = NULL;
		return long_option(&w, (char *)spec, "-W ");
	}
	if (spec[1] != ':')
		return option;
	if (spec[2] != ':')
		return short_argument(c, option) ? option : c->missing;
	if (*cluster)
		short_argument(c, option);
	cluster = NULL;
	return option;
}

static void begin(const char *shorts, bool stops)
{
	if (optind == 0)
		optind = 1;
	skipped = skipped_end = optind;
	cluster = NULL;
	order = *shorts == '-' ? IN_ORDER :
		stops || *shorts == '+' || getenv("POSIXLY_CORRECT") ? STOP : PERMUTE;
	running = true;
}

static int parse(struct call *c)
{
	char *word;
	int rc;

	if (c->argc < 1)
		return -1;
	optarg = NULL;
	if (optind == 0 || !running)
		begin(c->shorts, c->stops);
	if (*c->shorts == '-' || *c->shorts == '+')
		c->shorts++;
	c->loud = opterr && *c->shorts != ':';
	c->missing = *c->shorts == ':' ? ':' : '?';
	if (!cluster || !*cluster) {
		rc = word_find(c);
		if (rc)
			return rc;
		word = c->argv[optind];
		if (c->longs && word[1] == '-')
			return long_option(c, word + 2, "--");
		if (c->longs && c->long_only && (word[2] || !strchr(c->shorts, word[1]))) {
			rc = long_option(c, word + 1, "-");
			if (rc != -1)
				return rc;
		}
		cluster = word + 1;
	}
	return short_option(c);
}

int getopt(int argc, char *const argv[], const char *shorts)
{
	RT_COST(getopt);
	return parse(&(struct call){ .argc = argc, .argv = (char **)argv,
		.shorts = shorts });
}

/* getopt() of programs for POSIX alone: it stops at the first word that is no option. */
int __posix_getopt(int argc, char *const argv[], const char *shorts);
int __posix_getopt(int argc, char *const argv[], const char *shorts)
{
	RT_COST(getopt);
	return parse(&(struct call){ .argc = argc, .argv = (char **)argv,
		.shorts = shorts, .stops = true });
}

int getopt_long(int argc, char *const argv[], const char *shorts,
	const struct option *longs, int *index)
{
	RT_COST(getopt_long);
	return parse(&(struct call){ .argc = argc, .argv = (char **)argv,
		.shorts = shorts, .longs = longs, .index = index });
}

int getopt_long_only(int argc, char *const argv[], const char *shorts,
	const struct option *longs, int *index)
{
	RT_COST(getopt_long);
	return parse(&(struct call){ .argc = argc, .argv = (char **)argv,
		.shorts = shorts, .longs = longs, .index = index, .long_only = true });
}
