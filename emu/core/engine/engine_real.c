/*
 * engine_real.c - time by the host's clock (--clock=real): every worker, which has one node
 * and a core to itself, carries out an event when the host's clock has reached its time, and
 * takes from the others' channels whenever it looks.  There are no windows: what comes too
 * late is carried out at once, and how late everything was is counted.
 *
 * What events post keeps the times of the model, so that being late does not add up along a
 * packet's way; threads read the host's clock, in calls and at checks.  But a worker's time
 * never goes back, or what was true first would overwrite what is true later: an event from
 * another worker whose time has passed happens right after the last one here.
 *
 * About every millisecond, and when nothing is left to do, all workers meet for what is done
 * between windows: output, files, the end, a deadlock.
 *
 * Never: a part in a run by the virtual clock.
 */
#include <stdlib.h>

#include "engine_internal.h"
#include "inbox.h"
#include "engine.h"

/* Time between two meetings; and how long a worker has nothing at all to do before it asks
 * for one. */
#define MEET_PS (1000 * PS_PER_US)
#define IDLE_PS (50 * PS_PER_US)
#define EVENTS_A_READING 4
/* For proofs that a thread waits: what one takes, and the delay after a call. */
#define PROBE_TAKES_PS PS_PER_US
#define PROBE_AFTER_PS (20 * PS_PER_US)

/* ---- events */

void real_post(struct sim *sim, const struct event_entry *entry)
{
	struct engine *e = (struct engine *)sim;
	struct worker *w = worker_self;
	unsigned to = e->worker_of[entry_node(entry)];

	if (to == w->index)
		worker_queue(w, entry);
	else
		inbox_send(w, to, entry);
}

void real_note(struct sim *sim, uint32_t from, const struct event_entry *entry)
{
	struct engine *e = (struct engine *)sim;
	struct event_entry note = *entry;
	unsigned to = e->worker_of[entry_node(entry)];

	(void)from;
	if (to == worker_self->index) {
		sim->light(sim->light_ctx, entry);
		return;
	}
	note.place |= NOTE;
	inbox_send(worker_self, to, &note);
}

static void note_lateness(struct worker *w, ps_t due_ps, ps_t host_ps)
{
	lateness_add(&w->real->late, host_ps > due_ps ? (host_ps - due_ps) / PS_PER_NS : 0);
}

/* At once, at a time of its own: two packets of a link must not arrive at the same time. */
static void carry_out_late(struct worker *w, struct event_entry *entry, ps_t host_ps)
{
	note_lateness(w, entry->time_ps, host_ps);
	entry->time_ps = w->event_ps = ++w->now_ps;
	if (!entry_is_light(entry))
		((struct event *)entry->what)->time_ps = w->now_ps;
	sim_carry_out(&w->engine->sim, entry);
}

static void take_over(struct worker *w, const struct event_entry *sent, ps_t host_ps)
{
	struct sim *sim = &w->engine->sim;
	struct event_entry entry = *sent;

	if ((uint32_t)entry.place == NOTE) {
		entry.place &= ~(uint64_t)NOTE;
		/* A thread that has begun to wait for it by now has not seen it. */
		entry.time_ps = ps_max(entry.time_ps, w->now_ps + 1);
		sim->light(sim->light_ctx, &entry);
	} else if (entry.time_ps <= w->now_ps) {
		carry_out_late(w, &entry, host_ps);
	} else {
		worker_queue(w, &entry);
	}
}

static void receive_from(struct worker *w, struct chan *c, ps_t host_ps)
{
	const struct event_entry *entry;

	while ((entry = chan_pop(c)) != NULL)
		take_over(w, entry, host_ps);
}

static void receive(struct worker *w, ps_t host_ps)
{
	inbox_receive(w, receive_from, host_ps);
}

/* ---- meetings */

void real_opened(struct engine *e)
{
	if (!e->begun)
		host_ticks_begin(&e->ticks);
	e->begun = true;
	atomic_store(&e->meet, false);
	atomic_store(&e->meet_ps, host_ticks_ps(&e->ticks) + MEET_PS);
}

/* False: the run is over.  All have stopped before any of them receives what was sent to it. */
static bool meet(struct worker *w)
{
	struct engine *e = w->engine;
	const struct barrier_ops nothing = { 0 };

	barrier_wait(&e->barrier, w->index, &nothing, NULL);
	receive(w, w->now_ps);
	w->real->idle_ps = 0;
	stretch_agree(w);
	return !e->ended;
}

/* True if all workers are to meet: it is time, nothing is left to do, or the last thread has
 * ended. */
static bool is_called(struct worker *w, ps_t host_ps)
{
	struct engine *e = w->engine;

	if (worker_next_ps(w) != PS_NEVER || !w->real->idle_ps)
		w->real->idle_ps = host_ps;
	if (host_ps >= atomic_load_explicit(&e->meet_ps, memory_order_relaxed) ||
	    host_ps - w->real->idle_ps >= IDLE_PS ||
	    atomic_load_explicit(&e->live, memory_order_relaxed) == 0)
		atomic_store(&e->meet, true);
	return atomic_load_explicit(&e->meet, memory_order_acquire);
}

/* ---- the worker's loop */

static ps_t read_time(struct worker *w)
{
	w->real->events = 0;
	return w->real->host_ps = host_ticks_ps(&w->engine->ticks);
}

/* The last reading, if it is recent and late enough for the next event; else a new one. */
static ps_t host_time(struct worker *w, ps_t next_ps)
{
	struct real *r = w->real;

	return next_ps > r->host_ps || ++r->events >= EVENTS_A_READING ? read_time(w) : r->host_ps;
}

bool real_next(struct worker *w)
{
	struct engine *e = w->engine;

	if (!e->begun && !meet(w))
		return false;
	for (;;) {
		receive(w, w->real->host_ps);

		ps_t next_ps = worker_next_ps(w), host_ps = host_time(w, next_ps);

		if (is_called(w, host_ps)) {
			if (!meet(w))
				return false;
		} else if (next_ps <= host_ps) {
			if (evq_next_ps(&w->q) == next_ps)
				note_lateness(w, next_ps, host_ps);
			w->window_end_ps = next_ps + 1;
			return true;
		}
	}
}

/* ---- threads */

void real_settle(struct worker *w, struct thread *t)
{
	t->clock_ps = ps_max(t->clock_ps, read_time(w));
}

void real_go_on(struct worker *w, struct thread *t)
{
	if (worker_next_ps(w) <= t->clock_ps || worker_is_called(w)) {
		thread_yield(w, t);
		return;
	}
	/* Events posted from now on come after it. */
	w->now_ps = t->clock_ps;
}

/* A probe takes about as long as a message, which would wait for it: not while something is due,
 * nor soon after a call, unless another thread wants the worker. */
bool real_may_probe(struct worker *w, struct thread *t)
{
	bool is_alone = evq_next_ps(&w->threads) == PS_NEVER;
	ps_t from_ps = is_alone ? t->called_ps + PROBE_AFTER_PS : 0;

	if (t->clock_ps < t->probe_ps)
		return false;
	if (worker_is_called(w) || evq_next_ps(&w->q) < t->clock_ps + PROBE_TAKES_PS)
		from_ps = ps_max(from_ps, t->clock_ps + PROBE_TAKES_PS);
	if (t->clock_ps >= from_ps)
		return true;
	t->probe_ps = from_ps;
	return false;
}

/* ---- set-up, and after the run */

int real_init(struct worker *w)
{
	w->real = calloc(1, sizeof *w->real);
	return w->real ? 0 : -ENOMEM;
}

void real_cleanup(struct worker *w)
{
	free(w->real);
}

static uint64_t percentile(const struct lateness *l, uint64_t events, unsigned percent)
{
	uint64_t before = 0, wanted = events * percent / 100;
	unsigned i = 0;

	while (i < LATENESS_PLACES - 1 && before + l->count[i] <= wanted)
		before += l->count[i++];
	return lateness_ns(i);
}

struct engine_lateness engine_lateness(const struct engine *e)
{
	struct lateness all = { .most_ns = 0 };
	struct engine_lateness r = { .events = 0 };

	for (unsigned i = 0; i < e->cfg.workers; i++) {
		const struct lateness *l = &e->worker[i]->real->late;

		for (unsigned k = 0; k < LATENESS_PLACES; k++) {
			all.count[k] += l->count[k];
			r.events += l->count[k];
		}
		if (l->most_ns > all.most_ns)
			all.most_ns = l->most_ns;
	}
	r.most_ns = all.most_ns;
	if (r.events) {
		r.p50_ns = percentile(&all, r.events, 50);
		r.p90_ns = percentile(&all, r.events, 90);
		r.p99_ns = percentile(&all, r.events, 99);
	}
	return r;
}
