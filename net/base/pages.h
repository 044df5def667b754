/*
 * pages.h - memory for large tables with random access: zeroed, in huge pages where the
 * host has them, and committed only where it is touched (demand paging).
 */
#ifndef BGQ_BASE_PAGES_H
#define BGQ_BASE_PAGES_H

#include <stddef.h>

/* NULL when out of memory. */
void *pages_alloc(size_t bytes);
void pages_free(void *p, size_t bytes); /* p may be NULL */

#endif
