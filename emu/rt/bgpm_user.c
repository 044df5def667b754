/* bgpm_user.c - what programs keep at events and sets of the performance monitor, and what they
 * are told of an event beside its name; see bgpm.h. */
#include "bgpm.h"

#include <string.h>

#include <bgpm/include/bgpm.h>

/* A word of the program's own at a set, else at an event of it; NULL as bgpm_set_of(). */
static uint64_t *word_of_set(const char *call, unsigned set, unsigned word, int *error)
{
	struct bgpm_set *s = bgpm_set_of(call, set, error);

	return s ? &s->user[word] : NULL;
}

static uint64_t *word_of_event(const char *call, unsigned set, unsigned event, unsigned word,
			       int *error)
{
	struct bgpm_event *e = bgpm_event_of(call, set, event, error);

	return e ? &e->user[word] : NULL;
}

static int word_put(uint64_t *word, uint64_t value, int error)
{
	if (!word)
		return error;
	*word = value;
	return BGPM_EOK;
}

static int word_get(const uint64_t *word, uint64_t *value, int error)
{
	if (!word)
		return error;
	*value = *word;
	return BGPM_EOK;
}

int Bgpm_SetEventSetUser1(unsigned hEvtSet, uint64_t value)
{
	int error = BGPM_EOK;
	uint64_t *word = word_of_set(__func__, hEvtSet, 0, &error);

	return word_put(word, value, error);
}

int Bgpm_GetEventSetUser1(unsigned hEvtSet, uint64_t *pValue)
{
	int error = BGPM_EOK;
	uint64_t *word = word_of_set(__func__, hEvtSet, 0, &error);

	return word_get(word, pValue, error);
}

int Bgpm_SetEventUser1(unsigned hEvtSet, unsigned evtIdx, uint64_t value)
{
	int error = BGPM_EOK;
	uint64_t *word = word_of_event(__func__, hEvtSet, evtIdx, 0, &error);

	return word_put(word, value, error);
}

int Bgpm_GetEventUser1(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue)
{
	int error = BGPM_EOK;
	uint64_t *word = word_of_event(__func__, hEvtSet, evtIdx, 0, &error);

	return word_get(word, pValue, error);
}

int Bgpm_SetEventSetUser2(unsigned hEvtSet, uint64_t value)
{
	int error = BGPM_EOK;
	uint64_t *word = word_of_set(__func__, hEvtSet, 1, &error);

	return word_put(word, value, error);
}

int Bgpm_GetEventSetUser2(unsigned hEvtSet, uint64_t *pValue)
{
	int error = BGPM_EOK;
	uint64_t *word = word_of_set(__func__, hEvtSet, 1, &error);

	return word_get(word, pValue, error);
}

int Bgpm_SetEventUser2(unsigned hEvtSet, unsigned evtIdx, uint64_t value)
{
	int error = BGPM_EOK;
	uint64_t *word = word_of_event(__func__, hEvtSet, evtIdx, 1, &error);

	return word_put(word, value, error);
}

int Bgpm_GetEventUser2(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue)
{
	int error = BGPM_EOK;
	uint64_t *word = word_of_event(__func__, hEvtSet, evtIdx, 1, &error);

	return word_get(word, pValue, error);
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
