/* engine_internal.h - private to the files of emu/core/engine: scheduler, windows, budget. */
#ifndef BGQ_EMU_ENGINE_INTERNAL_H
#define BGQ_EMU_ENGINE_INTERNAL_H

#include "lateness.h"
#include "worker.h"

/* engine_window.c: entries for other workers, and windows. */
void engine_post(struct sim *sim, const struct event_entry *entry);
/* Like engine_post(), with engine_config.chain. */
void chain_post(struct sim *sim, const struct event_entry *entry);
void engine_note(struct sim *sim, uint32_t from, const struct event_entry *entry);
/* The worker has nothing to do before the end of its window, which moves on as far as the others
 * have come.  False: it does not, the stretch is over. */
bool window_slide(struct worker *w);
/* The window ends at end_ps or before, and with it the stretch. */
void window_cut(struct worker *w, ps_t end_ps);
/* Publishes what w has done so far. */
void window_publish(struct worker *w, ps_t done_ps);
/* The end of the worker's stretch: barrier, then receive events of the others.  False: the
 * run is over. */
bool window_next(struct worker *w);

/* In a channel, in place of an entry's origin: a note, not an event. */
#define NOTE UINT32_MAX

/* engine_stretch.c: what workers agree on at the barrier. */
/* A worker that finds nothing to do in so many windows ends the stretch: at the barrier all skip
 * empty time at once. */
#define SPARSE_WINDOWS 2
/* The end of the worker's stretch, and the next one's beginning, unless the run has ended. */
void stretch_agree(struct worker *w);
/* Serial: w has been acted for: something new may be in its queue, or sent by it. */
void stretch_acted(struct engine *e, const struct worker *w);

/* engine_real.c: the same by the host's clock. */
struct real {
	ps_t idle_ps; /* nothing has been queued since then; 0: something is */
	ps_t host_ps; /* the host's time when it was read last, */
	unsigned events; /* carried out since then: reading the clock takes as long as many */
	struct lateness late;
};

int real_init(struct worker *w); /* 0 or -ENOMEM */
void real_cleanup(struct worker *w);
void real_post(struct sim *sim, const struct event_entry *entry);
void real_note(struct sim *sim, uint32_t from, const struct event_entry *entry);
bool real_next(struct worker *w);
/* Serial: all workers have met. */
void real_opened(struct engine *e);
/* The running thread's clock is the host's, unless it is ahead. */
void real_settle(struct worker *w, struct thread *t);
/* At a check of t, which runs: whether it is time for a proof that it waits. */
bool real_may_probe(struct worker *w, struct thread *t);
/* After a call: carries out what is due by now. */
void real_go_on(struct worker *w, struct thread *t);

/* Returns the lower bound on the time at which ev, if not network_only, changes memory of its
 * node. */
static inline ps_t pending_due(const struct worker *w, const struct event *ev)
{
	return ev->type->before_fetch ? ev->time_ps + w->engine->cfg.refetch_ps : ev->time_ps;
}

static inline void pending_add(struct node_wait *nw, ps_t at_ps)
{
	nw->pending++;
	if (nw->kept < PENDING_KEPT)
		nw->due_ps[nw->kept++] = at_ps;
}

static inline void pending_remove(struct node_wait *nw, ps_t at_ps)
{
	nw->pending--;
	for (uint32_t i = 0; i < nw->kept; i++)
		if (nw->due_ps[i] == at_ps) {
			nw->due_ps[i] = nw->due_ps[--nw->kept];
			return;
		}
}

static inline void queued_add(struct node_wait *nw, struct thread *t)
{
	t->next_queued = nw->queued;
	t->queued_at = &nw->queued;
	if (nw->queued)
		nw->queued->queued_at = &t->next_queued;
	nw->queued = t;
	nw->queued_count++;
}

static inline void queued_remove(struct node_wait *nw, struct thread *t)
{
	nw->queued_count--;
	*t->queued_at = t->next_queued;
	if (t->next_queued)
		t->next_queued->queued_at = t->queued_at;
}

static inline void worker_queue(struct worker *w, const struct event_entry *entry)
{
	const struct event *ev = entry->what;

	if (!entry_is_light(entry) && !ev->type->network_only)
		pending_add(&w->engine->wait[entry_node(entry)], pending_due(w, ev));
	evq_push(&w->q, entry);
}

/* engine_thread.c: the scheduler of threads. */
/* Carries out events and switches to other threads until self may continue. */
void engine_schedule(struct worker *w, struct thread *self);
/* t, running, yields to all that is due up to its clock. */
void thread_yield(struct worker *w, struct thread *t);
/* Queues t, which does not run, to go on at that time. */
void thread_post_resume(struct worker *w, struct thread *t, ps_t at_ps);

/* engine_core.c: threads that share a core. */
/* t, running or ready, begins to compute, or ends: in its own order of execution. */
void core_share(struct worker *w, struct thread *t, bool computes);
/* t is about to be parked in a loop. */
void core_spins(struct worker *w, const struct thread *t);
/* Updates t's count to the quantum of its clock: nothing that could change it is due before. */
void core_count(struct worker *w, struct thread *t);
/* The end of the quantum of at_ps. */
ps_t core_quantum_end(const struct worker *w, ps_t at_ps);

/* engine_budget.c: how far the running thread may run ahead. */
/* The calling host thread's programs count in cell. */
void budget_base(struct budget_cell *cell);
void budget_begin(struct worker *w, struct thread *t);
/* t continues after it has let another thread run; so does its segment. */
void budget_again(struct worker *w, struct thread *t);
/* t, which has waited or begins, is probed soon for whether it waits. */
void budget_probe_soon(struct thread *t);
/* True if until its clock, and a little longer, nothing but t changes the memory that it
 * reads. */
bool budget_reaches(struct worker *w, struct thread *t);
/* After a call; the horizon may have been passed. */
void budget_go_on(struct worker *w, struct thread *t);
void budget_settle(struct worker *w, struct thread *t);
/* Lowers the running thread's horizon to horizon_ps. */
void budget_cut(struct worker *w, ps_t horizon_ps);
void budget_grant(struct worker *w, const struct thread *t);

/* segments.c: t, about to be switched out, counts elsewhere, or has; the next one must not. */
void segments_strayed(struct worker *w, struct thread *t);

/* Something is due before the time of t. */
static inline bool thread_is_due(const struct worker *w, const struct thread *t)
{
	if (w->until_ps)
		return t->clock_ps >= w->until_ps;
	return t->clock_ps >= w->window_end_ps || t->clock_ps >= worker_next_ps(w);
}

/* Shows what t has stored since its segment began to the threads that watch memory. */
static inline void segment_end(struct worker *w, const struct node_wait *nw, struct thread *t)
{
	if (node_sees_stores(nw) && w->engine->cfg.stored && !w->until_ps)
		w->engine->cfg.stored(w->engine->cfg.ctx, t);
}

/* thread_self is about to continue. */
static inline void hook_leave(struct worker *w)
{
	if (__builtin_expect(w->hooked != 0, false))
		w->engine->cfg.leave(w->engine->cfg.ctx);
}

#endif
