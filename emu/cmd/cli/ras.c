/* ras.c - see ras.h. */
#include "ras.h"

#include <inttypes.h>
#include <string.h>

#include "net/base/json_text.h"

#define SHOWN_BYTES 16 /* of a packet that was bad */

static const struct {
	enum ras_id id;
	enum ras_severity severity;
	const char *text;
} catalogue[] = {
	{ RAS_LINK_RESENT, RAS_INFO, "a packet has come with wrong bits and is sent again" },
	{ RAS_LINK_DEAD, RAS_FATAL, "the link is dead" },
	{ RAS_LINK_CRC, RAS_ERROR, "the CRCs of both ends of the link differ" },
	{ RAS_LINK_COUNTS, RAS_WARN, "the link has had errors" },
	{ RAS_LINK_SLOW, RAS_WARN, "the link is slow" },
	{ RAS_LINK_SLOWED, RAS_WARN, "the link was slow" },
	{ RAS_NODE_DEAD, RAS_FATAL, "the node is dead" },
	{ RAS_NODE_SLOW, RAS_WARN, "the node is slow: what it does itself takes longer" },
	{ RAS_MEMORY_CORRECTED, RAS_INFO, "a bit of a buffer was wrong and is corrected" },
	{ RAS_MEMORY_LOST, RAS_FATAL, "bits of a buffer are wrong, too many to be corrected" },
	{ RAS_UNIT_REFUSED, RAS_ERROR, "the message unit has refused something" },
	{ RAS_CLASS_ROUTE, RAS_ERROR, "a class of the network cannot be used so" },
	{ RAS_OF_PROGRAM, RAS_INFO, "a program says" },
};

static const char *const severities[] = { "INFO", "WARN", "ERROR", "FATAL" };

static size_t entry(enum ras_id id)
{
	size_t i = 0;

	while (catalogue[i].id != id)
		i++;
	return i;
}

enum ras_severity ras_severity(enum ras_id id)
{
	return catalogue[entry(id)].severity;
}

/* Coordinates of the event's node in the whole machine, whose shape it returns. */
static const struct net_shape *machine_coord(const struct ras_event *e, const struct ras_place *p,
					     uint8_t c[NET_DIMS_MAX])
{
	net_coord_of(p->shape, e->node, c);
	for (int d = 0; p->whole && d < NET_DIMS; d++)
		c[d] = (uint8_t)(c[d] + p->corner[d]);
	return p->whole ? p->whole : p->shape;
}

/* "R00-M0-N00-J00", or nothing where nodes have no such places. */
static const char *location(const struct ras_event *e, const struct ras_place *p,
			    char buf[NET_LOCATION_BYTES])
{
	uint8_t c[NET_DIMS_MAX];

	*buf = '\0';
	if (!p->origin || net_shape_dims(p->shape) != NET_DIMS)
		return buf;
	const struct net_shape *machine = machine_coord(e, p, c);
	struct net_location l = net_location_of(p->origin, machine, c);

	return net_location_text(&l, buf);
}

/* Coordinates in the whole machine, as a member of an event in JSON; nothing if they are those of
 * the run. */
static const char *in_machine(const struct ras_event *e, const struct ras_place *p,
			      char buf[NET_COORD_TEXT_BYTES + 16])
{
	char coord[NET_COORD_TEXT_BYTES];
	uint8_t c[NET_DIMS_MAX];

	*buf = '\0';
	if (!p->whole)
		return buf;
	machine_coord(e, p, c);
	snprintf(buf, NET_COORD_TEXT_BYTES + 16, "\"machine\":\"%s\",",
		 net_coord_text(p->whole, net_node_of(p->whole, c), coord));
	return buf;
}

static const char *link_name(const struct ras_event *e, const struct ras_place *p, char buf[3])
{
	buf[0] = e->link < 0 ? '\0' : p->letters[e->link / 2];
	buf[1] = e->link & 1 ? '+' : '-';
	buf[2] = '\0';
	return buf;
}

const char *ras_severity_name(enum ras_id id)
{
	return severities[ras_severity(id)];
}

const char *ras_words(enum ras_id id)
{
	return catalogue[entry(id)].text;
}

const char *ras_name(const struct ras_event *e, const struct ras_place *p,
		     char buf[RAS_NAME_BYTES])
{
	char at[NET_LOCATION_BYTES], coord[NET_COORD_TEXT_BYTES], link[3];

	location(e, p, at);
	link_name(e, p, link);
	snprintf(buf, RAS_NAME_BYTES, "%s%snode %u %s%s%s", at, *at ? " " : "", e->node,
		 net_coord_text(p->shape, e->node, coord), *link ? " link " : "", link);
	return buf;
}

void ras_text(const struct ras_event *e, const struct ras_place *p, char *buf, size_t bytes)
{
	char name[RAS_NAME_BYTES];

	snprintf(buf, bytes, "%s %08x %s: %s%s%s (at %" PRIu64 " ns)", ras_severity_name(e->id),
		 (unsigned)e->id, ras_name(e, p, name), ras_words(e->id),
		 *e->detail ? ": " : "", e->detail, e->time_ps / PS_PER_NS);
}

void ras_json(const struct ras_event *e, const struct ras_place *p, FILE *f)
{
	char at[NET_LOCATION_BYTES], coord[NET_COORD_TEXT_BYTES], link[3];
	char machine[NET_COORD_TEXT_BYTES + 16];
	size_t i = entry(e->id);

	fprintf(f, "{\"id\":\"%08x\",\"severity\":\"%s\",\"time_ps\":%" PRIu64 ",\"location\":"
		"\"%s\",\"node\":%u,\"coordinates\":\"%s\",%s\"link\":\"%s\",\"text\":\"%s\","
		"\"detail\":", (unsigned)e->id, severities[catalogue[i].severity],
		e->time_ps, location(e, p, at), e->node, net_coord_text(p->shape, e->node, coord),
		in_machine(e, p, machine), link_name(e, p, link), catalogue[i].text);
	json_string(f, e->detail);
	fputs("}\n", f);
}

/* ---- details */

static int show_bytes(const uint8_t *from, char *buf)
{
	int n = 0;

	for (unsigned i = 0; i < SHOWN_BYTES; i++)
		n += sprintf(buf + n, "%02x", from[i]);
	return n;
}

/* The packet as it was received and as it is sent again: those of its bytes in which the first
 * wrong bit is, or its first ones, if that is in what is behind all that is kept of it. */
static void show_packet(const struct net_fault_event *e, char *buf)
{
	uint8_t received[SHOWN_BYTES];
	unsigned at = e->first_bit / 8 / SHOWN_BYTES * SHOWN_BYTES;
	bool kept = at + SHOWN_BYTES <= e->bytes;
	const uint8_t *as_sent = e->packet->wire + (kept ? at : 0);

	memcpy(received, as_sent, SHOWN_BYTES);
	for (unsigned i = 0, b = e->first_bit % (8 * SHOWN_BYTES);
	     kept && i < e->bits && b < 8 * SHOWN_BYTES; i++, b++)
		received[b / 8] ^= (uint8_t)(0x80 >> b % 8);
	if (kept && at)
		buf += sprintf(buf, "from byte %u on ", at);
	buf += sprintf(buf, "received ");
	buf += show_bytes(received, buf);
	buf += sprintf(buf, ", sent again ");
	show_bytes(as_sent, buf);
}

bool ras_of_node(const struct net_fault *f, struct ras_event *r)
{
	*r = (struct ras_event){ .node = f->node, .link = -1, .time_ps = f->from_ps };
	if (f->kind == NET_FAULT_DIE)
		r->id = RAS_NODE_DEAD;
	else if (f->kind == NET_FAULT_MEMORY)
		r->id = f->bits > 1 ? RAS_MEMORY_LOST : RAS_MEMORY_CORRECTED;
	else if (f->kind == NET_FAULT_SLOW_NODE)
		r->id = RAS_NODE_SLOW;
	else
		return false;
	if (f->kind == NET_FAULT_SLOW_NODE)
		snprintf(r->detail, sizeof r->detail, "%u times", f->factor);
	else if (f->bits > 1)
		snprintf(r->detail, sizeof r->detail, "%u", f->bits);
	return true;
}

void ras_of_link(const struct net_fault_event *e, struct ras_event *r)
{
	int n;

	*r = (struct ras_event){ .node = e->node, .link = (int)e->link, .time_ps = e->time_ps };
	if (e->kind == NET_EVENT_DEAD) {
		r->id = RAS_LINK_DEAD;
		if (!e->packet)
			strcpy(r->detail, "a barrier's packet has not got through");
		else
			snprintf(r->detail, sizeof r->detail, "a packet from node %u to node %u "
				 "has not got through in %u tries", e->packet->src, e->packet->dst,
				 e->tries);
		return;
	}
	if (e->kind == NET_EVENT_SLOW) {
		r->id = RAS_LINK_SLOW;
		snprintf(r->detail, sizeof r->detail, "packets take %u times as long", e->factor);
		return;
	}
	r->id = RAS_LINK_RESENT;
	n = snprintf(r->detail, sizeof r->detail,
		     "from node %u to node %u, %u wrong bit%s from bit %u on; ", e->packet->src,
		     e->packet->dst, e->bits, e->bits == 1 ? "" : "s", e->first_bit);
	show_packet(e, r->detail + n); /* about 110 bytes */
}

bool ras_of_counts(const struct net_link_counts *c, struct ras_event *r)
{
	r->id = RAS_LINK_COUNTS;
	snprintf(r->detail, sizeof r->detail, "%" PRIu64 " packets bad, %" PRIu64 " lost, %" PRIu64
		 " sent again, %" PRIu64 " bits corrected, %" PRIu64 " tokens and %" PRIu64
		 " acknowledgements lost", c->bad, c->lost, c->resent, c->corrected, c->tokens,
		 c->acks);
	return c->bad || c->lost || c->resent || c->corrected || c->tokens || c->acks;
}

bool ras_of_slowness(const struct net_link_counts *c, struct ras_event *r)
{
	r->id = RAS_LINK_SLOWED;
	snprintf(r->detail, sizeof r->detail, "%" PRIu64 " packets of %" PRIu64
		 " have taken longer", c->slowed, c->received);
	return c->slowed;
}

bool ras_of_crc(const struct net_link_counts *c, struct ras_event *r)
{
	r->id = RAS_LINK_CRC;
	snprintf(r->detail, sizeof r->detail, "%08x of %" PRIu64 " packets sent, %08x received: a "
		 "packet was received wrong, and no check has found it", c->sent_crc, c->sent,
		 c->received_crc);
	return c->sent == c->received && c->sent_crc != c->received_crc;
}

int ras_compare(const void *a, const void *b)
{
	const struct ras_event *x = a, *y = b;

	if (x->time_ps != y->time_ps)
		return x->time_ps < y->time_ps ? -1 : 1;
	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	if (x->link != y->link)
		return x->link - y->link;
	return x->id != y->id ? (x->id < y->id ? -1 : 1) : strcmp(x->detail, y->detail);
}
