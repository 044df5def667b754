/*
 * opened.h - for checkpoints: which of the host's files ranks have open, and which they have
 * named, so that they can be looked at, opened again and put back.
 *
 * Changed by the I/O server only, read serially.
 *
 * Never: an effect on a run that keeps no journal (journal.h).
 */
#ifndef BGQ_EMU_IO_OPENED_H
#define BGQ_EMU_IO_OPENED_H

#include <stdbool.h>
#include <stdint.h>

struct io_request;

/* A descriptor that is open.  number counts openings: the same in each run. */
struct opened {
	int host_fd;
	uint64_t number;
};

/* 0 or -ENOMEM. */
int opened_begin(void);
/* Before a call is carried out, and behind it. */
void opened_before(const struct io_request *r);
void opened_after(const struct io_request *r);
/* The result of such a call is a descriptor. */
bool opened_opens(const struct io_request *r);
/* A descriptor that stands for a file: -errno if there is none. */
long opened_reserve(void);
/* The descriptor that opening `number` has returned and is still open; -1: none is. */
int opened_find(uint64_t number);
/* Calls fn with all descriptors that are open, in the order in which they were opened. */
void opened_each(void (*fn)(void *ctx, const struct opened *o), void *ctx);

/* Calls fn with whole names of all files that ranks have opened or changed, in order. */
void named_each(void (*fn)(void *ctx, const char *path, bool written), void *ctx);
/* A name that an earlier run knows. */
void named_add(const char *path, bool written);
/* From now on fn learns of names that do not exist and may be made by the next call. */
void named_tell(void (*fn)(const char *path));

#endif
