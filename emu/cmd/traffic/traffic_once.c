/* traffic_once.c - see traffic_once.h. */
#include "traffic_once.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emu/cmd/cli/host_cpus.h"
#include "emu/core/engine/host_clock.h"

static void boot(void *ctx, unsigned w, uint32_t first, uint32_t last)
{
	struct traffic_once *o = ctx;

	(void)w;
	for (uint32_t n = first; n < last; n++) {
		o->start[n] = (struct event){ .type = &o->type, .ctx = o->ctx };
		sim_post(engine_sim(o->engine), &o->start[n], n, n, 0);
	}
}

int traffic_once_create(struct traffic_once *o, const struct traffic_config *c,
			ps_t lookahead_ps, void (*start)(struct event *ev), void *ctx)
{
	struct engine_config e = { .nodes = net_shape_nodes(&c->shape), .workers = c->workers,
				   .unpinned = c->unpinned, .processors = host_cpus_limit,
				   .boot = boot, .ctx = o, .end_ps = PS_NEVER,
				   .lookahead_ps = lookahead_ps };

	*o = (struct traffic_once){ .type.run = start, .ctx = ctx,
				    .began_s = host_clock_seconds() };
	o->start = calloc(e.nodes, sizeof *o->start);
	o->engine = engine_create(&e);
	return o->start && o->engine ? 0 : -ENOMEM;
}

int traffic_once_run(struct traffic_once *o, int rc)
{
	if (rc == 0)
		rc = engine_run(o->engine);
	if (rc)
		fprintf(stderr, "bgq-net: %s\n", strerror(-rc));
	fprintf(stderr, "bgq-net: %.2f s\n", host_clock_seconds() - o->began_s);
	return rc;
}

void traffic_once_destroy(struct traffic_once *o)
{
	if (o->engine)
		engine_destroy(o->engine);
	free(o->start);
}
