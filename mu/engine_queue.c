/*
 * engine_queue.c - injection FIFOs with a message that find no idle engine (iME).  An engine
 * that gets idle takes the first one that may use it, and packetise.c puts that back at the
 * end: round robin by packet, high priority first.
 */
#include "internal.h"

static struct mu_queue *queue_of(struct mu_node *n, const struct mu_injfifo *f)
{
	return &n->queue[f->attr & MU_ATTR_PRIORITY ? 1 : 0];
}

void mu_queue_add(struct mu_node *n, struct mu_injfifo *f)
{
	struct mu_queue *q = queue_of(n, f);

	if (f->queued)
		return;
	f->queue_next = NULL;
	f->queued = true;
	if (q->first)
		q->last->queue_next = f;
	else
		q->first = f;
	q->last = f;
}

struct mu_injfifo *mu_queue_take(struct mu_queue *q, unsigned e)
{
	struct mu_injfifo *before = NULL, *f = q->first;

	while (f && !(f->cur.map >> e & 1)) {
		before = f;
		f = f->queue_next;
	}
	if (!f)
		return NULL;
	if (before)
		before->queue_next = f->queue_next;
	else
		q->first = f->queue_next;
	if (q->last == f)
		q->last = before;
	f->queued = false;
	return f;
}
