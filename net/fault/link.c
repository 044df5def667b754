/* link.c - see link.h. */
#include "link.h"

#include <errno.h>
#include <stdlib.h>

#define CODE_BITS 80 /* 8 symbols of 10 bits side by side: the code corrects one bit of them */
#define TOKEN_LOSSES_MAX 64

/* splitmix64 */
static uint64_t mix(uint64_t z)
{
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static uint64_t draw(struct net_link_end *e)
{
	return mix(e->random += UINT64_C(0x9e3779b97f4a7c15));
}

/* A number below bound, which is not 0. */
static unsigned draw_below(struct net_link_end *e, unsigned bound)
{
	return (unsigned)((draw(e) >> 32) * bound >> 32);
}

static unsigned count(const struct net_faults *p, uint32_t node, unsigned link)
{
	unsigned n = 0;

	for (unsigned i = 0; i < p->count; i++)
		n += net_fault_concerns(p, &p->fault[i], node, link);
	return n;
}

int net_link_faults_init(struct net_link_faults *l, const struct net_faults *p, uint32_t node,
			 unsigned link)
{
	unsigned n = count(p, node, link);

	*l = (struct net_link_faults){ 0 };
	if (!n)
		return 0;
	l->fault = calloc(n, sizeof(*l->fault));
	if (!l->fault)
		return -ENOMEM;
	for (unsigned i = 0; i < p->count; i++)
		if (net_fault_concerns(p, &p->fault[i], node, link))
			l->fault[l->faults++] = &p->fault[i];
	l->sender.random = mix(p->seed ^ mix((uint64_t)node << 8 | link));
	l->receiver.random = mix(~l->sender.random);
	return 1;
}

void net_link_faults_cleanup(struct net_link_faults *l)
{
	free(l->fault);
}

static bool now(const struct net_fault *f, ps_t at_ps)
{
	return at_ps >= f->from_ps && at_ps < f->to_ps;
}

static bool stops(const struct net_fault *f)
{
	return f->kind == NET_FAULT_STOP || f->kind == NET_FAULT_DIE;
}

static void wrong(struct net_link_hit *h, unsigned bits, unsigned first)
{
	if (h->outcome == NET_LINK_LOST)
		return;
	h->outcome = NET_LINK_BAD;
	h->bits = bits;
	h->first_bit = first;
}

/* Bits of a light wave that are wrong, one or a few of a packet's: those that the code finds
 * alone are corrected, else a symbol is wrong. */
static void optical(struct net_link_faults *l, const struct net_fault *f, struct net_link_hit *h,
		    unsigned chunks, unsigned bits)
{
	unsigned at[8], n = 0;

	while (n < 8 && draw(&l->sender) < f->chance[chunks])
		at[n++] = draw_below(&l->sender, bits);
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < i; k++)
			if (at[i] / CODE_BITS == at[k] / CODE_BITS) {
				wrong(h, 8, at[k] / 8 * 8);
				return;
			}
	h->corrected += n;
}

static void meet(struct net_link_faults *l, const struct net_fault *f, struct net_link_hit *h,
		 unsigned chunks, unsigned bits)
{
	switch (f->kind) {
	case NET_FAULT_BER:
		if (draw(&l->sender) < f->chance[chunks])
			wrong(h, 1, draw_below(&l->sender, bits));
		break;
	case NET_FAULT_OPTICAL: optical(l, f, h, chunks, bits); break;
	case NET_FAULT_BURST:
		if (l->sender.count == f->number)
			wrong(h, f->bits < bits ? f->bits : bits, 0);
		break;
	case NET_FAULT_ESCAPE:
		if (l->sender.count == f->number && h->outcome == NET_LINK_GOOD)
			h->outcome = NET_LINK_ESCAPED;
		break;
	default: break;
	}
}

struct net_link_hit net_link_pass(struct net_link_faults *l, unsigned chunks, unsigned bits,
				  ps_t head_ps, ps_t tail_ps)
{
	struct net_link_hit h = { NET_LINK_GOOD, 0, 0, 0 };

	l->sender.count++;
	for (unsigned i = 0; i < l->faults; i++) {
		const struct net_fault *f = l->fault[i];

		if (stops(f) && head_ps < f->to_ps && tail_ps > f->from_ps)
			h.outcome = NET_LINK_LOST;
		else if (now(f, head_ps))
			meet(l, f, &h, chunks, bits);
	}
	return h;
}

unsigned net_link_factor(const struct net_link_faults *l, ps_t head_ps)
{
	unsigned factor = 1;

	for (unsigned i = 0; i < l->faults; i++)
		if (l->fault[i]->kind == NET_FAULT_SLOW && now(l->fault[i], head_ps))
			factor = net_faults_slower(factor, l->fault[i]);
	return factor;
}

/* The number-th message back, or one of a share of them. */
static bool loses(struct net_link_end *e, const struct net_fault *f, uint64_t number, ps_t at_ps)
{
	if (!now(f, at_ps))
		return false;
	return f->number ? f->number == number : draw(e) < f->chance[0];
}

bool net_link_loses_ack(struct net_link_faults *l, ps_t at_ps)
{
	bool lost = false;

	l->acks++;
	for (unsigned i = 0; i < l->faults; i++)
		if (l->fault[i]->kind == NET_FAULT_ACK)
			lost |= loses(&l->sender, l->fault[i], l->acks, at_ps);
	return lost;
}

unsigned net_link_loses_token(struct net_link_faults *l, ps_t at_ps)
{
	unsigned times = 0;

	l->receiver.count++;
	for (unsigned i = 0; i < l->faults; i++) {
		const struct net_fault *f = l->fault[i];

		if (f->kind != NET_FAULT_TOKEN || !loses(&l->receiver, f, l->receiver.count, at_ps))
			continue;
		do
			times++;
		while (!f->number && times < TOKEN_LOSSES_MAX && draw(&l->receiver) < f->chance[0]);
	}
	return times;
}

ps_t net_link_up_ps(const struct net_link_faults *l, ps_t at_ps)
{
	for (unsigned i = 0; i < l->faults; i++)
		if (stops(l->fault[i]) && now(l->fault[i], at_ps))
			at_ps = l->fault[i]->to_ps;
	return at_ps;
}
