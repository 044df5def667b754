/*
 * stdio_gate.c - one thread at a time in a stream.  A thread may be parked in the middle of a
 * stream's reading or writing (stdio.c), and to libc all threads of a node are one, so its
 * own locks cannot keep the others out: every function of libc that works on a stream, and
 * may find another thread in it, is defined here and waits first.  What the program itself
 * calls unlocked is its own business.
 */
#include "cost.h"
#include "private.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emu/core/calls/call_wrap.h"

/* A program that is linked with this may have functions of its own by these names. */
RT_GIVES_WAY(fputc) RT_GIVES_WAY(fgetc) RT_GIVES_WAY(ungetc) RT_GIVES_WAY(fwrite)
RT_GIVES_WAY(fread) RT_GIVES_WAY(fputs) RT_GIVES_WAY(fgets) RT_GIVES_WAY(__fgets_chk)
RT_GIVES_WAY(__fread_chk) RT_GIVES_WAY(__getdelim) RT_GIVES_WAY(getline)
RT_GIVES_WAY(vfprintf) RT_GIVES_WAY(fprintf) RT_GIVES_WAY(__vfprintf_chk)
RT_GIVES_WAY(__fprintf_chk) RT_GIVES_WAY(setbuf) RT_GIVES_WAY(setbuffer)
RT_GIVES_WAY(setlinebuf) RT_GIVES_WAY(fseek) RT_GIVES_WAY(fseeko) RT_GIVES_WAY(ftell)
RT_GIVES_WAY(ftello) RT_GIVES_WAY(rewind) RT_GIVES_WAY(fgetpos) RT_GIVES_WAY(fsetpos)
RT_GIVES_WAY(setvbuf) RT_GIVES_WAY(feof) RT_GIVES_WAY(ferror) RT_GIVES_WAY(clearerr)
RT_GIVES_WAY(putc) RT_GIVES_WAY(_IO_putc) RT_GIVES_WAY(getc) RT_GIVES_WAY(_IO_getc)
RT_GIVES_WAY(getdelim) RT_GIVES_WAY(fseeko64) RT_GIVES_WAY(ftello64)

static unsigned inside; /* threads in the reading or writing of some stream */

/* Ends the reading or writing of a stream, whose busy is 0: free, 1: a thread is in its reading or
 * writing, 2: others wait for that, too.
 *
 * Until leave() returns the stream is libc's, which has not yet noted what was read or written: the
 * call that wakes may let others run first, which still find the stream busy. */
static void leave(void *stream)
{
	struct stream *s = stream;

	if (s->busy == 2)
		syscall(SYS_futex, &s->busy, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
	s->busy = 0;
	inside--;
}

void bgqrt_stream_enter(struct stream *s, struct bgqrt_cleanup *c)
{
	s->busy = 1;
	inside++;
	_pthread_cleanup_push(c, leave, s);
}

void bgqrt_stream_leave(struct bgqrt_cleanup *c)
{
	_pthread_cleanup_pop(c, 1);
}

void bgqrt_stream_gate(FILE *f)
{
	struct stream *s;

	while (inside && !bgqrt_dying && (s = bgqrt_stream_of(f)) != NULL && s->busy) {
		s->busy = 2;
		syscall(SYS_futex, &s->busy, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
	}
}

#define GATE(f) bgqrt_stream_gate(f)

/* ---- characters */

#undef fputc
#undef putc
#undef fgetc
#undef getc
#undef feof
#undef ferror
#undef clearerr

int fputc(int c, FILE *f)
{
	GATE(f);
	RT_COST(fputc);
	return putc_unlocked(c, f);
}

extern int putc(int c, FILE *f) RT_ALIAS(fputc);
extern __typeof__(fputc) _IO_putc RT_ALIAS(fputc);

int fgetc(FILE *f)
{
	GATE(f);
	RT_COST(fgetc);
	return getc_unlocked(f);
}

extern int getc(FILE *f) RT_ALIAS(fgetc);
extern __typeof__(fgetc) _IO_getc RT_ALIAS(fgetc);

int ungetc(int c, FILE *f)
{
	GATE(f);
	RT_COST(ungetc);
	return RT_HOST(ungetc)(c, f);
}

/* ---- blocks and lines: the unlocked ones charge */

#undef fwrite
#undef fread
#undef fputs
#undef fgets

size_t fwrite(const void *restrict from, size_t size, size_t n, FILE *restrict f)
{
	GATE(f);
	return fwrite_unlocked(from, size, n, f);
}

size_t fread(void *restrict to, size_t size, size_t n, FILE *restrict f)
{
	GATE(f);
	return fread_unlocked(to, size, n, f);
}

int fputs(const char *restrict s, FILE *restrict f)
{
	GATE(f);
	return fputs_unlocked(s, f);
}

char *fgets(char *restrict to, int capacity, FILE *restrict f)
{
	GATE(f);
	return fgets_unlocked(to, capacity, f);
}

char *__fgets_chk(char *to, size_t capacity, int n, FILE *f);
char *__fgets_chk(char *to, size_t capacity, int n, FILE *f)
{
	return fgets(to, (size_t)n < capacity ? n : (int)capacity, f);
}

size_t __fread_chk(void *to, size_t capacity, size_t size, size_t n, FILE *f);
size_t __fread_chk(void *to, size_t capacity, size_t size, size_t n, FILE *f)
{
	if (size && n > capacity / size)
		bgqrt_die(SIGABRT, "buffer overflow detected");
	return fread(to, size, n, f);
}

ssize_t __getdelim(char **restrict line, size_t *restrict capacity, int end, FILE *restrict f)
{
	ssize_t n;

	GATE(f);
	n = RT_HOST(__getdelim)(line, capacity, end, f);
	CALL_CHARGE(getdelim, n > 0 ? (size_t)n : 0);
	return n;
}

extern __typeof__(__getdelim) getdelim RT_ALIAS(__getdelim);

#undef getline
ssize_t getline(char **restrict line, size_t *restrict capacity, FILE *restrict f)
{
	return __getdelim(line, capacity, '\n', f);
}

/* ---- formatted */

int vfprintf(FILE *restrict f, const char *restrict fmt, va_list ap)
{
	int n;

	GATE(f);
	n = RT_HOST(vfprintf)(f, fmt, ap);
	CALL_CHARGE(vfprintf, n > 0 ? (size_t)n : 0);
	return n;
}

#undef fprintf
int fprintf(FILE *restrict f, const char *restrict fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vfprintf(f, fmt, ap);
	va_end(ap);
	return n;
}

int __vfprintf_chk(FILE *f, int flag, const char *fmt, va_list ap);
int __vfprintf_chk(FILE *f, int flag, const char *fmt, va_list ap)
{
	(void)flag;
	return vfprintf(f, fmt, ap);
}

int __fprintf_chk(FILE *f, int flag, const char *fmt, ...);
int __fprintf_chk(FILE *f, int flag, const char *fmt, ...)
{
	va_list ap;
	int n;

	(void)flag;
	va_start(ap, fmt);
	n = vfprintf(f, fmt, ap);
	va_end(ap);
	return n;
}

/* A function that scans has several names, by language standard. */
#define SCANF(id, fscanf_name, vfscanf_name) \
int id##_v(FILE *f, const char *fmt, va_list ap) __asm__(vfscanf_name) \
	__attribute__((weak)); \
int id##_v(FILE *f, const char *fmt, va_list ap) \
{ \
	static int (*host)(FILE *, const char *, va_list); \
\
	if (!host) \
		host = (int (*)(FILE *, const char *, va_list))bgqrt_host(vfscanf_name); \
	GATE(f); \
	RT_COST(vfscanf); \
	return host(f, fmt, ap); \
} \
int id##_f(FILE *f, const char *fmt, ...) __asm__(fscanf_name) __attribute__((weak)); \
int id##_f(FILE *f, const char *fmt, ...) \
{ \
	va_list ap; \
	int n; \
\
	va_start(ap, fmt); \
	n = id##_v(f, fmt, ap); \
	va_end(ap); \
	return n; \
}

SCANF(gnu, "fscanf", "vfscanf")
SCANF(isoc99, "__isoc99_fscanf", "__isoc99_vfscanf")
SCANF(isoc23, "__isoc23_fscanf", "__isoc23_vfscanf")

/* ---- places, buffers, states */

#define PLACE(type, name, parameters, ...) \
type name parameters \
{ \
	GATE(f); \
	RT_COST(name); \
	return RT_HOST(name)(__VA_ARGS__); \
}

PLACE(int, fseek, (FILE *f, long offset, int whence), f, offset, whence)
PLACE(int, fseeko, (FILE *f, off_t offset, int whence), f, offset, whence)
PLACE(long, ftell, (FILE *f), f)
PLACE(off_t, ftello, (FILE *f), f)
PLACE(void, rewind, (FILE *f), f)
PLACE(int, fgetpos, (FILE *restrict f, fpos_t *restrict at), f, at)
PLACE(int, fsetpos, (FILE *f, const fpos_t *at), f, at)
PLACE(int, setvbuf, (FILE *restrict f, char *restrict buf, int mode, size_t n), f, buf, mode, n)
PLACE(int, feof, (FILE *f), f)
PLACE(int, ferror, (FILE *f), f)
PLACE(void, clearerr, (FILE *f), f)

/* Offsets have 64 bits under either name. */
extern int fseeko64(FILE *f, off64_t offset, int whence) RT_ALIAS(fseeko);
extern off64_t ftello64(FILE *f) RT_ALIAS(ftello);
extern __typeof__(fgetpos) rt_fgetpos64 __asm__("fgetpos64")
	__attribute__((weak, alias("fgetpos")));
extern __typeof__(fsetpos) rt_fsetpos64 __asm__("fsetpos64")
	__attribute__((weak, alias("fsetpos")));

void setbuf(FILE *restrict f, char *restrict buf)
{
	setvbuf(f, buf, buf ? _IOFBF : _IONBF, BUFSIZ);
}

void setbuffer(FILE *restrict f, char *restrict buf, size_t n)
{
	setvbuf(f, buf, buf ? _IOFBF : _IONBF, n);
}

void setlinebuf(FILE *f)
{
	setvbuf(f, NULL, _IOLBF, 0);
}
