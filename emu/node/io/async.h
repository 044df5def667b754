/*
 * async.h - calls that have to wait for the host: a pipe, a terminal, a lock of another
 * program.  By io_uring where the host allows it and the call has an operation there, else
 * by threads.  When they are done is the host's business and differs from run to run.
 *
 * For input only its coming is waited for (epoll); it is taken, by async_take, if a thread still
 * wants it.
 */
#ifndef BGQ_EMU_IO_ASYNC_H
#define BGQ_EMU_IO_ASYNC_H

#include <stdbool.h>

#include "ship.h"

/* Takes r over.  In the server, or serial. */
void async_begin(struct io_request *r);
/* A request that is done, its result set; NULL: none is.  Serial. */
struct io_request *async_take(void);
/* Whether some are under way; any thread. */
bool async_any(void);
/* Whether a thread waits for one of them, and has not been killed meanwhile.  Serial. */
bool async_is_awaited(void);
/* Waits until one is done, or so long.  Serial. */
void async_wait(unsigned ms);

#endif
