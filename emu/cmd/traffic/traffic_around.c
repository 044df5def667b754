/* traffic_around.c - see traffic_around.h. */
#include "traffic_around.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "net/fault/around.h"
#include "traffic_fault.h"

#define FAILED_MAX 1000

/* "links:10"; 0: something else. */
static unsigned links_of(const char *text)
{
	char *end;
	unsigned long n;

	if (!text || strncmp(text, "links:", 6) != 0 || !isdigit((unsigned char)text[6]))
		return 0;
	n = strtoul(text + 6, &end, 10);
	return *end || n > FAILED_MAX ? 0 : (unsigned)n;
}

static bool fails(const struct net_faults *p, uint32_t node, unsigned link)
{
	for (unsigned i = 0; i < p->count; i++)
		if (p->fault[i].kind == NET_FAULT_STOP &&
		    net_fault_concerns(p, &p->fault[i], node, link))
			return true;
	return false;
}

/* Each link as likely as any other that is there. */
static void fail_random(struct traffic_config *c, unsigned number, uint64_t random)
{
	uint32_t nodes = net_shape_nodes(&c->shape);
	unsigned most = nodes * c->machine.dims / 2;
	struct net_neighbour n;
	char text[64];

	for (number = number < most ? number : most; number;) {
		uint32_t node = (uint32_t)((random = traffic_hash(random + 1)) % nodes);
		unsigned link = (unsigned)((random = traffic_hash(random + 1)) %
					   (2 * c->machine.dims));

		if (!net_neighbour(&c->shape, node, link, &n) || n.node == node ||
		    fails(c->faults, node, link))
			continue;
		snprintf(text, sizeof text, "stop %u:%c%c at=0ns", node,
			 c->machine.letters[link / 2], link & 1 ? '+' : '-');
		if (traffic_fault_add(c, text))
			abort(); /* it is a link of the shape */
		number--;
	}
}

const char *traffic_around_fail(struct traffic_config *c, const char *text)
{
	unsigned number = links_of(text);
	const char *why = number ? traffic_fault_plan(c) : "expected links:N, N up to 1000";

	if (why)
		return why;
	c->faults->reroute = true;
	fail_random(c, number, c->net.seed);
	return NULL;
}

static bool around_make(struct traffic_config *c, struct net_around *a)
{
	uint8_t masks[NET_MASKS];

	if (c->net.have_order)
		memcpy(masks, c->net.order, sizeof masks);
	else if (c->machine.order_as_named)
		net_zone_default(&c->shape, 3, masks);
	else
		net_order_default(&c->shape, masks);
	return net_around_init(a, c->faults, masks);
}

const char *traffic_around_settle(struct traffic_config *c)
{
	if (!c->faults || !c->faults->reroute)
		return NULL;
	if (c->machine.source_routes)
		return "packets of this machine know their way: --failed";
	if (c->pattern == TRAFFIC_NEIGHBOUR || c->pattern == TRAFFIC_REQUEST || c->two_phase)
		return "not for the patterns neighbour and request, and not with --two-phase";
	for (unsigned i = 0; i < c->faults->count; i++)
		if (c->faults->fault[i].kind == NET_FAULT_DIE)
			return "no way leads to a node that dies";
	c->around = malloc(sizeof *c->around);
	return c->around && around_make(c, c->around) ? NULL : "out of memory";
}

uint32_t traffic_around_via(const struct traffic_config *c, uint32_t from, uint32_t to)
{
	if (net_around_reaches(c->around, from, to, PS_NEVER))
		return to;
	uint32_t via = net_around_via(c->around, from, to, PS_NEVER);

	return via == UINT32_MAX ? to : via;
}

/* ---- patterns */

/* Whether a ring has two dead links: only then can both ways round be cut. */
static bool ring_cut(const struct net_around *a)
{
	for (unsigned i = 0; i < a->count; i++)
		for (unsigned k = 0; k < i; k++) {
			const struct net_dead_link *x = &a->dead[i], *y = &a->dead[k];
			bool same = x->dim == y->dim && x->plus == y->plus;

			for (unsigned d = 0; d < a->dims && same; d++)
				same = d == x->dim || x->at[d] == y->at[d];
			if (same)
				return true;
		}
	return false;
}

/* Pairs without a way by hint bits, and of those without one by a third node. */
static void count_pairs(const struct net_around *a, uint64_t *turned, uint64_t *lost)
{
	uint32_t nodes = net_shape_nodes(&a->shape);

	for (uint32_t from = 0; from < nodes; from++)
		for (uint32_t to = 0; to < nodes; to++) {
			if (from == to || net_around_reaches(a, from, to, PS_NEVER))
				continue;
			++*turned;
			*lost += net_around_via(a, from, to, PS_NEVER) == UINT32_MAX;
		}
}

int traffic_around_patterns(struct traffic_config *c, const char *text, unsigned patterns)
{
	unsigned number = links_of(text), whole = 0, direct = 0;
	bool torus = true;

	for (unsigned d = 0; d < c->machine.dims; d++)
		torus &= c->shape.torus[d] || c->shape.size[d] == 1;
	if (!number || traffic_fault_plan(c)) {
		fprintf(stderr, "bgq-net: --patterns: --failed has to be links:N\n");
		return 2;
	}
	for (unsigned i = 0; i < patterns; i++) {
		uint64_t pairs = 0, lost = 0;
		struct net_around a;

		net_faults_cleanup(c->faults);
		fail_random(c, number, c->net.seed + i);
		if (!around_make(c, &a))
			return 1;
		if (!torus || ring_cut(&a))
			count_pairs(&a, &pairs, &lost);
		net_around_cleanup(&a);
		direct += !pairs;
		whole += !lost;
		if (lost)
			printf("seed %llu: %llu pairs of nodes without a way\n",
			       (unsigned long long)(c->net.seed + i), (unsigned long long)lost);
	}
	printf("%u of %u patterns of %u failed links: every node reaches every other, %.1f %%; by "
	       "hint bits alone in %u, %.1f %%\n", whole, patterns, number,
	       100.0 * whole / patterns, direct, 100.0 * direct / patterns);
	return 0;
}
