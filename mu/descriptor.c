/*
 * descriptor.c - checks descriptors (work requests) before anything of them is sent.  A bad one
 * is refused: it is reported with the field that is wrong, and then counts as a message of no
 * packets; it must never affect another one.
 */
#include "coll/alu.h"
#include "internal.h"

/* Torus, local and priority FIFOs: bits 15 down to 3. */
#define MAP_USER   UINT64_C(0xfff8)
#define MAP_SYSTEM UINT64_C(0x0005)
#define MAP_COLLECTIVE UINT64_C(0x0002)

struct reader {
	struct mu *mu;
	uint32_t node;
	uint32_t fifo;
	ps_t now_ps;
	bool quiet;
};

static bool refuse(const struct reader *r, const char *field, uint64_t value,
		   const char *text)
{
	if (!r->quiet)
		mu_report(r->mu, &(struct mu_ras){ r->node, "injection FIFO", r->fifo, field, value,
						   text, r->now_ps });
	return false;
}

/* All injection FIFOs that programs have are user FIFOs, so none of the system's
 * network is theirs. */
static bool routing_ok(const struct reader *r, const uint8_t *h)
{
	unsigned channel = net_header_channel(h);

	if (channel > NET_CHANNEL_PRIORITY)
		return refuse(r, "Virtual_channel", channel,
			      channel == NET_CHANNEL_SYSTEM ? "the channel of the system"
						     : "not a point-to-point channel");
	if (net_header_to_io(h))
		return refuse(r, "toIO", h[NET_HEADER_ROUTING],
			      "only packets of the system go to I/O nodes");
	return true;
}

/* A reduction of no bytes for a node that does not exist waits for all others of the class and
 * is received nowhere: message libraries put it around a broadcast, as a barrier. */
static bool receiver_ok(const struct reader *r, const uint8_t *h, uint64_t length)
{
	uint32_t to = net_header_destination(h);

	return length == 0 || net_header_coll_type(h) != NET_COLL_REDUCE ||
	       net_node_of_destination(&r->mu->shape, to) >= 0 ||
	       refuse(r, "Destination", to, "outside the machine");
}

static bool collective_ok(const struct reader *r, const uint8_t *h, uint32_t *dst)
{
	unsigned channel = net_header_channel(h), type = net_header_coll_type(h);

	*dst = MU_DST_MANY;
	if (channel != NET_CHANNEL_COMM_WORLD && channel != NET_CHANNEL_SUB_COMM)
		return refuse(r, "Virtual_channel", channel,
			      channel == NET_CHANNEL_SYSTEM_COLLECTIVE ? "the channel of the system"
								    : "not a collective channel");
	if (type == NET_COLL_RESERVED)
		return refuse(r, "Collective_type", type, "reserved");
	if (!coll_op_valid(net_header_opcode(h), coll_word_bytes(net_header_word_length(h))) &&
	    type != NET_COLL_BROADCAST)
		return refuse(r, "Op_Code", net_header_operation(h),
			      "there is no such operation on words of that length");
	return true;
}

/* The node that the header names, or below 0.  Most messages of a FIFO go where the last one, m,
 * went. */
static int64_t node_of(const struct reader *r, const uint8_t *h, const struct mu_message *m)
{
	uint32_t to = net_header_destination(h);

	if (m->packets && m->dst != MU_DST_MANY && net_header_destination(m->header) == to)
		return m->dst;
	return net_node_of_destination(&r->mu->shape, to);
}

static bool header_ok(const struct reader *r, const uint8_t *h, struct mu_message *m)
{
	if (net_header_is_collective(h))
		return collective_ok(r, h, &m->dst);
	int64_t node = node_of(r, h, m);

	if (net_header_kind(h) != NET_KIND_PT2PT)
		return refuse(r, "Data_Packet_Type", net_header_kind(h),
			      "neither point-to-point (0x55) nor collective (0x5a)");
	if (node < 0)
		return refuse(r, "Destination", net_header_destination(h), "outside the machine");
	m->dst = (uint32_t)node;
	return routing_ok(r, h);
}

/* The SPI asks for whole words.  Message libraries broadcast any length as sums and ORs with
 * zeroes, which payload is padded with to whole chunks; words longer than those are left. */
static bool words_ok(const struct reader *r, const uint8_t *h, uint64_t length)
{
	unsigned word_bytes = coll_word_bytes(net_header_word_length(h));

	if (net_header_coll_type(h) == NET_COLL_BROADCAST || word_bytes <= NET_CHUNK_BYTES ||
	    length % word_bytes == 0)
		return true;
	return refuse(r, "Message_Length", length, "not a multiple of Word_Length");
}

static bool length_ok(const struct reader *r, const uint8_t *h, uint64_t length)
{
	if (net_header_is_get(h) && (length == 0 || length % DESC_BYTES))
		return refuse(r, "Message_Length", length,
			      "a remote get carries whole descriptors of 64 bytes");
	return !net_header_is_collective(h) ||
	       (words_ok(r, h, length) && receiver_ok(r, h, length));
}

static bool map_ok(const struct reader *r, const uint8_t *h, uint64_t map)
{
	if (net_header_is_collective(h))
		return (map & MAP_COLLECTIVE) ||
		       refuse(r, "Torus_FIFO_Map", map,
			      "names no FIFO for collective packets of a user");
	if (map & MAP_SYSTEM)
		return refuse(r, "Torus_FIFO_Map", map, "names a FIFO of the system");
	if (!(map & MAP_USER))
		return refuse(r, "Torus_FIFO_Map", map,
			      "names no FIFO for point-to-point packets of a user");
	return true;
}

static bool payload_ok(const struct reader *r, struct mu_message *m)
{
	m->from = NULL;
	if (mu_pa_atomic(m->pa)) { /* the word itself is checked when it is loaded */
		if (m->length != 8)
			return refuse(r, "Message_Length", m->length,
				      "a payload at an atomic address has 8 bytes");
		return true;
	}
	if (!m->length)
		return true;
	m->from = r->mu->ops->memory(r->mu->ctx, r->node, m->pa, m->length, 0);
	if (!m->from)
		return refuse(r, "Pa_Payload", m->pa, "payload outside the memory of the node");
	return true;
}

/* Bit 15 of a descriptor's map is network injection FIFO 0. */
static uint32_t map_read(uint64_t map)
{
	uint32_t v = (uint32_t)map & 0xffff;

	v = (v >> 1 & 0x5555) | (v & 0x5555) << 1;
	v = (v >> 2 & 0x3333) | (v & 0x3333) << 2;
	v = (v >> 4 & 0x0f0f) | (v & 0x0f0f) << 4;
	return v >> 8 | (v & 0xff) << 8;
}

static void descriptor_check(const struct reader *r, const uint8_t *d, struct mu_message *m)
{
	const uint8_t *h = d + DESC_HEADER;
	uint64_t map = get64(d, DESC_FIFO_MAP);
	bool good = header_ok(r, h, m);

	m->packets = 0;
	m->pa = get64(d, DESC_PAYLOAD);
	m->length = get64(d, DESC_LENGTH);
	if (!good || !length_ok(r, h, m->length) || !map_ok(r, h, map))
		return;
	if (!payload_ok(r, m) || (get32(d, DESC_PREFETCH) & 1))
		return;
	memcpy(m->header, h, sizeof m->header);
	if (net_header_packet_type(h) == NET_PACKET_FIFO)
		header_fold_fifo_id(m->header);
	m->map = map_read(map & (net_header_is_collective(h) ? MAP_COLLECTIVE : MAP_USER));
	m->packets = m->length ? (m->length - 1) / NET_PACKET_PAYLOAD_BYTES + 1 : 1;
}

void mu_message_read(struct mu *mu, const struct mu_injfifo *f, const uint8_t *d,
		     struct mu_message *m, ps_t now_ps)
{
	struct reader r = { .mu = mu, .node = f->node->number, .fifo = f->id, .now_ps = now_ps };

	descriptor_check(&r, d, m);
}

bool mu_message_good(struct mu *mu, uint32_t node, const uint8_t *d, struct mu_message *m)
{
	struct reader r = { .mu = mu, .node = node, .quiet = true };

	descriptor_check(&r, d, m);
	return m->packets != 0;
}
