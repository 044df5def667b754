/* evq_sort.h - sorts the entries of a bucket of the event queue. */
#ifndef BGQ_BASE_EVQ_SORT_H
#define BGQ_BASE_EVQ_SORT_H

#include <stddef.h>

#include "event.h"

/* Sorts n entries by entry_before().  spare has room for n; few entries need none. */
#define EVQ_SORT_FEW 96
void evq_sort(struct event_entry *at, size_t n, struct event_entry *spare);

#endif
