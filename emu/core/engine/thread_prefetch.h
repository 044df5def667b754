/*
 * thread_prefetch.h - what the host fetches for threads that are due next, in three steps, each of
 * which reads only what the one before has fetched.  A part of engine_thread.c.
 *
 * Never: a change of anything.
 */
#ifndef BGQ_EMU_THREAD_PREFETCH_H
#define BGQ_EMU_THREAD_PREFETCH_H

#include "engine_internal.h"

#define THREADS_AHEAD 6
#define THREADS_AHEAD_STACK 3
#define THREADS_AHEAD_OWN 1
#define NODE_SWITCH_BYTES 128
#define STACK_PREFETCH_BYTES 1536
#define OWN_PREFETCH_BYTES 256
#define WAIT_PREFETCH_BYTES 384

/* For a thread that is due soon: what it will use, which lies on pages that are not
 * in the TLB, and its stack for calls, as far as it is used. */
static __attribute__((noinline)) void thread_prefetch(const struct thread *t)
{
	uintptr_t used = (uintptr_t)t->call_stack - (uintptr_t)t->sp;

	for (unsigned i = 0; i < THREAD_PREFETCH_LINES && t->prefetch[i]; i++)
		sim_prefetch((const void *)t->prefetch[i], 1);
	if (t->waiting.kind == WAIT_SPIN)
		sim_prefetch(t->loop.wait, WAIT_PREFETCH_BYTES);
	sim_prefetch(t->sp, used < STACK_PREFETCH_BYTES ? (unsigned)used : STACK_PREFETCH_BYTES);
}

/* After that: the program's own stack, from where it is free below. */
static inline void thread_prefetch_own(const struct thread *t)
{
	if (t->call_stack)
		sim_prefetch((const void *)(uintptr_t)t->call_stack[-1], OWN_PREFETCH_BYTES);
}

/* Whether to prefetch for a queue: not for few events on few nodes, whose state stays in the host's
 * caches. */
static inline bool is_prefetched(const struct worker *w, const struct evq *q)
{
	return w->has_many_nodes || !evq_is_few(q);
}

static inline void threads_prefetch(const struct worker *w)
{
	if (!is_prefetched(w, &w->threads))
		return;
	const struct event_entry *ahead = evq_ahead(&w->threads, THREADS_AHEAD);

	if (ahead) {
		sim_prefetch(thread_of(ahead->what), THREAD_SWITCH_BYTES);
		sim_prefetch(&w->engine->wait[entry_node(ahead)], NODE_SWITCH_BYTES);
	}
	ahead = evq_ahead(&w->threads, THREADS_AHEAD_STACK);
	if (ahead && ahead->what)
		thread_prefetch(thread_of(ahead->what));
	ahead = evq_ahead(&w->threads, THREADS_AHEAD_OWN);
	if (ahead && ahead->what)
		thread_prefetch_own(thread_of(ahead->what));
}

#endif
