/* bgpm_count.c - sets of events that count: start, stop, read; see bgpm.h. */
#include "bgpm.h"

#include <bgpm/include/bgpm.h>

/* Bit i of the result: link i. */
static uint64_t links_of(uint64_t mask)
{
	uint64_t links = 0;

	for (unsigned i = 0; i < BGPM_LINKS; i++)
		if (mask & (uint64_t)UPC_NW_LINK_bit(i))
			links |= UINT64_C(1) << i;
	return links;
}

/* Bit i of the result: hardware thread i. */
static uint64_t threads_of(uint64_t mask)
{
	uint64_t threads = 0;

	for (unsigned i = 0; i < BGPM_TARGETS; i++)
		if (mask & UPC_APP_HWTID_MASK(i))
			threads |= UINT64_C(1) << i;
	return threads;
}

static bool is_of_links(const struct bgpm_event *e)
{
	return e->kind.direction != 0;
}

static bool is_of_threads(const struct bgpm_set *s)
{
	return s->unit == BGPMUnitType_PUNIT && s->targets;
}

bool bgpm_has_targets(const struct bgpm_set *s, const struct bgpm_event *e)
{
	return is_of_links(e) || is_of_threads(s);
}

/* ---- looking at counters */

static uint64_t sum(const struct bgpm_event *e, unsigned link)
{
	uint64_t v = 0;

	for (unsigned c = 0; c < 32; c++)
		if (e->kind.counters >> c & 1)
			v += bgqemu_count(c, link);
	return v;
}

/* Adds what a counter has grown by to an event; counters of packets and chunks wrap round. */
static void event_sample(struct bgpm_event *e, unsigned target, uint64_t now, bool counted)
{
	uint64_t more = now - e->seen[target];
	bool narrow = e->kind.direction == 's' || e->kind.direction == 'r';

	if (e->kind.core && e->kind.core->how == CORE_EXCEPTIONS && now < e->seen[target])
		more = 0; /* the program has cleared its flags */
	if (counted)
		e->value[target] += narrow ? (uint32_t)more : more;
	e->seen[target] = now;
}

static void other_look(struct bgpm_set *s, struct bgpm_event *e, bool counted)
{
	if (!is_of_links(e))
		event_sample(e, 0, sum(e, 0), counted);
	for (unsigned l = 0; is_of_links(e) && l < BGPM_LINKS; l++)
		if (s->targets >> l & 1)
			event_sample(e, l, sum(e, l), counted);
}

/* All events of one look are of the same moment. */
static void core_sample(struct bgpm_set *s, unsigned target, uint32_t hwthread, bool counted)
{
	struct bgpm_core c;

	bgpm_core_look(s, hwthread, &c);
	for (unsigned i = 0; i < s->events; i++)
		if (s->event[i].kind.core)
			event_sample(&s->event[i], target, bgpm_core_value(&s->event[i], &c),
				     counted && bgpm_mux_counts(s, &s->event[i]));
}

static void threads_sample(struct bgpm_set *s, bool counted)
{
	if (!s->targets)
		core_sample(s, 0, BGQEMU_CORE_SELF, counted);
	for (unsigned t = 0; t < BGPM_TARGETS; t++)
		if (s->targets >> t & 1)
			core_sample(s, t, t, counted);
}

void bgpm_sample(struct bgpm_set *s, bool counted)
{
	if (s->unit == BGPMUnitType_PUNIT) {
		bgpm_mux_look(s, counted);
		threads_sample(s, counted);
		return;
	}
	for (unsigned i = 0; i < s->events; i++)
		other_look(s, &s->event[i], counted);
}

void bgpm_stop(struct bgpm_set *s)
{
	if (s->counts)
		bgpm_sample(s, true);
	s->counts = false;
	bgpm_watch_end(s);
}

uint64_t bgpm_value(const struct bgpm_set *s, const struct bgpm_event *e, uint64_t targets)
{
	uint64_t v = 0;

	if (!bgpm_has_targets(s, e))
		return bgpm_mux_scale(s, e, e->value[0]);
	for (unsigned t = 0; t < BGPM_TARGETS; t++)
		if (targets & s->targets & UINT64_C(1) << t)
			v += e->value[t];
	return v;
}

/* ---- calls */

static void event_reset(struct bgpm_event *e)
{
	for (unsigned t = 0; t < BGPM_TARGETS; t++)
		e->value[t] = 0;
	e->due = e->period;
}

void bgpm_reset(struct bgpm_set *s)
{
	for (unsigned i = 0; i < s->events; i++)
		event_reset(&s->event[i]);
	for (unsigned g = 0; g < BGPM_EVENTS_MAX; g++)
		s->mux.cycles[g] = 0;
	s->mux.switches = 0;
	if (s->counts)
		bgpm_sample(s, false);
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
	if (!bgpm_watch(s))
		return bgpm_error(call, BGPM_EUNSUP_OVERFLOW, "time is not simulated");
	bgpm_sample(s, false);
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

	if (s)
		bgpm_reset(s);
	return error;
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

/* Counts of a thread are its own: another one sees them as they were at the last look. */
static bool may_look(const struct bgpm_set *s)
{
	return s->counts && (s->unit != BGPMUnitType_PUNIT || s->targets ||
			     Bgpm_IsController(bgpm_handle_of(s)));
}

static int read_targets(const char *call, unsigned handle, unsigned index, uint64_t targets,
			uint64_t *value)
{
	int error;
	struct bgpm_event *e = bgpm_event_of(call, handle, index, &error);

	if (!e)
		return error;
	struct bgpm_set *s = bgpm_set_of(call, handle, &error);

	if (!s->applied)
		return bgpm_error(call, BGPM_ENOT_APPLIED, NULL);
	if (may_look(s))
		bgpm_sample(s, true);
	*value = bgpm_value(s, e, targets);
	return BGPM_EOK;
}

int Bgpm_ReadEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue)
{
	return read_targets("Bgpm_ReadEvent", hEvtSet, evtIdx, UINT64_MAX, pValue);
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

/* Some of the targets, which must be of that unit. */
static int read_some(const char *call, unsigned handle, unsigned index, uint64_t targets,
		     BgpmUnitTypes unit, uint64_t *value)
{
	int error;
	struct bgpm_set *s = bgpm_set_of(call, handle, &error);

	if (!s)
		return error;
	if (s->unit != unit)
		return bgpm_error(call, BGPM_EINV_OP, NULL);
	error = read_targets(call, handle, index, targets, value);
	if (error == BGPM_EOK && targets & ~s->targets)
		return bgpm_error(call, BGPM_WNOT_ATTACHED, NULL);
	return error;
}

int Bgpm_NW_ReadLinkEvent(unsigned hEvtSet, unsigned evtIdx, UPC_NW_LinkMasks mask,
			  uint64_t *pValue)
{
	return read_some("Bgpm_NW_ReadLinkEvent", hEvtSet, evtIdx, links_of(mask),
			 BGPMUnitType_NW, pValue);
}

int Bgpm_ReadThreadEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t thdMask, uint64_t agentMask,
			 uint64_t *pValue)
{
	(void)agentMask; /* the kernel's core executes nothing that is counted */
	return read_some("Bgpm_ReadThreadEvent", hEvtSet, evtIdx, threads_of(thdMask),
			 BGPMUnitType_PUNIT, pValue);
}

int Bgpm_WriteEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t value)
{
	static const char call[] = "Bgpm_WriteEvent";
	int error;
	struct bgpm_event *e = bgpm_event_of(call, hEvtSet, evtIdx, &error);

	if (!e)
		return error;
	struct bgpm_set *s = bgpm_set_of(call, hEvtSet, &error);

	if (bgpm_has_targets(s, e) || s->unit == BGPMUnitType_NW)
		return bgpm_error(call, BGPM_EINV_OP, NULL);
	if (may_look(s))
		bgpm_sample(s, true);
	e->value[0] = value;
	e->due = e->period ? value / e->period * e->period + e->period : 0;
	return BGPM_EOK;
}
