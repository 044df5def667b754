/* traffic_mesh.c - see traffic_mesh.h. */
#include "traffic_mesh.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "net/header.h"

static bool set_up(struct traffic_config *c)
{
	if (c->detours)
		return true;
	c->detours = calloc(1, sizeof *c->detours);
	if (c->detours && net_detours_create(c->detours, &c->shape))
		return true;
	fprintf(stderr, "bgq-net: out of memory for routes\n");
	return false;
}

/* ---- failures */

static const struct {
	const char *name;
	bool links, chips;
} kinds[] = { { "links:", true, false }, { "chips:", false, true }, { "any:", true, true } };

static uint32_t draw(uint64_t *random, uint32_t bound)
{
	*random = traffic_hash(*random + 1);
	return (uint32_t)((*random >> 32) * bound >> 32);
}

/* A link as likely as any other, or a chip. */
static void fail_random(struct net_detours *d, unsigned kind, unsigned number, uint64_t random)
{
	while (number) {
		bool chip = kinds[kind].chips && (!kinds[kind].links || draw(&random, 2));
		unsigned way = chip ? NET_FAILED_CHIP : draw(&random, NET_TURN_WAYS);

		number -= net_detours_fail(d, draw(&random, d->turns.nodes), way);
	}
}

/* "chips:10": the kind and the number; -1: something else. */
static int random_failures(const char *text, unsigned *number)
{
	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		size_t n = strlen(kinds[i].name);
		char *end;

		if (strncmp(text, kinds[i].name, n) != 0 || !isdigit((unsigned char)text[n]))
			continue;
		unsigned long v = strtoul(text + n, &end, 10);

		*number = (unsigned)v;
		return *end || !v || v > NET_FAILURES_MAX ? -1 : (int)i;
	}
	return -1;
}

/* "3,0,7" or "3,0,7:X+". */
static bool one_failure(struct traffic_config *c, const char *text)
{
	unsigned at[3], n = 0;
	uint8_t coord[NET_DIMS_MAX] = { 0 };
	unsigned way = NET_FAILED_CHIP;
	char dim, sign;

	if (sscanf(text, "%u,%u,%u%n", &at[0], &at[1], &at[2], (int *)&n) != 3 || !n)
		return false;
	if (text[n]) {
		if (sscanf(text + n, ":%c%c", &dim, &sign) != 2 || text[n + 3] ||
		    dim < 'X' || dim > 'Z' || (sign != '+' && sign != '-'))
			return false;
		way = 2u * (unsigned)(dim - 'X') + (sign == '+');
	}
	for (unsigned d = 0; d < 3; d++) {
		if (at[d] >= c->shape.size[d])
			return false;
		coord[d] = (uint8_t)at[d];
	}
	return net_detours_fail(c->detours, net_node_of(&c->shape, coord), way);
}

const char *traffic_mesh_fail(struct traffic_config *c, const char *text)
{
	unsigned number = 0;
	int kind = random_failures(text, &number);

	if (!set_up(c))
		exit(1);
	if (kind < 0)
		return one_failure(c, text) ? NULL
					    : "expected links:N, chips:N, any:N, a node as 3,0,7, "
					      "or a link of one that works as 3,0,7:X+";
	fail_random(c->detours, (unsigned)kind, number, c->net.seed);
	return NULL;
}

int traffic_mesh_patterns(struct traffic_config *c, const char *text, unsigned patterns)
{
	unsigned number = 0, whole = 0;
	int kind = random_failures(text ? text : "", &number);
	uint64_t turns = 0;

	if (kind < 0) {
		fprintf(stderr,
			"bgq-net: --patterns: --failed has to be links:N, chips:N or any:N\n");
		return 2;
	}
	if (!set_up(c))
		return 1;
	for (unsigned i = 0; i < patterns; i++) {
		net_detours_reset(c->detours);
		fail_random(c->detours, (unsigned)kind, number, c->net.seed + i);
		uint64_t lost = net_detours_settle(c->detours);

		whole += lost == 0;
		turns += c->detours->turns.added;
		if (net_turns_cyclic(&c->detours->turns)) {
			fprintf(stderr, "bgq-net: seed %llu: turns in a cycle\n",
				(unsigned long long)(c->net.seed + i));
			return 1;
		}
		if (lost)
			printf("seed %llu: %llu pairs of nodes without a legal route\n",
			       (unsigned long long)(c->net.seed + i), (unsigned long long)lost);
	}
	printf("%u of %u patterns of %u failed %s: every live node reaches every other, %.1f %%; "
	       "%.0f turns added to those of XYZ\n", whole, patterns, number,
	       kind == 0 ? "links" : kind == 1 ? "chips" : "links or chips",
	       100.0 * whole / patterns, (double)turns / patterns);
	return 0;
}

bool traffic_mesh_settle(struct traffic_config *c)
{
	if (!set_up(c))
		return false;
	uint64_t lost = net_detours_settle(c->detours);

	if (lost)
		fprintf(stderr, "bgq-net: --failed: %llu pairs of live nodes have no legal route\n",
			(unsigned long long)lost);
	return !lost;
}

/* ---- packets */

void traffic_mesh_address(const struct traffic *t, struct net_packet *p, bool response)
{
	uint64_t word;

	if (!net_detours_word(t->cfg->detours, p->src, p->dst, &word)) {
		fprintf(stderr, "bgq-net: no route from node %u to node %u\n", p->src, p->dst);
		abort(); /* traffic_mesh_settle() has found one for each pair */
	}
	net_header_set_deterministic(p->header);
	if (response)
		p->header[NET_HEADER_CHANNEL] = NET_CHANNEL_PRIORITY;
	memcpy(&p->header[NET_HEADER_DESTINATION], &word, sizeof word);
}

/* ---- parts of a packet's time */

static void part(FILE *f, const char *what, double ps, double of)
{
	fprintf(f, "    %-28s %8.2f ns %5.1f %%\n", what, ps / PS_PER_NS, 100 * ps / of);
}

void traffic_mesh_parts(const struct traffic_config *c, FILE *f)
{
	const struct net_machine *m = &c->machine;
	unsigned words = (m->header_bytes + c->payload_bytes + m->word_bytes - 1) / m->word_bytes;
	unsigned hops = net_distance(&c->shape, c->from_node, c->hot_node), turns = 0;
	double length = (double)words * m->word_bytes * m->link_rate.ps / m->link_rate.bytes;
	uint64_t word;

	if (!net_detours_word(c->detours, c->from_node, c->hot_node, &word))
		return;
	for (unsigned i = 0; i + 1 < NET_WORD_SEGMENTS; i++)
		turns += net_word_way_of(word, i + 1) != NET_WORD_NO_WAY &&
			 net_word_way_of(word, i + 1) != net_word_way_of(word, i);
	double all = (double)hops * (m->wire_board_ps + m->phase_ps + m->router_ps) +
		     (double)turns * m->turn_ps + 2.0 * m->engine_ps + length;

	part(f, "wires", (double)hops * m->wire_board_ps, all);
	part(f, "alignment of phases", (double)hops * m->phase_ps, all);
	part(f, "decisions of routers", (double)hops * m->router_ps, all);
	part(f, "turns", (double)turns * m->turn_ps, all);
	part(f, "the packet's length", length, all);
	part(f, "protocol engines", 2.0 * m->engine_ps, all);
}
