/* bgpm_user.c - what programs keep at events and sets of the performance monitor, and what they
 * are told of an event beside its name; see bgpm.h. */
#include "bgpm.h"

#include <string.h>

#include <bgpm/include/bgpm.h>

/* A word of the program's own at a set; 0, or the error that was reported. */
static int set_put(const char *call, unsigned set, unsigned word, uint64_t value)
{
	int error = BGPM_EOK;
	struct bgpm_set *s = bgpm_set_of(call, set, &error);

	if (s)
		s->user[word] = value;
	return error;
}

static int set_get(const char *call, unsigned set, unsigned word, uint64_t *value)
{
	int error = BGPM_EOK;
	const struct bgpm_set *s = bgpm_set_of(call, set, &error);

	if (s)
		*value = s->user[word];
	return error;
}

int Bgpm_SetEventSetUser1(unsigned hEvtSet, uint64_t value)
{
	return set_put(__func__, hEvtSet, 0, value);
}

int Bgpm_GetEventSetUser1(unsigned hEvtSet, uint64_t *pValue)
{
	return set_get(__func__, hEvtSet, 0, pValue);
}

int Bgpm_SetEventSetUser2(unsigned hEvtSet, uint64_t value)
{
	return set_put(__func__, hEvtSet, 1, value);
}

int Bgpm_GetEventSetUser2(unsigned hEvtSet, uint64_t *pValue)
{
	return set_get(__func__, hEvtSet, 1, pValue);
}

/* Like set_put(), for an event of a set. */
static int event_put(const char *call, unsigned set, unsigned event, unsigned word, uint64_t value)
{
	int error = BGPM_EOK;
	struct bgpm_event *e = bgpm_event_of(call, set, event, &error);

	if (e)
		e->user[word] = value;
	return error;
}

static int event_get(const char *call, unsigned set, unsigned event, unsigned word,
		     uint64_t *value)
{
	int error = BGPM_EOK;
	const struct bgpm_event *e = bgpm_event_of(call, set, event, &error);

	if (e)
		*value = e->user[word];
	return error;
}

int Bgpm_SetEventUser1(unsigned hEvtSet, unsigned evtIdx, uint64_t value)
{
	return event_put(__func__, hEvtSet, evtIdx, 0, value);
}

int Bgpm_GetEventUser1(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue)
{
	return event_get(__func__, hEvtSet, evtIdx, 0, pValue);
}

int Bgpm_SetEventUser2(unsigned hEvtSet, unsigned evtIdx, uint64_t value)
{
	return event_put(__func__, hEvtSet, evtIdx, 1, value);
}

int Bgpm_GetEventUser2(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue)
{
	return event_get(__func__, hEvtSet, evtIdx, 1, pValue);
}

int Bgpm_GetLongDesc(unsigned evtId, char *pBuff, int *pLen)
{
	const char *label = bgpm_label(evtId);

	if (!label)
		return bgpm_error("Bgpm_GetLongDesc", BGPM_EUNREC_EVTID, NULL);
	if (*pLen < 1)
		return bgpm_error("Bgpm_GetLongDesc", BGPM_EARRAY_TOO_SMALL, NULL);
	size_t most = (size_t)*pLen - 1, length = strlen(label);

	*pLen = (int)length;
	if (length > most)
		length = most;
	memcpy(pBuff, label, length);
	pBuff[length] = 0;
	return BGPM_EOK;
}

int Bgpm_GetEventIdInfo(unsigned evtId, Bgpm_EventInfo_t *pInfo)
{
	struct bgpm_kind kind;

	if (!pInfo)
		return bgpm_error(__func__, BGPM_EINV_PARM, NULL);
	if (!bgpm_kind_of(evtId, &kind))
		return bgpm_error(__func__, BGPM_EUNREC_EVTID, NULL);
	*pInfo = (Bgpm_EventInfo_t){
		.evtId = evtId, .label = bgpm_label(evtId), .desc = bgpm_label(evtId),
		.unitType = kind.unit,
	};
	return BGPM_EOK;
}
