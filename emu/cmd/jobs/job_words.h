/*
 * job_words.h - a line of a file of jobs as words, as the shell would split it: blanks part them,
 * '...' and "..." hold them together, \ takes the next character as it is, # begins a comment; a
 * line that ends with \ goes on in the next.
 *
 * Never: knows what words mean.
 */
#ifndef BGQ_EMU_JOB_WORDS_H
#define BGQ_EMU_JOB_WORDS_H

#include <stdbool.h>
#include <stdio.h>

struct job_words {
	char **word; /* [count], and NULL */
	int count;
};

/* Ends the program if there is no memory.  The word is copied. */
void job_words_add(struct job_words *w, const char *word);
/* Adds the words of text to w.  NULL, or what is wrong with it. */
const char *job_words_split(struct job_words *w, const char *text);
/* The next line, without its newline, with those that it goes on in; *line goes to its first one's
 * number, *next to that of the one behind; *why: what is wrong with it, or NULL.  NULL at the end;
 * to be freed. */
char *job_words_line(FILE *f, unsigned *line, unsigned *next, const char **why);
/* A copy of text with name in place of each %j. */
char *job_words_named(const char *text, const char *name);
void job_words_free(struct job_words *w);

#endif
