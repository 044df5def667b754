/* front_srun.c - srun: front.h.  Its options become runjob's. */
#include "front.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/cmd/cli/values.h"
#include "emu/cmd/cli/version.h"
#include "net/machine/shape.h"

#define RANKS_PER_NODE_MAX 64u

enum {
	OPT_EXPORT = 256, OPT_RUNJOB, OPT_PER_NODE, OPT_OPEN_MODE, OPT_USAGE,
	OPT_IGNORED, /* has no meaning here, which a message says */
	OPT_REFUSED, /* changes what runs where */
};

struct srun {
	struct words *to;
	unsigned long ranks, nodes, each; /* 0: not given */
	const char *output, *error, *input;
	bool exported, appends;
};

static bool refuse(const char *option, const char *value, const char *why)
{
	fprintf(stderr, "srun: %s: '%s' %s\n", option, value, why);
	return false;
}

static void add(struct srun *s, const char *option, char *value)
{
	words_add(s->to, (char *)option);
	if (value)
		words_add(s->to, value);
}

static void add_number(struct srun *s, const char *option, unsigned long n)
{
	char *text = NULL;

	if (asprintf(&text, "%lu", n) < 0)
		exit(EXIT_FAILURE);
	add(s, option, text);
}

/* ---- values */

/* "32", or "32-64": the least. */
static bool take_number(const char *option, const char *text, unsigned long *n)
{
	char digits[16];

	snprintf(digits, sizeof digits, "%.*s", (int)strcspn(text, "-"), text);
	return value_parse(digits, 10, 1, INT32_MAX, n) ||
	       refuse(option, text, "is not a number of 1 or more");
}

/* Takes numbers with colons between them; returns how many, 0: text is something else. */
static int split_time(const char *text, unsigned long part[3])
{
	char *copy = strdup(text), *rest = copy, *word;
	int n = 0;

	while ((word = strsep(&rest, ":")) != NULL)
		if (n == 3 || !value_parse(word, 10, 0, INT32_MAX, &part[n++])) {
			n = 0;
			break;
		}
	free(copy);
	return n;
}

/* "minutes", "m:s", "h:m:s", "d-h", "d-h:m", "d-h:m:s". */
static bool take_time(struct srun *s, const char *text)
{
	size_t dash = strcspn(text, "-");
	char digits[16];
	unsigned long part[3] = { 0 }, days = 0, seconds;
	int n = split_time(text[dash] ? text + dash + 1 : text, part);

	snprintf(digits, sizeof digits, "%.*s", (int)dash, text);
	if (!n || (text[dash] && !value_parse(digits, 10, 0, INT32_MAX, &days)))
		return refuse("--time", text, "is not a time");
	if (text[dash] || n == 3)
		seconds = ((days * 24 + part[0]) * 60 + part[1]) * 60 + part[2];
	else
		seconds = part[0] * 60 + part[1];
	if (seconds)
		add_number(s, "--timeout", seconds);
	return true;
}

/* "ALL", "NONE", "NAME,NAME=VALUE". */
static bool take_export(struct srun *s, const char *list)
{
	char *rest = strdup(list), *word;

	s->exported = true;
	while ((word = strsep(&rest, ",")) != NULL) {
		if (!strcmp(word, "ALL"))
			add(s, "--env-all", NULL);
		else if (strchr(word, '='))
			add(s, "--envs", word);
		else if (getenv(word))
			add(s, "--exp-env", word);
	}
	return true;
}

static bool take_launcher(struct srun *s, const char *text)
{
	char *rest = strdup(text), *word;

	while ((word = strsep(&rest, " \t")) != NULL)
		if (*word)
			add(s, word, NULL);
	return true;
}

/* ---- output and input */

static const char *job_id(void)
{
	const char *id = getenv("SLURM_JOB_ID");

	return id && *id ? id : "1";
}

/* Slurm's places in a file's name as bgq-run's --output-per-rank has them, or, if each is false,
 * as they come out.  False after a message. */
static bool file_name(const char *option, const char *text, bool each, char name[PATH_MAX])
{
	size_t n = 0;

	for (const char *p = text; *p; p++) {
		char *to = name + n;
		size_t left = PATH_MAX - n;

		if (*p != '%')
			n += (size_t)snprintf(to, left, "%c", *p);
		else if (p++, *p == 't')
			n += (size_t)snprintf(to, left, "%%r");
		else if (*p == 'j' || *p == 'J' || *p == 's')
			n += (size_t)snprintf(to, left, "%s", *p == 's' ? "0" : job_id());
		else if (*p == '%')
			n += (size_t)snprintf(to, left, each ? "%%%%" : "%%");
		else
			return refuse(option, text, "has a % that is none of %t %j %J %s %%");
		if (n >= PATH_MAX)
			return refuse(option, text, "is too long");
	}
	return true;
}

static bool is_word(const char *text, const char *word)
{
	return text && !strcmp(text, word);
}

/* A file for all ranks on descriptor fd. */
static bool redirect(const char *option, const char *text, int fd, int flags)
{
	char name[PATH_MAX] = "/dev/null";

	if (!is_word(text, "none") && !file_name(option, text, false, name))
		return false;
	int file = open(name, flags, 0666);

	if (file < 0)
		return refuse(option, name, strerror(errno));
	if (file != fd) {
		dup2(file, fd);
		close(file);
	}
	return true;
}

/* Each rank's file: bgq-run's option, behind those that the caller gives it. */
static bool each_rank(const char *text)
{
	const char *before = getenv("BGQ_RUN_OPTIONS");
	char name[PATH_MAX], *options;

	if (!file_name("--output", text, true, name))
		return false;
	if (strpbrk(name, " \t\n"))
		return refuse("--output", text, "has blanks and %t");
	if (asprintf(&options, "%s --output-per-rank=%s", before ? before : "", name) < 0)
		exit(EXIT_FAILURE);
	return setenv("BGQ_RUN_OPTIONS", options, 1) == 0;
}

static bool take_streams(struct srun *s)
{
	int flags = O_WRONLY | O_CREAT | (s->appends ? O_APPEND : O_TRUNC);
	unsigned long rank;

	if (s->error && strstr(s->error, "%t"))
		return refuse("--error", s->error, "is a file of each rank: only with --output");
	if (s->input && value_parse(s->input, 10, 0, INT32_MAX, &rank))
		add_number(s, "--stdinrank", rank);
	else if (s->input && !is_word(s->input, "all") &&
		 !redirect("--input", s->input, STDIN_FILENO, O_RDONLY))
		return false;
	if (s->output && strstr(s->output, "%t"))
		return s->error ? refuse("--error", s->error,
					 "is not apart: %t in --output has both")
				: each_rank(s->output);
	if (s->output && !is_word(s->output, "all") &&
	    !redirect("--output", s->output, STDOUT_FILENO, flags))
		return false;
	if (s->error && !is_word(s->error, "all"))
		return redirect("--error", s->error, STDERR_FILENO, flags);
	if (s->output && !is_word(s->output, "all"))
		dup2(STDOUT_FILENO, STDERR_FILENO);
	return true;
}

/* ---- the machine */

/* Places on a node for each of the ranks: a power of two. */
static bool take_each(struct srun *s)
{
	unsigned long each = 1;

	if (!s->each && s->ranks && s->nodes)
		s->each = (s->ranks + s->nodes - 1) / s->nodes;
	while (each < s->each)
		each *= 2;
	if (each > RANKS_PER_NODE_MAX) {
		fprintf(stderr, "srun: %lu tasks on each node: at most %u\n", s->each,
			RANKS_PER_NODE_MAX);
		return false;
	}
	if (each != s->each && s->each)
		fprintf(stderr, "srun: %lu tasks on each node: places for %lu\n", s->each, each);
	if (s->each)
		add_number(s, "--ranks-per-node", each);
	return true;
}

/* The smallest partition with so many nodes. */
static bool take_nodes(struct srun *s)
{
	unsigned long nodes = s->nodes, most = 2 * nodes + 512;
	struct net_shape shape;
	char *text;

	while (nodes < most && net_shape_default((uint32_t)nodes, &shape) != 0)
		nodes++;
	if (nodes == most) {
		fprintf(stderr, "srun: no partition has %lu nodes or more\n", s->nodes);
		return false;
	}
	if (nodes != s->nodes)
		fprintf(stderr, "srun: --nodes %lu: a partition of %lu\n", s->nodes, nodes);
	if (asprintf(&text, "%ux%ux%ux%ux%u", shape.size[0], shape.size[1], shape.size[2],
		     shape.size[3], shape.size[4]) < 0)
		exit(EXIT_FAILURE);
	add(s, "--shape", text);
	return true;
}

static bool take_machine(struct srun *s)
{
	if (!take_each(s) || (s->nodes && !take_nodes(s)))
		return false;
	if (!s->ranks && s->nodes)
		s->ranks = s->nodes * (s->each ? s->each : 1);
	if (s->ranks)
		add_number(s, "--np", s->ranks);
	return true;
}

/* ---- options */

static const struct option options[] = {
	{ "ntasks", required_argument, NULL, 'n' },
	{ "nodes", required_argument, NULL, 'N' },
	{ "ntasks-per-node", required_argument, NULL, OPT_PER_NODE },
	{ "label", no_argument, NULL, 'l' },
	{ "chdir", required_argument, NULL, 'D' },
	{ "output", required_argument, NULL, 'o' },
	{ "error", required_argument, NULL, 'e' },
	{ "input", required_argument, NULL, 'i' },
	{ "time", required_argument, NULL, 't' },
	{ "export", required_argument, NULL, OPT_EXPORT },
	{ "launcher-opts", required_argument, NULL, OPT_RUNJOB },
	{ "runjob-opts", required_argument, NULL, OPT_RUNJOB },
	{ "verbose", no_argument, NULL, 'v' },
	{ "help", no_argument, NULL, 'h' },
	{ "open-mode", required_argument, NULL, OPT_OPEN_MODE },
	{ "version", no_argument, NULL, 'V' },
	{ "usage", no_argument, NULL, OPT_USAGE },
	/* of the queue, */
	{ "account", required_argument, NULL, OPT_IGNORED },
	{ "comment", required_argument, NULL, OPT_IGNORED },
	{ "constraint", required_argument, NULL, OPT_IGNORED },
	{ "dependency", required_argument, NULL, OPT_IGNORED },
	{ "exclude", required_argument, NULL, OPT_IGNORED },
	{ "exclusive", optional_argument, NULL, OPT_IGNORED },
	{ "immediate", optional_argument, NULL, OPT_IGNORED },
	{ "job-name", required_argument, NULL, OPT_IGNORED },
	{ "jobid", required_argument, NULL, OPT_IGNORED },
	{ "licenses", required_argument, NULL, OPT_IGNORED },
	{ "mail-type", required_argument, NULL, OPT_IGNORED },
	{ "mail-user", required_argument, NULL, OPT_IGNORED },
	{ "nodelist", required_argument, NULL, OPT_IGNORED },
	{ "overlap", no_argument, NULL, OPT_IGNORED },
	{ "oversubscribe", no_argument, NULL, OPT_IGNORED },
	{ "partition", required_argument, NULL, OPT_IGNORED },
	{ "qos", required_argument, NULL, OPT_IGNORED },
	{ "reservation", required_argument, NULL, OPT_IGNORED },
	{ "signal", required_argument, NULL, OPT_IGNORED },
	/* of Slurm's own way to start a job, */
	{ "kill-on-bad-exit", optional_argument, NULL, OPT_IGNORED },
	{ "mpi", required_argument, NULL, OPT_IGNORED },
	{ "no-kill", no_argument, NULL, OPT_IGNORED },
	{ "propagate", optional_argument, NULL, OPT_IGNORED },
	{ "quiet", no_argument, NULL, OPT_IGNORED },
	{ "resv-ports", optional_argument, NULL, OPT_IGNORED },
	{ "threads", required_argument, NULL, OPT_IGNORED },
	{ "unbuffered", no_argument, NULL, OPT_IGNORED },
	{ "wait", required_argument, NULL, OPT_IGNORED },
	/* and of a node that this machine's has not. */
	{ "cpu-bind", required_argument, NULL, OPT_IGNORED },
	{ "cpu_bind", required_argument, NULL, OPT_IGNORED },
	{ "cpus-per-task", required_argument, NULL, OPT_IGNORED },
	{ "hint", required_argument, NULL, OPT_IGNORED },
	{ "mem", required_argument, NULL, OPT_IGNORED },
	{ "mem-bind", required_argument, NULL, OPT_IGNORED },
	{ "mem-per-cpu", required_argument, NULL, OPT_IGNORED },
	{ "mem_bind", required_argument, NULL, OPT_IGNORED },
	{ "ntasks-per-core", required_argument, NULL, OPT_IGNORED },
	{ "ntasks-per-socket", required_argument, NULL, OPT_IGNORED },
	{ "threads-per-core", required_argument, NULL, OPT_IGNORED },
	{ "distribution", required_argument, NULL, 'm' },
	{ "gpus", required_argument, NULL, OPT_REFUSED },
	{ "gres", required_argument, NULL, OPT_REFUSED },
	{ "multi-prog", no_argument, NULL, OPT_REFUSED },
	{ "overcommit", no_argument, NULL, 'O' },
	{ "pty", optional_argument, NULL, OPT_REFUSED },
	{ "relative", required_argument, NULL, 'r' },
	{ "test-only", no_argument, NULL, OPT_REFUSED },
	{ 0 }
};

#define SHORT_OPTIONS   "+n:N:lD:o:e:i:t:vhVm:Or:"
#define SHORT_OF_QUEUE  "A:C:d:w:x:I::J:L:p:q:skKQT:uW:c:"

static bool take_open_mode(struct srun *s, const char *text)
{
	s->appends = *text == 'a';
	return is_word(text, "append") || is_word(text, "a") || is_word(text, "truncate") ||
	       is_word(text, "t") || refuse("--open-mode", text, "is neither append nor truncate");
}

static bool cannot(const char *option, const char *instead)
{
	fprintf(stderr, "srun: --%s: not done here%s\n", option, instead);
	return false;
}

static bool ignore(const char *dashes, const char *option, int length)
{
	fprintf(stderr, "srun: %s%.*s is ignored: it has no meaning here\n", dashes, length,
		option);
	return true;
}

static bool take(struct srun *s, int c, int index)
{
	switch (c) {
	case 'n': return take_number("--ntasks", optarg, &s->ranks);
	case 'N': return take_number("--nodes", optarg, &s->nodes);
	case OPT_PER_NODE: return take_number("--ntasks-per-node", optarg, &s->each);
	case 'l': add(s, "--label", "short"); return true;
	case 'D': add(s, "--cwd", optarg); return true;
	case 'o': s->output = optarg; return true;
	case 'e': s->error = optarg; return true;
	case 'i': s->input = optarg; return true;
	case 't': return take_time(s, optarg);
	case OPT_EXPORT: return take_export(s, optarg);
	case OPT_RUNJOB: return take_launcher(s, optarg);
	case 'v': add(s, "--verbose", "INFO"); return true;
	case OPT_OPEN_MODE: return take_open_mode(s, optarg);
	case 'm':
		return cannot("distribution", ": --launcher-opts='--mapping ORDER' places ranks");
	case 'O': return cannot("overcommit", ": --ntasks-per-node says how many share a node");
	case 'r': return cannot("relative", ": runjob --corner takes a part of a block");
	case OPT_REFUSED: return cannot(options[index].name, "");
	case OPT_IGNORED: return ignore("--", options[index].name, INT_MAX);
	case '?': return false;
	default: return ignore("-", (const char[]){ (char)c }, 1);
	}
}

static int help(void)
{
	printf("usage: srun [-n TASKS] [-N NODES] [--ntasks-per-node N] [-l] [-D DIR] [-o FILE]\n"
	       "            [-e FILE] [-i FILE] [-t TIME] [--export LIST] [--launcher-opts WORDS]\n"
	       "            PROGRAM [ARGUMENT...]\n\nRuns the program by runjob: see runjob(1).\n");
	return 0;
}

static int version(void)
{
	printf("srun (bgqemu) %s\n", BGQEMU_VERSION);
	return 0;
}

int front_srun(int argc, char **argv, struct words *runjob)
{
	struct srun s = { .to = runjob };
	int c, index = 0;

	words_add(runjob, "runjob");
	while ((c = getopt_long(argc, argv, SHORT_OPTIONS SHORT_OF_QUEUE, options, &index)) !=
	       -1) {
		if (c == 'h' || c == OPT_USAGE)
			return help();
		if (c == 'V')
			return version();
		if (!take(&s, c, index))
			return EXIT_FAILURE;
	}
	if (optind == argc) {
		fprintf(stderr, "srun: no program\n");
		return EXIT_FAILURE;
	}
	if (!s.exported)
		add(&s, "--env-all", NULL);
	if (!take_machine(&s) || !take_streams(&s))
		return EXIT_FAILURE;
	add(&s, ":", NULL);
	for (; optind < argc; optind++)
		words_add(runjob, argv[optind]);
	return -1;
}
