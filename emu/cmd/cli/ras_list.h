/*
 * ras_list.h - the RAS events of a run: each worker keeps its own, at the end they are put in the
 * order of time, node and link; and sums of what links with faults have counted.
 *
 * Never: an order that depends on workers.
 */
#ifndef BGQ_EMU_CLI_RAS_LIST_H
#define BGQ_EMU_CLI_RAS_LIST_H

#include "ras.h"

struct ras_list {
	struct ras_event *event;
	size_t events, room;
};

/* Counts of all links with faults (net/guard.h) together. */
struct ras_sum {
	uint64_t links;
	struct net_link_counts all; /* but CRCs */
	uint64_t dead;
	uint64_t crc_equal, crc_differ, crc_open; /* links; open: packets are under way */
};

/* Ends the program if there is no memory: none may be missing. */
void ras_list_add(struct ras_list *l, const struct ras_event *e);
/* Adds the events of so many others to those of l, and frees them. */
void ras_list_join(struct ras_list *l, struct ras_list *of, unsigned others);
/* Sorts by time; ras_list_write() writes all as lines of JSON to f, if that is not NULL. */
void ras_list_sort(struct ras_list *l);
void ras_list_write(const struct ras_list *l, const struct ras_place *p, FILE *f);
void ras_list_free(struct ras_list *l);
/* Adds a link's counts to the sum, and its events at the end of a run to the list: that its CRCs
 * differ, and, if all are wanted, that it has had errors. */
void ras_sum_add(struct ras_sum *sum, struct ras_list *l, const struct net_link_counts *c,
		 const struct ras_event *where, bool all);
/* Two lines, each with these words before it; nothing if no link has faults. */
void ras_sum_print(const struct ras_sum *sum, const char *before, FILE *f);

#endif
