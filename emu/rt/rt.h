/*
 * rt.h - the border between bgq-run and the support library in every image.
 *
 * Above: what bgq-run calls in an image.  Below: what the library calls in
 * bgq-run.  The library (emu/rt/) replaces those libc functions that keep state
 * by ones whose state is in the image, so every process has its own; else it
 * uses only libc functions without hidden state.  It must never keep anything
 * outside the image, and not park: it is not instrumented, and the calls below
 * are made from inside libc's stdio.
 */
#ifndef BGQ_EMU_RT_H
#define BGQ_EMU_RT_H

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Must last as long as the process; argv and envp are the process's own. */
struct bgqrt_boot {
	int argc;
	char **argv;
	char **envp;
	void (**init)(int, char **, char **);
	size_t ninit;
	void (**fini)(void);
	size_t nfini;
	int (*main)(int, char **, char **);
};

/* On the process's own stack: constructors, main, exit.  Does not return. */
int bgqrt_start(struct bgqrt_boot *boot);

/* What the process has printed goes to bgqemu_write now.  For a process that
 * dies; it may be in the middle of anything. */
void bgqrt_flush(void);

/* fd 1 and 2: the process's output in order; other descriptors: the host's. */
ssize_t bgqemu_write(int fd, const void *buf, size_t n);
ssize_t bgqemu_read(int fd, void *buf, size_t n);
int bgqemu_close(int fd);
_Noreturn void bgqemu_process_exit(int status);
/* Killed by sig; text: why, or NULL. */
_Noreturn void bgqemu_process_abort(int sig, const char *text);

/* libc's functions of these names. */
FILE *bgqemu_host_fopen(const char *path, const char *mode);
FILE *bgqemu_host_fdopen(int fd, const char *mode);
int bgqemu_host_fclose(FILE *f);
int bgqemu_host_fflush(FILE *f);

#endif
