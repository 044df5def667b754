/*
 * bgpm_mux.c - multiplexed sets of events: groups of events that count in turn; see bgpm.h.
 *
 * The model counts all events at any time, so a group that is not active is only not added up.
 * Time is that of the thread's time base while the set counts.
 */
#include "bgpm.h"

#include <bgpm/include/bgpm.h>

/* Events of a group, where the program does not say. */
#define GROUP_DEFAULT BGPMMuxMinEvts

static uint64_t cycles_of(const struct bgpm_mux *m, unsigned group)
{
	return m->cycles[group];
}

void bgpm_mux_place(struct bgpm_set *s)
{
	struct bgpm_mux *m = &s->mux;

	if (!m->on)
		return;
	for (unsigned i = 0; i < s->events; i++)
		s->event[i].group = i / m->most;
	m->groups = (s->events + m->most - 1) / m->most;
	m->active = 0;
}

void bgpm_mux_look(struct bgpm_set *s, bool counted)
{
	uint64_t now = GetTimeBase();

	if (s->mux.on && counted)
		s->mux.cycles[s->mux.active] += now - s->mux.seen;
	s->mux.seen = now;
}

bool bgpm_mux_counts(const struct bgpm_set *s, const struct bgpm_event *e)
{
	return !s->mux.on || e->group == s->mux.active;
}

void bgpm_mux_switch(struct bgpm_set *s)
{
	struct bgpm_mux *m = &s->mux;

	bgpm_sample(s, true);
	m->active = (m->active + 1) % m->groups;
	m->switches++;
}

/* Scales a count to the time of the group that has counted longest. */
uint64_t bgpm_mux_scale(const struct bgpm_set *s, const struct bgpm_event *e, uint64_t value)
{
	const struct bgpm_mux *m = &s->mux;
	uint64_t longest = 0, own = cycles_of(m, e->group);

	if (!m->on || !m->normal || !own)
		return value;
	for (unsigned g = 0; g < m->groups; g++)
		longest = cycles_of(m, g) > longest ? cycles_of(m, g) : longest;
	return (uint64_t)((unsigned __int128)value * longest / own);
}

/* ---- calls */

static int mux_set(const char *call, unsigned handle, uint64_t period, int normalize,
		   unsigned most)
{
	int error;
	struct bgpm_set *s = bgpm_set_of(call, handle, &error);

	if (!s)
		return error;
	if (s->applied)
		return bgpm_error(call, BGPM_EES_FROZEN, NULL);
	if (s->events && s->unit != BGPMUnitType_PUNIT)
		return bgpm_error(call, BGPM_EINV_OP, NULL);
	if (s->mode != BGPM_MODE_SWDISTRIB)
		return bgpm_error(call, BGPM_EMODE_MISMATCH, NULL);
	if (!most || most > BGPM_EVENTS_MAX)
		return bgpm_error(call, BGPM_EINV_PARM, NULL);
	s->mux = (struct bgpm_mux){ .on = true, .normal = normalize != BGPM_NOTNORMAL,
				    .period = period, .most = most };
	return BGPM_EOK;
}

int Bgpm_SetMultiplex(unsigned hEvtSet, uint64_t period, int normalize)
{
	return mux_set("Bgpm_SetMultiplex", hEvtSet, period, normalize, GROUP_DEFAULT);
}

int Bgpm_SetMultiplex2(unsigned hEvtSet, uint64_t period, int normalize,
		       RsvMuxCtrs maxEventsPerGroup)
{
	return mux_set("Bgpm_SetMultiplex2", hEvtSet, period, normalize, maxEventsPerGroup);
}

/* A set that is multiplexed; NULL with *error set. */
static struct bgpm_set *muxed(const char *call, unsigned handle, int *error)
{
	struct bgpm_set *s = bgpm_set_of(call, handle, error);

	if (s && !s->mux.on) {
		*error = bgpm_error(call, BGPM_ENOT_MUXED, NULL);
		return NULL;
	}
	if (s && s->counts && Bgpm_IsController(handle))
		bgpm_sample(s, true);
	return s;
}

int Bgpm_SwitchMux(unsigned hEvtSet)
{
	int error;
	struct bgpm_set *s = muxed("Bgpm_SwitchMux", hEvtSet, &error);

	if (!s)
		return error;
	if (!s->counts)
		return bgpm_error("Bgpm_SwitchMux", BGPM_WALREADY_STOPPED, NULL);
	bgpm_mux_switch(s);
	return BGPM_EOK;
}

int Bgpm_GetMultiplex(unsigned hEvtSet, Bgpm_MuxStats_t *pMuxStats)
{
	static const char call[] = "Bgpm_GetMultiplex";
	int error;
	struct bgpm_set *s = bgpm_set_of(call, hEvtSet, &error);

	if (!s)
		return error;
	*pMuxStats = (Bgpm_MuxStats_t){ .active = s->mux.on };
	if (!s->mux.on)
		return BGPM_EOK;
	muxed(call, hEvtSet, &error);
	pMuxStats->period = s->mux.period;
	pMuxStats->normalize = s->mux.normal;
	pMuxStats->numGrps = s->mux.groups;
	pMuxStats->maxEvtsPerGrp = s->mux.most;
	pMuxStats->numSwitches = s->mux.switches;
	for (unsigned g = 0; g < s->mux.groups; g++)
		pMuxStats->elapsedCycles += cycles_of(&s->mux, g);
	return BGPM_EOK;
}

int Bgpm_GetMuxGroups(unsigned hEvtSet)
{
	int error;
	const struct bgpm_set *s = muxed("Bgpm_GetMuxGroups", hEvtSet, &error);

	return s ? (int)s->mux.groups : error;
}

uint64_t Bgpm_GetMuxElapsedCycles(unsigned hEvtSet, unsigned muxGrpNum)
{
	static const char call[] = "Bgpm_GetMuxElapsedCycles";
	int error;
	const struct bgpm_set *s = muxed(call, hEvtSet, &error);

	if (s && muxGrpNum >= s->mux.groups)
		bgpm_error(call, BGPM_EINV_PARM, "there is no such group");
	return s && muxGrpNum < s->mux.groups ? cycles_of(&s->mux, muxGrpNum) : 0;
}

uint64_t Bgpm_GetMuxEventElapsedCycles(unsigned hEvtSet, unsigned evtIdx)
{
	static const char call[] = "Bgpm_GetMuxEventElapsedCycles";
	int error;
	const struct bgpm_set *s = muxed(call, hEvtSet, &error);
	const struct bgpm_event *e = s ? bgpm_event_of(call, hEvtSet, evtIdx, &error) : NULL;

	return e ? cycles_of(&s->mux, e->group) : 0;
}
