/* command_line.c - see command_line.h. */
#include "command_line.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many words an option takes. */
enum takes {
	NONE,
	ONE,      /* whatever it begins with */
	PERHAPS,  /* one that does not begin with '-' */
	SEVERAL,  /* one, and those that follow and do not begin with '-' */
	EACH_TIME /* one, and the option may be repeated */
};

static const struct {
	const char *name;
	char letter;
	enum takes takes;
	const char *value, *text;
} options[RUNJOB_OPTIONS] = {
	[RUNJOB_EXE] = { "exe", 0, ONE, "FILE", "program to run" },
	[RUNJOB_ARGS] = { "args", 0, SEVERAL, "WORD...", "its arguments" },
	[RUNJOB_ENVS] = { "envs", 0, SEVERAL, "NAME=VALUE...", "variables of the ranks" },
	[RUNJOB_EXP_ENV] = { "exp-env", 0, SEVERAL, "NAME...", "variables to pass on" },
	[RUNJOB_ENV_ALL] = { "env-all", 0, NONE, "", "pass all variables on" },
	[RUNJOB_CWD] = { "cwd", 0, ONE, "DIR", "working directory, from /" },
	[RUNJOB_TIMEOUT] = { "timeout", 0, ONE, "SECONDS", "end the job after so long" },
	[RUNJOB_BLOCK] = { "block", 0, ONE, "NAME", "gives the size if the name does" },
	[RUNJOB_CORNER] = { "corner", 0, ONE, "LOCATION", "of a part of the block" },
	[RUNJOB_SHAPE] = { "shape", 0, ONE, "AxBxCxDxE", "nodes of that part" },
	[RUNJOB_RANKS_PER_NODE] = { "ranks-per-node", 'p', ONE, "N", "1, 2, 4 .. 64" },
	[RUNJOB_NP] = { "np", 'n', ONE, "N", "ranks of the job" },
	[RUNJOB_MAPPING] = { "mapping", 0, ONE, "ORDER|FILE", "places of the ranks" },
	[RUNJOB_LABEL] = { "label", 0, PERHAPS, "[none|short|long]", "prefix of output lines" },
	[RUNJOB_STRACE] = { "strace", 0, ONE, "none|RANK", "ignored" },
	[RUNJOB_START_TOOL] = { "start-tool", 0, ONE, "FILE", "ignored" },
	[RUNJOB_TOOL_ARGS] = { "tool-args", 0, ONE, "WORDS", "ignored" },
	[RUNJOB_TOOL_SUBSET] = { "tool-subset", 0, ONE, "RANKS", "ignored" },
	[RUNJOB_STDINRANK] = { "stdinrank", 0, ONE, "RANK", "which rank reads standard input" },
	[RUNJOB_RAISE] = { "raise", 0, NONE, "", "end by the signal that ended the job" },
	[RUNJOB_VERBOSE] = { "verbose", 0, EACH_TIME, "LEVEL", "0 to 7, or O F E W I D T A" },
	[RUNJOB_PROPERTIES] = { "properties", 0, ONE, "FILE", "ignored" },
	[RUNJOB_SOCKET] = { "socket", 0, ONE, "FILE", "ignored" },
	[RUNJOB_HELP] = { "help", 'h', NONE, "", "show this" },
	[RUNJOB_VERSION] = { "version", 'v', NONE, "", "show the version" },
};

void command_line_help(void)
{
	printf("usage: runjob [OPTION...] : PROGRAM [ARGUMENT...]\n\n");
	for (int i = 0; i < RUNJOB_OPTIONS; i++) {
		char left[64], letter[8] = "";

		if (options[i].letter)
			snprintf(letter, sizeof letter, "-%c, ", options[i].letter);
		snprintf(left, sizeof left, "%s--%s %s", letter, options[i].name,
			 options[i].value);
		printf("  %-34s %s\n", left, options[i].text);
	}
	printf("\nRuns the program by bgq-run. See runjob(1).\n");
}

const char *command_line_name(enum runjob_option option)
{
	return options[option].name;
}

char *command_line_value(const struct command_line *c, enum runjob_option option)
{
	const struct words *w = &c->given[option];

	return w->words ? w->word[w->words - 1] : NULL;
}

void words_add(struct words *w, char *word)
{
	char **more = realloc(w->word, ((size_t)w->words + 2) * sizeof *more);

	if (!more) {
		fprintf(stderr, "runjob: out of memory\n");
		exit(EXIT_FAILURE);
	}
	more[w->words++] = word;
	more[w->words] = NULL;
	w->word = more;
}

/* '_' of --exp_env and --env_all, which runjob takes too, is a '-'. */
static bool is_name(const char *name, const char *text, size_t length)
{
	if (strlen(name) != length)
		return false;
	for (size_t i = 0; i < length; i++)
		if (name[i] != text[i] && !(name[i] == '-' && text[i] == '_'))
			return false;
	return true;
}

/* The option that text begins with; *rest is what is left, an adjacent value, or NULL. */
static int find(const char *text, char **rest)
{
	bool is_long = text[1] == '-';
	const char *name = text + (is_long ? 2 : 1);
	size_t length = is_long ? strcspn(name, "=") : *name != '\0';

	*rest = name[length] ? (char *)name + length + is_long : NULL;
	for (int i = 0; i < RUNJOB_OPTIONS; i++)
		if (is_long ? is_name(options[i].name, name, length)
			    : *name && options[i].letter == *name)
			return i;
	return -1;
}

static bool fail(const char *what, const char *option)
{
	fprintf(stderr, "runjob: %s%s; try 'runjob --help'\n", option, what);
	return false;
}

static bool takes_one(enum takes takes)
{
	return takes == ONE || takes == SEVERAL || takes == EACH_TIME;
}

/* One option with its words; *at is the next word. */
static bool take(struct command_line *c, char ***at)
{
	char *text = *(*at)++, *value;
	int option = *text == '-' ? find(text, &value) : -1;

	if (option < 0)
		return fail(": not an option of runjob (the program follows ':')", text);
	struct words *given = &c->given[option];
	enum takes takes = options[option].takes;

	if (given->words && (takes == ONE || takes == PERHAPS))
		return fail(": given twice", text);
	if (takes == NONE) {
		if (value)
			return fail(": takes no value", text);
		words_add(given, text);
		return true;
	}
	if (!value && **at && (takes_one(takes) || ***at != '-'))
		value = *(*at)++;
	if (!value && takes != PERHAPS)
		return fail(": its value is missing", text);
	words_add(given, value ? value : "long");
	while (takes == SEVERAL && **at && ***at != '-')
		words_add(given, *(*at)++);
	return true;
}

/* Returns the truth value of a flag's variable. */
static int truth(const char *text)
{
	static const char *const words[] = { "0", "1", "false", "true", "no", "yes", "off", "on" };

	for (int i = 0; i < 8; i++)
		if (!strcasecmp(text, words[i]))
			return i & 1;
	return -1;
}

/* The variable RUNJOB_NAME in the place of --name. */
static bool take_variable(struct command_line *c, enum runjob_option option)
{
	char name[64];
	int n = snprintf(name, sizeof name, "RUNJOB_%s", options[option].name);

	for (int i = 0; i < n; i++)
		name[i] = name[i] == '-' ? '_' : (char)toupper((unsigned char)name[i]);
	char *value = getenv(name);
	struct words *given = &c->given[option];

	if (!value || !*value || (given->words && options[option].takes != SEVERAL))
		return true;
	if (options[option].takes == NONE) {
		int is = truth(value);

		if (is < 0)
			return fail(": neither true nor false", name);
		if (is == 0)
			return true;
	}
	words_add(given, value);
	return true;
}

bool command_line_parse(struct command_line *c, int argc, char **argv)
{
	*c = (struct command_line){ 0 };
	for (int i = 1; i < argc && !c->program; i++)
		if (!strcmp(argv[i], ":")) {
			c->program = argv + i + 1;
			argv[i] = NULL;
		}
	for (char **at = argv + (argc > 0); *at;)
		if (!take(c, &at))
			return false;
	for (int i = 0; i < RUNJOB_HELP; i++)
		if (!take_variable(c, (enum runjob_option)i))
			return false;
	return true;
}
