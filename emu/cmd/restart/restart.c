/* restart.c - see restart.h. */
#include "restart.h"

#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/cmd/cli/values.h"
#include "emu/node/machine/options_restart.h"
#include "emu/node/machine/status.h"
#include "host_files.h"

static struct {
	struct saved saved;
	const char *name;
	FILE *file;
} from;

const struct saved *restart_from(void)
{
	return from.file ? &from.saved : NULL;
}

FILE *restart_journal(void)
{
	return from.file;
}

const char *restart_name(void)
{
	return from.name;
}

static int refuse(const char *why)
{
	fprintf(stderr, "bgq-run: --restart %s: %s\n", from.name, why);
	return STATUS_CANNOT_RUN;
}

/* ---- the command line */

/* Options that change neither the job nor its time. */
static const struct allowed {
	const char *name;
	bool valued; /* the next word is its value, if there is no '=' */
} allowed[] = {
	{ "--workers", true }, { "--timeout", true }, { "--quiet", false },
	{ "--pin", true },
	{ "--checkpoint", true }, { "--checkpoint-at", true }, { "--report", true },
	{ "--trace", true }, { "--trace-ranks", true }, { "--trace-links", true },
	{ "--trace-time", true }, { "--counters", false }, { "--profile", true },
	{ "--boot-report", false }, { "--workers-report", false },
};

static const struct allowed *find_allowed(const char *option)
{
	for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
		size_t n = strlen(allowed[i].name);

		if (!strncmp(option, allowed[i].name, n) && (!option[n] || option[n] == '='))
			return &allowed[i];
	}
	return NULL;
}

/* Words of the allowed option that the list begins with: 1 or 2; 0: another word. */
static int option_words(int argc, char **argv)
{
	const struct allowed *a = find_allowed(argv[0]);

	return !a ? 0 : a->valued && argc > 1 && !strchr(argv[0], '=') ? 2 : 1;
}

static int check_options(int argc, char **argv)
{
	for (int i = 0, n; i < argc; i += n) {
		n = option_words(argc - i, argv + i);
		if (n)
			continue;
		fprintf(stderr, "bgq-run: --restart: '%s' cannot be given again: the job is that "
			"of the checkpoint\n", argv[i]);
		return STATUS_USAGE;
	}
	return -1;
}

/* The job's options, its environment, the new options, the program. */
static char **joined(const struct saved *s, int argc, char **argv, int *count)
{
	char **all = calloc(s->args.count + 2 * (size_t)s->env.count + (size_t)argc + 2,
			    sizeof *all);
	int n = 0;

	if (!all)
		return NULL;
	for (unsigned i = 0; i < s->options; i++)
		all[n++] = s->args.text[i];
	all[n++] = "--" OPTION_RESTARTED;
	for (unsigned i = 0; i < s->env.count; i++) {
		all[n++] = "--envs";
		all[n++] = s->env.text[i];
	}
	for (int i = 0; i < argc; i++)
		all[n++] = argv[i];
	for (unsigned i = s->options; i < s->args.count; i++)
		all[n++] = s->args.text[i];
	*count = n;
	return all;
}

/* ---- what the job was run with */

static int check_host(const struct saved *s)
{
	struct digest own;
	uint64_t length;

	if (host_file_digest("/proc/self/exe", UINT64_MAX, &own, &length) != 0 ||
	    !digest_equal(&own, &s->emulator))
		return refuse("it was written by another bgq-run than this");
	if (strcmp(s->libc, gnu_get_libc_version()))
		return refuse("it was written with another version of the host's C library");
	return -1;
}

/* Standard input is the job's file again, if it was one. */
static int open_input(const struct saved *s)
{
	for (unsigned i = 0; i < s->opens; i++) {
		if (s->open[i].number)
			continue;
		int fd = open(s->open[i].path, O_RDONLY);

		if (fd < 0 || dup2(fd, STDIN_FILENO) < 0)
			return refuse("standard input, as it was, cannot be opened");
		if (fd != STDIN_FILENO)
			close(fd);
	}
	return -1;
}

static int check(const struct saved *s)
{
	char why[SAVED_WHY_BYTES];
	int rc = check_host(s);

	if (rc >= 0)
		return rc;
	if (chdir(s->directory) != 0) {
		snprintf(why, sizeof why, "%s, in which the job was started: %s", s->directory,
			 strerror(errno));
		return refuse(why);
	}
	if (!host_files_check(s, why))
		return refuse(why);
	return open_input(s);
}

/* Opens and reads the checkpoint. */
static int load(const char *name)
{
	char why[SAVED_WHY_BYTES];

	from.name = name;
	from.file = fopen(name, "re");
	char *whole = from.file ? realpath(name, NULL) : NULL;

	if (!whole)
		return refuse(strerror(errno));
	from.name = whole;
	if (!saved_read(from.file, &from.saved, why))
		return refuse(why);
	if (fseeko(from.file, from.saved.journal_at, SEEK_SET) != 0)
		return refuse(strerror(errno));
	return check(&from.saved);
}

#define OPTION "--restart"

static bool is_restart(const char *word)
{
	size_t n = sizeof OPTION - 1;

	return !strncmp(word, OPTION, n) && (!word[n] || word[n] == '=');
}

/* Where --restart is, among options that may be with it; 0: it is not there. */
static int find(int argc, char **argv)
{
	for (int i = 1, n = 1; n && i < argc; i += n) {
		if (is_restart(argv[i]))
			return i;
		n = option_words(argc - i, argv + i);
	}
	return 0;
}

/* Takes --restart and its value out of the command line.  NULL: it is not there, or has none. */
static const char *take_name(int *argc, char **argv)
{
	int at = find(*argc, argv), words = 1;

	if (!at)
		return NULL;
	const char *name = strchr(argv[at], '=');

	if (!name && at + 1 < *argc)
		words = 2;
	name = name ? name + 1 : words == 2 ? argv[at + 1] : NULL;
	if (!name)
		return NULL;
	memmove(&argv[at], &argv[at + words], (size_t)(*argc - at - words + 1) * sizeof *argv);
	*argc -= words;
	return name;
}

int restart_command(int *argc, char ***argv)
{
	const char *name = take_name(argc, *argv);
	int rc;

	if (!name)
		return -1;
	rc = check_options(*argc - 1, *argv + 1);
	if (rc < 0)
		rc = load(name);
	if (rc >= 0)
		return rc;
	char **all = joined(&from.saved, *argc - 1, *argv + 1, argc);

	if (!all)
		return refuse(strerror(ENOMEM));
	*argv = all;
	return -1;
}
