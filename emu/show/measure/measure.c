/* measure.c - see measure.h. */
#include "measure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "net/header.h"
#include "net/net.h"
#include "mu/mu.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/show/report/notice.h"
#include "emu/core/wait/wait.h"
#include "emu/core/engine/engine.h"

static struct measure_sums *sums; /* [workers] */
static unsigned workers;
static struct measure_rank *ranks; /* [job.places] */
static struct measure_notice notices[MEASURE_NOTICES_MAX];
static uint64_t notices_all;

static void keep_notice(uint32_t rank, enum notice_kind kind, const char *line)
{
	struct measure_notice *n = &notices[notices_all];

	if (notices_all++ >= MEASURE_NOTICES_MAX)
		return;
	*n = (struct measure_notice){ .rank = rank, .ras = kind == NOTICE_RAS,
				      .line = strdup(line) };
	if (!n->line)
		notices_all--;
}

int measure_start(unsigned count)
{
	workers = count;
	sums = aligned_alloc(_Alignof(struct measure_sums), count * sizeof *sums);
	ranks = calloc(job.places, sizeof *ranks);
	if (!sums || !ranks)
		return -ENOMEM;
	memset(sums, 0, count * sizeof *sums);
	notice_tell(keep_notice);
	for (unsigned w = 0; w < count; w++)
		if (timeline_init(&sums[w].timeline, MEASURE_LINES) != 0 ||
		    matrix_init(&sums[w].matrix, &job.shape) != 0)
			return -ENOMEM;
	return 0;
}

static struct measure_sums *sums_of(uint32_t node)
{
	return &sums[engine_worker_of(booted.engine, node)];
}

static enum measure_message kind_of(const struct mu_sent *m)
{
	if (m->dst == UINT32_MAX)
		return MEASURE_COLLECTIVE;
	if (net_header_is_get(m->header))
		return MEASURE_GET;
	return net_header_packet_type(m->header) == NET_PACKET_FIFO ? MEASURE_FIFO : MEASURE_PUT;
}

void measure_message(uint32_t node, const struct mu_sent *m, ps_t now_ps)
{
	struct measure_sums *s = sums_of(node);
	enum measure_message kind = kind_of(m);

	s->messages[kind][m->bytes ? 64 - __builtin_clzll(m->bytes) : 0]++;
	s->bytes[kind] += m->bytes;
	if (kind != MEASURE_COLLECTIVE)
		matrix_add(&s->matrix, node, m->dst, m->bytes);
	timeline_change(&s->timeline, MEASURE_SENDING, now_ps, 1);
}

void measure_message_done(uint32_t node, ps_t now_ps)
{
	timeline_change(&sums_of(node)->timeline, MEASURE_SENDING, now_ps, -1);
}

void measure_sent(uint32_t node, unsigned link, ps_t head_ps, ps_t tail_ps)
{
	timeline_add(&sums_of(node)->timeline, MEASURE_LINKS + link, head_ps, tail_ps);
}

void measure_forwarded(uint32_t node, unsigned link, ps_t busy_ps, const ps_t interval_ps[2])
{
	timeline_spread(&sums_of(node)->timeline, MEASURE_LINKS + link, busy_ps, interval_ps);
}

void measure_received(uint32_t node, const struct net_packet *p, ps_t injected_ps, ps_t now_ps)
{
	struct measure_sums *s = sums_of(node);
	struct measure_hops *h = &s->hops[p->hops];
	ps_t latency_ps = now_ps - injected_ps;

	timeline_add(&s->timeline, MEASURE_PACKETS, injected_ps, now_ps);
	histogram_add(&s->latency, latency_ps);
	if (!h->packets++ || latency_ps < h->least_ps)
		h->least_ps = latency_ps;
	if (latency_ps > h->most_ps)
		h->most_ps = latency_ps;
	h->sum_ps += latency_ps;
}

/* A loop that polls by a call of the runtime waits as that call does. */
static unsigned kind_of_wait(const struct thread *t)
{
	unsigned poll = t->waiting.kind == WAIT_SPIN && t->loop.wait ? t->loop.wait->poll_kind : 0;

	return poll ? poll - 1 : t->waiting.kind;
}

static void add_wait(const struct thread *t, ps_t until_ps)
{
	struct measure_rank *r = &ranks[t->process - booted.process];
	ps_t time_ps = until_ps > t->waiting.since_ps ? until_ps - t->waiting.since_ps : 0;

	r->waits++;
	if (t->user->index != 0) {
		r->others_ps += time_ps;
		return;
	}
	r->waited_ps[kind_of_wait(t)] += time_ps;
	timeline_add(&sums_of(t->node)->timeline, MEASURE_WAITING, t->waiting.since_ps, until_ps);
}

void measure_waited(const struct thread *t)
{
	add_wait(t, t->clock_ps);
}

/* ---- after the run */

static void merge(struct measure_sums *a, struct measure_sums *b)
{
	for (unsigned kind = 0; kind < MEASURE_KINDS; kind++) {
		for (unsigned i = 0; i < MEASURE_SIZES; i++)
			a->messages[kind][i] += b->messages[kind][i];
		a->bytes[kind] += b->bytes[kind];
	}
	histogram_merge(&a->latency, &b->latency);
	timeline_merge(&a->timeline, &b->timeline);
	matrix_merge(&a->matrix, &b->matrix);
	for (unsigned i = 0; i < MEASURE_HOPS; i++) {
		struct measure_hops *x = &a->hops[i];
		const struct measure_hops *y = &b->hops[i];

		if (y->packets && (!x->packets || y->least_ps < x->least_ps))
			x->least_ps = y->least_ps;
		if (y->most_ps > x->most_ps)
			x->most_ps = y->most_ps;
		x->packets += y->packets;
		x->sum_ps += y->sum_ps;
	}
}

struct measure_sums *measure_sum(void)
{
	for (; workers > 1; workers--)
		merge(&sums[0], &sums[workers - 1]);
	return &sums[0];
}

static void cut_off(const struct process *p, ps_t end_ps)
{
	for (const struct thread *t = &p->main; t; t = t->user->next)
		if (t->waiting.kind != WAIT_NONE &&
		    (t->state == THREAD_PARKED || t->state == THREAD_DEAD))
			add_wait(t, t->state == THREAD_DEAD ? t->clock_ps : end_ps);
}

void measure_end(ps_t (*end_ps)(const struct process *p))
{
	for (uint32_t i = 0; i < job.places; i++)
		if (booted.process[i].status != PROCESS_NOT_STARTED)
			cut_off(&booted.process[i], end_ps(&booted.process[i]));
}

struct measure_rank measure_rank(uint32_t index)
{
	return ranks[index];
}

const struct measure_notice *measure_notices(unsigned *kept, uint64_t *all)
{
	*all = notices_all;
	*kept = (unsigned)(notices_all < MEASURE_NOTICES_MAX ? notices_all
							      : MEASURE_NOTICES_MAX);
	return notices;
}
