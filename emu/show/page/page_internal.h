/*
 * page_internal.h - parts of the data, for page_data.c; each writes one member of the object.
 *
 * Tables of nodes and ranks have at most PAGE_ROWS_MAX rows for each thing that a node has: with
 * more nodes a row is a box of neighbours, with more ranks a row is some that follow each other.
 */
#ifndef BGQ_EMU_PAGE_INTERNAL_H
#define BGQ_EMU_PAGE_INTERNAL_H

#include "net/net.h"
#include "emu/node/machine/process.h"
#include "emu/show/measure/blocks.h"
#include "json.h"
#include "page.h"

#define PAGE_ROWS_MAX 8192u

/* Writes a list of names, which ends with NULL. */
void page_names(struct json *j, const char *name, const char *const *names);
/* The boxes of tables of nodes. */
const struct blocks *page_blocks(void);
/* The process's end: one that has not ended waits, or computes, until the last event. */
ps_t page_end_ps(const struct process *p);

void page_put_end(struct json *j, const struct page_end *end);
void page_put_faults(struct json *j, const struct page_faults *f);
/* All RAS events of a run with described faults, records of ranks included. */
uint64_t page_fault_events(const struct page_faults *f);
void page_put_links(struct json *j);
void page_put_units(struct json *j);
void page_put_ranks(struct json *j);
void page_put_waits(struct json *j);
void page_put_matrix(struct json *j);
void page_put_time(struct json *j);
void page_put_profile(struct json *j);
/* The integrals of a line (enum measure_line) over each step of time. */
void page_put_line(struct json *j, const char *name, unsigned line);

#endif
