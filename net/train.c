/* train.c - fast-forward, the network's part; see train.h. */
#include "train.h"

#include <string.h>

#include "internal.h"

/* No other packet waits; one that is leaving shows in the time when its link is free. */
static bool only_collectives(const struct net_node *n)
{
	unsigned others = n->urgent;

	for (unsigned w = 0; w < WAYS; w++)
		others |= n->wanted[w];
	for (unsigned i = 0; i < INJECTORS; i++)
		others |= n->inject[i].last != NULL;
	for (unsigned r = 0; r < RECEIVERS; r++)
		for (unsigned q = 0; q < QUEUES; q++)
			others |= n->receive[r].packets[q];
	for (unsigned f = 0; f < NET_RECFIFOS; f++)
		others |= f < NET_REC_COLL_USER ? n->reception[f].packets
						: n->reception[f].held != NULL;
	return !others;
}

/* Tokens on their way back, in any order. */
static uint64_t tokens_fingerprint(const struct net *net, struct net_node *n, unsigned link,
				   const struct fingerprint *fp)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < n->send[link].returning; i++) {
		uint64_t token = *net_returning(net, n, link, i);
		struct fingerprint one = { fp->now_ps, token & 7 };

		fingerprint_time(&one, token >> 3);
		sum += one.hash;
	}
	return sum;
}

static void sender_fingerprint(const struct net *net, struct net_node *n, unsigned link,
			       struct fingerprint *fp)
{
	const struct net_sender *s = &n->send[link];
	uint64_t used;

	_Static_assert(sizeof s->used == sizeof used, "tokens fit into a word");
	memcpy(&used, s->used, sizeof used);
	fingerprint_time(fp, n->free_ps[link]);
	fingerprint_time(fp, s->wake_ps);
	fingerprint_word(fp, s->starving && s->starved_ps == fp->now_ps);
	fingerprint_word(fp, used);
	fingerprint_word(fp, (uint64_t)s->starving << 24 | (uint64_t)s->from << 16 |
				  (uint64_t)s->queue << 8 | s->through);
	fingerprint_word(fp, s->returning);
	fingerprint_word(fp, tokens_fingerprint(net, n, link, fp));
}

void net_train_links_fingerprint(const struct net *net, struct net_node *n, struct fingerprint *fp)
{
	fingerprint_word(fp, (uint64_t)n->posted << 32 | (uint64_t)n->inject_wants << 16 |
				  n->coll_wants);
	for (unsigned link = 0; link < NET_LINKS; link++) {
		sender_fingerprint(net, n, link, fp);
		fingerprint_word(fp, n->receive[link].collective);
	}
}

bool net_train_fingerprint(const struct net *net, uint32_t node, struct fingerprint *fp)
{
	struct net_node *n = &net->node[node];

	fingerprint_word(fp, n->up);
	if (!n->up)
		return true;
	if (!only_collectives(n))
		return false;
	net_train_links_fingerprint(net, n, fp);
	fingerprint_word(fp, n->random);
	for (unsigned f = NET_REC_COLL_USER; f < NET_RECFIFOS; f++)
		fingerprint_word(fp, (uint64_t)n->reception[f].packets << 1 | n->reception[f].busy);
	return true;
}

struct net_train_light net_train_light(const struct event_entry *e)
{
	struct net_train_light l = { .port = e->seq & 0xff, .packet = e->what };

	switch ((enum net_light)(e->seq >> EVENT_KIND_SHIFT)) {
	case LIGHT_TOKENS:
	case LIGHT_FREE:
		l.kind = NET_TRAIN_WAKE;
		break;
	case LIGHT_HEAD:
		l.kind = NET_TRAIN_PACKET;
		if (route_of(l.packet)->vc < VCS)
			break;
		l.kind = NET_TRAIN_HEAD;
		l.channel = route_of(l.packet)->vc - VCS;
		break;
	case LIGHT_RECEIVED:
		l.kind = l.port >= NET_REC_COLL_USER ? NET_TRAIN_RECEIVED : NET_TRAIN_PACKET;
		break;
	case LIGHT_INJECTED:
		l.kind = NET_TRAIN_INJECTED;
		break;
	default:
		break;
	}
	return l;
}

void net_train_counts(const struct net *net, uint32_t node, struct net_train_counts *c)
{
	const struct net_node *n = &net->node[node];

	for (unsigned link = 0; link < NET_LINKS; link++) {
		c->send[link] = n->send[link].count;
		c->receive[link] = net_receiver_kept(&n->receive[link]);
	}
}

/* Times of packets that wait are in waiting_ps, negative: as many come as go, so it
 * grows by the same in every period. */
static void counts_forward(struct net_node *n, const struct net_train_counts *since,
			   uint64_t periods)
{
	for (unsigned link = 0; link < NET_LINKS; link++) {
		struct net_sender_counters *s = &n->send[link].count;
		struct net_receiver_counters r = net_receiver_kept(&n->receive[link]);

		s->busy_ps += periods * (s->busy_ps - since->send[link].busy_ps);
		for (unsigned i = 0; i < NET_SENT_CLASSES; i++)
			s->sent[i] += periods * (s->sent[i] - since->send[link].sent[i]);
		for (unsigned i = 0; i < NET_RECEIVED_CLASSES; i++)
			r.packets[i] += (uint32_t)periods *
					(r.packets[i] - since->receive[link].packets[i]);
		for (unsigned i = 0; i < 2; i++)
			r.waiting_ps[i] += periods *
					   (r.waiting_ps[i] - since->receive[link].waiting_ps[i]);
		net_receiver_keep(&n->receive[link], &r);
	}
}

/* Tells the observer of what counts_forward() has added. */
static void tell_forwarded(const struct net *net, uint32_t node, uint64_t periods,
			   const struct net_train_counts *since, const ps_t interval_ps[2])
{
	const struct net_node *n = &net->node[node];

	for (unsigned link = 0; link < NET_LINKS; link++) {
		ps_t all_ps = n->send[link].count.busy_ps - since->send[link].busy_ps;
		ps_t busy_ps = all_ps / (periods + 1) * periods;

		if (busy_ps)
			net->watch->forwarded(net->watch->ctx, node, link, busy_ps, interval_ps);
	}
}

void net_train_forward(struct net *net, uint32_t node, const struct net_train_counts *since,
		       uint64_t periods, ps_t delay_ps, ps_t now_ps)
{
	struct net_node *n = &net->node[node];

	if (!n->up)
		return;
	counts_forward(n, since, periods);
	if (net->watch && net->watch->forwarded)
		tell_forwarded(net, node, periods, since, (ps_t[]){ now_ps, now_ps + delay_ps });
	for (unsigned link = 0; link < NET_LINKS; link++) {
		struct net_sender *s = &n->send[link];

		time_later(&n->free_ps[link], now_ps, delay_ps);
		time_later(&s->wake_ps, now_ps, delay_ps);
		if (s->starved_ps == now_ps)
			s->starved_ps += delay_ps;
		for (unsigned i = 0; i < s->returning; i++) {
			uint64_t *token = net_returning(net, n, link, i);

			if (*token >> 3 > now_ps)
				*token += delay_ps << 3;
		}
	}
}
