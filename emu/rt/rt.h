/*
 * rt.h - between bgq-run and the support library inside every image (emu/rt/).
 *
 * What libc keeps for a whole process - environment, exit handlers, standard
 * streams, seeds, option parsing - is defined again in libbgqrt.a and linked
 * into each image before libc.  It then lies in the image's own data, so every
 * clone has its own copy by construction.  Nothing in here may keep state
 * anywhere else.
 */
#ifndef BGQ_EMU_RT_H
#define BGQ_EMU_RT_H

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* How bgq-run starts a process, on the process's main stack. */
struct bgqrt_boot {
	int argc;
	char **argv;
	char **envp;
	void (**init)(int, char **, char **); /* constructors */
	size_t ninit;
	void (**fini)(void); /* destructors, run last to first */
	size_t nfini;
	int (*main)(int, char **, char **);
};

/* In the image.  Runs constructors and main, then exit(); does not return. */
int bgqrt_start(struct bgqrt_boot *boot);
/* In the image.  Hands buffered output over, when the process ends abruptly. */
void bgqrt_flush(void);

/* In bgq-run.  Descriptors 1 and 2 are the rank's output, in the order of
 * simulated time; 0 is the host's for rank 0 and empty for others; any other
 * descriptor is the host's. */
ssize_t bgqemu_write(int fd, const void *buf, size_t bytes);
ssize_t bgqemu_read(int fd, void *buf, size_t bytes);
/* End the process. */
void bgqemu_process_exit(int status) __attribute__((noreturn));
void bgqemu_process_abort(int sig, const char *text) __attribute__((noreturn));

/* In bgq-run: libc's functions, for the files here that define these names. */
FILE *bgqemu_host_fopen(const char *path, const char *mode);
FILE *bgqemu_host_fdopen(int fd, const char *mode);
int bgqemu_host_fclose(FILE *f);
int bgqemu_host_fflush(FILE *f);

/* Inside the library; weak where a program may do without. */
void bgqrt_stdio_init(void) __attribute__((weak));
void bgqrt_stdio_flush(void) __attribute__((weak));
void bgqrt_env_init(char **envp) __attribute__((weak));

#endif
