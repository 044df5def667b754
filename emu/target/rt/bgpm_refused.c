/* bgpm_refused.c - what the performance monitor does not do: an error that names the call; see
 * bgpm.h. */
#include "bgpm.h"

#include <bgpm/include/bgpm.h>

#define NOT_DONE(call, ...)                                                            \
	int call(__VA_ARGS__)                                                          \
	{                                                                              \
		return bgpm_error(#call, BGPM_ENOTIMPL, NULL);                         \
	}

#pragma GCC diagnostic ignored "-Wunused-parameter"
NOT_DONE(Bgpm_L2_ReadEvent, unsigned s, unsigned slice, unsigned i, uint64_t *value)
NOT_DONE(Bgpm_L2_WriteEvent, unsigned s, unsigned slice, unsigned idx, uint64_t value)
NOT_DONE(Bgpm_SetQfpuMatch, unsigned s, unsigned i, uint16_t match, uint16_t mask, ushort fpScale)
NOT_DONE(Bgpm_GetQfpuMatch, unsigned s, unsigned i, uint16_t *pMatch, uint16_t *pMask,
	 ushort *pFpScale)
NOT_DONE(Bgpm_SetXuMatch, unsigned s, unsigned i, uint16_t match, uint16_t mask)
NOT_DONE(Bgpm_GetXuMatch, unsigned s, unsigned i, uint16_t *pMatch, uint16_t *pMask)
NOT_DONE(Bgpm_SetEventEdge, unsigned s, unsigned i, ushort setEdge)
NOT_DONE(Bgpm_GetEventEdge, unsigned s, unsigned i, ushort *pEdge)
NOT_DONE(Bgpm_SetEventInvert, unsigned s, unsigned i, ushort invert)
NOT_DONE(Bgpm_GetEventInvert, unsigned s, unsigned i, ushort *pInvert)
NOT_DONE(Bgpm_CNK_SampleEvent, unsigned s, unsigned i, uint64_t *pValue)
NOT_DONE(Bgpm_SetThreadFeedbackBuffer, unsigned s, char *buffer, int bufSize)
NOT_DONE(Bgpm_PrintFeedbackBuffer, const char *buffer, int bufSize)
NOT_DONE(Bgpm_PrintCurrentPunitReservations, unsigned s)
NOT_DONE(Bgpm_DumpEvtSet, unsigned s, unsigned indentLvl)
NOT_DONE(Bgpm_DumpEvtSetList, unsigned indentLvl)
