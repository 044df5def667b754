/*
 * clear.h - clears a block of a window, without allocating host memory for pages that read as
 * zero.
 *
 * Programs clear what they allocate.  Storing to a block that nothing has stored to yet would
 * allocate host memory for all of its pages, for each rank, though most of it is never used.
 *
 * Never: the image (its pages are a file's), segments that are shared, pages that the
 * program has protected.
 */
#ifndef BGQ_EMU_CLEAR_H
#define BGQ_EMU_CLEAR_H

#include <stddef.h>

/* Below it, asking costs as much as page faults. */
#define CLEAR_BYTES_MIN (16u << 10)

/* Like memset(p, 0, bytes), of private anonymous memory. */
void clear_memory(void *p, size_t bytes);

#endif
