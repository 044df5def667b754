/* evq_sort.h - sorts the entries of a bucket of the event queue. */
#ifndef BGQ_BASE_EVQ_SORT_H
#define BGQ_BASE_EVQ_SORT_H

#include <stddef.h>

#include "event.h"

struct evq_chunk;

/* Copies the n entries of the chunks, which are all those of one bucket of the wheel, to `to` in
 * the order of entry_before().  spare has room for as many; without entries chunks may be NULL. */
void evq_sort(struct event_entry *to, const struct evq_chunk *chunks, size_t n,
	      struct event_entry *spare);

#endif
