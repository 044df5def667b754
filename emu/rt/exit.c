/*
 * exit.c - how a process ends: handlers last to first, destructors, output,
 * then bgq-run.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rt.h"

extern struct bgqrt_boot *bgqrt_boot;

enum kind { AT_EXIT, ON_EXIT, CXA };

struct handler {
	enum kind kind;
	void (*fn)(void);
	void *arg;
	void *dso;
};

#define FIRST_ROOM 32 /* as many as ISO C promises, without the heap */

static struct handler first[FIRST_ROOM];
static struct handler *handlers = first;
static size_t count, room = FIRST_ROOM;
static int exit_status;

static int add(enum kind kind, void (*fn)(void), void *arg, void *dso)
{
	if (count == room) {
		struct handler *more = malloc(2 * room * sizeof *more);

		if (!more)
			return -1;
		memcpy(more, handlers, count * sizeof *more);
		if (handlers != first)
			free(handlers);
		handlers = more;
		room *= 2;
	}
	handlers[count++] = (struct handler){ kind, fn, arg, dso };
	return 0;
}

int atexit(void (*fn)(void))
{
	return add(AT_EXIT, fn, NULL, NULL);
}

int on_exit(void (*fn)(int, void *), void *arg)
{
	return add(ON_EXIT, (void (*)(void))fn, arg, NULL);
}

int __cxa_atexit(void (*fn)(void *), void *arg, void *dso);
int __cxa_atexit(void (*fn)(void *), void *arg, void *dso)
{
	return add(CXA, (void (*)(void))fn, arg, dso);
}

int __cxa_thread_atexit_impl(void (*fn)(void *), void *arg, void *dso);
int __cxa_thread_atexit_impl(void (*fn)(void *), void *arg, void *dso)
{
	return add(CXA, (void (*)(void))fn, arg, dso);
}

static void run_one(const struct handler *h)
{
	switch (h->kind) {
	case AT_EXIT: h->fn(); break;
	case ON_EXIT: ((void (*)(int, void *))h->fn)(exit_status, h->arg); break;
	case CXA: ((void (*)(void *))h->fn)(h->arg); break;
	}
}

static void run_all(void)
{
	while (count > 0) { /* handlers may register handlers */
		struct handler h = handlers[--count];

		run_one(&h);
	}
}

/* The destructors' own epilogue calls this: everything has run by then. */
void __cxa_finalize(void *dso);
void __cxa_finalize(void *dso)
{
	(void)dso;
}

void exit(int status)
{
	exit_status = status;
	run_all();
	for (size_t i = bgqrt_boot->nfini; i-- > 0;)
		bgqrt_boot->fini[i]();
	bgqrt_flush();
	bgqemu_process_exit(status);
}

void _exit(int status)
{
	bgqemu_process_exit(status);
}

void _Exit(int status)
{
	bgqemu_process_exit(status);
}

void quick_exit(int status)
{
	bgqemu_process_exit(status);
}

void abort(void)
{
	bgqrt_flush();
	bgqemu_process_abort(SIGABRT, NULL);
}

void __stack_chk_fail(void);
void __stack_chk_fail(void)
{
	bgqrt_flush();
	bgqemu_process_abort(SIGABRT, "stack smashing detected");
}

static _Noreturn void assertion(const char *what, const char *file, unsigned line,
				const char *function)
{
	char text[512];
	int n = snprintf(text, sizeof text, "%s:%u: %s%sAssertion `%s' failed.\n",
			 file, line, function ? function : "", function ? ": " : "", what);

	bgqrt_flush();
	bgqemu_write(2, text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
	bgqemu_process_abort(SIGABRT, NULL);
}

void __assert_fail(const char *what, const char *file, unsigned line, const char *function)
{
	assertion(what, file, line, function);
}

void __assert(const char *what, const char *file, int line)
{
	assertion(what, file, (unsigned)line, NULL);
}
