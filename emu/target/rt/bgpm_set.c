/* bgpm_set.c - sets of events of the performance monitor, and what they hold; see bgpm.h. */
#include "bgpm.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <bgpm/include/bgpm.h>

static struct bgpm_set sets[BGPM_SETS_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread bool ready;
static __thread int mode_set;

static uint64_t self(void)
{
	return (uint64_t)pthread_self();
}

int bgpm_mode(void)
{
	return mode_set;
}

/* BGPM_MODE: a number, or a name. */
static Bgpm_Modes default_mode(void)
{
	static const char *const names[] = { "", "LLDISTRIB", "SWDISTRIB", "HWDISTRIB" };
	const char *asked = getenv("BGPM_MODE");

	for (unsigned m = BGPM_MODE_LLDISTRIB; asked && m < BGPM_MAX_MODES; m++)
		if (strstr(asked, names[m]) || (unsigned)atoi(asked) == m)
			return (Bgpm_Modes)m;
	return BGPM_MODE_HWDISTRIB;
}

int Bgpm_Init(Bgpm_Modes mode)
{
	if ((unsigned)mode >= BGPM_MAX_MODES)
		return bgpm_error("Bgpm_Init", BGPM_EINV_PARM, NULL);
	if (ready)
		return bgpm_error("Bgpm_Init", BGPM_EINITED, NULL);
	ready = true;
	mode_set = mode == BGPM_MODE_DEFAULT ? default_mode() : mode;
	return BGPM_EOK;
}

static void forget(struct bgpm_set *s)
{
	bgpm_stop(s);
	free(s->event);
	memset(s, 0, sizeof *s);
}

int Bgpm_Disable(void)
{
	bool links = false;

	if (!ready)
		return bgpm_error("Bgpm_Disable", BGPM_ENOT_INIT, NULL);
	for (struct bgpm_set *s = sets; s < sets + BGPM_SETS_MAX; s++)
		if (s->used && s->owner == self())
			forget(s);
	for (struct bgpm_set *s = sets; s < sets + BGPM_SETS_MAX; s++)
		links = links || (s->targets && s->unit == BGPMUnitType_NW);
	if (!links)
		bgqemu_count_take(0);
	bgpm_watch_close();
	ready = false;
	return BGPM_EOK;
}

int Bgpm_CreateEventSet(void)
{
	unsigned i = 0;

	if (!ready)
		return bgpm_error("Bgpm_CreateEventSet", BGPM_ENOT_INIT, NULL);
	pthread_mutex_lock(&lock);
	while (i < BGPM_SETS_MAX && sets[i].used)
		i++;
	if (i < BGPM_SETS_MAX)
		sets[i] = (struct bgpm_set){
			.used = true, .owner = self(), .mode = (uint8_t)mode_set,
			.context = BGPM_CTX_BOTH, .divide_scale = 8, .sqrt_scale = 8,
			.event = calloc(BGPM_EVENTS_MAX, sizeof(struct bgpm_event)),
		};
	pthread_mutex_unlock(&lock);
	if (i < BGPM_SETS_MAX && !sets[i].event) {
		sets[i].used = false;
		return bgpm_error("Bgpm_CreateEventSet", BGPM_ENOMEM, NULL);
	}
	return i < BGPM_SETS_MAX ? (int)i
				  : bgpm_error("Bgpm_CreateEventSet", BGPM_EMAX_EVTSETS, NULL);
}

struct bgpm_set *bgpm_set_at(unsigned handle)
{
	return &sets[handle];
}

unsigned bgpm_handle_of(const struct bgpm_set *s)
{
	return (unsigned)(s - sets);
}

struct bgpm_set *bgpm_set_of(const char *call, unsigned handle, int *error)
{
	*error = !ready ? BGPM_ENOT_INIT :
		 handle >= BGPM_SETS_MAX || !sets[handle].used ? BGPM_EINV_SET_HANDLE : BGPM_EOK;
	if (*error == BGPM_EOK)
		return &sets[handle];
	bgpm_error(call, *error, NULL);
	return NULL;
}

struct bgpm_event *bgpm_event_of(const char *call, unsigned handle, unsigned index, int *error)
{
	struct bgpm_set *s = bgpm_set_of(call, handle, error);

	if (s && index >= s->events)
		*error = bgpm_error(call, BGPM_EINV_EVT_IDX, NULL);
	return s && *error == BGPM_EOK ? &s->event[index] : NULL;
}

int Bgpm_DeleteEventSet(unsigned hEvtSet)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_DeleteEventSet", hEvtSet, &error);

	if (s)
		forget(s);
	return error;
}

/* 0, or the error of an event for this set. */
static int refused(const struct bgpm_set *s, bool known, const struct bgpm_kind *k)
{
	if (!known)
		return BGPM_EUNREC_EVTID;
	if (s->applied)
		return BGPM_EES_FROZEN;
	if (s->events && s->unit != k->unit)
		return BGPM_ECONF_UNIT;
	if (!bgpm_is_served(k))
		return BGPM_ENOTIMPL;
	return s->events == BGPM_EVENTS_MAX ? BGPM_EXHAUSTED : BGPM_EOK;
}

int Bgpm_AddEvent(unsigned hEvtSet, unsigned eventId)
{
	struct bgpm_kind k;
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_AddEvent", hEvtSet, &error);

	if (!s)
		return error;
	error = refused(s, bgpm_kind_of(eventId, &k), &k);
	if (error)
		return bgpm_error("Bgpm_AddEvent", error, bgpm_label(eventId));
	if (k.never)
		bgqemu_count_note(bgpm_label(eventId), k.never);
	s->unit = k.unit;
	s->event[s->events++] = (struct bgpm_event){
		.id = eventId, .kind = k,
		.operations = k.core && k.core->how == CORE_OPERATIONS,
	};
	return BGPM_EOK;
}

int Bgpm_AddEventList(unsigned hEvtSet, unsigned *eventIds, unsigned num)
{
	int error = BGPM_EOK;

	for (unsigned i = 0; i < num && error == BGPM_EOK; i++)
		error = Bgpm_AddEvent(hEvtSet, eventIds[i]);
	return error;
}

/* ---- what is in it */

int Bgpm_NumEvents(unsigned hEvtSet)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_NumEvents", hEvtSet, &error);

	return s ? (int)s->events : 0;
}

int Bgpm_GetUnitType(unsigned hEvtSet)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_GetUnitType", hEvtSet, &error);

	return s ? s->unit : error;
}

const char *Bgpm_GetEventIdLabel(unsigned evtId)
{
	if (!bgpm_label(evtId))
		bgpm_error("Bgpm_GetEventIdLabel", BGPM_EUNREC_EVTID, NULL);
	return bgpm_label(evtId);
}

const char *Bgpm_GetEventLabel(unsigned hEvtSet, unsigned evtIdx)
{
	int error;
	struct bgpm_event *e = bgpm_event_of("Bgpm_GetEventLabel", hEvtSet, evtIdx, &error);

	return e ? bgpm_label(e->id) : NULL;
}

int Bgpm_GetEventId(unsigned hEvtSet, unsigned evtIdx)
{
	int error;
	struct bgpm_event *e = bgpm_event_of("Bgpm_GetEventId", hEvtSet, evtIdx, &error);

	return e ? (int)e->id : error;
}

int Bgpm_GetEventIdFromLabel(const char *evtLabel)
{
	if (!evtLabel)
		return bgpm_error("Bgpm_GetEventIdFromLabel", BGPM_EINV_PARM, NULL);
	for (unsigned id = 1; id <= PEVT_LAST_EVENT; id++)
		if (!strcasecmp(evtLabel, bgpm_label(id)))
			return (int)id;
	return PEVT_UNDEF;
}

int Bgpm_GetEventIndex(unsigned hEvtSet, unsigned evtId, unsigned startIdx)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_GetEventIndex", hEvtSet, &error);

	if (!s)
		return error;
	while (startIdx < s->events && s->event[startIdx].id != evtId)
		startIdx++;
	return (int)(startIdx < s->events ? startIdx : s->events);
}

int Bgpm_SetEventVirtChannels(unsigned hEvtSet, unsigned evtIdx, UPC_NW_Vchannels vchan)
{
	static const char call[] = "Bgpm_SetEventVirtChannels";
	int error;
	struct bgpm_event *e = bgpm_event_of(call, hEvtSet, evtIdx, &error);

	if (!e)
		return error;
	struct bgpm_kind k = e->kind;

	if (e->id < PEVT_NW_SENT || e->id > PEVT_NW_RECV_FIFO)
		return bgpm_error(call, BGPM_EINV_OP, bgpm_label(e->id));
	bgpm_kind_channels(&k, vchan);
	if (!k.counters)
		return bgpm_error(call, BGPM_ENOTIMPL, "these virtual channels alone");
	e->kind = k;
	return BGPM_EOK;
}

int Bgpm_GetEventVirtChannels(unsigned hEvtSet, unsigned evtIdx, UPC_NW_Vchannels *pVchan)
{
	int error;
	struct bgpm_event *e = bgpm_event_of("Bgpm_GetEventVirtChannels", hEvtSet, evtIdx, &error);

	if (e)
		*pVchan = (UPC_NW_Vchannels)e->kind.channels;
	return error;
}

int Bgpm_LibLinked(void)
{
	return 1;
}
