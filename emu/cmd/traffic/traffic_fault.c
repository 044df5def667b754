/* traffic_fault.c - see traffic_fault.h. */
#include "traffic_fault.h"

#include <errno.h>
#include <stdlib.h>

#include "net/fault/plan.h"
#include "emu/core/engine/engine.h"

#define SHOWN_MAX 16 /* events on standard error */

struct traffic_events {
	struct ras_list *of_worker;
	struct ras_list all;
};

/* ---- the plan */

const char *traffic_fault_plan(struct traffic_config *c)
{
	if (c->faults)
		return NULL;
	c->faults = malloc(sizeof *c->faults);
	if (!c->faults)
		return "out of memory";
	net_faults_init(c->faults, &c->machine, &c->shape, c->net.seed);
	return NULL;
}

const char *traffic_fault_add(struct traffic_config *c, const char *text)
{
	const char *why = traffic_fault_plan(c);

	return why ? why : net_faults_add(c->faults, text);
}

const char *traffic_fault_read(struct traffic_config *c, const char *name)
{
	const char *why = traffic_fault_plan(c);

	return why ? why : net_faults_read(c->faults, name);
}

/* ---- events */

/* Packets that are sent again are many: only a file gets them. */
static void tell(void *ctx, const struct net_fault_event *e)
{
	struct traffic *t = ctx;
	struct ras_event r;

	if ((e->kind == NET_EVENT_RESENT && !t->cfg->ras_file) ||
	    net_faults_death_ps(t->cfg->faults, e->node) <= e->time_ps)
		return; /* a dead node says nothing */
	ras_of_link(e, &r);
	ras_list_add(&t->events->of_worker[engine_worker_of(t->engine, e->node)], &r);
}

int traffic_fault_start(struct traffic *t)
{
	const struct traffic_config *c = t->cfg;

	if (!c->faults)
		return 0;
	t->events = calloc(1, sizeof *t->events);
	if (!t->events || !(t->events->of_worker = calloc(c->workers, sizeof(struct ras_list))))
		return -ENOMEM;
	if (traffic_slow_start(t) != 0)
		return -ENOMEM;
	return t->router->set_faults(t->net, c->faults, tell, t);
}

static void link_end(struct traffic *t, uint32_t node, unsigned link, ps_t end_ps,
		     struct traffic_result *r)
{
	struct ras_event e = { .node = node, .link = (int)link, .time_ps = end_ps };
	struct net_link_counts c;

	if (t->router->link_count(t->net, node, link, &c))
		ras_sum_add(&r->faults, &t->events->all, &c, &e, t->cfg->ras_file);
}

static void nodes_end(struct traffic *t, ps_t end_ps, struct traffic_result *r)
{
	const struct net_faults *p = t->cfg->faults;
	struct ras_event e;

	for (unsigned i = 0; i < p->count; i++)
		if (ras_of_node(&p->fault[i], &e) && e.time_ps <= end_ps) {
			ras_list_add(&t->events->all, &e);
			r->node_failures += ras_severity(e.id) == RAS_FATAL;
		}
}

/* Shows all events from a severity on; without a file there are no others in the list. */
static void show(const struct traffic *t, const struct ras_list *l)
{
	static const struct net_location origin;
	const struct traffic_config *c = t->cfg;
	const struct ras_place place = {
		.shape = &c->shape, .letters = c->machine.letters,
		.origin = net_router_bgq.wrong(&c->machine) ? NULL : &origin
	};
	unsigned shown = 0;
	char text[512];

	ras_list_write(l, &place, c->ras_file);
	for (size_t i = 0; i < l->events; i++) {
		if (ras_severity(l->event[i].id) < RAS_ERROR || shown++ >= SHOWN_MAX)
			continue;
		ras_text(&l->event[i], &place, text, sizeof text);
		fprintf(stderr, "bgq-net: RAS: %s\n", text);
	}
	if (shown > SHOWN_MAX)
		fprintf(stderr, "bgq-net: RAS: ... and %u more\n", shown - SHOWN_MAX);
}

void traffic_fault_end(struct traffic *t, struct traffic_result *r)
{
	struct traffic_events *v = t->events;
	ps_t end_ps = t->cfg->time_ps == PS_NEVER ? r->end_ps : t->cfg->time_ps;

	if (!v)
		return;
	ras_list_join(&v->all, v->of_worker, t->cfg->workers);
	nodes_end(t, end_ps, r);
	for (uint32_t n = 0; n < t->nodes; n++)
		for (unsigned l = 0; l < 2u * t->cfg->machine.dims; l++)
			link_end(t, n, l, end_ps, r);
	ras_list_sort(&v->all);
	show(t, &v->all);
	ras_list_free(&v->all);
	free(t->slow);
	free(v->of_worker);
	free(v);
	t->events = NULL;
}
