/*
 * traffic_verify.c - see traffic_verify.h.  Deterministic packets of an injection FIFO to one node
 * and class keep their order; that they come in the order of their injection is checked at each.
 */
#include "traffic_verify.h"

#include <errno.h>
#include <stdlib.h>

#include "net/header.h"
#include "net/verify.h"
#include "emu/core/engine/engine.h"

struct traffic_verify {
	ps_t **last;         /* [node]: of each source and FIFO, the injection of the last packet */
	uint64_t *disorders; /* [worker] */
	uint64_t *ordered;   /* [worker]: packets that were checked */
	struct net_watch watch;
};

static void received(void *ctx, uint32_t node, const struct net_packet *p, ps_t injected_ps,
		     ps_t now_ps)
{
	struct traffic *t = ctx;
	struct traffic_verify *v = t->verify;
	unsigned w = engine_worker_of(t->engine, node);

	(void)now_ps;
	if (net_header_dynamic(p->header))
		return;
	if (!v->last[node])
		v->last[node] = calloc((size_t)t->nodes * NET_INJFIFOS, sizeof(ps_t));
	if (!v->last[node])
		abort();
	ps_t *last = &v->last[node][(size_t)p->src * NET_INJFIFOS + p->injfifo];

	v->ordered[w]++;
	v->disorders[w] += injected_ps < *last;
	*last = injected_ps;
}

int traffic_verify_start(struct traffic *t)
{
	struct traffic_verify *v;

	if (!t->cfg->verify)
		return 0;
	v = t->verify = calloc(1, sizeof *v);
	if (!v)
		return -ENOMEM;
	v->last = calloc(t->nodes, sizeof *v->last);
	v->disorders = calloc(t->cfg->workers, sizeof *v->disorders);
	v->ordered = calloc(t->cfg->workers, sizeof *v->ordered);
	v->watch = (struct net_watch){ .received = received, .ctx = t };
	if (!v->last || !v->disorders || !v->ordered)
		return -ENOMEM;
	t->router->set_watch(t->net, &v->watch);
	return 0;
}

static void release(struct traffic *t)
{
	struct traffic_verify *v = t->verify;

	for (uint32_t n = 0; n < t->nodes; n++)
		free(v->last[n]);
	free(v->last);
	free(v->disorders);
	free(v->ordered);
	free(v);
	t->verify = NULL;
}

void traffic_verify_end(struct traffic *t, struct traffic_result *r)
{
	struct traffic_verify *v = t->verify;
	uint64_t disorders = 0, ordered = 0;
	char why[NET_VERIFY_BYTES];
	bool right;

	if (!v)
		return;
	for (unsigned w = 0; w < t->cfg->workers; w++) {
		disorders += v->disorders[w];
		ordered += v->ordered[w];
	}
	release(t);
	right = t->router->verify(t->net, why);
	if (!right)
		fprintf(stderr, "bgq-net: --verify: %s\n", why);
	if (disorders)
		fprintf(stderr, "bgq-net: --verify: %llu of %llu deterministic packets have come "
			"before earlier ones\n", (unsigned long long)disorders,
			(unsigned long long)ordered);
	r->wrong = disorders || !right;
	r->verified = !r->wrong;
	r->ordered = ordered;
}
