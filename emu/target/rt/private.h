/*
 * private.h - shared by the files of the support library; invisible to
 * programs.  Weak names belong to parts that are linked only when the program
 * uses them: ask for the address before calling.
 */
#ifndef BGQ_EMU_RT_PRIVATE_H
#define BGQ_EMU_RT_PRIVATE_H

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "rt.h"
#include "stream.h"

#define RT_HIDDEN __attribute__((visibility("hidden")))
#define RT_WEAK   __attribute__((weak, visibility("hidden")))
#define RT_ALIAS(name) __attribute__((alias(#name)))
/* A program's own function of this name is used instead. */
#define RT_GIVES_WAY(name) RT_PRAGMA(weak name)
#define RT_PRAGMA(text) _Pragma(#text)

/* For what is called from here, which bgq-as does not see to. */
#define RT_OWN(fn) ((__typeof__(fn))bgqemu_own_code((const void *)(fn)))

/* host.c: the host's function behind a name that the image defines itself. */
RT_HIDDEN void *bgqrt_host(const char *name);
#define RT_HOST(fn) ({ \
	static __typeof__(&fn) host_; \
	if (!host_) \
		host_ = (__typeof__(&fn))bgqrt_host(#fn); \
	host_; \
})

/* message.c: formatted straight to a descriptor, past stdio; printf's result. */
RT_HIDDEN int bgqrt_vmessage(int fd, const char *fmt, va_list ap);
RT_HIDDEN int bgqrt_message(int fd, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* handlers.c: last in, first out; handlers may register further ones. */
struct handler {
	enum { HANDLER_DONE, HANDLER_PLAIN, HANDLER_ARG, HANDLER_STATUS } kind;
	union {
		void (*plain)(void);
		void (*arg)(void *);
		void (*status)(int, void *);
	} fn;
	void *arg;
	const void *owner; /* shared object, or thread */
};

#define HANDLERS_AT_HAND 8

struct handlers {
	struct handler *more; /* those beyond the ones at hand */
	unsigned count, capacity;
	struct handler at_hand[HANDLERS_AT_HAND];
};

RT_HIDDEN int bgqrt_handlers_add(struct handlers *h, const struct handler *new);
/* Runs those of owner (NULL: all) and forgets them. */
RT_HIDDEN void bgqrt_handlers_run(struct handlers *h, const void *owner, int status);

/* exit.c */
RT_HIDDEN extern bool bgqrt_dying; /* the process has ended: nothing waits any more */
RT_HIDDEN extern struct bgqrt_boot *bgqrt_boot;

/* thread_atexit.c: destructors of the calling thread's thread-locals. */
/* flttrap.c, if a source was compiled with -qflttrap: called before main. */
__attribute__((weak)) void bgqrt_flttrap_start(void);
RT_HIDDEN void bgqrt_flttrap_add(int exceptions, void (*handler)(int));
RT_WEAK void bgqrt_thread_exit(void);

/* stdio.c */
RT_WEAK void bgqrt_stdio_open(void);
/* Makes s a stream on fd; mode as fopen's.  NULL: no memory. */
RT_HIDDEN FILE *bgqrt_stream_open(struct stream *s, int fd, const char *mode);
/* Sets what may be done with s from now on. */
RT_HIDDEN void bgqrt_stream_mode(struct stream *s, const char *mode);

/* cleanup.c: what is to be done if a thread leaves a frame, in which this lies, without coming
 * back to it; as glibc's ABI has it. */
struct bgqrt_cleanup {
	void (*routine)(void *);
	void *arg;
	int type;
	struct bgqrt_cleanup *previous;
};
void _pthread_cleanup_push(struct bgqrt_cleanup *c, void (*routine)(void *), void *arg);
void _pthread_cleanup_pop(struct bgqrt_cleanup *c, int execute);
RT_HIDDEN struct bgqrt_cleanup *bgqrt_cleanup_innermost(void);
/* Runs those in [low, high) of the calling thread, from the innermost one up to the first that
 * lies elsewhere.  A program without any does not have the function. */
RT_WEAK void bgqrt_cleanup_between(const void *low, const void *high);

/* stdio_gate.c: the calling thread begins and ends the reading or writing of s, in which it
 * may be parked, and from which it may be unwound past c. */
RT_HIDDEN void bgqrt_stream_enter(struct stream *s, struct bgqrt_cleanup *c);
RT_HIDDEN void bgqrt_stream_leave(struct bgqrt_cleanup *c);
/* Waits until no other thread is there. */
RT_HIDDEN void bgqrt_stream_gate(FILE *f);

/* stdio_list.c: all open streams of the process. */
RT_HIDDEN void bgqrt_stdio_track(struct stream *s);
RT_HIDDEN void bgqrt_stdio_forget(struct stream *s);
/* NULL: not a stream on a descriptor of the process. */
RT_HIDDEN struct stream *bgqrt_stream_of(FILE *f);
RT_WEAK void bgqrt_stdio_flush(void);
RT_WEAK void bgqrt_stdio_close(void);

/* handler_frame.c: calls handler for a fault of the context's code. */
RT_HIDDEN void bgqrt_handler_frame(void (*handler)(int, siginfo_t *, void *), int sig,
				   siginfo_t *info, void *context);
/* signal.c: runs the process's handler for sig, if any. */
RT_WEAK void bgqrt_signal_handle(int sig);
/* Sets or gets the calling thread's mask. */
RT_WEAK void bgqrt_signal_mask(sigset_t *mask, bool set);
/* Sends sig to the calling thread. */
RT_HIDDEN void bgqrt_signal_arrived(int sig);
/* Sends sig to the process: to this thread, or another that waits for it. */
RT_HIDDEN void bgqrt_signal_for_all(int sig);
/* For signal_wait.c: the thread begins to wait for one of set, and ends to. */
struct signal_wait {
	sigset_t mask;           /* of the thread, before */
	const sigset_t *awaited; /* by the wait that a handler has interrupted */
};
RT_HIDDEN void bgqrt_signal_await(const sigset_t *set, struct signal_wait *w);
RT_HIDDEN void bgqrt_signal_await_end(const struct signal_wait *w);
/* The thread leaves the wait for set and does not come back, maybe from a handler, whose mask is
 * kept. */
RT_HIDDEN void bgqrt_signal_await_left(const struct signal_wait *w, const sigset_t *set);
/* One of set that is pending, which is so no more; 0: none. */
RT_HIDDEN int bgqrt_signal_take(const sigset_t *set, siginfo_t *info);
/* How many handlers the thread has run. */
RT_HIDDEN unsigned bgqrt_signal_handlers_called(void);
/* signal_wait.c: sends sig to a thread that waits for it, if there is one. */
RT_WEAK bool bgqrt_signal_wake(int sig);
/* timer.c: fills in a handler's information about a timer; false: no timer has sent the signal. */
RT_WEAK bool bgqrt_timer_info(siginfo_t *info);
/* abort.c: ends the process by a signal, output handed over first. */
RT_HIDDEN _Noreturn void bgqrt_die(int sig, const char *text);

#endif
