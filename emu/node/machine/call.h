/*
 * call.h - prologue of every call of a program: notes that the thread does something other
 * than wait, and checks pointers before they are used.
 */
#ifndef BGQ_EMU_CALL_H
#define BGQ_EMU_CALL_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* At the beginning of calls that programs make: the thread is doing something other than waiting,
 * and others of its node go first that are due.  Not in one that only tells what never changes,
 * such as a rank: it is neither. */
void call_begin(void);
/* Like call_begin(), for a call that reads or changes the state of a unit: events before the
 * caller's time are carried out first, and no other thread of the node runs until the call is
 * over. */
void call_begin_in_order(void);

/* A segment of the calling process: [va, va + bytes). */
struct segment {
	uint8_t *va;
	uint64_t bytes;
};

/* Returns the process's slot of the node's window, from the lowest byte of its stack on; and the
 * memory that the node's processes share. */
struct segment segment_own(void);
struct segment segment_shared(void);
bool segment_contains(struct segment s, const void *p, size_t bytes);

/* True if [p, p+bytes) is memory of the calling process. */
bool call_may_access(const void *p, size_t bytes);

/* Returns the result of a call that leaves its error in errno; rc is -errno if it is below zero. */
static inline long call_result(long rc)
{
	if (rc >= 0)
		return rc;
	errno = (int)-rc;
	return -1;
}

#endif
