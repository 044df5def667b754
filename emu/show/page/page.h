/*
 * page.h - the report of a run: --report=FILE.json, and the same data as a page for a
 * browser, --report=FILE.html.  What the data are: bgq-report(5).
 *
 * The page is one file that loads nothing from elsewhere: the text of page.html and of its script,
 * page_*.js, with the data in it, which the script draws.
 *
 * Never: what depends on the host, but for the line "host" at the data's end.
 */
#ifndef BGQ_EMU_PAGE_H
#define BGQ_EMU_PAGE_H

#include <stdbool.h>
#include <stdio.h>

/* A file whose name ends in .json or .html; before the run, so that an error shows before
 * it: 0, or -errno. */
int page_open(const char *name);
/* How the run has ended. */
struct page_end {
	const char *reason; /* "ended", "deadlock", "timeout" or "signal" */
	const char *text;   /* the same in words, with when or by what */
	int status;         /* of bgq-run, if the files can be written */
};

/* After it: all files that were opened.  0, or -errno, and *failed is the file that it is about. */
int page_write(const struct page_end *end, const char **failed);
/* The data; for page.c. */
void page_data(FILE *to, const struct page_end *end);

#endif
