/*
 * lock.h - locks on files, in the server: calls that wait for a lock are tried again, the
 * oldest first, whenever a call of the job may have freed one.  So ranks get locks from each
 * other in simulated time; from other programs of the host, when they give them.
 */
#ifndef BGQ_EMU_IO_LOCK_H
#define BGQ_EMU_IO_LOCK_H

#include "ship.h"

/* Tries it; IO_WAITS: another has it, and lock_wait(r) is next. */
long lock_try(const struct io_request *r);
bool lock_is_wanted(const struct io_request *r);
void lock_wait(struct io_request *r);
bool lock_any(void);
/* Carries on with those that have got theirs.  freed: NULL, or a call that has been carried
 * out; nothing is done if it cannot have freed one. */
void lock_again(const struct io_request *freed, ps_t now_ps);

#endif
