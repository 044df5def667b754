/*
 * watch.h - waits of node threads: parked until a delivery, a change of memory or a deadline, and
 * made ready again.
 *
 * Never: a proof that a loop waits (emu/core/follow), or which words it waits for (emu/core/wait).
 */
#ifndef BGQ_EMU_ENGINE_WATCH_H
#define BGQ_EMU_ENGINE_WATCH_H

#include "thread.h"

/* Stop running until thread_wake or deadline_ps. */
void thread_park(unsigned kind, const volatile void *what, uint64_t pc, ps_t deadline_ps);

/* Like thread_park(), for a thread that waits for memory to change: engine_config.stored is called
 * when another thread of its node may have changed it. */
void thread_watch(unsigned kind, const volatile void *what, uint64_t pc, ps_t deadline_ps);
/* Like thread_watch(), and nothing else runs on the thread's stack meanwhile: for
 * thread_catch_up().  defers: stores to memory of its node; engine_config.settle is called. */
void thread_watch_apart(unsigned kind, const volatile void *what, uint64_t pc, bool defers);
/* Like thread_watch_apart(), until deadline_ps at the latest. */
void thread_watch_counting(unsigned kind, const volatile void *what, uint64_t pc,
			   ps_t deadline_ps, bool defers);
/* Whether what the running thread stores may be private to the process of t, of its node. */
bool thread_reaches(const struct thread *t);
/* True if other threads of node can see all stores of its process's threads. */
bool node_is_seen(uint32_t node);
/* True if a thread with deferred stores is parked on node. */
bool node_is_owed(uint32_t node);
/* True if t, parked by thread_watch on the running thread's node, may see its stores. */
bool thread_is_seen_by(const struct thread *t);

/* t, parked by thread_watch, becomes ready with its clock at clock_ps, which may lie in the
 * past by less than any other event of its node. */
void thread_resume(struct thread *t, ps_t clock_ps);
/* Like thread_resume(), but t stays parked until all events at this time have run: it watches
 * memory, and may catch up instead. */
void thread_leave(struct thread *t, ps_t clock_ps);
/* Like thread_resume(), now, for a thread parked by thread_watch_apart(): it runs until its first
 * check or charge not before until_ps; then it is ready, and the caller continues. */
void thread_catch_up(struct thread *t, ps_t clock_ps, ps_t until_ps);
bool thread_is_catching_up(void);

/* t, parked, becomes ready at at_ps.  No effect on a thread that is not parked. */
void thread_wake(struct thread *t, ps_t at_ps);

/* All threads parked on node, for delivery and reports. */
struct thread *node_parked(uint32_t node);
/* Counts a delivery to node; false: no thread is parked there, so that nothing has to be
 * woken. */
bool node_delivery(uint32_t node);
/* After a delivery to node: wakes threads in calls that wait for one. */
void node_wake(uint32_t node, ps_t at_ps);
uint64_t node_deliveries(uint32_t node);
/* Whether threads of node watch its memory. */
bool node_is_watched(uint32_t node);

#endif
