/* bgpm_punit.c - the core's counters by handles; see bgpm.h.  A handle is a set's and an event's
 * number; a mask the set's. */
#include "bgpm.h"

#include <bgpm/include/bgpm.h>

int Bgpm_Punit_GetHandles(unsigned hEvtSet, Bgpm_Punit_Handles_t *pH)
{
	static const char call[] = "Bgpm_Punit_GetHandles";
	int error;
	struct bgpm_set *s = bgpm_set_of(call, hEvtSet, &error);

	if (!s)
		return error;
	if (s->unit != BGPMUnitType_PUNIT || !s->applied)
		return bgpm_error(call, s->applied ? BGPM_EINV_OP : BGPM_ENOT_APPLIED, NULL);
	pH->allCtrMask = hEvtSet + 1;
	pH->numCtrs = s->events;
	for (unsigned i = 0; i < s->events; i++)
		pH->hCtr[i] = (uint64_t)hEvtSet << 32 | i;
	return BGPM_EOK;
}

int Bgpm_Punit_GetLLHandles(unsigned hEvtSet, Bgpm_Punit_LLHandles_t *pH)
{
	return Bgpm_Punit_GetHandles(hEvtSet, pH);
}

void Bgpm_Punit_Start(uint64_t mask)
{
	Bgpm_Start((unsigned)(mask - 1));
}

void Bgpm_Punit_LLStart(uint64_t mask)
{
	Bgpm_Start((unsigned)(mask - 1));
}

void Bgpm_Punit_LLResetStart(uint64_t mask)
{
	Bgpm_ResetStart((unsigned)(mask - 1));
}

void Bgpm_Punit_Stop(uint64_t mask)
{
	Bgpm_Stop((unsigned)(mask - 1));
}

void Bgpm_Punit_LLStop(uint64_t mask)
{
	Bgpm_Stop((unsigned)(mask - 1));
}

uint64_t Bgpm_Punit_Read(uint64_t hCtr)
{
	uint64_t v = 0;

	Bgpm_ReadEvent((unsigned)(hCtr >> 32), (unsigned)hCtr, &v);
	return v;
}

void Bgpm_Punit_LLWrite(uint64_t hCtr, uint64_t val)
{
	Bgpm_WriteEvent((unsigned)(hCtr >> 32), (unsigned)hCtr, val);
}

uint64_t Bgpm_Punit_LLRead(uint64_t hCtr)
{
	return Bgpm_Punit_Read(hCtr);
}
