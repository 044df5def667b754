/*
 * transfer.c - reading and writing by descriptor.
 *
 * The server reads and writes the rank's memory itself, unless other threads of the rank
 * might do so at the same time, or the bytes are few: then they are copied, so that what is
 * written is what was there at the time of the call.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/reserve.h"
#include "calls.h"
#include "emu/core/calls/budget.h"
#include "emu/core/calls/call_cycles.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/process_ops.h"
#include "emu/node/posix/posix.h"
#include "emu/show/report/output.h"
#include "emu/core/engine/engine.h"
#include "io_internal.h"
#include "ship.h"

#define COPY_MAX     (16 * 1024)
#define SENDFILE_MAX (4 * 1024 * 1024) /* at a time; the caller goes on */

/* Only the calling thread touches its own memory, and others may; a page that is closed for a
 * reservation they may not. */
static bool is_private(const void *p, size_t n)
{
	return process_self()->threads <= 1 && !job.opt.check_stores &&
	       !reserve_watches(thread_self->node) && segment_contains(segment_own(), p, n);
}

static bool is_dead(void)
{
	return process_self()->status != PROCESS_ALIVE;
}

static bool readable(const struct file *f)
{
	return (f->flags & O_ACCMODE) != O_WRONLY && !(f->flags & O_PATH);
}

static bool writable(const struct file *f)
{
	return (f->flags & O_ACCMODE) != O_RDONLY && !(f->flags & O_PATH);
}

/* ---- files of the host */

static struct io_request *transfer_request(const struct file *f, bool write, size_t n, off_t at)
{
	long nr = at >= 0 ? (write ? SYS_pwrite64 : SYS_pread64) : write ? SYS_write : SYS_read;
	struct io_request *r = io_request(nr);

	if (r) {
		r->arg[0] = f->host_fd;
		r->arg[2] = (long)n;
		r->arg[3] = at;
		r->may_block = f->may_block && !(f->flags & O_NONBLOCK);
		r->device = f->may_block;
		r->at_once = f->borrowed && f->may_block && (f->flags & O_NONBLOCK);
	}
	return r;
}

static long host_read(struct file *f, void *to, size_t n, off_t at)
{
	struct io_request *r = transfer_request(f, false, n, at);
	long rc;

	if (!r)
		return -ENOMEM;
	if (n <= COPY_MAX || r->may_block || !is_private(to, n)) {
		r->data = malloc(n ? n : 1);
		if (!r->data) {
			io_request_free(r);
			return -ENOMEM;
		}
	}
	r->arg[1] = (long)(r->data ? r->data : to);
	r->answer = (void *)r->arg[1];
	r->down = true;
	rc = io_ship(r);
	if (r->data && rc > 0 && !safe_copy_out(to, r->data, (size_t)rc))
		rc = -EFAULT;
	io_request_free(r);
	return rc;
}

static long host_write(struct file *f, const void *from, size_t n, off_t at)
{
	struct io_request *r = transfer_request(f, true, n, at);

	if (!r)
		return -ENOMEM;
	if (n <= COPY_MAX || r->may_block || is_dead() || !is_private(from, n)) {
		r->data = malloc(n ? n : 1);
		if (!r->data || !safe_copy_in(r->data, from, n)) {
			long rc = r->data ? -EFAULT : -ENOMEM;

			io_request_free(r);
			return rc;
		}
	}
	r->arg[1] = (long)(r->data ? r->data : from);
	r->up_bytes = n;
	return io_ship_free(r);
}

/* No switch to another thread here. */
static long output_write(const struct file *f, const void *from, size_t n)
{
	struct process *p = process_self();
	void *copy = NULL;

	if (!safe_to_touch(from, n, false)) { /* libc's, or nowhere */
		copy = malloc(n ? n : 1);
		if (!copy || !safe_copy_in(copy, from, n)) {
			free(copy);
			return -EFAULT;
		}
	}
	output_append(engine_worker_of(booted.engine, p->main.node), p, f->stream,
		      copy ? copy : from, n, thread_self->clock_ps);
	free(copy);
	return (long)n;
}

long file_get_bytes(struct file *f, void *to, size_t n, off_t at)
{
	if (!readable(f))
		return -EBADF;
	n = n < TRANSFER_MAX ? n : TRANSFER_MAX;
	switch (f->kind) {
	case FILE_HOST: return host_read(f, to, n, at);
	case FILE_PIPE: return at >= 0 ? -ESPIPE : pipe_read(f, to, n);
	case FILE_SHM: return shm_read(f, to, n, at);
	default: return at >= 0 ? -ESPIPE : 0;
	}
}

long file_put_bytes(struct file *f, const void *from, size_t n, off_t at)
{
	if (!writable(f))
		return -EBADF;
	n = n < TRANSFER_MAX ? n : TRANSFER_MAX;
	switch (f->kind) {
	case FILE_HOST: return host_write(f, from, n, at);
	case FILE_PIPE: return at >= 0 ? -ESPIPE : pipe_write(f, from, n);
	case FILE_SHM: return shm_write(f, from, n, at);
	default: return at >= 0 ? -ESPIPE : output_write(f, from, n);
	}
}

/* ---- by descriptor */

/* Ends the process by SIGPIPE; the output that it has buffered comes first, perhaps to the same
 * pipe. */
static void end_by_broken_pipe(struct posix *x)
{
	void (*flush)(void) = (void (*)(void))(uintptr_t)(process_image(process_self()) +
							  booted.image.flush);

	if (x->ends_by_pipe)
		return;
	x->ends_by_pipe = true;
	if (booted.image.flush)
		flush();
	process_ops.killed(SIGPIPE, NULL);
}

void broken_pipe(void)
{
	struct posix *x = posix_self();

	if (is_dead())
		return;
	if (x->broken_pipe)
		call_stack_program((const void *)x->broken_pipe, SIGPIPE, 0, 0);
	else
		end_by_broken_pipe(x);
}

static long fd_read(int fd, void *to, size_t n, off_t at)
{
	struct file *f = file_get(fd);
	long rc;

	if (!f)
		return -EBADF;
	rc = file_get_bytes(f, to, n, at);
	file_put(f);
	return rc;
}

static long fd_write(int fd, const void *from, size_t n, off_t at)
{
	struct file *f = file_get(fd);
	long rc;

	if (!f)
		return -EBADF;
	rc = file_put_bytes(f, from, n, at);
	file_put(f);
	return rc;
}

ssize_t emu_read(int fd, void *to, size_t n)
{
	IO_CALL();
	return io_result(fd_read(fd, to, n, -1));
}

ssize_t emu_write(int fd, const void *from, size_t n)
{
	IO_CALL();
	long rc = fd_write(fd, from, n, -1);

	if (rc == -EPIPE)
		broken_pipe();
	return io_result(rc);
}

ssize_t bgqemu_read(int fd, void *to, size_t n)
{
	return emu_read(fd, to, n);
}

ssize_t bgqemu_write(int fd, const void *from, size_t n)
{
	return emu_write(fd, from, n);
}

ssize_t emu_pread(int fd, void *to, size_t n, off_t at)
{
	IO_CALL();
	return io_result(at < 0 ? -EINVAL : fd_read(fd, to, n, at));
}

ssize_t emu_pwrite(int fd, const void *from, size_t n, off_t at)
{
	IO_CALL();
	return io_result(at < 0 ? -EINVAL : fd_write(fd, from, n, at));
}

/* Fortified programs: a buffer that is too small is an error of the program. */
ssize_t emu_read_chk(int fd, void *to, size_t n, size_t capacity)
{
	return emu_read(fd, to, n < capacity ? n : capacity);
}

ssize_t emu_pread_chk(int fd, void *to, size_t n, off_t at, size_t capacity)
{
	return emu_pread(fd, to, n < capacity ? n : capacity, at);
}

/* ---- vectors: gathered, since one call is one effect */

long vector_bytes(const struct iovec *v, int count)
{
	size_t total = 0;

	if (count < 0 || count > IOV_MAX)
		return -EINVAL;
	for (int i = 0; i < count; i++)
		if (v[i].iov_len > TRANSFER_MAX - total)
			return -EINVAL;
		else
			total += v[i].iov_len;
	return (long)total;
}

/* The copy is an instruction each 4 bytes or so of the core. */
static void charge_copy(size_t n)
{
	if (!job.model->host_code)
		charge_budget(n * CALL_COPY_RATE / CALL_LINE);
}

long vector_gather(char *to, const struct iovec *v, int count)
{
	for (int i = 0; i < count; to += v[i++].iov_len)
		if (!safe_copy_in(to, v[i].iov_base, v[i].iov_len))
			return -EFAULT;
	return 0;
}

long vector_scatter(const struct iovec *v, int count, const char *from, size_t n)
{
	for (int i = 0; i < count && n; i++) {
		size_t part = v[i].iov_len < n ? v[i].iov_len : n;

		if (!safe_copy_out(v[i].iov_base, from, part))
			return -EFAULT;
		from += part;
		n -= part;
	}
	return 0;
}

/* All of v, in one piece of memory. */
static long vector_transfer(int fd, const struct iovec *v, int count, off_t at, bool write)
{
	long total = vector_bytes(v, count), rc;
	char *all;

	if (total < 0)
		return total;
	if (count == 1)
		return write ? fd_write(fd, v->iov_base, v->iov_len, at)
			     : fd_read(fd, v->iov_base, v->iov_len, at);
	charge_copy((size_t)total);
	all = malloc((size_t)total + 1);
	if (!all)
		return -ENOMEM;
	rc = write ? vector_gather(all, v, count) : 0;
	if (rc == 0)
		rc = write ? fd_write(fd, all, (size_t)total, at)
			   : fd_read(fd, all, (size_t)total, at);
	if (!write && rc > 0 && vector_scatter(v, count, all, (size_t)rc) < 0)
		rc = -EFAULT;
	free(all);
	return rc;
}

static ssize_t vector_call(int fd, const struct iovec *v, int count, off_t at, bool write)
{
	long rc = -EFAULT;

	if (count <= 0 || count > IOV_MAX || call_may_access(v, (size_t)count * sizeof *v))
		rc = vector_transfer(fd, v, count, at, write);
	if (rc == -EPIPE)
		broken_pipe();
	return io_result(rc);
}

ssize_t emu_writev(int fd, const struct iovec *v, int count)
{
	IO_CALL();
	return vector_call(fd, v, count, -1, true);
}

ssize_t emu_readv(int fd, const struct iovec *v, int count)
{
	IO_CALL();
	return vector_call(fd, v, count, -1, false);
}

ssize_t emu_pwritev(int fd, const struct iovec *v, int count, off_t at)
{
	IO_CALL();
	return at < 0 ? io_result(-EINVAL) : vector_call(fd, v, count, at, true);
}

ssize_t emu_preadv(int fd, const struct iovec *v, int count, off_t at)
{
	IO_CALL();
	return at < 0 ? io_result(-EINVAL) : vector_call(fd, v, count, at, false);
}

/* ---- from one to another */

/* Checks that the host can map the source; 0 or -errno. */
static long check_source(int fd)
{
	const struct slot *s = table_slot(fd);

	if (!s)
		return -EBADF;
	return s->file->kind == FILE_SHM || (s->file->kind == FILE_HOST && !s->file->may_block)
		? 0 : -EINVAL;
}

static long copy_file(int out, int in, off_t at, size_t n)
{
	long got = check_source(in), put;
	char *all = got ? NULL : malloc(n ? n : 1);

	if (!all)
		return got ? got : -ENOMEM;
	got = fd_read(in, all, n, at);
	put = got > 0 ? fd_write(out, all, (size_t)got, -1) : got;
	free(all);
	if (at < 0 && put < got) /* what has not been taken is to be read again */
		emu_lseek(in, (put > 0 ? put : 0) - got, SEEK_CUR);
	return put;
}

ssize_t emu_sendfile(int out, int in, off_t *to_at, size_t n)
{
	off_t at = -1;
	long rc;

	IO_CALL();
	if (to_at && !safe_copy_in(&at, to_at, sizeof at))
		return io_result(-EFAULT);
	if (to_at && at < 0)
		return io_result(-EINVAL);
	rc = copy_file(out, in, at, n < SENDFILE_MAX ? n : SENDFILE_MAX);
	at += rc > 0 ? rc : 0;
	if (to_at && !safe_copy_out(to_at, &at, sizeof at))
		rc = -EFAULT;
	if (rc == -EPIPE)
		broken_pipe();
	return io_result(rc);
}
