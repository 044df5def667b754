/* faults.c - see faults.h. */
#include "faults.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coll/around.h"
#include "emu/cmd/cli/file_write.h"
#include "emu/cmd/cli/ras_list.h"
#include "emu/cmd/cli/values.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/machine.h"
#include "emu/node/machine/units.h"
#include "emu/node/machine/status.h"
#include "emu/show/page/page.h"
#include "emu/show/report/report.h"
#include "emu/core/engine/engine.h"
#include "net/fault/plan.h"
#include "net/guard.h"

#define SHOWN_MAX 16 /* links with errors, at the end */
#define RESENT_MAX 1000 /* events of packets that are sent again, of a worker, for a report */

/* A worker's events, and the first end of the job that it has asked for. */
struct of_worker {
	_Alignas(64) struct ras_list list;
	ps_t end_ps;
	unsigned resent;
};

static struct net_faults plan;
static struct of_worker *of_worker;
static unsigned workers;
static FILE *ras_file;
/* Faults of nodes come at times of their own, and some end. */
static struct planned {
	struct event ev, end;
	const struct net_fault *fault;
} *planned; /* [plan.count] */

bool faults_wanted(void)
{
	return job.opt.faults;
}

static struct ras_place place(void)
{
	return (struct ras_place){ &job.shape, job.model->letters, &job.opt.location,
				   job.opt.have_whole ? &job.opt.whole : NULL,
				   job.opt.whole_corner };
}

/* ---- the plan */

static int take(const struct fault_option *o)
{
	const char *why = o->is_file ? net_faults_read(&plan, o->text)
				     : net_faults_add(&plan, o->text);

	if (!why)
		return 0;
	fprintf(stderr, "bgq-run: %s: '%s': %s\n", o->is_file ? "--faults" : "--fault", o->text,
		why);
	return STATUS_USAGE;
}

int faults_open(void)
{
	const struct options *o = &job.opt;
	int rc = 0;

	net_faults_init(&plan, job.model, &job.shape, o->net.seed);
	plan.reroute = o->reroute;
	for (unsigned i = 0; i < o->faults && rc == 0; i++)
		rc = take(&o->fault[i]);
	if (rc || !o->ras_file)
		return rc;
	ras_file = file_write(o->ras_file);
	if (ras_file)
		return 0;
	fprintf(stderr, "bgq-run: --ras-file %s: %s\n", o->ras_file, file_write_error(errno));
	return STATUS_USAGE;
}

/* ---- the end of the job */

static void node_ends(uint32_t node, ps_t now_ps)
{
	for (uint32_t slot = 0; slot < job.opt.ranks_per_node; slot++)
		process_end_at(process_at(node, slot), STATUS_RAS, now_ps);
}

static void end(struct event *ev)
{
	node_ends(ev->node, ev->time_ps);
}

static const struct event_type ending = { .run = end };

/* The control system hears of the event by way of the I/O node, and ends all ranks so. */
static void job_ends(uint32_t node, ps_t at_ps)
{
	struct of_worker *w = &of_worker[engine_worker_of(booted.engine, node)];
	ps_t way_ps = job.model->io_request_ps + job.model->io_reply_ps;

	if (at_ps >= w->end_ps)
		return;
	w->end_ps = at_ps;
	struct event *ev = calloc(job.nodes, sizeof *ev);

	if (!ev)
		abort(); /* ranks would wait for ever */
	for (uint32_t n = 0; n < job.nodes; n++) {
		ev[n].type = &ending;
		sim_post(engine_sim(booted.engine), &ev[n], node, n, at_ps + way_ps);
	}
}

/* ---- events */

/* Then each has an event, thousands in all, which only a file and a report get. */
static bool all_links_slow(void)
{
	for (unsigned i = 0; i < plan.count; i++)
		if (plan.fault[i].kind == NET_FAULT_SLOW && plan.fault[i].everywhere)
			return true;
	return false;
}

static void ras(const struct ras_event *e)
{
	const struct ras_place at = place();
	char text[512];

	ras_list_add(&of_worker[engine_worker_of(booted.engine, e->node)].list, e);
	if (ras_severity(e->id) < RAS_WARN || (e->id == RAS_LINK_SLOW && all_links_slow()))
		return;
	if (ras_severity(e->id) >= RAS_ERROR)
		atomic_fetch_add(&machine.ras, 1);
	ras_text(e, &at, text, sizeof text);
	report_ras_event(process_at(e->node, 0), text, e->time_ps);
}

/* Events of packets that are sent again are many: a file of events gets all, a report the first
 * ones. */
static bool keeps_resent(uint32_t node)
{
	return ras_file || (job.opt.reports &&
			    of_worker[engine_worker_of(booted.engine, node)].resent++ < RESENT_MAX);
}

static void link_tells(void *ctx, const struct net_fault_event *e)
{
	struct ras_event r;

	(void)ctx;
	if ((e->kind == NET_EVENT_RESENT && !keeps_resent(e->node)) ||
	    net_faults_death_ps(&plan, e->node) <= e->time_ps)
		return; /* a dead node says nothing */
	ras_of_link(e, &r);
	ras(&r);
	if (e->kind == NET_EVENT_DEAD)
		job_ends(e->node, e->time_ps);
}

static bool has_rank(uint32_t node)
{
	for (uint32_t slot = 0; slot < job.opt.ranks_per_node; slot++)
		if (process_at(node, slot)->rank != RANK_NONE)
			return true;
	return false;
}

static void slowness_changes(struct event *ev)
{
	node_slow(ev->node, net_faults_slowness(&plan, ev->node, ev->time_ps));
}

static const struct event_type slowness_end = { .run = slowness_changes };

/* Ranks of a node that dies end at once; those of one whose buffers are wrong go on until the job
 * is ended, which is if it has any rank there: other nodes may be nobody's. */
static void node_fails(struct event *ev)
{
	const struct planned *p = (const struct planned *)ev;
	struct ras_event e;

	ras_of_node(p->fault, &e);
	ras(&e);
	if (p->fault->kind == NET_FAULT_DIE)
		node_ends(ev->node, ev->time_ps);
	if (p->fault->kind == NET_FAULT_SLOW_NODE)
		slowness_changes(ev);
	if (ras_severity(e.id) == RAS_FATAL && has_rank(ev->node))
		job_ends(ev->node, ev->time_ps);
}

static const struct event_type node_failure = { .run = node_fails };

void faults_boot(uint32_t first, uint32_t last)
{
	struct ras_event e;

	for (unsigned i = 0; planned && i < plan.count; i++) {
		struct planned *p = &planned[i];

		if (!ras_of_node(&plan.fault[i], &e) || e.node < first || e.node >= last)
			continue;
		p->fault = &plan.fault[i]; /* its node is of this worker alone */
		p->ev.type = &node_failure;
		sim_post(engine_sim(booted.engine), &p->ev, e.node, e.node, e.time_ps);
		if (p->fault->kind != NET_FAULT_SLOW_NODE || p->fault->to_ps == PS_NEVER)
			continue;
		p->end.type = &slowness_end;
		sim_post(engine_sim(booted.engine), &p->end, e.node, e.node, p->fault->to_ps);
	}
}

static bool dead_at_boot(void *ctx, uint32_t node, unsigned link)
{
	(void)ctx;
	return net_link_is_dead(units.net, node, link, 0);
}

/* Class 0 and the system's classes, as the control system would lay them when it boots the
 * block.  Of a part of the block they stay, and a dead link in them is named when it is used. */
static int classes_go_round(void)
{
	uint32_t moved, cut;

	if (job.places > job.ranks)
		return 0;
	ClassRoute_t *route = coll_tree_around(&job.shape, dead_at_boot, NULL, &moved, &cut);

	if (!route)
		return -ENOMEM;
	if (!moved && !cut) {
		free(route);
		return 0;
	}
	coll_set_tree(units.coll, route);
	fprintf(stderr, "bgq-run: class route 0 leads round dead links: %u node%s other outputs",
		moved, moved == 1 ? " has" : "s have");
	fprintf(stderr, cut ? ", %u cannot be reached\n" : "\n", cut);
	return 0;
}

/* A record that has a line of its own on standard error. */
static void record(const struct mu_ras *r)
{
	struct ras_event e = { .node = r->node, .link = -1, .time_ps = r->time_ps };

	e.id = !r->field ? RAS_OF_PROGRAM
	       : strncmp(r->unit, "network", 7) ? RAS_UNIT_REFUSED : RAS_CLASS_ROUTE;
	if (!r->field)
		snprintf(e.detail, sizeof e.detail, "0x%08" PRIx32 ": %s", r->id, r->text);
	else
		snprintf(e.detail, sizeof e.detail, "%s %" PRIu32 ": %s = 0x%" PRIx64 ": %s",
			 r->unit, r->id, r->field, r->value, r->text);
	ras_list_add(&of_worker[engine_worker_of(booted.engine, e.node)].list, &e);
}

int faults_start(unsigned n)
{
	if (!faults_wanted() && !ras_file)
		return 0;
	workers = n;
	of_worker = aligned_alloc(64, n * sizeof *of_worker);
	planned = calloc(plan.count + 1, sizeof *planned);
	if (!of_worker || !planned)
		return -ENOMEM;
	for (unsigned w = 0; w < n; w++)
		of_worker[w] = (struct of_worker){ .end_ps = PS_NEVER };
	if (ras_file)
		report_ras_to(record);
	if (!faults_wanted())
		return 0;
	int rc = net_set_faults(units.net, &plan, link_tells, NULL);

	return rc || !plan.reroute ? rc : classes_go_round();
}

/* ---- the end of the run */

static void show(const struct ras_list *l)
{
	const struct ras_place at = place();
	unsigned shown = 0;
	char text[512];

	for (size_t i = 0; i < l->events; i++) {
		const struct ras_event *e = &l->event[i];

		if (e->id != RAS_LINK_COUNTS && e->id != RAS_LINK_CRC && e->id != RAS_LINK_SLOWED)
			continue; /* has been shown when it came */
		if (shown++ >= SHOWN_MAX)
			continue;
		ras_text(e, &at, text, sizeof text);
		fprintf(stderr, "bgq-run: RAS: %s\n", text);
	}
	if (shown > SHOWN_MAX)
		fprintf(stderr, "bgq-run: RAS: ... and %u more links\n", shown - SHOWN_MAX);
}

/* The end of the run: counts of all links with faults, and all events in order. */
static struct {
	struct ras_list events;
	struct ras_sum sum;
	struct ras_place place;
	struct page_link *link;
	size_t links;
} ended;

static void keep_link(uint32_t node, unsigned link, const struct net_link_counts *c)
{
	struct page_link *more = realloc(ended.link, (ended.links + 1) * sizeof *more);

	if (!more)
		abort();
	ended.link = more;
	ended.link[ended.links++] = (struct page_link){ node, link, *c };
}

static void links_end(ps_t end_ps)
{
	struct net_link_counts c;

	for (uint32_t n = 0; n < job.nodes; n++)
		for (unsigned link = 0; link < NET_LINKS; link++) {
			struct ras_event e = { .node = n, .link = (int)link, .time_ps = end_ps };

			if (!net_link_count(units.net, n, link, &c))
				continue;
			ras_sum_add(&ended.sum, &ended.events, &c, &e, true);
			if (job.opt.reports)
				keep_link(n, link, &c);
		}
}

/* Events after the last rank's end are no part of the run. */
static void cut_off(struct ras_list *l, ps_t over_ps)
{
	ras_list_sort(l);
	while (l->events && l->event[l->events - 1].time_ps >= over_ps)
		l->events--;
}

static uint64_t resent_events(void)
{
	uint64_t n = 0;

	for (size_t i = 0; i < ended.events.events; i++)
		n += ended.events.event[i].id == RAS_LINK_RESENT;
	return n;
}

const struct page_faults *faults_gather(void)
{
	static struct page_faults f;

	if (!of_worker)
		return NULL;
	for (unsigned w = 0; w < workers; w++)
		ras_list_join(&ended.events, &of_worker[w].list, 1);
	cut_off(&ended.events, engine_over(booted.engine));
	links_end(engine_last_event(booted.engine));
	ras_list_sort(&ended.events);
	if (!faults_wanted())
		return NULL;
	ended.place = place();
	f = (struct page_faults){
		.link = ended.link, .links = ended.links,
		.sum = &ended.sum, .events = &ended.events,
		.place = &ended.place, .resent_untold = ended.sum.all.bad - resent_events(),
		.rerouted = net_rerouted(units.net), .reroute = plan.reroute
	};
	return &f;
}

static int write_file(const struct ras_list *l)
{
	const struct ras_place at = place();
	int rc;

	if (!ras_file)
		return 0;
	ras_list_write(l, &at, ras_file);
	rc = file_write_end(ras_file, 0);
	if (rc)
		fprintf(stderr, "bgq-run: --ras-file %s: %s\n", job.opt.ras_file,
			file_write_error(-rc));
	return rc ? STATUS_NOT_WRITTEN : 0;
}

int faults_end(void)
{
	show(&ended.events);
	ras_sum_print(&ended.sum, "bgq-run: ", stderr);
	if (plan.reroute)
		fprintf(stderr, "bgq-run: packets that went round dead links: %" PRIu64 "\n",
			net_rerouted(units.net));
	int rc = write_file(&ended.events);

	ras_list_free(&ended.events);
	free(ended.link);
	return ended.sum.crc_differ ? STATUS_RAS : rc;
}
