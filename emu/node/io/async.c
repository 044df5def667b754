/* async.c - see async.h. */
#include "async.h"

#include <errno.h>
#include <liburing.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emu/core/engine/host_signals.h"
#include "emu/node/image/own_heap.h"

#define RING_ENTRIES 256
#define GIVE_UP_MS   200 /* a thread sees then that it waits for nothing */

/* All that are under way; changed by the server and serially. */
static struct io_request *list;
static struct io_uring ring;
static enum { RING_UNKNOWN, RING_UP, RING_REFUSED } ring_state;
static atomic_uint under_way;
static int done_fd = -1; /* written by threads and by the ring */
static int input_fd = -1; /* of epoll */

/* Requests that threads have done. */
static struct io_request *done;
static pthread_mutex_t done_lock = PTHREAD_MUTEX_INITIALIZER;

static bool set_up(void)
{
	if (done_fd < 0)
		done_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (ring_state == RING_UNKNOWN) {
		ring_state = RING_REFUSED;
		if (!getenv("BGQEMU_NO_IO_URING") &&
		    io_uring_queue_init(RING_ENTRIES, &ring, 0) == 0) {
			if (io_uring_register_eventfd(&ring, done_fd) == 0)
				ring_state = RING_UP;
			else
				io_uring_queue_exit(&ring);
		}
	}
	return done_fd >= 0;
}

/* ---- threads */

/* Until one of several has something, or r is given up. */
static long await_any(const struct io_request *r)
{
	int rc = 0;

	while (rc == 0 && !r->abandoned)
		rc = poll((struct pollfd *)r->arg[0], (nfds_t)r->arg[1], GIVE_UP_MS);
	return rc < 0 ? -errno : rc;
}

/* Another program that has the file may have made it one that does not block. */
static long perform_blocking(const struct io_request *r)
{
	bool sends = r->nr == SYS_write || r->nr == SYS_sendto;
	struct pollfd p = { .fd = (int)r->arg[0],
			    .events = sends ? POLLOUT : POLLIN };
	long rc;

	while ((rc = io_perform(r)) == -EAGAIN)
		poll(&p, 1, -1);
	return rc;
}

static void *carry_out(void *arg)
{
	struct io_request *r = arg;
	uint64_t one = 1;

	r->result = r->nr == SYS_ppoll ? await_any(r) : perform_blocking(r);
	pthread_mutex_lock(&done_lock);
	r->next = done;
	done = r;
	pthread_mutex_unlock(&done_lock);
	if (write(done_fd, &one, sizeof one) < 0)
		return NULL; /* full: it wakes anyway */
	return NULL;
}

/* One for each: they may wait for ever, so a pool of any size could be exhausted. */
static void begin_thread(struct io_request *r)
{
	pthread_attr_t attr;
	pthread_t id;
	sigset_t all, was;
	int rc;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 64 * 1024);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	host_signals_from_elsewhere(&all);
	own_heap_hold(); /* what r is to be stored to may be there */
	pthread_sigmask(SIG_SETMASK, &all, &was);
	rc = pthread_create(&id, &attr, carry_out, r);
	pthread_sigmask(SIG_SETMASK, &was, NULL);
	pthread_attr_destroy(&attr);
	if (rc) {
		r->result = -rc;
		pthread_mutex_lock(&done_lock);
		r->next = done;
		done = r;
		pthread_mutex_unlock(&done_lock);
	}
}

/* ---- the ring */

static bool prepare(struct io_uring_sqe *sqe, const struct io_request *r)
{
	const long *a = r->arg;

	switch (r->nr) {
	case SYS_write:
		io_uring_prep_write(sqe, (int)a[0], (const void *)a[1], (unsigned)a[2], -1);
		break;
	case SYS_openat:
		io_uring_prep_openat(sqe, (int)a[0], (const char *)a[1], (int)a[2], (mode_t)a[3]);
		break;
	default: return false;
	}
	return true;
}

static bool begin_ring(struct io_request *r)
{
	if (ring_state != RING_UP || (r->nr != SYS_write && r->nr != SYS_openat))
		return false;
	struct io_uring_sqe *sqe = io_uring_get_sqe(&ring);

	if (!sqe || !prepare(sqe, r))
		return false;
	io_uring_sqe_set_data(sqe, r);
	int rc;

	do /* it stays in the ring until it is taken */
		rc = io_uring_submit(&ring);
	while (rc == -EINTR || rc == -EAGAIN || rc == -EBUSY);
	return rc >= 0;
}

static struct io_request *take_ring(void)
{
	struct io_uring_cqe *cqe;
	struct io_request *r;

	if (ring_state != RING_UP || io_uring_peek_cqe(&ring, &cqe) != 0)
		return NULL;
	r = io_uring_cqe_get_data(cqe);
	r->result = cqe->res;
	io_uring_cqe_seen(&ring, cqe);
	return r;
}

/* ---- input */

/* The one that has waited longest on host_fd, or that nothing waits for; NULL: none. */
static struct io_request *input_of(int host_fd)
{
	struct io_request *found = NULL;

	for (struct io_request *r = list; r; r = r->next_under_way)
		if (r->by_epoll && r->arg[0] == host_fd)
			found = r;
	return found;
}

/* Tells of the next input once.  A file that is closed is watched no more. */
static bool watch(int host_fd)
{
	struct epoll_event e = { .events = EPOLLIN | EPOLLONESHOT, .data.fd = host_fd };

	if (input_fd < 0)
		input_fd = epoll_create1(EPOLL_CLOEXEC);
	return epoll_ctl(input_fd, EPOLL_CTL_ADD, host_fd, &e) == 0 ||
	       (errno == EEXIST && epoll_ctl(input_fd, EPOLL_CTL_MOD, host_fd, &e) == 0);
}

static struct io_request *take_epoll(void)
{
	struct epoll_event e;
	struct io_request *r = NULL;

	while (!r && input_fd >= 0 && epoll_wait(input_fd, &e, 1, 0) == 1)
		r = input_of(e.data.fd);
	return r;
}

/* Takes, of the requests that wait, one that is not awaited any more; a closed file causes no more
 * events. */
static struct io_request *take_given_up(void)
{
	struct io_request *r = list;

	while (r && !(r->by_epoll && !io_is_awaited(r)))
		r = r->next_under_way;
	return r;
}

/* There is input, if nothing else has taken it meanwhile. */
static bool takes_input(struct io_request *r)
{
	if (!io_is_awaited(r))
		r->result = -EINTR;
	else if (io_has_input(r))
		r->result = io_perform(r);
	else
		return false;
	return r->result != -EAGAIN;
}

/* A blocking write has all of its bytes written, as write(2) would. */
static bool goes_on(struct io_request *r)
{
	if (r->by_epoll)
		return !takes_input(r);
	if (r->nr == SYS_write && r->result > 0 && r->result < r->arg[2]) {
		r->arg[1] += r->result;
		r->arg[2] -= r->result;
		return true;
	}
	if (r->nr == SYS_write && r->result >= 0)
		r->result = (long)r->up_bytes;
	return r->result == -EINTR || r->result == -EAGAIN;
}

/* ---- */

static void begin(struct io_request *r)
{
	bool set = set_up();

	r->by_epoll = io_takes_input(r) && watch((int)r->arg[0]);
	if (r->by_epoll)
		return;
	/* The ring does not wait for a descriptor that does not block. */
	if (!set || r->result == -EAGAIN || !begin_ring(r))
		begin_thread(r);
}

void async_begin(struct io_request *r)
{
	atomic_fetch_add(&under_way, 1);
	r->next_under_way = list;
	list = r;
	begin(r);
}

static void list_remove(struct io_request *r)
{
	struct io_request **at = &list;

	while (*at != r)
		at = &(*at)->next_under_way;
	*at = r->next_under_way;
}

static struct io_request *take_thread(void)
{
	struct io_request *r;

	pthread_mutex_lock(&done_lock);
	r = done;
	if (r)
		done = r->next;
	pthread_mutex_unlock(&done_lock);
	if (r)
		own_heap_release();
	return r;
}

struct io_request *async_take(void)
{
	struct io_request *r;

	while ((r = take_ring()) != NULL || (r = take_thread()) != NULL ||
	       (r = take_epoll()) != NULL || (r = take_given_up()) != NULL) {
		if (goes_on(r)) {
			begin(r);
			continue;
		}
		atomic_fetch_sub(&under_way, 1);
		list_remove(r);
		if (r->by_epoll && input_of((int)r->arg[0]))
			watch((int)r->arg[0]);
		return r;
	}
	return NULL;
}

bool async_is_awaited(void)
{
	for (const struct io_request *r = list; r; r = r->next_under_way)
		if (io_is_awaited(r))
			return true;
	return false;
}

bool async_any(void)
{
	return atomic_load_explicit(&under_way, memory_order_relaxed) != 0;
}

void async_wait(unsigned ms)
{
	struct pollfd p[] = { { .fd = done_fd, .events = POLLIN }, /* -1: only waits */
			      { .fd = input_fd, .events = POLLIN } };
	uint64_t count;

	if (poll(p, 2, (int)ms) > 0 && p[0].revents && read(done_fd, &count, sizeof count) < 0)
		return; /* another has emptied it */
}
