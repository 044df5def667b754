/* trace.c - what is noted, and in which order it is written; see trace.h. */
#include "net/net.h"
#include "mu/mu.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "trace_internal.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/rank_list.h"
#include "emu/show/report/report.h"
#include "emu/core/wait/wait.h"
#include "emu/core/engine/engine.h"

#define NOTES_FIRST 1024

/* Notes of a worker. */
struct trace_log {
	_Alignas(64) struct note *note;
	size_t notes, capacity;
	bool lost; /* no memory */
};

/* A message that an injection FIFO is sending. */
struct sending {
	ps_t begin_ps; /* PS_NEVER: none */
	uint64_t bytes;
	uint32_t dst;
};

struct traced_node {
	bool wanted;
	uint32_t number;         /* of the next note */
	struct sending *sending; /* [MU_INJFIFOS]; NULL until one is */
};

static struct {
	struct options_trace o;
	unsigned workers;
	struct trace_log *log;          /* [workers] */
	struct traced_node *node; /* [job.nodes] */
	ps_t *since_ps;           /* [job.places]: the main thread computes since then */
	const struct note **order;
	size_t order_capacity;
	bool lost;                /* no memory for the order */
} trace;

int trace_open(const char *file)
{
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	call_thunks_tell("Kernel_", trace_call_hook);
	call_thunks_instead(trace_spi_instead);
#endif
	return trace_write_open(file);
}

static bool rank_wanted(const struct process *p)
{
	return p->rank != RANK_NONE && (!trace.o.ranks || rank_list_has(trace.o.ranks, p->rank));
}

int trace_start(const struct options_trace *o, unsigned workers)
{
	trace.o = *o;
	trace.workers = workers;
	trace.log = aligned_alloc(_Alignof(struct trace_log), workers * sizeof *trace.log);
	trace.node = calloc(job.nodes, sizeof *trace.node);
	trace.since_ps = calloc(job.places, sizeof *trace.since_ps);
	if (!trace.log || !trace.node || !trace.since_ps)
		return -ENOMEM;
	memset(trace.log, 0, workers * sizeof *trace.log);
	return 0;
}

/* When all ranks have their places. */
static void choose_nodes(void)
{
	static bool chosen;

	for (uint32_t i = 0; !chosen && i < job.places; i++)
		if (rank_wanted(&booted.process[i]))
			trace.node[i / job.opt.ranks_per_node].wanted = true;
	chosen = true;
}

static bool node_wanted(uint32_t node)
{
	return trace.node[node].wanted;
}

static void add(struct note n)
{
	struct trace_log *log = &trace.log[engine_worker_of(booted.engine, n.node)];

	ps_t shown_ps = n.kind == NOTE_RECEIVED ? n.end_ps : n.begin_ps;

	if (n.end_ps < trace.o.from_ps || shown_ps > trace.o.to_ps)
		return;
	if (log->notes == log->capacity) {
		size_t capacity = log->capacity ? 2 * log->capacity : NOTES_FIRST;
		struct note *more = realloc(log->note, capacity * sizeof *more);

		if (!more) {
			log->lost = true;
			return;
		}
		log->note = more;
		log->capacity = capacity;
	}
	n.number = trace.node[n.node].number++;
	log->note[log->notes++] = n;
}

/* ---- what the layers tell */

static unsigned kind_of_wait(const struct thread *t)
{
	unsigned poll = t->waiting.kind == WAIT_SPIN && t->loop.wait ? t->loop.wait->poll_kind : 0;

	return poll ? poll - 1 : t->waiting.kind;
}

/* Makes a note that is recorded now, behind all windows that have been written. */
static struct note note_of(const struct thread *t, enum note_kind kind, ps_t begin_ps,
			   ps_t end_ps)
{
	ps_t now_ps = worker_self && worker_now() > t->clock_ps ? worker_now() : t->clock_ps;

	return (struct note){ .at_ps = now_ps, .node = t->node, .begin_ps = begin_ps,
			      .end_ps = end_ps, .kind = (uint8_t)kind,
			      .slot = (uint16_t)t->process->slot, .place = t->user->index,
			      .src = t->process->rank };
}

/* 0: pc is not in the program, where no code is at 0. */
static uint64_t offset_of(const struct thread *t, uint64_t pc)
{
	uint64_t off = pc - (uintptr_t)process_image(t->process);

	return off < booted.image.total_bytes ? off : 0;
}

/* t has computed until begin_ps; other threads than the main one have waits only. */
static void add_computing(const struct thread *t, ps_t begin_ps, ps_t end_ps)
{
	ps_t *since_ps = &trace.since_ps[t->process - booted.process];

	if (t->user->index == 0 && begin_ps > *since_ps)
		add(note_of(t, NOTE_COMPUTES, *since_ps, begin_ps));
	if (t->user->index == 0)
		*since_ps = end_ps;
}

static void add_wait(const struct thread *t, ps_t until_ps)
{
	struct note n = note_of(t, NOTE_WAITS, t->waiting.since_ps, until_ps);

	n.what = (uint8_t)kind_of_wait(t);
	n.off = offset_of(t, report_waited_pc(t));
	add_computing(t, n.begin_ps, n.end_ps);
	if (n.end_ps > n.begin_ps)
		add(n);
}

void trace_waited(const struct thread *t)
{
	if (rank_wanted(t->process))
		add_wait(t, t->clock_ps);
}

_Static_assert(offsetof(struct call_thunk, target) == 16, "as in call_hook_x86_64.S");

__attribute__((used)) void trace_called(const struct call_thunk *call, uint64_t by_length)
{
	const struct thread *t = thread_self;
	uint64_t cycles = call->cost->argument ? by_length >> BUDGET_DEMAND_BITS
					       : call->cost->cycles;

	if (!t || !rank_wanted(t->process))
		return;
	ps_t end_ps = thread_clock(), begin_ps = end_ps - cycles_ps(cycles);
	struct note n = note_of(t, NOTE_CALL, begin_ps, end_ps);

	n.name = call->name;
	add_computing(t, begin_ps, end_ps);
	add(n);
}

void trace_accessed(ps_t begin_ps, uint64_t pc, const char *name)
{
	const struct thread *t = thread_self;
	ps_t end_ps = thread_clock();

	if (!rank_wanted(t->process))
		return;
	if (t->user->index == 0) /* it may have waited in between */
		begin_ps = ps_max(begin_ps, trace.since_ps[t->process - booted.process]);
	if (end_ps <= begin_ps)
		return;
	struct note n = note_of(t, NOTE_ACCESS, begin_ps, end_ps);

	n.name = name;
	n.off = offset_of(t, pc - 1); /* the call, not what is behind it */
	add_computing(t, begin_ps, end_ps);
	add(n);
}

/* INT32_MIN: the call has none. */
static int32_t argument(int64_t value)
{
	return value == BGQEMU_MPI_NONE ? INT32_MIN : (int32_t)value;
}

void trace_mpi_called(const struct bgqemu_mpi *call, const char *name, ps_t end_ps)
{
	const struct thread *t = thread_self;

	if (!rank_wanted(t->process) || call->begin_ps > end_ps)
		return;
	struct note n = note_of(t, NOTE_MPI, call->begin_ps, end_ps);

	n.name = name;
	n.bytes = (uint64_t)call->count;
	n.peer = argument(call->peer);
	n.tag = argument(call->tag);
	n.source = argument(call->source);
	n.source_tag = argument(call->source_tag);
	add(n);
}

void trace_message(uint32_t node, const struct mu_sent *m, ps_t now_ps)
{
	struct traced_node *n = &trace.node[node];

	if (!n->wanted)
		return;
	if (!n->sending) {
		n->sending = malloc(MU_INJFIFOS * sizeof *n->sending);
		for (unsigned i = 0; n->sending && i < MU_INJFIFOS; i++)
			n->sending[i].begin_ps = PS_NEVER;
	}
	if (!n->sending)
		trace.log[engine_worker_of(booted.engine, node)].lost = true;
	else
		n->sending[m->injfifo] = (struct sending){ now_ps, m->bytes, m->dst };
}

void trace_message_done(uint32_t node, uint32_t injfifo, ps_t now_ps)
{
	struct traced_node *n = &trace.node[node];
	struct sending *s = n->sending ? &n->sending[injfifo] : NULL;

	if (!s || s->begin_ps == PS_NEVER)
		return;
	add((struct note){ .at_ps = now_ps, .node = node, .begin_ps = s->begin_ps,
			   .end_ps = now_ps, .kind = NOTE_MESSAGE, .bytes = s->bytes,
			   .place = injfifo, .src = node, .dst = s->dst });
	s->begin_ps = PS_NEVER;
}

/* One packet is injected by a FIFO at a time. */
static uint64_t flow_of(const struct net_packet *p, ps_t injected_ps)
{
	uint64_t z = injected_ps * UINT64_C(0x9e3779b97f4a7c15) ^
		     ((uint64_t)p->src << 8 | p->injfifo);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	return (z ^ z >> 27) >> 12 | 1;
}

void trace_sent(uint32_t node, unsigned link, const struct net_packet *p, ps_t head_ps,
		ps_t tail_ps)
{
	bool collective = p->injfifo >= NET_INJ_COLL_USER;

	if (!node_wanted(node) || !(trace.o.links >> link & 1))
		return;
	add((struct note){ .at_ps = head_ps, .node = node, .begin_ps = head_ps,
			   .end_ps = tail_ps, .kind = NOTE_LINK, .bytes = p->payload_bytes,
			   .place = link, .src = p->src, .what = p->hops,
			   .dst = collective ? UINT32_MAX : p->dst,
			   .flow = collective || p->hops ? 0
				   : flow_of(p, net_packet_injected_ps(units.net, p)) });
}

void trace_received(uint32_t node, const struct net_packet *p, ps_t injected_ps, ps_t now_ps)
{
	if (!node_wanted(node))
		return;
	add((struct note){ .at_ps = now_ps, .node = node, .begin_ps = injected_ps,
			   .end_ps = now_ps, .kind = NOTE_RECEIVED, .bytes = p->payload_bytes,
			   .place = p->recfifo, .src = p->src, .dst = node, .what = p->hops,
			   .flow = flow_of(p, injected_ps) });
}

/* ---- the file */

static int before(const void *a, const void *b)
{
	const struct note *x = *(const struct note *const *)a, *y = *(const struct note *const *)b;

	if (x->at_ps != y->at_ps)
		return x->at_ps < y->at_ps ? -1 : 1;
	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Moves the notes of log before now_ps to the order's end. */
static size_t collect(const struct trace_log *log, ps_t now_ps, size_t n)
{
	for (size_t i = 0; i < log->notes; i++) {
		if (log->note[i].at_ps >= now_ps)
			continue;
		if (n == trace.order_capacity) {
			size_t capacity = n ? 2 * n : NOTES_FIRST;
			const struct note **more = realloc(trace.order, capacity * sizeof *more);

			if (!more) {
				trace.lost = true;
				return n;
			}
			trace.order = more;
			trace.order_capacity = capacity;
		}
		trace.order[n++] = &log->note[i];
	}
	return n;
}

/* A thread may have been ahead of the window. */
static void keep_rest(struct trace_log *log, ps_t now_ps)
{
	size_t kept = 0;

	for (size_t i = 0; i < log->notes; i++)
		if (log->note[i].at_ps >= now_ps)
			log->note[kept++] = log->note[i];
	log->notes = kept;
}

void trace_window(ps_t now_ps)
{
	size_t n = 0;

	choose_nodes();
	for (unsigned w = 0; w < trace.workers; w++)
		n = collect(&trace.log[w], now_ps, n);
	if (n == 0)
		return;
	qsort(trace.order, n, sizeof *trace.order, before);
	trace_places_learn(trace.order, n);
	for (size_t i = 0; i < n; i++)
		trace_write(trace.order[i]);
	for (unsigned w = 0; w < trace.workers; w++)
		keep_rest(&trace.log[w], now_ps);
}

/* Adds the waits and the computing of p that the run's end has cut off. */
static void add_ends(const struct process *p)
{
	ps_t end_ps = p->end_ps;

	if (p->status == PROCESS_ALIVE)
		end_ps = engine_last_event(booted.engine);
	for (const struct thread *t = &p->main; t; t = t->user->next) {
		if (t->waiting.kind != WAIT_NONE &&
		    (t->state == THREAD_PARKED || t->state == THREAD_DEAD))
			add_wait(t, t->state == THREAD_DEAD ? t->clock_ps : end_ps);
		add_computing(t, end_ps, end_ps);
	}
}

int trace_end(void)
{
	trace_window(PS_NEVER);
	for (uint32_t i = 0; i < job.places; i++)
		if (booted.process[i].status != PROCESS_NOT_STARTED &&
		    rank_wanted(&booted.process[i]))
			add_ends(&booted.process[i]);
	trace_window(PS_NEVER);
	for (unsigned w = 0; w < trace.workers; w++)
		trace.lost |= trace.log[w].lost;
	int rc = trace_write_close();

	return rc == 0 && trace.lost ? -ENOMEM : rc;
}
