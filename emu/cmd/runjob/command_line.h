/*
 * command_line.h - the options of the machine's runjob, as its users type them.
 *
 * Names, short forms, which options take several words, and the variables RUNJOB_NAME in
 * their place are runjob's own.  This file knows how options are written; what they mean to
 * the emulator is in translate.c.
 */
#ifndef BGQ_EMU_RUNJOB_COMMAND_LINE_H
#define BGQ_EMU_RUNJOB_COMMAND_LINE_H

#include <stdbool.h>

enum runjob_option {
	/* job */
	RUNJOB_EXE, RUNJOB_ARGS, RUNJOB_ENVS, RUNJOB_EXP_ENV, RUNJOB_ENV_ALL, RUNJOB_CWD,
	RUNJOB_TIMEOUT,
	/* resources */
	RUNJOB_BLOCK, RUNJOB_CORNER, RUNJOB_SHAPE, RUNJOB_RANKS_PER_NODE, RUNJOB_NP,
	RUNJOB_MAPPING,
	/* debugging */
	RUNJOB_LABEL, RUNJOB_STRACE, RUNJOB_START_TOOL, RUNJOB_TOOL_ARGS, RUNJOB_TOOL_SUBSET,
	/* others */
	RUNJOB_STDINRANK, RUNJOB_RAISE, RUNJOB_VERBOSE, RUNJOB_PROPERTIES, RUNJOB_SOCKET,
	RUNJOB_HELP, RUNJOB_VERSION,
	RUNJOB_OPTIONS
};

struct words {
	char **word; /* the command line's own strings */
	int words;
};

struct command_line {
	struct words given[RUNJOB_OPTIONS]; /* flags: one word */
	char **program; /* behind the ':', NULL-terminated; NULL: no ':' */
};

/* Reads argv, and variables RUNJOB_NAME of options that it does not give (--args and the
 * environment's: also).  False after a message. */
bool command_line_parse(struct command_line *c, int argc, char **argv);
/* The option's value, or NULL. */
char *command_line_value(const struct command_line *c, enum runjob_option option);
/* "ranks-per-node" for RUNJOB_RANKS_PER_NODE. */
const char *command_line_name(enum runjob_option option);
/* Appends a word; exits if there is no memory. */
void words_add(struct words *w, char *word);
/* The options, for --help. */
void command_line_help(void);

#endif
