/* train_stream.c - fast-forward of direct puts from node to node, the message unit's part; see
 * train.h. */
#include "train.h"

#include "internal.h"

#define PAYLOAD ((uint64_t)NET_PACKET_PAYLOAD_BYTES)

/* ---- fingerprint */

static void queue_fingerprint(const struct mu_queue *q, struct fingerprint *fp)
{
	for (const struct mu_injfifo *f = q->first; f; f = f->queue_next)
		fingerprint_word(fp, f->id);
}

/* The engine's times count from now on: what it asks for next it has asked for already. */
static bool engine_fingerprint(const struct mu_node *n, unsigned i, struct fingerprint *fp)
{
	const struct mu_engine *e = &n->engine[i];
	const struct mu_injfifo *f = e->fifo;

	fingerprint_word(fp, (uint64_t)i << 32 | (uint64_t)e->blocked << 16 | f->id);
	fingerprint_word(fp, n->turn - e->turn);
	fingerprint_word(fp, fp->now_ps - e->fetched_ps);
	fingerprint_word(fp, (uint64_t)f->fetching << 4 | (uint64_t)f->have_next << 3 |
				  (uint64_t)f->completing << 2 | (uint64_t)f->queued << 1 |
				  (f->ready_ps < e->fetched_ps));
	return f->in_flight == 1 && f->sending && f->allocated && !f->direct && !f->finished;
}

bool mu_stream_fingerprint(struct mu *mu, uint32_t node, struct fingerprint *fp)
{
	const struct mu_node *n = mu->node[node];
	bool steady = true;

	fingerprint_word(fp, n != NULL);
	if (!n)
		return true;
	for (unsigned i = 0; i < NET_INJFIFOS; i++)
		if (n->engine[i].packet)
			steady = i < NET_INJ_COLL_USER && engine_fingerprint(n, i, fp) && steady;
	for (unsigned i = 0; i < 2; i++)
		queue_fingerprint(&n->queue[i], fp);
	for (unsigned f = 0; f < NET_RECFIFOS; f++)
		fingerprint_time(fp, n->rec_free_ps[f]);
	return steady && !mu->early;
}

/* ---- messages */

uint64_t mu_stream_left(const struct mu *mu, uint32_t node)
{
	const struct mu_node *n = mu->node[node];
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; n && i < NET_INJ_COLL_USER; i++)
		if (n->engine[i].packet && n->engine[i].fifo->packets_left < least)
			least = n->engine[i].fifo->packets_left;
	return least;
}

bool mu_stream_source(struct mu *mu, uint32_t node, unsigned ime, struct mu_stream_source *s)
{
	const struct mu_node *n = mu->node[node];
	const struct mu_engine *e = n ? &n->engine[ime] : NULL;

	*s = (struct mu_stream_source){ .packet = e ? e->packet : NULL };
	if (!s->packet)
		return true;
	const struct mu_message *m = &e->fifo->cur;

	s->fetched = e->blocked || mu_packetise_step(&s->packet->ev) == MU_TRAIN_BUILT;
	s->header = m->header;
	s->pa = m->pa;
	s->start = e->offset / PAYLOAD + 1;
	s->next = s->start - !s->fetched;
	s->left = e->fifo->packets_left;
	return m->from && !net_header_is_get(m->header) &&
	       net_header_packet_type(m->header) == NET_PACKET_PUT;
}

const uint8_t *mu_stream_payload(struct mu *mu, uint32_t node, uint64_t pa, uint64_t packets)
{
	return mu->ops->memory(mu->ctx, node, pa, packets * PAYLOAD, 0);
}

int64_t mu_stream_number(const struct mu_stream_source *s, const struct net_packet *p)
{
	uint64_t from = header_put_offset(s->header), offset = header_put_offset(p->header) - from;
	uint8_t like[NET_PACKET_HEADER_BYTES];

	memcpy(like, s->header, sizeof like);
	net_header_set_chunks(like, NET_PACKET_PAYLOAD_BYTES / NET_CHUNK_BYTES);
	header_set_put_offset(like, from + offset);
	header_set_valid_bytes(like, NET_PACKET_PAYLOAD_BYTES);
	if (offset % PAYLOAD || p->user_bytes != PAYLOAD || p->payload_bytes != PAYLOAD ||
	    (p->last & MU_PACKET_LAST) || memcmp(like, p->header, sizeof like) != 0)
		return -1;
	return (int64_t)(offset / PAYLOAD);
}

/* ---- later */

void mu_stream_forward(struct mu *mu, uint32_t node, uint64_t periods, ps_t delay_ps, ps_t now_ps)
{
	struct mu_node *n = mu->node[node];
	uint64_t packets = 0;

	if (!n)
		return;
	for (unsigned f = 0; f < NET_RECFIFOS; f++)
		time_later(&n->rec_free_ps[f], now_ps, delay_ps);
	for (unsigned i = 0; i < NET_INJFIFOS; i++)
		packets += n->engine[i].packet ? periods : 0;
	n->turn += packets;
	for (unsigned i = 0; i < NET_INJFIFOS; i++) {
		struct mu_engine *e = &n->engine[i];

		if (!e->packet)
			continue;
		e->turn += packets;
		e->fetched_ps += delay_ps;
		mu_engine_forward(e, periods);
	}
}

void mu_stream_received(struct mu *mu, uint32_t node, unsigned recfifo, ps_t free_ps)
{
	ps_t *at = &mu->node[node]->rec_free_ps[recfifo];

	*at = ps_max(*at, free_ps);
}
