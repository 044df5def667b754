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

#include "net/guard.h"

/* A file whose name ends in .json or .html; before the run, so that an error shows before
 * it: 0, or -errno. */
int page_open(const char *name);
struct ras_list;
struct ras_place;
struct ras_sum;

/* A link with described faults that has carried something. */
struct page_link {
	uint32_t node;
	unsigned link;
	struct net_link_counts count;
};

/* Events of links and nodes with faults. */
struct page_faults {
	const struct page_link *link;
	size_t links;
	const struct ras_sum *sum;
	const struct ras_list *events; /* in the order of time */
	const struct ras_place *place;
	uint64_t resent_untold; /* packets sent again without an event in the list */
	uint64_t rerouted;      /* packets that went round dead links */
	bool reroute;
};

/* How the run has ended. */
struct page_end {
	const struct page_faults *faults; /* NULL: none are described */
	const char *reason; /* "ended", "deadlock", "timeout" or "signal" */
	const char *text;   /* the same in words, with when or by what */
	int status;         /* of bgq-run, if the files can be written */
};

/* After it: all files that were opened.  0, or -errno, and *failed is the file that it is about. */
int page_write(const struct page_end *end, const char **failed);
/* The data; for page.c. */
void page_data(FILE *to, const struct page_end *end);

#endif
