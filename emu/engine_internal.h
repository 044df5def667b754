/* engine_internal.h - what the files emu/engine*.c share and nobody else sees. */
#ifndef BGQ_EMU_ENGINE_INTERNAL_H
#define BGQ_EMU_ENGINE_INTERNAL_H

#include <stdatomic.h>
#include <stddef.h>

#include "barrier.h"
#include "engine.h"

#define CACHE_LINE 64
#define WORKER_REAP_STACK_BYTES (256 * 1024)

/* What a node has waiting; touched by its worker only. */
struct node_wait {
	struct thread *parked;
	uint64_t deliveries;
	uint32_t live, idle;  /* threads; those of them that are parked */
	uint32_t watching;    /* those of the parked that watch memory */
	uint32_t siblings;    /* threads beyond the first of each process */
	bool shared;          /* between its processes */
	struct event look;    /* when the next watching thread may look again */
};

struct worker {
	struct evq q;
	ps_t window_end_ps; /* events before it may be carried out */
	ps_t now_ps;
	ps_t sent_min_ps;   /* earliest event handed to others in this window */
	ps_t pause_ps;      /* a wish; PS_NEVER: none */
	struct engine *engine;
	unsigned index;
	bool untimed;          /* as in engine_config */
	uint32_t first, last;  /* nodes [first, last) */
	struct chan *inbox;    /* [workers]: from each other worker */
	void *home_sp;         /* worker_main's context while threads run */
	struct thread *idle;   /* what worker_main runs as */
	uint8_t *reap_stack;   /* for what a thread does after it was abandoned */
	struct thread *gone;   /* ended, and not yet reaped */
	uint64_t switches;
	_Alignas(CACHE_LINE) ps_t next_ps; /* published at the end of a window */
};

struct engine {
	struct sim sim; /* first: engine_post gets back here */
	struct engine_config cfg;
	struct worker **worker;
	uint16_t *worker_of; /* [node] */
	struct node_wait *wait; /* [node] */
	struct barrier barrier;
	atomic_long live; /* threads not yet dead */
	atomic_bool stop;
	bool ended;       /* decided between windows */
	bool pausing;     /* so are these */
	ps_t pause_ps;
};

static inline struct thread *thread_of(struct event *ev)
{
	return (struct thread *)((char *)ev - offsetof(struct thread, resume));
}

/* engine_window.c: entries for other workers, and windows. */
void engine_post(struct sim *sim, const struct event_entry *entry);
void engine_note(struct sim *sim, uint32_t from, const struct event_entry *entry);
/* The end of the worker's window: meet the others, take over their events.  False: the run
 * is over. */
bool window_next(struct worker *w);

/* engine_thread.c: threads, and who runs. */
/* Carries out events until self may go on, by way of other threads. */
void schedule(struct worker *w, struct thread *self);
void thread_schedule_attach(struct sim *sim);

/* engine_watch.c: threads that look at memory when others have run. */
/* There is an event at which the next one looks, if one has to. */
void watch_arm(struct worker *w, struct node_wait *nw, uint32_t node, ps_t now_ps);
/* t stops, and has run. */
void watch_make_dirty(struct worker *w, struct node_wait *nw, const struct thread *t);

#endif
