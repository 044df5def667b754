/*
 * libc_streams.c - streams that the host's libc makes for programs are in none of its lists.
 *
 * libc chains all streams of the host process in one list, by a word in each, for fflush(NULL)
 * and exit.  Those of ranks lie in the ranks' memory: to close one would store to that of
 * another rank, and a rank that damages its own would end others.  The image keeps a list of
 * the rank's own (emu/rt/stdio_list.c).
 *
 * Never: a thread that is switched while its stream is in the host's list.
 */
#include <stdio.h>

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

FILE *emu_fopencookie(void *restrict cookie, const char *restrict mode,
		      cookie_io_functions_t io)
{
	return unlisted(fopencookie(cookie, mode, io));
}

FILE *emu_fmemopen(void *restrict buf, size_t bytes, const char *restrict mode)
{
	return unlisted(fmemopen(buf, bytes, mode));
}
