/*
 * pages.h - memory for large tables with random access: zeroed, in huge pages where the
 * host has them, and committed only where it is touched (demand paging); and how large a
 * page is.
 */
#ifndef BGQ_BASE_PAGES_H
#define BGQ_BASE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/uio.h>

/* The host's pages, and what programs take for theirs: mmap and its like, guards. */
#define PAGE_BYTES 4096u

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 /* Linux 6.13: a guard without a mapping of its own */
#define MADV_GUARD_REMOVE 103
#endif
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* NULL when out of memory. */
void *pages_alloc(size_t bytes);
/* For a table that is touched as a whole: huge pages of it save time, and waste none. */
void *pages_alloc_full(size_t bytes);
void pages_free(void *p, size_t bytes); /* p may be NULL */
/* From here on they come from take, zeroed, and are never given back; pages that were allocated
 * before are not either. */
void pages_from(void *(*take)(size_t bytes));
/* Returns the bytes of [p, p + bytes), whole pages of any mapping of this process, that are
 * committed. */
size_t pages_committed(const void *p, size_t bytes);
/* madvise() of count ranges, by one call where the host has that (Linux 6.14).  False: it refuses
 * the advice for some of them. */
bool pages_advise(const struct iovec *at, unsigned count, int advice);

#endif
