/*
 * pages.h - memory for large tables of which any part is touched at any time: zero, from
 * the host's large pages where it has them, and taken only as it is touched.
 */
#ifndef BGQ_BASE_PAGES_H
#define BGQ_BASE_PAGES_H

#include <stddef.h>

/* NULL when out of memory. */
void *pages_alloc(size_t bytes);
void pages_free(void *p, size_t bytes); /* p may be NULL */

#endif
