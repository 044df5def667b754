/* bgpm_punit.c - the core's counters by handles, and what the performance monitor does not
 * do; see bgpm.h.  A handle is a set's and an event's number; a mask the set's. */
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

uint64_t Bgpm_Punit_LLRead(uint64_t hCtr)
{
	return Bgpm_Punit_Read(hCtr);
}

/* ---- */

#define NOT_DONE(call, ...)                                                            \
	int call(__VA_ARGS__)                                                          \
	{                                                                              \
		return bgpm_error(#call, BGPM_ENOTIMPL, NULL);                         \
	}

#pragma GCC diagnostic ignored "-Wunused-parameter"
NOT_DONE(Bgpm_SetOverflow, unsigned s, unsigned i, uint64_t period)
NOT_DONE(Bgpm_SetOverflowHandler, unsigned s, Bgpm_OverflowHandler_t handler)
NOT_DONE(Bgpm_GetOverflow, unsigned s, unsigned i, uint64_t *period, Bgpm_OverflowHandler_t *h)
NOT_DONE(Bgpm_GetOverflowEventIndices, unsigned s, uint64_t v, unsigned *at, unsigned *n)
NOT_DONE(Bgpm_SetMultiplex, unsigned s, uint64_t period, int normalize)
NOT_DONE(Bgpm_SwitchMux, unsigned s)
NOT_DONE(Bgpm_SetQfpuGrpMask, unsigned s, unsigned i, uint64_t mask)
NOT_DONE(Bgpm_GetQfpuGrpMask, unsigned s, unsigned i, uint64_t *mask)
NOT_DONE(Bgpm_SetXuGrpMask, unsigned s, unsigned i, uint64_t mask)
NOT_DONE(Bgpm_GetXuGrpMask, unsigned s, unsigned i, uint64_t *mask)
NOT_DONE(Bgpm_ReadThreadEvent, unsigned s, unsigned i, uint64_t t, uint64_t a, uint64_t *value)
NOT_DONE(Bgpm_L2_ReadEvent, unsigned s, unsigned slice, unsigned i, uint64_t *value)
NOT_DONE(Bgpm_NumTargets, unsigned s)
NOT_DONE(Bgpm_SetContext, unsigned s, Bgpm_Context context)
NOT_DONE(Bgpm_GetContext, unsigned s, Bgpm_Context *pContext)
NOT_DONE(Bgpm_AllowMixedContext, unsigned s)
NOT_DONE(Bgpm_GetL1pMode, unsigned s, Bgpml1pModes *pMode)
NOT_DONE(Bgpm_SetQfpuFp, unsigned s, unsigned i, ushort countFp)
NOT_DONE(Bgpm_GetQfpuFp, unsigned s, unsigned i, ushort *pCountFp)
NOT_DONE(Bgpm_SetQfpuMatch, unsigned s, unsigned i, uint16_t match, uint16_t mask, ushort fpScale)
NOT_DONE(Bgpm_GetQfpuMatch, unsigned s, unsigned i, uint16_t *pMatch, uint16_t *pMask,
	 ushort *pFpScale)
NOT_DONE(Bgpm_SetXuMatch, unsigned s, unsigned i, uint16_t match, uint16_t mask)
NOT_DONE(Bgpm_GetXuMatch, unsigned s, unsigned i, uint16_t *pMatch, uint16_t *pMask)
NOT_DONE(Bgpm_SetFpSqrScale, unsigned s, ushort fpScale)
NOT_DONE(Bgpm_GetFpSqrScale, unsigned s, ushort *pFpScale)
NOT_DONE(Bgpm_SetFpDivScale, unsigned s, ushort fpScale)
NOT_DONE(Bgpm_GetFpDivScale, unsigned s, ushort *pFpScale)
NOT_DONE(Bgpm_SetEventEdge, unsigned s, unsigned i, ushort setEdge)
NOT_DONE(Bgpm_GetEventEdge, unsigned s, unsigned i, ushort *pEdge)
NOT_DONE(Bgpm_SetEventInvert, unsigned s, unsigned i, ushort invert)
NOT_DONE(Bgpm_GetEventInvert, unsigned s, unsigned i, ushort *pInvert)
NOT_DONE(Bgpm_SetMultiplex2, unsigned s, uint64_t period, int normalize,
	 RsvMuxCtrs maxEventsPerGroup)
NOT_DONE(Bgpm_GetMultiplex, unsigned s, Bgpm_MuxStats_t *pMuxStats)
NOT_DONE(Bgpm_GetMuxGroups, unsigned s)
NOT_DONE(Bgpm_WriteEvent, unsigned s, unsigned i, uint64_t value)
NOT_DONE(Bgpm_L2_WriteEvent, unsigned s, unsigned slice, unsigned idx, uint64_t value)
NOT_DONE(Bgpm_CNK_SampleEvent, unsigned s, unsigned i, uint64_t *pValue)
NOT_DONE(Bgpm_SetThreadFeedbackBuffer, unsigned s, char *buffer, int bufSize)
NOT_DONE(Bgpm_PrintFeedbackBuffer, const char *buffer, int bufSize)
NOT_DONE(Bgpm_PrintCurrentPunitReservations, unsigned s)
NOT_DONE(Bgpm_DumpEvtSet, unsigned s, unsigned indentLvl)
NOT_DONE(Bgpm_DumpEvtSetList, unsigned indentLvl)

uint64_t Bgpm_GetMuxElapsedCycles(unsigned s, unsigned group)
{
	bgpm_error(__func__, BGPM_ENOTIMPL, NULL);
	return 0;
}

uint64_t Bgpm_GetMuxEventElapsedCycles(unsigned s, unsigned i)
{
	bgpm_error(__func__, BGPM_ENOTIMPL, NULL);
	return 0;
}
