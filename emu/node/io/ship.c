/* ship.c - see ship.h. */
#include "ship.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/booted.h"
#include "async.h"
#include "emu/node/posix/posix.h"
#include "emu/core/engine/engine.h"
#include "emu/core/engine/watch.h"
#include "io_internal.h"
#include "journal.h"
#include "lock.h"
#include "path.h"

/* Sent by processes that have ended, and not carried out yet: a run ends without their events. */
static struct io_request *detached;
static uint64_t sent;
static pthread_mutex_t detached_lock = PTHREAD_MUTEX_INITIALIZER;

struct io_request *io_request(long nr)
{
	struct io_request *r = calloc(1, sizeof *r);

	if (r) {
		r->nr = nr;
		r->process = process_self();
		r->umask = files_self()->umask;
	}
	return r;
}

void io_send_close(struct process *p, int host_fd)
{
	struct io_request *r = calloc(1, sizeof *r);

	if (!r) {
		close(host_fd);
		return;
	}
	r->nr = SYS_close;
	r->arg[0] = host_fd;
	r->process = p;
	io_send(r);
}

void io_request_free(struct io_request *r)
{
	if (r->abandoned && !r->done)
		return;
	free(r->path[0]);
	free(r->path[1]);
	free(r->data);
	free(r);
}

/* The mask is the host process's, and only the server creates files meanwhile. */
static long with_umask(const struct io_request *r)
{
	const long *a = r->arg;
	mode_t was = umask(r->umask);
	long rc = syscall(r->nr, a[0], a[1], a[2], a[3], a[4], a[5]);

	rc = io_errno(rc);
	umask(was);
	return rc;
}

static bool creates(const struct io_request *r)
{
	return r->nr == SYS_mkdirat || r->nr == SYS_mknodat ||
	       (r->nr == SYS_openat && (r->arg[2] & (O_CREAT | O_TMPFILE)));
}

long io_perform(const struct io_request *r)
{
	const long *a = r->arg;
	long rc;

	if (creates(r))
		return with_umask(r);
	do
		rc = io_errno(syscall(r->nr, a[0], a[1], a[2], a[3], a[4], a[5]));
	while (rc == -EINTR); /* the host's signals are not the program's */
	return rc;
}

/* ---- at the rank's node */

/* The thread that called is not there any more, or does not want r. */
static bool is_abandoned(const struct io_request *r)
{
	for (const struct thread *t = &r->process->main; t; t = t->user->next)
		if (t == r->thread)
			return r->abandoned || t->state == THREAD_DEAD;
	return true;
}

bool io_is_awaited(const struct io_request *r)
{
	return !is_abandoned(r);
}

/* A descriptor that nothing has asked for any more is closed. */
static void drop(struct io_request *r)
{
	if (r->result >= 0 && (r->nr == SYS_accept4 || r->nr == SYS_openat))
		io_send_close(r->process, (int)r->result);
	io_request_free(r);
}

/* ---- packets, for counters of the link to the I/O node: one at least */

#define CHUNK_BYTES 32u

static uint64_t packets_of(uint64_t bytes)
{
	uint64_t full = (bytes + NET_PACKET_PAYLOAD_BYTES - 1) / NET_PACKET_PAYLOAD_BYTES;

	return full ? full : 1;
}

/* A header is a chunk. */
static uint64_t chunks_of(uint64_t bytes)
{
	return packets_of(bytes) + (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
}

static uint64_t down_bytes(const struct io_request *r)
{
	return r->down && r->result > 0 ? (uint64_t)r->result : 0;
}

/* The thread may be parked elsewhere, in a signal's handler. */
static void arrive(struct event *ev)
{
	struct io_request *r = (struct io_request *)ev;
	struct thread *t = r->thread;

	r->done = true;
	booted.node[ev->node].io_packets_received += packets_of(down_bytes(r));
	if (is_abandoned(r))
		drop(r);
	else if (t->waiting.what == r)
		thread_wake(t, ev->time_ps);
}

static const struct event_type arriving = { .run = arrive };

/* ---- at the server */

static void detached_remove(struct io_request *r)
{
	pthread_mutex_lock(&detached_lock);
	*r->link = r->next;
	if (r->next)
		r->next->link = r->link;
	pthread_mutex_unlock(&detached_lock);
}

static void answer(struct io_request *r, ps_t reply_ps)
{
	if (r->detached) {
		io_request_free(r);
		return;
	}
	r->event.type = &arriving;
	sim_post(engine_sim(booted.engine), &r->event, IO_SERVER_NODE, r->process->main.node,
		 reply_ps);
}

void io_answer(struct io_request *r, ps_t at_ps)
{
	answer(r, io_path_reply(r->process->main.node, at_ps, r->up_bytes, down_bytes(r)));
}

bool io_takes_input(const struct io_request *r)
{
	return r->nr == SYS_read || r->nr == SYS_accept4 ||
	       (r->nr == SYS_recvmsg && !(r->arg[2] & MSG_WAITALL));
}

bool io_has_input(const struct io_request *r)
{
	struct pollfd p = { .fd = (int)r->arg[0], .events = POLLIN };

	return poll(&p, 1, 0) > 0;
}

static bool is_ready(const struct io_request *r)
{
	return io_takes_input(r) && io_has_input(r);
}

static long carry_out(struct io_request *r)
{
	if (lock_is_wanted(r))
		return lock_try(r);
	if (r->at_once && !is_ready(r))
		return -EAGAIN;
	if (r->may_block && !is_ready(r))
		return IO_BLOCKS;
	return r->run ? r->run(r) : io_perform(r);
}

static void serve(struct event *ev)
{
	struct io_request *r = (struct io_request *)ev;
	struct io_request done = *r;

	if (r->detached)
		detached_remove(r);
	r->result = journal_is_on() ? journal_serve(r, ev->time_ps, carry_out) : carry_out(r);
	if (r->result == IO_BLOCKS)
		async_begin(r);
	else if (r->result == IO_WAITS)
		lock_wait(r);
	else
		io_answer(r, ev->time_ps);
	if (lock_any())
		lock_again(&done, done.event.time_ps);
}

static const struct event_type serving = { .run = serve };

void io_completed(struct io_request *r, ps_t now_ps)
{
	engine_act_for(booted.engine, IO_SERVER_NODE);
	answer(r, io_path_reply_alone(now_ps, r->up_bytes + down_bytes(r)));
}

/* ---- sending */

static void post(struct io_request *r)
{
	ps_t now_ps = thread_self ? thread_self->clock_ps : worker_now();

	booted.node[r->process->main.node].io_chunks_sent += chunks_of(r->up_bytes);
	r->event.type = &serving;
	sim_post(engine_sim(booted.engine), &r->event, r->process->main.node, IO_SERVER_NODE,
		 now_ps + io_path_request_ps());
}

void io_send(struct io_request *r)
{
	r->detached = true;
	pthread_mutex_lock(&detached_lock);
	r->order = ++sent;
	r->next = detached;
	r->link = &detached;
	if (detached)
		detached->link = &r->next;
	detached = r;
	pthread_mutex_unlock(&detached_lock);
	post(r);
}

/* Sends r, of a process that has ended, on a stack that may not wait: it is taken as done. */
static long ship_last(struct io_request *r)
{
	struct io_request *copy = malloc(sizeof *copy);

	if (!copy)
		return -ENOMEM;
	*copy = *r;
	r->path[0] = r->path[1] = NULL;
	r->data = NULL; /* they are the copy's now */
	io_send(copy);
	return (long)r->up_bytes;
}

static unsigned wait_kind(const struct io_request *r)
{
	if (!r->may_block)
		return WAIT_IO;
	return r->nr == SYS_read && r->arg[0] == STDIN_FILENO ? WAIT_STDIN : WAIT_HOST;
}

/* 0: the running thread goes on waiting for r. */
static int interrupted(const struct io_request *r)
{
	if (posix_is_cancelled())
		return -ECANCELED;
	int rc = posix_interrupted();

	if (r->nr == SYS_ppoll)
		return rc ? -EINTR : 0; /* even with SA_RESTART */
	return rc == -EINTR && io_takes_input(r) ? rc : 0;
}

/* A handler that runs now may jump out of the wait: io_left(). */
static int interrupted_in(struct io_request *r, const void *frame)
{
	struct posix_thread *pt = posix_thread_self();

	r->outer = pt->io;
	r->frame = frame;
	pt->io = r;
	int rc = interrupted(r);

	pt->io = r->outer;
	return rc;
}

void io_left(const void *low, const void *high)
{
	struct posix_thread *pt = thread_self->user->posix;
	struct io_request *r;

	while (pt && (r = pt->io) != NULL && call_stack_seen(r->frame) >= low &&
	       call_stack_seen(r->frame) < high) {
		pt->io = r->outer;
		r->abandoned = true;
		io_request_free(r);
	}
}

long io_ship(struct io_request *r)
{
	struct thread *t = thread_self;

	if (r->process->status != PROCESS_ALIVE)
		return ship_last(r);
	r->thread = t;
	post(r);
	while (!r->done) {
		t->user->interrupted = false;
		thread_park(wait_kind(r), r, t->waiting.pc, PS_NEVER);
		if (!t->user->interrupted || !r->may_block || r->done)
			continue;
		int rc = interrupted_in(r, __builtin_frame_address(0));

		if (rc && !r->done) {
			r->abandoned = true;
			return rc;
		}
	}
	return r->result;
}

long io_ship_free(struct io_request *r)
{
	long rc = io_ship(r);

	io_request_free(r);
	return rc;
}

/* ---- after the run */

/* Orders requests as their events would have come. */
static int by_time(const void *a, const void *b)
{
	const struct io_request *x = *(struct io_request *const *)a,
				*y = *(struct io_request *const *)b;
	uint32_t x_node = x->process->main.node, y_node = y->process->main.node;

	if (x->event.time_ps != y->event.time_ps)
		return x->event.time_ps < y->event.time_ps ? -1 : 1;
	if (x_node != y_node)
		return x_node < y_node ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

void io_send_rest(void)
{
	size_t n = 0, i = 0;

	for (struct io_request *r = detached; r; r = r->next)
		n++;
	struct io_request **list = calloc(n + 1, sizeof *list);

	if (!list)
		return;
	for (struct io_request *r = detached; r; r = r->next)
		list[i++] = r;
	qsort(list, n, sizeof *list, by_time);
	for (i = 0; i < n; i++)
		if (!list[i]->may_block)
			list[i]->run ? list[i]->run(list[i]) : io_perform(list[i]);
	free(list);
}
