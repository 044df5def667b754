/*
 * pipe.c - pipes that a rank makes: wholly in simulated time, between threads of the rank.
 * A thread that has to wait is parked.
 */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "calls.h"
#include "emu/node/posix/futex.h"
#include "emu/node/posix/posix.h"
#include "io_internal.h"

#define PIPE_BYTES 65536u /* as Linux has it */

/* Threads wait on the pipe's address for any change. */
struct pipe {
	unsigned readers, writers; /* open ends */
	size_t at, used;           /* the oldest byte, and how many there are */
	char data[PIPE_BYTES];
};

static void changed(struct pipe *p)
{
	futex_wake(p, UINT_MAX);
	poll_changed();
}

/* 0: look again; -EINTR: a signal's handler has run, without SA_RESTART; -ECANCELED. */
static int await(struct pipe *p)
{
	int rc = posix_wait_restarting(WAIT_PIPE, p, PS_NEVER);

	return rc == -EAGAIN ? 0 : rc;
}

static size_t lesser(size_t a, size_t b)
{
	return a < b ? a : b;
}

static bool take(struct pipe *p, char *to, size_t n)
{
	size_t first = lesser(n, PIPE_BYTES - p->at);

	if (!safe_copy_out(to, p->data + p->at, first) ||
	    !safe_copy_out(to + first, p->data, n - first))
		return false;
	p->at = (p->at + n) % PIPE_BYTES;
	p->used -= n;
	return true;
}

static bool put(struct pipe *p, const char *from, size_t n)
{
	size_t end = (p->at + p->used) % PIPE_BYTES, first = lesser(n, PIPE_BYTES - end);

	if (!safe_copy_in(p->data + end, from, first) ||
	    !safe_copy_in(p->data, from + first, n - first))
		return false;
	p->used += n;
	return true;
}

long pipe_read(struct file *f, void *to, size_t n)
{
	struct pipe *p = f->pipe;
	int rc;

	while (n && !p->used) {
		if (!p->writers)
			return 0;
		if (f->flags & O_NONBLOCK)
			return -EAGAIN;
		rc = await(p);
		if (rc)
			return rc;
	}
	n = lesser(n, p->used);
	if (!take(p, to, n))
		return -EFAULT;
	if (n)
		changed(p);
	return (long)n;
}

/* Up to PIPE_BUF bytes go in one piece. */
long pipe_write(struct file *f, const void *from, size_t n)
{
	struct pipe *p = f->pipe;
	size_t done = 0;
	int rc;

	while (done < n) {
		size_t room = PIPE_BYTES - p->used, part = lesser(n - done, room);

		if (!p->readers)
			return done ? (long)done : -EPIPE;
		if (part && (part == n - done || n > PIPE_BUF)) {
			if (!put(p, (const char *)from + done, part))
				return done ? (long)done : -EFAULT;
			done += part;
			changed(p);
			continue;
		}
		if ((f->flags & O_NONBLOCK) || process_self()->status != PROCESS_ALIVE)
			return done ? (long)done : -EAGAIN; /* last words do not wait */
		rc = await(p);
		if (rc)
			return done ? (long)done : rc;
	}
	return (long)done;
}

static bool reads(const struct file *f)
{
	return (f->flags & O_ACCMODE) == O_RDONLY;
}

void pipe_free(struct file *f)
{
	struct pipe *p = f->pipe;

	if (reads(f))
		p->readers--;
	else
		p->writers--;
	if (!p->readers && !p->writers)
		free(p);
}

void pipe_close(struct file *f)
{
	changed(f->pipe); /* they run when this thread waits or is done */
	pipe_free(f);
}

short pipe_events(const struct file *f)
{
	const struct pipe *p = f->pipe;

	if (reads(f))
		return (short)((p->used ? POLLIN | POLLRDNORM : 0) | (p->writers ? 0 : POLLHUP));
	return (short)((p->readers ? 0 : POLLERR) |
		       (PIPE_BYTES - p->used >= PIPE_BUF ? POLLOUT | POLLWRNORM : 0));
}

long pipe_pending(const struct file *f)
{
	return (long)f->pipe->used;
}

static int end_new(struct pipe *p, int access, int flags)
{
	struct file *f = file_new(FILE_PIPE, access | (flags & O_NONBLOCK));

	if (!f)
		return -ENOMEM;
	f->pipe = p;
	if (access == O_RDONLY)
		p->readers++;
	else
		p->writers++;
	return table_add(f, 0, flags & O_CLOEXEC);
}

static int make(int fds[2], int flags)
{
	struct pipe *p = calloc(1, sizeof *p);
	int pair[2];

	if (!p)
		return -ENOMEM;
	p->writers = 1; /* so that it stays until both ends are there */
	pair[0] = end_new(p, O_RDONLY, flags);
	pair[1] = pair[0] < 0 ? pair[0] : end_new(p, O_WRONLY, flags);
	p->writers--;
	if (pair[0] < 0) {
		free(p);
		return pair[0];
	}
	if (pair[1] < 0 || !safe_copy_out(fds, pair, sizeof pair)) {
		table_close(pair[0]);
		if (pair[1] >= 0)
			table_close(pair[1]);
		return pair[1] < 0 ? pair[1] : -EFAULT;
	}
	return 0;
}

int emu_pipe(int fds[2])
{
	IO_CALL();
	return (int)io_result(make(fds, 0));
}

int emu_pipe2(int fds[2], int flags)
{
	IO_CALL();
	if (flags & ~(O_CLOEXEC | O_NONBLOCK))
		return (int)io_result(-EINVAL);
	return (int)io_result(make(fds, flags));
}
