/*
 * last_output.c - see last_output.h.  Streams are libc's own, in the process's memory, which the
 * process may have destroyed: all is copied by system calls that fail where nothing is.
 *
 * Never: code of the process is run; anything of it is changed.
 */
#include "last_output.h"

#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/show/report/output.h"
#include "emu/target/rt/stream.h"
#include "emu/core/engine/engine.h"
#include "io_internal.h"
#include "journal.h"
#include "ship.h"

#define STREAMS_MAX 4096       /* of a process, which has not more descriptors */
#define PIECE_BYTES PIPE_BUF   /* that a pipe with room takes without waiting */
#define PATIENCE_MS 100        /* with a file that has no room */
#define APPENDING   0x1000     /* glibc's flag of a stream, part of its ABI */

/* How glibc's struct _IO_wide_data begins. */
struct wide {
	const wchar_t *read_ptr, *read_end, *read_base, *write_base, *write_ptr;
};

/* Text on its way out, and where to. */
struct last {
	struct process *p;
	ps_t at_ps;
	bool over;             /* the run is */
	const struct file *file;
	off_t back;            /* from the file's position, for a stream that has read ahead */
	char *text;
	size_t bytes;
};

static bool in_slot(const struct process *p, const void *from, size_t n)
{
	uint64_t at = (uint64_t)((const uint8_t *)from - p->base);

	return at < space.slot_bytes && n <= space.slot_bytes - at;
}

static bool copy(const struct process *p, void *to, const void *from, size_t n)
{
	struct iovec here = { to, n }, there = { (void *)(uintptr_t)from, n };
	ssize_t got = process_vm_readv(getpid(), &here, 1, &there, 1, 0);

	if (got >= 0 || errno == EFAULT || !in_slot(p, from, n))
		return got == (ssize_t)n;
	memcpy(to, from, n); /* the host forbids to ask */
	return true;
}

/* ---- where it goes */

/* NULL: nowhere, or to other threads of the process, which end with it. */
static const struct file *file_of(const struct process *p, int fd)
{
	static const struct file standard[] = {
		[STDOUT_FILENO] = { .kind = FILE_OUTPUT, .stream = STDOUT_FILENO },
		[STDERR_FILENO] = { .kind = FILE_OUTPUT, .stream = STDERR_FILENO },
	};
	const struct files *f = p->files;
	const struct file *file;

	if (!f)
		return fd == STDOUT_FILENO || fd == STDERR_FILENO ? &standard[fd] : NULL;
	file = fd >= 0 && (unsigned)fd < f->capacity ? f->slot[fd].file : NULL;
	return file && (file->kind == FILE_OUTPUT || file->kind == FILE_HOST) ? file : NULL;
}

/* Without waiting for a reader that takes nothing.  0 or an errno. */
static int write_now(const struct last *l)
{
	struct pollfd room = { .fd = l->file->host_fd, .events = POLLOUT };
	size_t done = 0;

	if (l->back && lseek(room.fd, -l->back, SEEK_CUR) < 0)
		return errno;
	while (done < l->bytes) {
		size_t n = l->bytes - done;

		if (l->file->may_block && poll(&room, 1, PATIENCE_MS) != 1)
			return EAGAIN;
		if (l->file->may_block && n > PIECE_BYTES)
			n = PIECE_BYTES;
		ssize_t some = write(room.fd, l->text + done, n);

		if (some < 0 && errno != EINTR)
			return errno;
		done += some > 0 ? (size_t)some : 0;
	}
	return 0;
}

static void write_at_end(const struct last *l)
{
	int error = journal_is_live() ? write_now(l) : 0; /* else it was written before */
	char name[96];

	if (error)
		fprintf(stderr, "bgq-run: %s: what it had buffered for a file is lost: %s\n",
			machine_name_process(l->p, name, sizeof name), strerror(error));
}

static void send(struct last *l, long nr, long a, long b)
{
	struct io_request *r = calloc(1, sizeof *r);

	if (!r)
		return;
	*r = (struct io_request){ .nr = nr, .process = l->p, .arg = { l->file->host_fd, a, b } };
	if (nr == SYS_write) {
		r->data = l->text; /* the request's now */
		r->up_bytes = l->bytes;
		l->text = NULL;
	}
	io_send(r);
}

static void put(struct last *l)
{
	if (l->file->kind == FILE_OUTPUT) {
		unsigned w = l->over ? output_log_of_end()
				     : engine_worker_of(booted.engine, l->p->main.node);

		output_append(w, l->p, l->file->stream, l->text, l->bytes, l->at_ps);
	} else if (l->over) {
		write_at_end(l);
	} else {
		if (l->back)
			send(l, SYS_lseek, -l->back, SEEK_CUR);
		send(l, SYS_write, (long)l->text, (long)l->bytes);
	}
	free(l->text);
}

/* ---- what there is */

/* A copy of [from, to); NULL: nothing, or nothing sensible. */
static char *copied(const struct process *p, const void *from, const void *to, size_t *bytes)
{
	size_t n = (size_t)((const char *)to - (const char *)from);
	char *text = from && n && n <= space.slot_bytes ? malloc(n) : NULL;

	if (text && !copy(p, text, from, n)) {
		free(text);
		return NULL;
	}
	*bytes = n;
	return text;
}

/* Up to the first character that the process's locale does not have, as libc does it. */
static char *narrowed(const struct process *p, const wchar_t *wide, size_t n, size_t *bytes)
{
	char *text = malloc(n * MB_LEN_MAX);
	locale_t c = p->locale ? (locale_t)0 : newlocale(LC_ALL_MASK, "C", NULL);
	locale_t was = uselocale(p->locale ? p->locale : c);
	mbstate_t state = { 0 };

	*bytes = 0;
	for (size_t i = 0; text && i < n; i++) {
		size_t one = wcrtomb(text + *bytes, wide[i], &state);

		if (one == (size_t)-1)
			break;
		*bytes += one;
	}
	uselocale(was);
	if (c)
		freelocale(c);
	return text;
}

static char *wide_text(const struct process *p, const FILE *f, size_t *bytes)
{
	struct wide w;
	char *wide, *text;
	size_t n;

	if (!copy(p, &w, f->_wide_data, sizeof w))
		return NULL;
	wide = copied(p, w.write_base, w.write_ptr, &n);
	text = wide ? narrowed(p, (const wchar_t *)(void *)wide, n / sizeof(wchar_t), bytes) : NULL;
	free(wide);
	return text;
}

/* Bytes that are ready go first, and then characters. */
static void flush(struct last *l, const struct stream *s)
{
	FILE f;

	l->file = file_of(l->p, s->fd);
	if (!l->file || s->busy || !copy(l->p, &f, s->file, sizeof f))
		return;
	l->back = f._flags & APPENDING ? 0 : f._IO_read_end - f._IO_write_base;
	l->text = copied(l->p, f._IO_write_base, f._IO_write_ptr, &l->bytes);
	if (l->text)
		put(l);
	l->back = 0;
	l->text = f._mode > 0 ? wide_text(l->p, &f, &l->bytes) : NULL;
	if (l->text)
		put(l);
}

/* The first opened first. */
static void flush_all(struct last *l)
{
	struct stream *list, *next;
	unsigned n = 0;

	if (!booted.image.streams)
		return;
	memcpy(&next, process_image(l->p) + booted.image.streams, sizeof next);
	list = next ? calloc(STREAMS_MAX, sizeof *list) : NULL;
	if (!list)
		return;
	for (; next && n < STREAMS_MAX && copy(l->p, &list[n], next, sizeof *list); n++)
		next = list[n].next;
	while (n-- > 0)
		flush(l, &list[n]);
	free(list);
}

void last_output_of(struct process *p, ps_t at_ps)
{
	struct last l = { .p = p, .at_ps = at_ps };

	flush_all(&l);
}

void last_output_of_all(void)
{
	static atomic_flag done = ATOMIC_FLAG_INIT;

	if (atomic_flag_test_and_set(&done))
		return;
	for (uint32_t i = 0; i < job.places; i++) {
		/* Behind all else that it has written. */
		struct last l = { .p = &booted.process[i], .at_ps = PS_NEVER - 1, .over = true };

		if (l.p->status == PROCESS_ALIVE)
			flush_all(&l);
	}
}
