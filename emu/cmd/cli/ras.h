/*
 * ras.h - RAS events (reliability, availability, serviceability) of hardware that fails or refuses
 * what a program asks for: the catalogue, and one event as a line of JSON or as text, for both
 * commands.
 *
 * Never: decides what an event does to a run.
 */
#ifndef BGQ_EMU_CLI_RAS_H
#define BGQ_EMU_CLI_RAS_H

#include <stdio.h>

#include "net/fault/plan.h"
#include "net/guard.h"
#include "net/machine/location.h"

enum ras_severity { RAS_INFO, RAS_WARN, RAS_ERROR, RAS_FATAL };

/* The numbers of messages, which bgqemu(7) lists. */
enum ras_id {
	RAS_LINK_RESENT = 0x0e000001,
	RAS_LINK_DEAD = 0x0e000002,
	RAS_LINK_CRC = 0x0e000003,
	RAS_LINK_COUNTS = 0x0e000004,
	RAS_LINK_SLOW = 0x0e000005,
	RAS_LINK_SLOWED = 0x0e000006,
	RAS_NODE_DEAD = 0x0e000011,
	RAS_NODE_SLOW = 0x0e000012,
	RAS_MEMORY_CORRECTED = 0x0e000021,
	RAS_MEMORY_LOST = 0x0e000022,
	RAS_UNIT_REFUSED = 0x0e000031,
	RAS_CLASS_ROUTE = 0x0e000032,
	RAS_OF_PROGRAM = 0x0e000041
};

#define RAS_DETAIL_BYTES 256

struct ras_event {
	enum ras_id id;
	uint32_t node;
	int link;      /* -1: the node itself */
	ps_t time_ps;
	char detail[RAS_DETAIL_BYTES]; /* beside the catalogue's text */
};

/* Where a run's nodes are. */
struct ras_place {
	const struct net_shape *shape;
	const char *letters;          /* of the dimensions */
	const struct net_location *origin; /* of node 0 of Blue Gene/Q; NULL: none is known */
	/* The machine of which this is a part, whose node 0 is at origin, and where the part
	 * begins; NULL: the run has all of it. */
	const struct net_shape *whole;
	const uint8_t *corner;
};

enum ras_severity ras_severity(enum ras_id id);
const char *ras_severity_name(enum ras_id id);
/* Returns the text of an event in the catalogue. */
const char *ras_words(enum ras_id id);
#define RAS_NAME_BYTES (NET_LOCATION_BYTES + NET_COORD_TEXT_BYTES + 32)
/* "R00-M0-N00-J00 node 0 <0,0,0,0,0> link E+" */
const char *ras_name(const struct ras_event *e, const struct ras_place *p,
		     char buf[RAS_NAME_BYTES]);
/* "FATAL 0e000002 R00-M0-N00-J00 <0,0,0,0,0> E+: the link is dead: ..." without a newline. */
void ras_text(const struct ras_event *e, const struct ras_place *p, char *buf, size_t bytes);
/* One line. */
void ras_json(const struct ras_event *e, const struct ras_place *p, FILE *f);
/* The event of a fault at a node, which comes at a time of its own: a death, wrong bits in a
 * buffer, slowness.  False: the fault is of another kind. */
bool ras_of_node(const struct net_fault *f, struct ras_event *r);
/* The event of a link's protocol. */
void ras_of_link(const struct net_fault_event *e, struct ras_event *r);
/* At the end of a run: what a link's protocol has counted (RAS_LINK_COUNTS), if that is worth an
 * event; how slow it was (RAS_LINK_SLOWED); and whether both ends' CRCs differ though nothing is
 * under way (RAS_LINK_CRC). */
bool ras_of_counts(const struct net_link_counts *c, struct ras_event *r);
bool ras_of_slowness(const struct net_link_counts *c, struct ras_event *r);
bool ras_of_crc(const struct net_link_counts *c, struct ras_event *r);
/* Whether a comes before b in a list: by time, node, link, number, detail. */
int ras_compare(const void *a, const void *b);

#endif
