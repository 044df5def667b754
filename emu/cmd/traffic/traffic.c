/* traffic.c - one run of synthetic traffic: set-up, engine, results; see traffic.h. */
#include "traffic.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "emu/cmd/cli/host_cpus.h"
#include "emu/core/engine/chain.h"
#include "emu/core/engine/host_clock.h"
#include "emu/core/engine/engine.h"
#include "emu/cmd/cli/host_memory.h"
#include "traffic_fault.h"
#include "traffic_internal.h"
#include "traffic_verify.h"

/* A network of so few nodes, without programs, stays in the caches of one of the host's cores. */
#define NODES_WARM 32

static void boot(void *ctx, unsigned w, uint32_t first, uint32_t last)
{
	(void)w;
	for (uint32_t n = first; n < last; n++)
		traffic_node_start(ctx, n);
}

static int set_up_network(struct traffic *t)
{
	const struct traffic_config *c = t->cfg;
	const struct net_router *r = t->router;

	r->set_seed(t->net, c->net.seed);
	for (unsigned z = 0; z < NET_ZONES; z++)
		if (c->net.have_zone[z])
			r->set_zone(t->net, z, c->net.zone[z]);
	if (c->net.have_order)
		r->set_order(t->net, c->net.order);
	if (c->detours)
		r->set_turns(t->net, &c->detours->turns);
	r->set_ops(t->net, &traffic_ops, t);
	int rc = traffic_fault_start(t);

	if (rc == 0)
		rc = traffic_verify_start(t);
	if (rc)
		return rc;
	return r->set_pools_without_payload(t->net, c->workers, engine_sim(t->engine)->owner);
}

static bool cut(struct traffic *t)
{
	unsigned workers = t->cfg->workers;
	struct engine_cut c = { .joined = calloc((size_t)workers * workers, sizeof *c.joined),
				.detour_ps = PS_NEVER };

	if (!c.joined)
		return false;
	c.window_ps = net_cut_ps(&t->cfg->machine, &t->cfg->shape, engine_sim(t->engine)->owner,
				 workers, c.joined);
	engine_cut(t->engine, &c);
	return true;
}

static int set_up(struct traffic *t)
{
	const struct traffic_config *c = t->cfg;
	struct engine_config e = {
		.nodes = t->nodes, .workers = c->workers, .boot = boot, .ctx = t,
		.unpinned = c->unpinned, .processors = host_cpus_limit,
		.window = traffic_progress,
		.lookahead_ps = net_lookahead_ps(&c->machine), .end_ps = c->time_ps,
		.solo_ps = c->workers_report ? net_lookahead_ps(&c->machine)
					     : traffic_progress_window_ps(),
	};

	if (c->workers_report && !(t->chain = chain_create(&c->machine, &c->shape)))
		return -ENOMEM;
	e.chain = t->chain;
	t->node = calloc(t->nodes, sizeof *t->node);
	t->tally = aligned_alloc(_Alignof(struct traffic_tally), c->workers * sizeof *t->tally);
	for (unsigned w = 0; t->tally && w < c->workers; w++)
		tally_init(&t->tally[w]);
	t->engine = engine_create(&e);
	if (!t->node || !t->tally || !t->engine)
		return -ENOMEM;
	if (c->workers > 1 && !cut(t))
		return -ENOMEM;
	t->net = t->router->create(&c->machine, &c->shape, engine_sim(t->engine));
	if (t->nodes <= NODES_WARM && c->pattern != TRAFFIC_ALLTOALL)
		engine_sim(t->engine)->prefetch = NULL;
	return t->net ? set_up_network(t) : -errno;
}

static void clean_up(struct traffic *t)
{
	if (t->net)
		t->router->destroy(t->net);
	engine_destroy(t->engine);
	chain_destroy(t->chain);
	for (unsigned w = 0; t->tally && w < t->cfg->workers; w++)
		tally_cleanup(&t->tally[w]);
	free(t->tally);
	free(t->node);
}

/* ---- results */

static double percent_of_peak(const struct traffic_result *r, double interval_ps,
			      uint64_t packets, ps_t time_ps)
{
	double each = (double)packets / r->senders;

	return time_ps ? 100 * each * interval_ps / (double)time_ps : 0;
}

/* The steady state of an all-to-all: the second half of the time in which all nodes
 * send. */
static void result_of_alltoall(const struct traffic_tally *y, double interval_ps,
			       struct traffic_result *r)
{
	ps_t end = (y->done_ps < y->last_ps ? y->done_ps : y->last_ps) / TALLY_BIN_PS;
	ps_t cut[3] = { (end + 1) / 2, (end + 1) / 2 + end / 4, end };

	for (int i = 0; i < 3; i++)
		cut[i] *= TALLY_BIN_PS;
	for (int i = 0; i < 2; i++)
		r->half_percent[i] = percent_of_peak(r, interval_ps,
						     tally_between(y, cut[i], cut[i + 1]),
						     cut[i + 1] - cut[i]);
	r->percent = percent_of_peak(r, interval_ps, tally_between(y, cut[0], cut[2]),
				     cut[2] - cut[0]);
	r->total_percent = percent_of_peak(r, interval_ps, y->all_packets, y->last_ps);
	/* Links cannot carry so much: packets had crossed the busiest ones before. */
	r->unsteady = r->percent > 100 || r->percent == 0;
	if (r->unsteady)
		r->percent = r->total_percent;
}

static void write_series(const struct traffic *t, const struct traffic_tally *y,
			 double interval_ps, const struct traffic_result *r)
{
	FILE *f = t->cfg->series;

	fprintf(f, "microsecond,percent_of_peak\n");
	for (ps_t at = 0; at <= y->last_ps; at += TALLY_BIN_PS)
		fprintf(f, "%llu,%.2f\n", (unsigned long long)(at / TALLY_BIN_PS),
			percent_of_peak(r, interval_ps, tally_between(y, at, at + TALLY_BIN_PS),
					TALLY_BIN_PS));
}

static void result_of_links(const struct traffic *t, ps_t end_ps, struct traffic_result *r)
{
	for (uint32_t n = 0; n < t->nodes; n++)
		for (unsigned l = 0; l < 2 * net_shape_dims(&t->cfg->shape); l++) {
			struct net_sender_counters k;

			t->router->sender_count(t->net, n, l, &k);
			double busy = end_ps ? (double)k.busy_ps / (double)end_ps : 0;

			r->busy[l / 2] += busy / 2 / t->nodes;
			if (busy > r->busiest[l / 2])
				r->busiest[l / 2] = busy;
			for (unsigned i = 0; i < TRAFFIC_CHANNELS; i++)
				r->channel[i] += net_sent_packets(&k, (enum net_counted)i);
		}
}

/* Percent of the rate at which the busiest links would never be idle, until the slowest node
 * has its message. */
static void result_of_flow(const struct traffic *t, double interval_ps, struct traffic_result *r)
{
	const struct traffic_config *c = t->cfg;

	r->first_done_ps = PS_NEVER;
	uint32_t receivers = 0;

	for (uint32_t n = 0; n < t->nodes; n++) {
		ps_t done_ps = t->node[n].flow.done_ps;

		if (!traffic_receives(c, n))
			continue;
		if (t->node[n].flow.receive)
			done_ps = PS_NEVER;
		r->first_done_ps = ps_min(r->first_done_ps, done_ps);
		r->last_done_ps = ps_max(r->last_done_ps, done_ps);
		r->mean_done_us += (double)done_ps / PS_PER_US;
		r->mean_mb_s += (double)c->message_bytes / ((double)done_ps / PS_PER_US);
		receivers++;
	}
	r->mean_done_us /= receivers ? receivers : 1;
	r->mean_mb_s /= receivers ? receivers : 1;
	r->percent = percent_of_peak(r, interval_ps,
				     r->senders * ((c->message_bytes + c->payload_bytes - 1) /
						   c->payload_bytes), r->last_done_ps);
}

static void result_of(const struct traffic *t, const struct traffic_tally *y,
		      double interval_ps, struct traffic_result *r)
{
	const struct traffic_config *c = t->cfg;
	double packets = y->latency.count ? (double)y->latency.count : 1;
	ps_t end_ps = c->time_ps == PS_NEVER ? y->last_ps : c->time_ps;

	r->packets = y->latency.count;
	r->packet_hops = y->all_hops;
	r->hops_mean = (double)y->hops / packets;
	r->latency_mean_ns = (double)y->latency.sum / packets / PS_PER_NS;
	r->latency_p50_ns = (double)histogram_share(&y->latency, 0.50) / PS_PER_NS;
	r->latency_p99_ns = (double)histogram_share(&y->latency, 0.99) / PS_PER_NS;
	r->latency_max_ns = (double)y->latency.most / PS_PER_NS;
	r->end_ps = y->last_ps;
	if (c->pattern == TRAFFIC_ALLTOALL)
		result_of_alltoall(y, interval_ps, r);
	else if (c->message_bytes)
		result_of_flow(t, interval_ps, r);
	else
		r->percent = percent_of_peak(r, interval_ps, y->latency.count,
					   end_ps - c->warmup_ps);
	result_of_links(t, end_ps, r);
	if (c->series)
		write_series(t, y, interval_ps, r);
}

/* Packets that have not come to their end though nothing moves any more. */
static uint64_t stuck(const struct traffic *t)
{
	uint64_t packets = t->router->packets_inside(t->net);

	for (uint32_t n = 0; n < t->nodes; n++)
		packets += t->node[n].forward != NULL;
	return packets;
}

int traffic_run(const struct traffic_config *c, struct traffic_result *r)
{
	struct traffic t = { .cfg = c, .router = c->router, .nodes = net_shape_nodes(&c->shape),
			     .hot_below = (uint32_t)(c->hot_share * UINT32_MAX) };
	uint64_t before = host_memory_resident();
	double interval_ps = traffic_peak_interval_ps(c), began_s = host_clock_seconds();
	bool open = !traffic_closed(c) || c->pattern == TRAFFIC_ONE;

	*r = (struct traffic_result){ .senders = traffic_senders(c),
				      .offered_percent = open ? 100 * c->load : 100 };
	t.interval_ps = (uint64_t)(interval_ps / c->load);
	int rc = set_up(&t);
	uint64_t idle = host_memory_resident();

	double idle_cpu_s = host_cpu_seconds();

	if (rc == 0)
		rc = engine_run(t.engine);
	r->cpu_s = host_cpu_seconds() - idle_cpu_s;
	r->wall_s = host_clock_seconds() - began_s;
	if (rc == 0) {
		for (unsigned w = 1; w < c->workers; w++)
			tally_add(&t.tally[0], &t.tally[w]);
		uint64_t now = host_memory_resident();
		struct rusage usage;

		getrusage(RUSAGE_SELF, &usage);
		r->memory_bytes = (uint64_t)usage.ru_maxrss * 1024;
		r->idle_bytes = idle > before ? idle - before : 0;
		r->network_bytes = now > before ? now - before : 0;
		result_of(&t, &t.tally[0], interval_ps, r);
		r->dropped = t.router->dropped(t.net);
		traffic_fault_end(&t, r);
		traffic_verify_end(&t, r);
		if (c->time_ps == PS_NEVER)
			r->stuck = stuck(&t);
		if (t.chain)
			chain_print(t.chain, stderr);
	}
	clean_up(&t);
	return rc;
}
