/* page_ranks.c - counters of message units; ends of ranks, and what they have waited for. */
#include "mu/mu.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "emu/show/measure/measure.h"
#include "emu/show/report/report.h"
#include "emu/show/report/report_counters.h"
#include "emu/core/engine/engine.h"
#include "emu/core/wait/wait.h"
#include "page_internal.h"

/* ---- message units */

static void add_unit(struct mu_counters *sum, uint32_t node)
{
	struct mu_counters c = mu_count(units.mu, node);

	sum->messages_injected += c.messages_injected;
	sum->packets_injected += c.packets_injected;
	sum->fifo_packets += c.fifo_packets;
	sum->get_packets += c.get_packets;
	sum->put_packets += c.put_packets;
}

static void put_unit(struct json *j, uint32_t block)
{
	const struct blocks *b = page_blocks();
	struct mu_counters c = { 0 };

	for (uint32_t i = 0; i < b->nodes_each; i++)
		add_unit(&c, blocks_node(b, &job.shape, block, i));
	if (!(c.messages_injected | c.fifo_packets | c.get_packets | c.put_packets))
		return;
	json_line(j);
	json_open(j, NULL, '[');
	json_uint(j, NULL, blocks_node(b, &job.shape, block, 0));
	json_uint(j, NULL, c.messages_injected);
	json_uint(j, NULL, c.packets_injected);
	json_uint(j, NULL, c.fifo_packets);
	json_uint(j, NULL, c.get_packets);
	json_uint(j, NULL, c.put_packets);
	json_close(j, ']');
}

void page_put_units(struct json *j)
{
	static const char *const columns[] = { "node", "messages_injected", "packets_injected",
		"fifo_packets", "get_packets", "put_packets", NULL };

	json_open(j, "message_units", '{');
	page_names(j, "columns", columns);
	json_open(j, "rows", '[');
	for (uint32_t block = 0; block < page_blocks()->count; block++)
		put_unit(j, block);
	json_close(j, ']');
	json_close(j, '}');
}

/* ---- ranks */

/* Ranks of a row. */
static uint32_t ranks_each(void)
{
	return (job.ranks + PAGE_ROWS_MAX - 1) / PAGE_ROWS_MAX;
}

static const struct process *process_of(uint32_t rank)
{
	return &booted.process[job.mapping.process_of[rank]];
}

ps_t page_end_ps(const struct process *p)
{
	ps_t last_ps = engine_last_event(booted.engine), end_ps = report_end_ps(p);

	return p->status == PROCESS_ALIVE && last_ps > end_ps ? last_ps : end_ps;
}

/* Some ranks in sum: the worst state, the highest status, ends. */
struct ranks_end {
	unsigned state;
	int status;
	ps_t first_ps, last_ps;
	uint64_t calls;
};

static const char *const states[] = { "ended", "not started", "alive" };

static unsigned state_of(const struct process *p)
{
	return p->status == PROCESS_NOT_STARTED ? 1 : p->status == PROCESS_ALIVE ? 2 : 0;
}

static void add_end(struct ranks_end *e, const struct process *p)
{
	ps_t end_ps = page_end_ps(p);

	e->state = state_of(p) > e->state ? state_of(p) : e->state;
	e->status = p->status > e->status ? p->status : e->status;
	e->first_ps = ps_min(e->first_ps, end_ps);
	e->last_ps = ps_max(e->last_ps, end_ps);
	e->calls += p->main_user.calls;
}

static void put_rank(struct json *j, uint32_t rank, uint32_t count)
{
	struct ranks_end e = { .first_ps = PS_NEVER };

	for (uint32_t i = 0; i < count; i++)
		add_end(&e, process_of(rank + i));
	json_line(j);
	json_open(j, NULL, '[');
	json_uint(j, NULL, rank);
	json_uint(j, NULL, count);
	json_uint(j, NULL, process_of(rank)->main.node);
	json_text(j, NULL, states[e.state]);
	json_uint(j, NULL, (uint64_t)e.status);
	json_uint(j, NULL, e.first_ps);
	json_uint(j, NULL, e.last_ps);
	json_uint(j, NULL, e.calls);
	json_close(j, ']');
}

static void put_each(struct json *j, void (*put)(struct json *j, uint32_t rank, uint32_t count))
{
	uint32_t each = ranks_each();

	for (uint32_t rank = 0; rank < job.ranks; rank += each)
		put(j, rank, job.ranks - rank < each ? job.ranks - rank : each);
}

void page_put_ranks(struct json *j)
{
	static const char *const columns[] = { "rank", "ranks", "node", "state", "status",
					       "first_end_ps", "end_ps", "calls", NULL };
	uint32_t in[3] = { 0 };

	for (uint32_t rank = 0; rank < job.ranks; rank++)
		in[state_of(process_of(rank))]++;
	json_open(j, "ranks", '{');
	json_uint(j, "ended", in[0]);
	json_uint(j, "not_started", in[1]);
	json_uint(j, "alive", in[2]);
	page_names(j, "columns", columns);
	json_open(j, "rows", '[');
	put_each(j, put_rank);
	json_close(j, ']');
	json_close(j, '}');
}

/* ---- waits */

static bool used[MEASURE_WAITS]; /* by some rank */

static void put_wait(struct json *j, uint32_t rank, uint32_t count)
{
	struct measure_rank sum = { 0 };

	for (uint32_t i = 0; i < count; i++) {
		struct measure_rank r = measure_rank(job.mapping.process_of[rank + i]);

		sum.waits += r.waits;
		sum.others_ps += r.others_ps;
		for (unsigned k = 0; k < MEASURE_WAITS; k++)
			sum.waited_ps[k] += r.waited_ps[k];
	}
	json_open(j, NULL, '[');
	json_uint(j, NULL, rank);
	json_uint(j, NULL, count);
	json_uint(j, NULL, sum.waits);
	json_uint(j, NULL, sum.others_ps);
	for (unsigned k = 0; k < MEASURE_WAITS; k++)
		if (used[k])
			json_uint(j, NULL, sum.waited_ps[k]);
	json_close(j, ']');
}

/* A line each, by name; those that no rank has waited for are left out. */
static void put_kinds(struct json *j)
{
	for (uint32_t i = 0; i < job.places; i++) {
		struct measure_rank r = measure_rank(i);

		for (unsigned k = 0; k < MEASURE_WAITS; k++)
			used[k] |= r.waited_ps[k] != 0;
	}
	json_open(j, "kinds", '[');
	for (unsigned k = 0; k < MEASURE_WAITS; k++)
		if (used[k])
			json_text(j, NULL, report_wait_name(k));
	json_close(j, ']');
}

/* How waits in loops were carried out: parked by a proof, or executed, and why. */
static void put_proofs(struct json *j)
{
	json_open(j, "proofs", '{');
	json_uint(j, "proven", wait_proofs(FOLLOW_WAITS));
	json_uint(j, "brief", wait_executed());
	json_open(j, "failed", '[');
	for (unsigned why = FOLLOW_WAITS + 1; why < FOLLOW_WHY_COUNT; why++) {
		if (!wait_proofs(why))
			continue;
		json_open(j, NULL, '[');
		json_text(j, NULL, follow_why_text(why));
		json_uint(j, NULL, wait_proofs(why));
		json_close(j, ']');
	}
	json_close(j, ']');
	json_close(j, '}');
}

void page_put_waits(struct json *j)
{
	json_open(j, "waits", '{');
	put_kinds(j);
	put_proofs(j);
	page_put_line(j, "over_time", MEASURE_WAITING);
	json_open(j, "rows", '[');
	put_each(j, put_wait);
	json_close(j, ']');
	json_close(j, '}');
}
