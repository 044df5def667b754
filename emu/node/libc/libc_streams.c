/*
 * libc_streams.c - streams that the host's libc makes for programs are in none of its lists.
 *
 * libc chains all streams of the host process in one list, by a word in each, for fflush(NULL)
 * and exit.  Those of ranks lie in the ranks' memory: to close one would store to that of
 * another rank, and a rank that damages its own would end others.  The image keeps a list of
 * the rank's own (emu/target/rt/stdio_list.c).
 *
 * Never: a thread that is switched while its stream is in the host's list.
 */
#include <stdio.h>

#include "emu/core/calls/call_stack.h"
#include "emu/target/rt/rt.h"
#include "libc.h"

/* Takes a stream out of the host's list; a part of glibc's ABI, but of no header. */
void _IO_un_link(void *stream) __attribute__((weak));

FILE *emu_fopencookie(void *restrict cookie, const char *restrict mode,
		      cookie_io_functions_t io);
FILE *emu_fmemopen(void *restrict buf, size_t bytes, const char *restrict mode);

static FILE *unlisted(FILE *f)
{
	if (!f || !_IO_un_link)
		return f;
	_IO_un_link(f);
	f->_chain = NULL; /* an address of the host */
	return f;
}

FILE *bgqemu_fopencookie(void *cookie, const char *mode, const cookie_io_functions_t *io)
{
	return unlisted(fopencookie(cookie, mode, *io));
}

/* Room for the next block that libc asks for. */
static __thread void *room;
static __thread size_t room_bytes;

void *libc_stream_room(size_t bytes)
{
	void *p = bytes <= room_bytes ? room : NULL;

	room = NULL;
	return p;
}

FILE *bgqemu_fopencookie_at(void *cookie, const char *mode, const cookie_io_functions_t *io,
			    void *at, size_t bytes)
{
	room = at;
	room_bytes = bytes;
	FILE *f = bgqemu_fopencookie(cookie, mode, io);

	room = NULL; /* a libc that asks for none */
	return f;
}

/* ---- a program's own streams, whose functions run on its stack */

struct own_stream {
	void *cookie;
	cookie_io_functions_t io;
};

static ssize_t own_read(void *cookie, char *buf, size_t n)
{
	struct own_stream *s = cookie;

	return call_stack_program((const void *)s->io.read, (long)s->cookie, (long)buf, (long)n);
}

static ssize_t own_write(void *cookie, const char *buf, size_t n)
{
	struct own_stream *s = cookie;

	return call_stack_program((const void *)s->io.write, (long)s->cookie, (long)buf, (long)n);
}

static int own_seek(void *cookie, off64_t *offset, int whence)
{
	struct own_stream *s = cookie;

	return (int)call_stack_program((const void *)s->io.seek, (long)s->cookie, (long)offset,
				       whence);
}

static int own_close(void *cookie)
{
	struct own_stream *s = cookie;
	int rc = 0;

	if (s->io.close)
		rc = (int)call_stack_program((const void *)s->io.close, (long)s->cookie, 0, 0);
	emu_free(s);
	return rc;
}

FILE *emu_fopencookie(void *restrict cookie, const char *restrict mode,
		      cookie_io_functions_t io)
{
	const cookie_io_functions_t own = { io.read ? own_read : NULL,
					    io.write ? own_write : NULL,
					    io.seek ? own_seek : NULL, own_close };
	struct own_stream *s = emu_malloc(sizeof *s);

	if (!s)
		return NULL;
	*s = (struct own_stream){ cookie, io };
	FILE *f = bgqemu_fopencookie(s, mode, &own);

	if (!f)
		emu_free(s);
	return f;
}

FILE *emu_fmemopen(void *restrict buf, size_t bytes, const char *restrict mode)
{
	return unlisted(fmemopen(buf, bytes, mode));
}
