/* traffic_refuse.c - see traffic_refuse.h. */
#include "traffic_refuse.h"

#include <stdio.h>
#include <string.h>

/* Kinds of runs, by what is sent. */
enum {
	OPEN        = 1,  /* packets at a load */
	ALLTOALL    = 2,
	MESSAGE     = 4,  /* of each node to the one at a shift */
	LATENCY     = 8,
	COLLECTIVES = 16,
	TREE        = 32, /* an operation by a network of its own */
	DMA         = 64,
	FAILURES    = 128, /* --patterns */
	NET         = OPEN | ALLTOALL | MESSAGE | LATENCY,
};

static const char *const kind_names[] = {
	"packets at a --load", "an all-to-all", "a --message of each node", "--latency",
	"--collectives", "an operation by a network of its own", "--dma", "--patterns",
};

/* Options that have a meaning in some kinds of runs only. */
static const struct {
	const char *option;
	unsigned kinds;
} meant[] = {
	{ "pattern", OPEN | ALLTOALL | MESSAGE | TREE | DMA },
	{ "load", OPEN },
	{ "bytes", NET },
	{ "packets", ALLTOALL }, { "prefix", ALLTOALL },
	{ "within", ALLTOALL }, { "two-phase", ALLTOALL },
	{ "hot", OPEN },
	{ "shift", OPEN | MESSAGE | DMA },
	{ "senders", OPEN | MESSAGE },
	{ "message", MESSAGE | TREE | DMA },
	{ "get", MESSAGE },
	{ "piece", MESSAGE | DMA }, { "pacing", MESSAGE | DMA },
	{ "op", TREE }, { "from", TREE },
	{ "dynamic", NET | DMA }, { "deterministic", NET | DMA },
	{ "zone", NET }, { "zone-masks", NET }, { "order", NET },
	{ "injfifos", NET | DMA },
	{ "time", OPEN | ALLTOALL }, { "warmup", OPEN | ALLTOALL },
	{ "csv", NET }, { "series", NET }, { "plot", OPEN }, { "links", NET },
	{ "verify", NET }, { "workers-report", NET },
	{ "failed", NET | FAILURES },
	{ "fault", NET }, { "faults", NET }, { "ras-file", NET }, { "reroute", NET },
};

static bool given(const struct parse *p, const char *option)
{
	for (unsigned i = 0; i < p->givens; i++)
		if (!strcmp(p->given[i], option))
			return true;
	return false;
}

/* The kinds that options ask for by themselves. */
static unsigned kinds(const struct parse *p)
{
	const struct traffic_options *o = p->o;
	unsigned asked = (p->latency ? LATENCY : 0) | (o->collectives ? COLLECTIVES : 0) |
			 (o->tree.kind ? TREE : 0) | (o->dma.kind ? DMA : 0) |
			 (p->patterns ? FAILURES : 0);

	if (asked)
		return asked;
	return o->run.pattern == TRAFFIC_ALLTOALL ? ALLTOALL
	       : o->run.message_bytes ? MESSAGE : OPEN;
}

static const char *kind_name(unsigned kind)
{
	return kind_names[__builtin_ctz(kind)];
}

static bool two_kinds(unsigned asked)
{
	unsigned others = asked & (asked - 1);

	if (others)
		fprintf(stderr, "bgq-net: %s and %s exclude each other\n", kind_name(asked),
			kind_name(others));
	return others != 0;
}

static bool has_no_meaning(const struct parse *p, unsigned kind)
{
	for (unsigned i = 0; i < sizeof meant / sizeof *meant; i++)
		if (!(meant[i].kinds & kind) && given(p, meant[i].option)) {
			fprintf(stderr, "bgq-net: --%s has no meaning for %s\n", meant[i].option,
				kind_name(kind));
			return true;
		}
	return false;
}

/* Options that exclude each other in runs of one kind; NULL: none. */
static const char *contradiction(const struct parse *p)
{
	const struct traffic_config *c = &p->o->run;

	if (c->machine.source_routes && (p->dynamic || p->have_zone || p->have_masks))
		return "this machine's packets know their way: no --dynamic, no --zone";
	if (p->deterministic && p->have_zone)
		return "--zone is of dynamic packets: not with --deterministic";
	if (p->deterministic && p->have_masks)
		return "--zone-masks are of dynamic packets: not with --deterministic";
	if (p->have_masks && !c->net.have_zone[c->zone])
		return "--zone-masks: packets are of another zone; --zone says which";
	if (p->hot && c->pattern != TRAFFIC_HOTSPOT)
		return "--hot is for the pattern hotspot";
	if (p->have_shift && c->pattern != TRAFFIC_SHIFT)
		return "--shift is for the pattern shift";
	if (given(p, "senders") && c->pattern != TRAFFIC_SHIFT)
		return "--senders is for the pattern shift";
	return NULL;
}

bool traffic_refuse(const struct parse *p)
{
	unsigned kind = kinds(p);
	const char *why;

	if (two_kinds(kind) || has_no_meaning(p, kind))
		return false;
	why = contradiction(p);
	if (why)
		fprintf(stderr, "bgq-net: %s\n", why);
	return !why;
}
