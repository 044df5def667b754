/*
 * poll.c - poll and select.  What the rank has itself is known; files of the host that may
 * wait are asked in the server: again and again until a time-out, which is simulated time,
 * or by a request that ends when the host has something.
 */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/syscall.h>

#include "emu/node/machine/job.h"
#include "emu/node/machine/process.h"
#include "calls.h"
#include "emu/core/engine/host_clock.h"
#include "emu/node/posix/futex.h"
#include "emu/node/posix/posix.h"
#include "io_internal.h"
#include "ship.h"

#define ASK_AGAIN_PS (100 * PS_PER_US)
#define ALWAYS (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM)

/* Without a clock time-outs are the host's. */
static ps_t now_ps(void)
{
	return job.opt.clock_off ? cycles_ps(host_clock_cycles()) : thread_self->clock_ps;
}

void poll_changed(void)
{
	struct process *p = process_self();

	if (p->files)
		futex_wake(p->files, UINT_MAX);
}

static bool of_host(const struct slot *s)
{
	return s && s->file->kind == FILE_HOST && s->file->may_block;
}

static short events_now(const struct slot *s)
{
	if (!s)
		return POLLNVAL;
	if (s->file->kind == FILE_PIPE)
		return pipe_events(s->file);
	return of_host(s) ? 0 : ALWAYS;
}

/* How many have something; *host: whether the host has to be asked besides. */
static int look(struct pollfd *p, nfds_t n, bool *host)
{
	int found = 0;

	*host = false;
	for (nfds_t i = 0; i < n; i++) {
		struct slot *s = p[i].fd < 0 ? NULL : table_slot(p[i].fd);

		p[i].revents = p[i].fd < 0 ? 0
			: events_now(s) & (p[i].events | POLLERR | POLLHUP | POLLNVAL);
		found += p[i].revents != 0;
		*host |= of_host(s);
	}
	return found;
}

/* Asks the host about its files among them; wait: until it has something. */
static long ask(struct pollfd *p, nfds_t n, bool wait)
{
	static const struct timespec none;
	struct io_request *r = io_request(SYS_ppoll);
	struct pollfd *copy = r ? malloc(n * sizeof *copy) : NULL;
	long rc;

	if (!copy) {
		free(r);
		return -ENOMEM;
	}
	for (nfds_t i = 0; i < n; i++) {
		struct slot *s = p[i].fd < 0 ? NULL : table_slot(p[i].fd);

		copy[i] = (struct pollfd){ of_host(s) ? s->file->host_fd : -1, p[i].events, 0 };
	}
	r->data = r->answer = copy;
	r->answer_bytes = n * sizeof *copy;
	r->device = true;
	r->arg[0] = (long)copy;
	r->arg[1] = (long)n;
	r->arg[2] = wait ? 0 : (long)&none;
	r->may_block = wait;
	rc = io_ship(r);
	for (nfds_t i = 0; i < n && rc >= 0; i++)
		p[i].revents |= copy[i].revents;
	io_request_free(r);
	return rc;
}

/* Waits for a change among what the rank has itself; 0, -ETIMEDOUT, -EINTR, -ECANCELED. */
static int await(ps_t deadline_ps)
{
	int rc = posix_wait(WAIT_PIPE, files_self(), deadline_ps);

	return posix_is_cancelled() ? -ECANCELED : rc;
}

static bool has_pipes(const struct pollfd *p, nfds_t n)
{
	for (nfds_t i = 0; i < n; i++) {
		struct slot *s = p[i].fd < 0 ? NULL : table_slot(p[i].fd);

		if (s && s->file->kind == FILE_PIPE)
			return true;
	}
	return false;
}

static int ready(const struct pollfd *p, nfds_t n)
{
	int found = 0;

	for (nfds_t i = 0; i < n; i++)
		found += p[i].revents != 0;
	return found;
}

static int poll_until(struct pollfd *p, nfds_t n, ps_t deadline_ps)
{
	for (;;) {
		bool host, alone;
		int found = look(p, n, &host), rc;
		ps_t again_ps = now_ps() + ASK_AGAIN_PS;

		if (found)
			return found;
		alone = host && deadline_ps == PS_NEVER && !has_pipes(p, n);
		rc = host ? (int)ask(p, n, alone) : 0;
		if (rc == -ECANCELED || rc == -EINTR || rc == -ENOMEM)
			return rc;
		if (rc > 0)
			return ready(p, n);
		if (alone)
			continue;
		if (deadline_ps <= now_ps())
			return 0;
		rc = await(host && again_ps < deadline_ps ? again_ps : deadline_ps);
		if (rc == -EINTR || rc == -ECANCELED)
			return rc;
		if (rc == -ETIMEDOUT && !(host && again_ps < deadline_ps))
			return look(p, n, &host);
	}
}

/* The end of a time-out that begins now; NULL: never. */
static int deadline_of(const struct timespec *ts, ps_t *deadline_ps)
{
	struct timespec t;

	*deadline_ps = PS_NEVER;
	if (!ts)
		return 0;
	if (!safe_copy_in(&t, ts, sizeof t))
		return -EFAULT;
	if (t.tv_sec < 0 || t.tv_nsec < 0 || t.tv_nsec >= 1000000000)
		return -EINVAL;
	if (t.tv_sec < (time_t)(PS_NEVER / PS_PER_S / 4))
		*deadline_ps = now_ps() + (ps_t)t.tv_sec * PS_PER_S +
			       (ps_t)t.tv_nsec * PS_PER_NS;
	return 0;
}

static int poll_list(struct pollfd *list, nfds_t n, const struct timespec *ts)
{
	struct pollfd *p;
	ps_t deadline_ps;
	int rc = deadline_of(ts, &deadline_ps);

	if (n > FILES_MAX)
		rc = -EINVAL;
	if (rc)
		return rc;
	p = malloc((n + 1) * sizeof *p);
	if (!p)
		return -ENOMEM;
	rc = safe_copy_in(p, list, n * sizeof *p) ? poll_until(p, n, deadline_ps) : -EFAULT;
	if (rc >= 0 && !safe_copy_out(list, p, n * sizeof *p))
		rc = -EFAULT;
	free(p);
	return rc;
}

int emu_poll(struct pollfd *list, nfds_t n, int ms)
{
	struct timespec ts = { ms / 1000, ms % 1000 * 1000000L };

	IO_CALL();
	return (int)io_result(poll_list(list, n, ms < 0 ? NULL : &ts));
}

int bgqemu_ppoll(struct pollfd *list, nfds_t n, const struct timespec *ts)
{
	IO_CALL();
	return (int)io_result(poll_list(list, n, ts));
}

int emu_poll_chk(struct pollfd *list, nfds_t n, int ms, size_t capacity)
{
	(void)capacity;
	return emu_poll(list, n, ms);
}

/* ---- select, by poll */

struct sets {
	fd_set *set[3];
	fd_set in[3];
};

static const short set_events[3] = { POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI };

static int select_sets(int n, struct sets *s, const struct timespec *ts)
{
	struct pollfd p[FD_SETSIZE];
	nfds_t used = 0;
	int found = 0, rc;
	ps_t deadline_ps;

	rc = deadline_of(ts, &deadline_ps);
	if (n < 0 || n > FD_SETSIZE)
		rc = -EINVAL;
	for (int k = 0; k < 3 && rc == 0; k++) {
		FD_ZERO(&s->in[k]);
		if (s->set[k] && !safe_copy_in(&s->in[k], s->set[k], (size_t)(n + 63) / 64 * 8))
			rc = -EFAULT;
	}
	for (int fd = 0; fd < n && rc == 0; fd++) {
		short events = 0;

		for (int k = 0; k < 3; k++)
			if (FD_ISSET(fd, &s->in[k]))
				events |= set_events[k] & ~(POLLHUP | POLLERR);
		if (events)
			p[used++] = (struct pollfd){ .fd = fd, .events = events };
	}
	if (rc == 0)
		rc = poll_until(p, used, deadline_ps);
	if (rc < 0)
		return rc;
	struct sets out = { .set = { NULL } };

	for (nfds_t i = 0; i < used; i++) {
		if (p[i].revents & POLLNVAL)
			return -EBADF;
		for (int k = 0; k < 3; k++)
			if (FD_ISSET(p[i].fd, &s->in[k]) && (p[i].revents & set_events[k])) {
				FD_SET(p[i].fd, &out.in[k]);
				found++;
			}
	}
	for (int k = 0; k < 3; k++)
		if (s->set[k])
			safe_copy_out(s->set[k], &out.in[k], (size_t)(n + 63) / 64 * 8);
	return found;
}

int emu_select(int n, fd_set *in, fd_set *out, fd_set *except, struct timeval *tv)
{
	struct sets s = { .set = { in, out, except } };
	struct timeval t = { 0, 0 };
	struct timespec ts;

	IO_CALL();
	if (tv && !safe_copy_in(&t, tv, sizeof t))
		return (int)io_result(-EFAULT);
	ts = (struct timespec){ t.tv_sec, t.tv_usec * 1000 };
	return (int)io_result(select_sets(n, &s, tv ? &ts : NULL));
}

int bgqemu_pselect(int n, fd_set *in, fd_set *out, fd_set *except, const struct timespec *ts)
{
	struct sets s = { .set = { in, out, except } };

	IO_CALL();
	return (int)io_result(select_sets(n, &s, ts));
}
