/*
 * traffic_flow.c - messages of many packets from each node to one other, as a DMA carries them
 * out: puts, and remote gets, paced or not (US 7,761,687, l. 114 to 116, 226).
 *
 * A put is sent as fast as injection FIFOs take it.  A get is asked for in pieces: one packet with
 * a descriptor to the node that has the data, whose DMA injects the put; no core takes part.
 * Paced, a node asks for a piece only while its token counter, which began at pacing_bytes,
 * holds as many bytes as the piece has; they come back as the bytes arrive.
 *
 * The DMA itself takes no time here: no document has it.
 */
#include "net/header.h"
#include "traffic_internal.h"

#include <string.h>

/* Bytes of the header that are not the network's: what the packet is, and a get's bytes. */
#define HEADER_IS_GET    25
#define HEADER_GET_BYTES 28
#define DESCRIPTOR_BYTES 32

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

void traffic_flow_start(struct traffic *t, uint32_t node)
{
	const struct traffic_config *c = t->cfg;
	struct traffic_flow *f = &t->node[node].flow;

	f->to = traffic_partner(c, node);
	f->window = c->pacing_bytes ? c->pacing_bytes : UINT32_MAX;
	if (c->get)
		f->ask = (uint32_t)c->message_bytes;
	else
		f->send = (uint32_t)c->message_bytes;
}

/* The next piece to be asked for; 0: none, or none now. */
static uint32_t piece(const struct traffic_config *c, const struct traffic_flow *f)
{
	uint32_t bytes = least(f->ask, c->piece_bytes);

	return bytes <= f->window ? bytes : 0;
}

/* A get to the node whose data this node wants, which is its partner. */
static void ask(struct traffic_flow *f, struct net_packet *p, uint32_t bytes, bool paced)
{
	p->header[HEADER_IS_GET] = 1;
	memcpy(&p->header[HEADER_GET_BYTES], &bytes, sizeof bytes);
	p->payload_bytes = DESCRIPTOR_BYTES;
	f->ask -= bytes;
	f->window -= paced ? bytes : 0;
}

struct net_packet *traffic_flow_next(struct traffic *t, uint32_t node, uint32_t *dst)
{
	const struct traffic_config *c = t->cfg;
	struct traffic_node *n = &t->node[node];
	struct traffic_flow *f = &n->flow;
	uint32_t bytes = piece(c, f);

	if (!bytes && !f->send)
		return NULL;
	struct net_packet *p = traffic_packet(t, node, n);

	*dst = f->to;
	if (bytes) {
		ask(f, p, bytes, c->pacing_bytes);
		return p;
	}
	p->user_bytes = (uint16_t)least(f->send, c->payload_bytes);
	p->payload_bytes = p->user_bytes;
	f->send -= p->user_bytes;
	if (c->get)
		*dst = f->asker;
	return p;
}

bool traffic_flow_received(struct traffic *t, uint32_t node, const struct net_packet *p,
			   ps_t now_ps)
{
	struct traffic_flow *f = &t->node[node].flow;
	uint32_t bytes;

	if (p->header[HEADER_IS_GET]) {
		memcpy(&bytes, &p->header[HEADER_GET_BYTES], sizeof bytes);
		f->asker = p->src;
		f->send += bytes;
		return true;
	}
	f->receive -= p->user_bytes;
	if (!f->receive)
		f->done_ps = now_ps;
	if (!t->cfg->pacing_bytes)
		return false;
	f->window += p->user_bytes;
	return f->ask && piece(t->cfg, f);
}
