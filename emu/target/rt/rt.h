/*
 * rt.h - the border between bgq-run and the support library in every image.
 *
 * Above: what bgq-run calls in an image.  Below: what the library calls in
 * bgq-run.  The library (emu/target/rt/) replaces those libc functions that keep state
 * by ones whose state is in the image, so every process has its own; else it
 * uses only libc functions without hidden state.  It must never keep anything
 * outside the image.  It is not instrumented, and its thread is switched only where it
 * calls bgq-run: for threads and for files, the latter also from inside libc's stdio, which
 * calls bgqemu_write and _read as cookie functions and holds no lock there.
 */
#ifndef BGQ_EMU_RT_H
#define BGQ_EMU_RT_H

#include <locale.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/select.h>
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

/* Flushes the process's output to bgqemu_write.  For a process that dies, which may be
 * at any point of its code. */
void bgqrt_flush(void);

/* A function of the host's libc, called on the thread's stack for calls; NULL: there is none. */
void *bgqemu_host_function(const char *name);
/* fopencookie for streams of the library, whose functions run on the stack of their call. */
FILE *bgqemu_fopencookie(void *cookie, const char *mode, const cookie_io_functions_t *io);
/* In room, if that has enough bytes, aligned as blocks of malloc() are: never freed then. */
FILE *bgqemu_fopencookie_at(void *cookie, const char *mode, const cookie_io_functions_t *io,
			    void *room, size_t bytes);

/* Calls fn(a, b, c, d, e), which calls nothing of the program, on the thread's stack for calls. */
long bgqemu_apart(const void *fn, long a, long b, long c, long d, long e);

/* Calls on the process's own descriptors (emu/node/io/calls.h). */
ssize_t bgqemu_write(int fd, const void *buf, size_t n);
ssize_t bgqemu_read(int fd, void *buf, size_t n);
int bgqemu_close(int fd);
_Noreturn void bgqemu_process_exit(int status);
/* Killed by sig; text: why, or NULL. */
_Noreturn void bgqemu_process_abort(int sig, const char *text);

/* The process's handlers of faults, bit by number, and those on an alternate stack.  enter
 * calls the one for sig, as that is then, or returns false: the process ends by it. */
void bgqemu_fault_handlers(uint64_t handled, uint64_t on_other_stack,
			   bool (*enter)(int sig, void *info, void *context));
/* The calling thread's alternate stack, of 0 bytes: none. */
void bgqemu_fault_stack(void *stack, size_t bytes);

/* ppoll and pselect without a mask (emu/node/io/poll.c). */
struct pollfd;
int bgqemu_ppoll(struct pollfd *list, unsigned long n, const struct timespec *ts);
int bgqemu_pselect(int n, fd_set *in, fd_set *out, fd_set *except, const struct timespec *ts);

/* Threads (emu/node/posix/pthread_thread.c).  entry begins the new one on its stack, calls
 * start and does not return; results as pthread_create's and pthread_cancel's. */
int bgqemu_thread_create(pthread_t *handle, const pthread_attr_t *attr,
			 void (*entry)(void *(*start)(void *), void *arg),
			 void *(*start)(void *), void *arg);
/* The calling thread is about to end: it can no longer be cancelled. */
void bgqemu_thread_exiting(void);
/* Runs the destructors of the thread's specific data. */
void bgqemu_thread_destructors(void);
/* Ends the thread.  Returns only to the last thread of a process. */
void bgqemu_thread_end(void *result);
/* The thread is to call unwind, which does not return, where it may be ended. */
int bgqemu_thread_cancel(pthread_t handle, void (*unwind)(void));
/* The thread is to call handler(sig) at its next call, or in the one in which it
 * waits; 0: nothing but to see whether it exists.  As pthread_kill's result. */
int bgqemu_thread_signal(pthread_t handle, int sig, void (*handler)(int sig));
/* handler(SIGPIPE) is called where the program writes to a pipe without a reader; until then
 * that ends the process. */
void bgqemu_broken_pipe(void (*handler)(int sig));
/* A check (emu/core/check/check.h): calls that do not come back to their caller, as longjmp, and
 * those that run a handler make one, since a loop may go through them and no branch of its own. */
void bgqemu_call_check(void);
/* The program is about to jump to a frame at to, and leaves what is below, perhaps with frames
 * of bgq-run: calls that wait there are given up; AddressSanitizer marks such frames. */
void bgqemu_stack_left(const void *to);
/* Timers of the process (emu/node/posix/timers.c), which expire in simulated time: then handler is
 * called with the signal on the thread, or the main one.  Results are 0, a number, or -errno;
 * -ENOSYS where there is no simulated time. */
struct bgqrt_timer {
	int signal;    /* 0: none */
	int thread;    /* its gettid(); 0: the main one */
	void *value;   /* for its siginfo */
	void (*handler)(int sig);
};
int bgqemu_timer_create(const struct bgqrt_timer *how);
/* first_ns 0: it is not set any more; absolute: since the process's clocks began. */
int bgqemu_timer_set(int id, bool absolute, uint64_t first_ns, uint64_t interval_ns);
int bgqemu_timer_get(int id, uint64_t *left_ns, uint64_t *interval_ns);
int bgqemu_timer_overruns(int id);
int bgqemu_timer_delete(int id);
/* Which timer has sent sig; it may send again.  False: none (any more). */
bool bgqemu_timer_info(int sig, int *id, void **value);
/* Lets that timer send its signal again, without bgqemu_timer_info(). */
void bgqemu_timer_seen(int id);
/* mktime() where the rank's last one had the result *last, which is replaced by tm's: the host's
 * libc begins to search at the offset of the one before. */
time_t bgqemu_mktime(struct tm *tm, struct tm *last);
/* In handler: the signal stays pending, or is ignored; a wait that it has interrupted goes on. */
void bgqemu_signal_kept(void);
/* In handler: it is without SA_RESTART. */
void bgqemu_signal_interrupts(void);
/* Waits for a signal. */
void bgqemu_pause(void);
/* The image's own function at the address that a function of another rank's image has there, by
 * which that may have sent it; any other address as it is. */
void *bgqemu_own_code(const void *fn);
/* Symbols by name (emu/node/libc/libc_symbol.c): whether a shared library is a part of the C
 * library; what a name stands for to the program, or NULL: in the image, unless behind, else in
 * bgq-run and libm. */
bool bgqemu_library_is_given(const char *name);
void *bgqemu_symbol(const char *name, bool behind);

/* Locales (emu/node/libc/libc_locale.c).  A locale is made by name for the categories of mask; the
 * process's is NULL: C. */
locale_t bgqemu_newlocale(int mask, const char *name, locale_t base);
void bgqemu_process_locale(locale_t locale);

/* True if the caller has to run the function; otherwise it has been
 * run when this returns.  Afterwards, or to let another call try again: */
bool bgqemu_once_begin(pthread_once_t *once);
void bgqemu_once_end(pthread_once_t *once, bool done);

#endif
