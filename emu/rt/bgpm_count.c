/* bgpm_count.c - sets of events that count; see bgpm.h. */
#include "bgpm.h"

#include <pthread.h>

#include <bgpm/include/bgpm.h>

#define ALL_LINKS ((1u << BGPM_LINKS) - 1)

/* Bit i of the result: link i. */
static unsigned links_of(uint64_t mask)
{
	unsigned links = 0;

	for (unsigned i = 0; i < BGPM_LINKS; i++)
		if (mask & (uint64_t)UPC_NW_LINK_bit(i))
			links |= 1u << i;
	return links;
}

static bool of_links(const struct bgpm_event *e)
{
	return e->kind.direction != 0;
}

/* ---- looking at counters */

static uint64_t sum(const struct bgpm_event *e, unsigned link)
{
	uint64_t v = 0;

	if (e->kind.counters >> BGPM_TIMEBASE)
		return GetTimeBase();
	for (unsigned c = 0; c < BGPM_TIMEBASE; c++)
		if (e->kind.counters >> c & 1)
			v += bgqemu_count(c, link);
	return v;
}

/* Those of packets and chunks wrap round. */
static void event_sample(struct bgpm_event *e, unsigned link, bool counted)
{
	uint64_t now = sum(e, link), more = now - e->seen[link];
	bool narrow = e->kind.direction == 's' || e->kind.direction == 'r';

	if (counted)
		e->value[link] += narrow ? (uint32_t)more : more;
	e->seen[link] = now;
}

static void look(struct bgpm_set *s, struct bgpm_event *e, bool counted)
{
	if (!of_links(e))
		event_sample(e, 0, counted);
	for (unsigned l = 0; of_links(e) && l < BGPM_LINKS; l++)
		if (s->links >> l & 1)
			event_sample(e, l, counted);
}

static void set_sample(struct bgpm_set *s, bool counted)
{
	for (unsigned i = 0; i < s->events; i++)
		look(s, &s->event[i], counted);
}

void bgpm_stop(struct bgpm_set *s)
{
	if (s->counts)
		set_sample(s, true);
	s->counts = false;
}

/* ---- calls */

static int attach(const char *call, struct bgpm_set *s, unsigned links)
{
	s->owner = (uint64_t)pthread_self();
	s->applied = true;
	if (s->unit != BGPMUnitType_NW)
		return BGPM_EOK;
	unsigned others = bgqemu_count_take(links);

	s->links = links & ~others;
	return others ? bgpm_error(call, BGPM_WALREADY_ATTACHED, NULL) : BGPM_EOK;
}

int Bgpm_Apply(unsigned hEvtSet)
{
	static const char call[] = "Bgpm_Apply";
	int error;
	struct bgpm_set *s = bgpm_set_of(call, hEvtSet, &error);

	if (!s)
		return error;
	if (!s->events)
		return bgpm_error(call, BGPM_EEVT_SET_UNASSIGNED, NULL);
	return attach(call, s, ALL_LINKS);
}

int Bgpm_Attach(unsigned hEvtSet, uint64_t targMask, uint64_t agentMask)
{
	static const char call[] = "Bgpm_Attach";
	int error;
	struct bgpm_set *s = bgpm_set_of(call, hEvtSet, &error);

	(void)agentMask;
	if (!s)
		return error;
	if (!s->events)
		return bgpm_error(call, BGPM_EEVT_SET_UNASSIGNED, NULL);
	if (s->unit == BGPMUnitType_PUNIT)
		return bgpm_error(call, BGPM_ENOTIMPL, "counters of other hardware threads");
	return attach(call, s, links_of(targMask));
}

int Bgpm_Detach(unsigned hEvtSet)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_Detach", hEvtSet, &error);

	if (!s)
		return error;
	bgpm_stop(s);
	if (s->links)
		bgqemu_count_take(0);
	s->links = 0;
	s->applied = false;
	return BGPM_EOK;
}

int Bgpm_IsController(unsigned hEvtSet)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_IsController", hEvtSet, &error);

	return s ? s->applied && s->owner == (uint64_t)pthread_self() : error;
}

static int start(const char *call, unsigned handle, bool reset)
{
	int error;
	struct bgpm_set *s = bgpm_set_of(call, handle, &error);

	if (!s)
		return error;
	if (!s->applied)
		return bgpm_error(call, BGPM_ENOT_APPLIED, NULL);
	if (s->counts)
		return bgpm_error(call, BGPM_WALREADY_STARTED, NULL);
	if (reset)
		Bgpm_Reset(handle);
	set_sample(s, false);
	s->counts = true;
	return BGPM_EOK;
}

int Bgpm_Start(unsigned hEvtSet)
{
	return start("Bgpm_Start", hEvtSet, false);
}

int Bgpm_Reset(unsigned hEvtSet)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_Reset", hEvtSet, &error);

	if (!s)
		return error;
	for (unsigned i = 0; i < s->events; i++)
		for (unsigned l = 0; l < BGPM_LINKS; l++)
			s->event[i].value[l] = 0;
	if (s->counts)
		set_sample(s, false);
	return BGPM_EOK;
}

/* A set that counts is restarted. */
int Bgpm_ResetStart(unsigned hEvtSet)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_ResetStart", hEvtSet, &error);

	if (s && s->counts)
		return Bgpm_Reset(hEvtSet);
	return s ? start("Bgpm_ResetStart", hEvtSet, true) : error;
}

int Bgpm_Stop(unsigned hEvtSet)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_Stop", hEvtSet, &error);

	if (!s)
		return error;
	if (!s->counts)
		return bgpm_error("Bgpm_Stop", BGPM_WALREADY_STOPPED, NULL);
	bgpm_stop(s);
	return BGPM_EOK;
}

/* Of these links, or of the node. */
static int read_links(const char *call, unsigned handle, unsigned index, unsigned links,
		      uint64_t *value)
{
	int error;
	struct bgpm_event *e = bgpm_event_of(call, handle, index, &error);

	if (!e)
		return error;
	struct bgpm_set *s = bgpm_set_of(call, handle, &error);

	if (!s->applied)
		return bgpm_error(call, BGPM_ENOT_APPLIED, NULL);
	if (s->counts)
		look(s, e, true);
	*value = of_links(e) ? 0 : e->value[0];
	for (unsigned l = 0; of_links(e) && l < BGPM_LINKS; l++)
		if (links & s->links & 1u << l)
			*value += e->value[l];
	return BGPM_EOK;
}

int Bgpm_ReadEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue)
{
	return read_links("Bgpm_ReadEvent", hEvtSet, evtIdx, ALL_LINKS, pValue);
}

int Bgpm_ReadEventList(unsigned hEvtSet, uint64_t *pValues, unsigned *pLen)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_ReadEventList", hEvtSet, &error);

	if (!s)
		return error;
	unsigned capacity = *pLen;

	*pLen = s->events;
	if (capacity < s->events)
		return bgpm_error("Bgpm_ReadEventList", BGPM_EARRAY_TOO_SMALL, NULL);
	for (unsigned i = 0; i < s->events && error == BGPM_EOK; i++)
		error = Bgpm_ReadEvent(hEvtSet, i, &pValues[i]);
	return error;
}

int Bgpm_NW_ReadLinkEvent(unsigned hEvtSet, unsigned evtIdx, UPC_NW_LinkMasks mask,
			  uint64_t *pValue)
{
	static const char call[] = "Bgpm_NW_ReadLinkEvent";
	unsigned links = links_of(mask);
	int error;
	struct bgpm_set *s = bgpm_set_of(call, hEvtSet, &error);

	if (!s)
		return error;
	if (s->unit != BGPMUnitType_NW)
		return bgpm_error(call, BGPM_EINV_OP, NULL);
	error = read_links(call, hEvtSet, evtIdx, links, pValue);
	if (error == BGPM_EOK && links & ~s->links)
		return bgpm_error(call, BGPM_WNOT_ATTACHED, NULL);
	return error;
}
