/* evq_sort.h - entries of a bucket of the event queue in their order. */
#ifndef BGQ_BASE_EVQ_SORT_H
#define BGQ_BASE_EVQ_SORT_H

#include <stddef.h>

#include "event.h"

/* n entries, by entry_before(); spare has room for as many, or is not needed for few. */
#define EVQ_SORT_FEW 64
void evq_sort(struct event_entry *at, size_t n, struct event_entry *spare);

#endif
