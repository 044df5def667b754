/*
 * ship.h - calls on the way to the I/O server and back.
 *
 *   rank's thread         I/O server (an event of node 0)       rank's node
 *   io_ship: post  --->   serve: the host's call, or   --->     arrive: the thread
 *   parks                 async.h if it may block               runs on
 *
 * As CNK does, a rank's calls on files are function-shipped.  The server is one place for
 * the whole machine, so effects on the host's files come in the order of simulated time,
 * then node, for any number of workers.  When the answer is back is said by path.h.
 *
 * A request is the calling worker's until it is posted, then the server's, then the worker's
 * again.  What it points to must stay: threads do not run meanwhile, and a path is its own
 * copy.
 */
#ifndef BGQ_EMU_IO_SHIP_H
#define BGQ_EMU_IO_SHIP_H

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "net/base/event.h"

#define IO_ARGS 6
#define IO_SERVER_NODE 0

struct process;
struct thread;
struct io_request;

/* Carries out a request on the host, in the server: result or -errno, or IO_BLOCKS: it would
 * have to wait, so run it by async.h. */
typedef long io_run(struct io_request *r);
#define IO_BLOCKS (-4095l) /* no errno is as large */
#define IO_WAITS  (-4094l) /* lock.h */

struct io_request {
	struct event event;
	struct process *process;
	struct thread *thread; /* of the call; compared only, it may be gone */
	io_run *run;           /* NULL: the system call nr */
	long nr, arg[IO_ARGS];
	long result;
	uint64_t up_bytes;     /* data that travel with the request */
	bool down;             /* a result > 0 is the number of bytes that travel back */
	bool may_block;        /* at the host: by async.h */
	bool at_once;          /* -EAGAIN if it had to wait, though the host's descriptor does */
	bool done, detached;
	atomic_bool abandoned; /* the thread does not wait any more: frees itself when it is back */
	bool by_epoll;         /* async.c */
	mode_t umask;          /* for what creates files */
	char *path[2];         /* its own, or NULL */
	void *data;            /* its own, or NULL: a copy of what is written, or to be read */
	void *extra;           /* of run */
	int kind;              /* of run: what kind of file it has opened */
	void *answer;          /* for journal.h: what the host fills in: result bytes, */
	size_t answer_bytes;   /* unless this is not 0: so many */
	bool opens;            /* the result is a descriptor of a file or directory */
	bool device;           /* of a socket, FIFO or terminal, which has no position */
	bool changes;          /* of run: the file with this name */
	uint64_t order;        /* of io_send; */
	struct io_request **link; /* what points to it in the list of detached ones */
	struct io_request *next; /* async.c, lock.c, or the list of detached ones */
	struct io_request *next_under_way; /* async.c */
	struct io_request *outer; /* the thread's, whose wait was interrupted before this one's, */
	const void *frame;        /* and the frame of this one's wait */
};

/* NULL: no memory. */
struct io_request *io_request(long nr);
/* At once, or when an abandoned one is back. */
void io_request_free(struct io_request *r);
/* Sends r, waits, and returns the result; r is the caller's again.  -ECANCELED: the thread is
 * cancelled, or -EINTR: a handler has ended a wait for input: r is still under way then, and
 * what it points to has to be its own.  In a process that has ended (last words) r is sent
 * without waiting: see io_send. */
long io_ship(struct io_request *r);
/* Like io_ship(), and frees r. */
long io_ship_free(struct io_request *r);
/* Sends r and does not wait: it frees itself. */
void io_send(struct io_request *r);
/* p, which has ended, gives a descriptor of the host back. */
void io_send_close(struct process *p, int host_fd);

/* r, whose result is known, goes back.  In the server. */
void io_answer(struct io_request *r, ps_t at_ps);
/* Like io_answer(), for what waited for the host.  Serial, at now_ps. */
void io_completed(struct io_request *r, ps_t now_ps);
/* r takes what comes in from the host, which is waited for apart (async.h), so that nothing is
 * taken for a thread that does not wait any more. */
bool io_takes_input(const struct io_request *r);
/* True if r would not wait: something is there, or the end. */
bool io_has_input(const struct io_request *r);
/* A thread waits for r, and has not been killed meanwhile. */
bool io_is_awaited(const struct io_request *r);
/* Carries out what has been sent by processes that have ended and not arrived; after the run. */
void io_send_rest(void);

/* The system call of a request, with its umask: -errno or the result. */
long io_perform(const struct io_request *r);
/* For io_run functions: a host function's result, or -errno. */
static inline long io_errno(long rc)
{
	return rc == -1 ? -(long)errno : rc;
}

#endif
