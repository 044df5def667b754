/*
 * getopt.c - option parsing with a state of the process's own; behaviour of
 * glibc: permutation unless POSIXLY_CORRECT or '+', long options, abbreviations.
 */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static const char *next; /* in a cluster such as -abc */
static int first_other;  /* non-options [first_other, last_other) were skipped */
static int last_other;

static void reverse(char **v, int from, int to)
{
	for (; from < --to; from++) {
		char *t = v[from];

		v[from] = v[to];
		v[to] = t;
	}
}

/* Move the skipped non-options behind the options that followed them. */
static void rotate(char **v)
{
	int options = optind - last_other;

	if (first_other != last_other && options > 0) {
		reverse(v, first_other, last_other);
		reverse(v, last_other, optind);
		reverse(v, first_other, optind);
	}
	first_other += options;
	last_other = optind;
}

static void complain(const char *format, const char *program, const char *what)
{
	if (opterr)
		fprintf(stderr, format, program, what);
}

/* -1 none, -2 ambiguous, else index. */
static int find_long(const struct option *opts, const char *name, size_t bytes)
{
	int found = -1;

	for (int i = 0; opts[i].name; i++) {
		if (strncmp(opts[i].name, name, bytes))
			continue;
		if (strlen(opts[i].name) == bytes)
			return i;
		if (found >= 0 && (opts[found].flag != opts[i].flag ||
				   opts[found].val != opts[i].val ||
				   opts[found].has_arg != opts[i].has_arg))
			return -2;
		found = found < 0 ? i : found;
	}
	return found;
}

static int long_option(int argc, char **argv, const char *shorts, const struct option *opts,
		       int *index, const char *name, bool colon)
{
	size_t bytes = strcspn(name, "=");
	int i = find_long(opts, name, bytes);

	(void)shorts;
	optind++;
	next = NULL;
	if (i < 0) {
		if (!colon)
			complain(i == -2 ? "%s: option '--%s' is ambiguous\n"
					 : "%s: unrecognized option '--%s'\n", argv[0], name);
		optopt = 0;
		return '?';
	}
	optarg = NULL;
	if (name[bytes] == '=') {
		if (opts[i].has_arg == no_argument) {
			if (!colon)
				complain("%s: option '--%s' doesn't allow an argument\n",
					 argv[0], opts[i].name);
			optopt = opts[i].val;
			return '?';
		}
		optarg = (char *)name + bytes + 1;
	} else if (opts[i].has_arg == required_argument) {
		if (optind >= argc) {
			if (!colon)
				complain("%s: option '--%s' requires an argument\n", argv[0],
					 opts[i].name);
			optopt = opts[i].val;
			return colon ? ':' : '?';
		}
		optarg = argv[optind++];
	}
	if (index)
		*index = i;
	if (!opts[i].flag)
		return opts[i].val;
	*opts[i].flag = opts[i].val;
	return 0;
}

static int short_option(int argc, char **argv, const char *shorts, bool colon)
{
	char c = *next++, name[2] = { c, '\0' };
	const char *spec = c == ':' || c == ';' ? NULL : strchr(shorts, c);

	if (!*next)
		optind++;
	if (!spec) {
		if (!colon)
			complain("%s: invalid option -- '%s'\n", argv[0], name);
		optopt = c;
		if (!*next)
			next = NULL;
		return '?';
	}
	if (spec[1] != ':') {
		if (!*next)
			next = NULL;
		return c;
	}
	optarg = NULL;
	if (*next) {
		optarg = (char *)next;
		optind++;
	} else if (spec[2] != ':') {
		if (optind >= argc) {
			if (!colon)
				complain("%s: option requires an argument -- '%s'\n", argv[0],
					 name);
			optopt = c;
			next = NULL;
			return colon ? ':' : '?';
		}
		optarg = argv[optind++];
	}
	next = NULL;
	return c;
}

/* Find the next word that is an option; false at the end. */
static bool advance(int argc, char **argv, char mode)
{
	if (last_other > optind)
		last_other = optind;
	if (first_other > optind)
		first_other = optind;
	rotate(argv);
	if (mode == 'p')
		while (optind < argc && (argv[optind][0] != '-' || !argv[optind][1]))
			optind++;
	if (mode == 'p')
		last_other = optind;
	if (optind < argc && !strcmp(argv[optind], "--")) {
		optind++;
		rotate(argv);
		if (first_other == last_other)
			first_other = optind;
		last_other = argc;
		optind = argc;
	}
	if (optind < argc)
		return true;
	if (first_other != last_other)
		optind = first_other;
	return false;
}

static int parse(int argc, char **argv, const char *shorts, const struct option *opts,
		 int *index, bool long_only)
{
	char mode = *shorts == '+' || getenv("POSIXLY_CORRECT") ? '+'
		    : *shorts == '-'				  ? '-'
								  : 'p';
	bool colon;

	if (optind == 0 || !next) {
		if (optind == 0)
			optind = 1;
		if (optind == 1)
			first_other = last_other = 1;
	}
	if (*shorts == '+' || *shorts == '-')
		shorts++;
	colon = *shorts == ':';
	optarg = NULL;
	if (!next || !*next) {
		if (!advance(argc, argv, mode))
			return -1;
		char *word = argv[optind];

		if (word[0] != '-' || !word[1]) {
			if (mode == '+')
				return -1;
			optarg = argv[optind++];
			return 1;
		}
		if (opts && word[1] == '-')
			return long_option(argc, argv, shorts, opts, index, word + 2, colon);
		if (opts && long_only && (word[2] || !strchr(shorts, word[1])) &&
		    find_long(opts, word + 1, strcspn(word + 1, "=")) >= 0)
			return long_option(argc, argv, shorts, opts, index, word + 1, colon);
		next = word + 1;
	}
	return short_option(argc, argv, shorts, colon);
}

int getopt(int argc, char *const argv[], const char *shorts)
{
	return parse(argc, (char **)argv, shorts, NULL, NULL, false);
}

int getopt_long(int argc, char *const argv[], const char *shorts, const struct option *opts,
		int *index)
{
	return parse(argc, (char **)argv, shorts, opts, index, false);
}

int getopt_long_only(int argc, char *const argv[], const char *shorts,
		     const struct option *opts, int *index)
{
	return parse(argc, (char **)argv, shorts, opts, index, true);
}
