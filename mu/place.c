/* place.c - the kernel's side of the message unit: gives FIFOs their memory, switches them
 * on and off, and says how they are set up; see mu.h. */
#include <errno.h>

#include "internal.h"

#define INJ_BYTES_MIN  (2 * DESC_BYTES)
#define RGET_BYTES_MIN (NET_PACKET_PAYLOAD_BYTES + DESC_BYTES)
#define REC_BYTES_MIN \
	(NET_PACKET_HEADER_BYTES + NET_PACKET_PAYLOAD_BYTES + NET_CHUNK_BYTES)

static const char inj_unit[] = "injection FIFO";
static const char rec_unit[] = "reception FIFO";

struct place {
	struct mu *mu;
	uint32_t node;
	const char *unit;
	uint32_t id;
	ps_t now_ps;
};

static int refuse(const struct place *at, const char *field, uint64_t value,
		  const char *text)
{
	mu_report(at->mu, &(struct mu_ras){ at->node, at->unit, at->id, field, value, text,
					    at->now_ps });
	return EINVAL;
}

static int ring_place(const struct place *at, struct mu_ring *r, uint64_t start_pa,
		      uint64_t bytes, uint64_t align, uint64_t least)
{
	if (start_pa % align)
		return refuse(at, "start", start_pa, "misaligned");
	if (bytes % align || bytes < least)
		return refuse(at, "size", bytes, "too small, or not a multiple of a slot");
	uint8_t *host = at->mu->ops->memory(at->mu->ctx, at->node, start_pa, bytes, 1);

	if (!host)
		return refuse(at, "start", start_pa, "outside the memory of the node");
	*r = (struct mu_ring){ .start_pa = start_pa, .bytes = bytes, .host = host,
			       .spare = r->spare, .held = r->held };
	return 0;
}

int mu_injfifo_init(struct mu *mu, uint32_t node, uint32_t id, uint64_t start_pa,
		    uint64_t bytes, ps_t now_ps)
{
	struct place at = { mu, node, inj_unit, id, now_ps };
	struct mu_injfifo *f = mu_injfifo_find(mu, node, id);

	if (!f)
		return refuse(&at, "id", id, "not allocated");
	if (mu_injfifo_busy(f))
		return refuse(&at, "start", start_pa, "still sending from its old place");
	int rc = ring_place(&at, &f->ring, start_pa, bytes, DESC_BYTES,
			    f->attr & MU_ATTR_REMOTE_GET ? RGET_BYTES_MIN
							 : INJ_BYTES_MIN);
	if (rc)
		return rc;
	f->fetch_pos = 0;
	f->seen_count = 0;
	f->desc_count = 0;
	mu_injfifo_mirror(f);
	mu_ring_resume(mu, node, &f->ring, now_ps);
	return 0;
}

int mu_recfifo_init(struct mu *mu, uint32_t node, uint32_t id, uint64_t start_pa,
		    uint64_t bytes, ps_t now_ps)
{
	struct place at = { mu, node, rec_unit, id, now_ps };
	struct mu_recfifo *f = mu_recfifo_find(mu, node, id);

	if (!f)
		return refuse(&at, "id", id, "not allocated");
	if (f->ring.first)
		return refuse(&at, "start", start_pa, "packets are under way to its old place");
	int rc = ring_place(&at, &f->ring, start_pa, bytes, NET_CHUNK_BYTES, REC_BYTES_MIN);

	if (rc)
		return rc;
	mu_recfifo_mirror(f);
	mu_ring_resume(mu, node, &f->ring, now_ps); /* there is room now */
	return 0;
}

int mu_injfifo_activate(struct mu *mu, uint32_t node, uint32_t id, int on, ps_t now_ps)
{
	struct mu_injfifo *f = mu_injfifo_find(mu, node, id);

	if (!f)
		return EINVAL;
	f->active = on != 0;
	mu_status_mirror(mu, node, id / MU_INJ_PER_SUBGROUP);
	mu_injfifo_kick(mu, f, now_ps);
	return 0;
}

int mu_recfifo_enable(struct mu *mu, uint32_t node, uint32_t id, int on, ps_t now_ps)
{
	struct mu_recfifo *f = mu_recfifo_find(mu, node, id);

	if (!f)
		return EINVAL;
	f->enabled = on != 0;
	/* Packets that waited in the network: taken now, or dropped with a record. */
	mu_ring_resume(mu, node, &f->ring, now_ps);
	return 0;
}

/* ---- what is set up */

uint32_t mu_injfifo_rget_mask(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	uint32_t mask = 0;

	for (uint32_t i = 0; i < MU_INJ_PER_SUBGROUP; i++) {
		const struct mu_injfifo *f =
			mu_injfifo_find(mu, node, subgroup * MU_INJ_PER_SUBGROUP + i);

		if (f && f->attr & MU_ATTR_REMOTE_GET)
			mask |= 1u << i;
	}
	return mask;
}

uint32_t mu_recfifo_enabled_mask(struct mu *mu, uint32_t node, uint32_t subgroup)
{
	uint32_t mask = 0;

	for (uint32_t i = 0; i < MU_REC_PER_SUBGROUP; i++) {
		const struct mu_recfifo *f =
			mu_recfifo_find(mu, node, subgroup * MU_REC_PER_SUBGROUP + i);

		if (f && f->enabled)
			mask |= 1u << i;
	}
	return mask;
}
