/*
 * bgpm/include/bgpm.h - the Blue Gene Performance Monitor: sets of events that are counted
 * between a start and a stop.
 *
 * Public; C99 and C++98.  Names, values and signatures follow the driver's headers in
 * bgpm/include.  The counts are the model's own; bgqemu(7) has the table of the events that
 * are served, and what they mean.  Any other event, and what has no meaning here (matches of
 * opcodes, slices of the L2), is an error that names it.  An error is printed and ends the
 * program, unless Bgpm_PrintOnError() and Bgpm_ExitOnError() say otherwise; it is returned then.
 *
 * A set holds events of one unit: the core, the L2, the message unit, or the network, whose set
 * is attached to links.  Sets are the process's; every thread begins with Bgpm_Init().  A set of
 * the core is applied, and counts the thread that has done so, or, in BGPM_MODE_HWDISTRIB,
 * attached to hardware threads of the node.  Counters of links are the node's, and belong to the
 * process that attaches first.  No call waits; a look at counters costs a load from a register
 * for each link, or one for all events of the core.
 */
#ifndef BGPM_H
#define BGPM_H

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <ucontext.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/common/compiler_support.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>
#include <spi/include/kernel/upc_hw.h>
#include <spi/include/upci/upci.h>

typedef enum eBgpm_Modes {
	BGPM_MODE_DEFAULT = 0,
	BGPM_MODE_LLDISTRIB = 1,
	BGPM_MODE_SWDISTRIB = 2,
	BGPM_MODE_HWDISTRIB = 3,
	BGPM_MAX_MODES = 4
} Bgpm_Modes;

typedef enum eBgpmUnitTypes {
	BGPMUnitType_UNDEF = 0,
	BGPMUnitType_PUNIT = 1,
	BGPMUnitType_L2 = 2,
	BGPMUnitType_IO = 3, /* the message unit, too */
	BGPMUnitType_NW = 4,
	BGPMUnitType_CNK = 5
} BgpmUnitTypes;

#define BGPM_NORMAL 1
#define BGPM_NOTNORMAL 0
#define BGPM_MAX_OVERFLOW_EVENTS 24
#define BGPM_MAX_PUNIT_HANDLES 24

#define BGPM_TRUE 1
#define BGPM_FALSE 0
#define BGPM_FEEDBACK_BUFSIZE 4100

/* Which states of the thread events are of. */
typedef enum eBgpm_Context {
	BGPM_CTX_DEFAULT = 0,
	BGPM_CTX_KERNEL = 1,
	BGPM_CTX_USER = 2,
	BGPM_CTX_BOTH = 3
} Bgpm_Context;

typedef enum eBgpml1pModes {
	BGPMl1pMode_UNDEF = 0,
	BGPMl1pMode_STREAM = 1,
	BGPMl1pMode_SWITCH = 2,
	BGPMl1pMode_LIST = 3
} Bgpml1pModes;

typedef enum eRsvMuxCtrs {
	BGPMMuxMinEvts = 5,
	BGPMMuxMedEvts = 11,
	BGPMMuxMaxEvts = 23
} RsvMuxCtrs;

/* What is known of an event: its label, which is the description, too, and its unit.  The
 * others are 0, undefined. */
typedef struct sEventInfo {
	unsigned evtId;
	const char *label;
	const char *desc;
	BgpmUnitTypes unitType;
	unsigned srcType;
	unsigned scope;
	unsigned metric;
	unsigned short edge;
	unsigned short inverted;
	uint32_t selVal;
} Bgpm_EventInfo_t;

typedef struct sMuxStats {
	int active;
	uint64_t period;
	int normalize;
	unsigned numGrps;
	unsigned maxEvtsPerGrp;
	unsigned numSwitches;
	uint64_t elapsedCycles;
} Bgpm_MuxStats_t;

/* Whether a counter of the core has overflown, by its value of Bgpm_Punit_LLRead(); 0 here,
 * whose counters are wide enough. */
#define BGPM_LLCOUNT_OVERFLOW(value) ((void)(value), 0)
#define BGPM_PERIOD2THRES(period) (period)

/* Results: 0, a negative error, or a positive warning. */
#define BGPM_EOK 0
#define BGPM_EINTERNAL (-1000)
#define BGPM_ENOTIMPL (-1001)
#define BGPM_EINV_EVENT (-1002)
#define BGPM_EINV_PARM (-1003)
#define BGPM_ENOT_INIT (-1004)
#define BGPM_ERESERVED (-1005)
#define BGPM_ESIGRESERVED (-1006)
#define BGPM_ECTRRESERVED (-1007)
#define BGPM_EL1PMODERESERVED (-1008)
#define BGPM_ETHRDCORE_MISMATCH (-1009)
#define BGPM_ESYSCALL_DATASIZE (-1010)
#define BGPM_ESYSCALL_NOTIMPL (-1011)
#define BGPM_ESYSCALL_INVALID (-1012)
#define BGPM_ESYSCALL_RETRY (-1013)
#define BGPM_EMODE_MISMATCH (-1014)
#define BGPM_EMODE_MISMATCH_UNIT (-1015)
#define BGPM_EINV_EVT_IDX (-1016)
#define BGPM_EINV_OVF (-1017)
#define BGPM_ERESERVED1 (-1018)
#define BGPM_EINV_OPCTRMODE (-1019)
#define BGPM_EINV_UKVER_MISMATCH (-1020)
#define BGPM_ETHD_CTRS_RSV (-1021)
#define BGPM_ECSEVT_REQALLTHDS (-1022)
#define BGPM_MIN_ERRNO (-2000)
#define BGPM_EINITED (-2000)
#define BGPM_EHWINITED (-2001)
#define BGPM_ECONF_MODE (-2002)
#define BGPM_ENOMEM (-2003)
#define BGPM_EINV_SET_HANDLE (-2004)
#define BGPM_EEVT_SET_UNASSIGNED (-2005)
#define BGPM_ECONF_UNIT (-2006)
#define BGPM_EXHAUSTED (-2007)
#define BGPM_EINV_ATTRIB (-2008)
#define BGPM_EINV_ATTRIB_VAL (-2009)
#define BGPM_EUNSUP_ATTRIB (-2010)
#define BGPM_EUNSUP_OVERFLOW (-2011)
#define BGPM_ENO_OVERFLOW (-2012)
#define BGPM_EARRAY_TOO_SMALL (-2013)
#define BGPM_ENOT_MUXED (-2014)
#define BGPM_ECONF_L2_COMBINE (-2015)
#define BGPM_ENO_CONFIG (-2016)
#define BGPM_ENOT_MASK_EVENT (-2017)
#define BGPM_ENOT_QFPU_INST_EVENT (-2018)
#define BGPM_ENOT_EMPTY (-2019)
#define BGPM_EUNREC_EVTID (-2020)
#define BGPM_EINV_OP (-2021)
#define BGPM_ESHM_OPEN_ERR (-2022)
#define BGPM_ESWTHD_MOVED (-2023)
#define BGPM_ENOT_APPLIED (-2024)
#define BGPM_EINV_L2_SLICE (-2025)
#define BGPM_ETHD_COUNTS_RSV (-2026)
#define BGPM_EINV_SUBNODE (-2027)
#define BGPM_EPRERSV_EXISTS (-2028)
#define BGPM_ECTX_MISMATCH (-2029)
#define BGPM_EEVT_CTX_MISMATCH (-2030)
#define BGPM_EES_FROZEN (-2031)
#define BGPM_EQFPU_RSV_MISMATCH (-2032)
#define BGPM_EXU_RSV_MISMATCH (-2033)
#define BGPM_ESQRT_SCALE_MISMATCH (-2034)
#define BGPM_EDIV_SCALE_MISMATCH (-2035)
#define BGPM_ETHRES_MISMATCH (-2036)
#define BGPM_ENOT_CONTROL_THREAD (-2037)
#define BGPM_EUPDATE_DISALLOWED (-2038)
#define BGPM_EMAX_EVTSETS (-2039)
#define BGPM_ECTRS_IN_USE (-2040)
#define BGPM_ELINK_CTRS_INCOMPAT (-2041)
#define BGPM_ELONGDESC_CORRUPT (-2042)
#define BGPM_EINV_WRT2OVF (-2043)
#define BGPM_MAX_ERRNO (-2043)
#define BGPM_MIN_WARNING_NO 3000
#define BGPM_WALREADY_ATTACHED 3000
#define BGPM_WNOT_ATTACHED 3001
#define BGPM_WALREADY_STARTED 3002
#define BGPM_WALREADY_STOPPED 3003
#define BGPM_WEVTSET_STILL_USED 3004
#define BGPM_WNOT_LINK_CTL 3005
#define BGPM_MAX_WARNING_NO 3005

/* For Bgpm_Punit_*: of the events of a set. */
typedef struct sBgpm_Punit_Handles {
	uint64_t allCtrMask;
	unsigned numCtrs;
	uint64_t hCtr[BGPM_MAX_PUNIT_HANDLES];
} Bgpm_Punit_Handles_t;
typedef Bgpm_Punit_Handles_t Bgpm_Punit_LLHandles_t;

typedef void (*Bgpm_OverflowHandler_t)(int hEvtSet, uint64_t address, uint64_t ovfVector,
				       const ucontext_t *pContext);

__BEGIN_DECLS

/* ---- life of the library in the calling thread */
int Bgpm_Init(Bgpm_Modes mode);
/* Stops and deletes what the thread has made, and gives its links back. */
int Bgpm_Disable(void);

/* ---- event sets */
/* A handle, or a negative error. */
int Bgpm_CreateEventSet(void);
int Bgpm_DeleteEventSet(unsigned hEvtSet);
/* The first event decides on the unit.  Not while the set counts. */
int Bgpm_AddEvent(unsigned hEvtSet, unsigned eventId);
int Bgpm_AddEventList(unsigned hEvtSet, unsigned *eventIds, unsigned num);
int Bgpm_NumEvents(unsigned hEvtSet);
int Bgpm_GetUnitType(unsigned hEvtSet);
/* NULL: no such event. */
const char *Bgpm_GetEventLabel(unsigned hEvtSet, unsigned evtIdx);
const char *Bgpm_GetEventIdLabel(unsigned evtId);
int Bgpm_GetEventId(unsigned hEvtSet, unsigned evtIdx);
int Bgpm_GetEventIdFromLabel(const char *evtLabel);
/* The number of events, if there is no such one from startIdx on. */
int Bgpm_GetEventIndex(unsigned hEvtSet, unsigned evtId, unsigned startIdx);
int Bgpm_GetEventIdInfo(unsigned evtId, Bgpm_EventInfo_t *pInfo);
/* As much of it as goes into *pLen bytes with a 0; *pLen: its length.  Here: the label. */
int Bgpm_GetLongDesc(unsigned evtId, char *pBuff, int *pLen);
/* Two words each of a set and of an event that are the caller's own; 0 at first. */
int Bgpm_SetEventSetUser1(unsigned hEvtSet, uint64_t value);
int Bgpm_GetEventSetUser1(unsigned hEvtSet, uint64_t *pValue);
int Bgpm_SetEventSetUser2(unsigned hEvtSet, uint64_t value);
int Bgpm_GetEventSetUser2(unsigned hEvtSet, uint64_t *pValue);
int Bgpm_SetEventUser1(unsigned hEvtSet, unsigned evtIdx, uint64_t value);
int Bgpm_GetEventUser1(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue);
int Bgpm_SetEventUser2(unsigned hEvtSet, unsigned evtIdx, uint64_t value);
int Bgpm_GetEventUser2(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue);
/* Which virtual channels PEVT_NW_SENT, _RECV and _RECV_FIFO count. */
int Bgpm_SetEventVirtChannels(unsigned hEvtSet, unsigned evtIdx, UPC_NW_Vchannels vchan);
int Bgpm_GetEventVirtChannels(unsigned hEvtSet, unsigned evtIdx, UPC_NW_Vchannels *pVchan);

/* ---- counting */
/* Makes the set ready, with counts of 0: of the core, for the calling thread; of the network, all links. */
int Bgpm_Apply(unsigned hEvtSet);
/* targMask: UPC_NW_LinkMasks, or UPC_APP_HWTID_MASK() of hardware threads.
 * BGPM_WALREADY_ATTACHED: another process of the node has some
 * of them; the others are attached. */
int Bgpm_Attach(unsigned hEvtSet, uint64_t targMask, uint64_t agentMask);
int Bgpm_Detach(unsigned hEvtSet);
/* 1: the calling thread has attached or applied it. */
int Bgpm_IsController(unsigned hEvtSet);
int Bgpm_Start(unsigned hEvtSet);
int Bgpm_ResetStart(unsigned hEvtSet);
int Bgpm_Reset(unsigned hEvtSet);
int Bgpm_Stop(unsigned hEvtSet);
/* While it counts, too.  Of the network: the sum of the attached links, but for
 * PEVT_NW_CYCLES. */
int Bgpm_ReadEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue);
int Bgpm_ReadEventList(unsigned hEvtSet, uint64_t *pValues, unsigned *pLen);
/* A set that is not attached, of another unit than the network. */
int Bgpm_WriteEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t value);
/* Links, or hardware threads, that are attached; 1 of a set that is applied, 0 of others. */
int Bgpm_NumTargets(unsigned hEvtSet);
/* Of these hardware threads.  BGPM_WNOT_ATTACHED: some are not attached. */
int Bgpm_ReadThreadEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t thdMask,
			 uint64_t agentMask, uint64_t *pValue);
/* Of the links of mask.  BGPM_WNOT_ATTACHED: some are not attached. */
int Bgpm_NW_ReadLinkEvent(unsigned hEvtSet, unsigned evtIdx, UPC_NW_LinkMasks mask,
			  uint64_t *pValue);

/* ---- the core's counters by handles */
int Bgpm_Punit_GetHandles(unsigned hEvtSet, Bgpm_Punit_Handles_t *pH);
void Bgpm_Punit_Start(uint64_t mask);
void Bgpm_Punit_Stop(uint64_t mask);
uint64_t Bgpm_Punit_Read(uint64_t hCtr);
int Bgpm_Punit_GetLLHandles(unsigned hEvtSet, Bgpm_Punit_LLHandles_t *pH);
void Bgpm_Punit_LLStart(uint64_t mask);
void Bgpm_Punit_LLResetStart(uint64_t mask);
void Bgpm_Punit_LLStop(uint64_t mask);
uint64_t Bgpm_Punit_LLRead(uint64_t hCtr);
void Bgpm_Punit_LLWrite(uint64_t hCtr, uint64_t val);

/* ---- overflow; BGPM_MODE_SWDISTRIB, before the set is applied; not of the network */
/* Each time that it has counted period more, the handler is called at the thread's next check. */
int Bgpm_SetOverflow(unsigned hEvtSet, unsigned evtIdx, uint64_t period);
int Bgpm_SetOverflowHandler(unsigned hEvtSet, Bgpm_OverflowHandler_t handler);
/* *pPeriod 0: none. */
int Bgpm_GetOverflow(unsigned hEvtSet, unsigned evtIdx, uint64_t *pPeriod,
		     Bgpm_OverflowHandler_t *pHandler);
int Bgpm_GetOverflowEventIndices(unsigned hEvtSet, uint64_t ovfVector, unsigned *pIndicies,
				 unsigned *pLen);

/* ---- multiplexing; BGPM_MODE_SWDISTRIB, of the core, before the set is applied */
/* Groups of events in the order of the set, five or as many as is said each, count in turn for
 * period cycles; 0: until Bgpm_SwitchMux().  BGPM_NORMAL: values are scaled to the time of the
 * group that has counted longest. */
int Bgpm_SetMultiplex(unsigned hEvtSet, uint64_t period, int normalize);
int Bgpm_SetMultiplex2(unsigned hEvtSet, uint64_t period, int normalize,
		       RsvMuxCtrs maxEventsPerGroup);
int Bgpm_SwitchMux(unsigned hEvtSet);
int Bgpm_GetMultiplex(unsigned hEvtSet, Bgpm_MuxStats_t *pMuxStats);
int Bgpm_GetMuxGroups(unsigned hEvtSet);
uint64_t Bgpm_GetMuxElapsedCycles(unsigned hEvtSet, unsigned muxGrpNum);
uint64_t Bgpm_GetMuxEventElapsedCycles(unsigned hEvtSet, unsigned evtIdx);

/* ---- attributes of the core's events, before the set is applied */
/* Of PEVT_INST_QFPU_GRP_MASK and PEVT_INST_XU_GRP_MASK: groups of spi/include/upci/upc_p.h. */
int Bgpm_SetQfpuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t mask);
int Bgpm_GetQfpuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t *pMask);
int Bgpm_SetXuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t mask);
int Bgpm_GetXuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t *pMask);
/* Whether PEVT_INST_QFPU_* counts operations instead of instructions. */
int Bgpm_SetQfpuFp(unsigned hEvtSet, unsigned evtIdx, unsigned short countFp);
int Bgpm_GetQfpuFp(unsigned hEvtSet, unsigned evtIdx, unsigned short *pCountFp);
/* As how many operations a division or root counts: 1 to 8. */
int Bgpm_SetFpSqrScale(unsigned hEvtSet, unsigned short fpScale);
int Bgpm_GetFpSqrScale(unsigned hEvtSet, unsigned short *pFpScale);
int Bgpm_SetFpDivScale(unsigned hEvtSet, unsigned short fpScale);
int Bgpm_GetFpDivScale(unsigned hEvtSet, unsigned short *pFpScale);
/* BGPM_CTX_KERNEL is not modelled; the others are the same. */
int Bgpm_SetContext(unsigned hEvtSet, Bgpm_Context context);
int Bgpm_GetContext(unsigned hEvtSet, Bgpm_Context *pContext);
int Bgpm_AllowMixedContext(unsigned hEvtSet);
int Bgpm_GetL1pMode(unsigned hEvtSet, Bgpml1pModes *pMode);

/* ---- not supported: an error that names the call */
int Bgpm_SetQfpuMatch(unsigned hEvtSet, unsigned evtIdx, uint16_t match, uint16_t mask,
		      unsigned short fpScale);
int Bgpm_GetQfpuMatch(unsigned hEvtSet, unsigned evtIdx, uint16_t *pMatch, uint16_t *pMask,
		      unsigned short *pFpScale);
int Bgpm_SetXuMatch(unsigned hEvtSet, unsigned evtIdx, uint16_t match, uint16_t mask);
int Bgpm_GetXuMatch(unsigned hEvtSet, unsigned evtIdx, uint16_t *pMatch, uint16_t *pMask);
int Bgpm_SetEventEdge(unsigned hEvtSet, unsigned evtIdx, unsigned short setEdge);
int Bgpm_GetEventEdge(unsigned hEvtSet, unsigned evtIdx, unsigned short *pEdge);
int Bgpm_SetEventInvert(unsigned hEvtSet, unsigned evtIdx, unsigned short invert);
int Bgpm_GetEventInvert(unsigned hEvtSet, unsigned evtIdx, unsigned short *pInvert);
int Bgpm_L2_WriteEvent(unsigned hEvtSet, unsigned slice, unsigned idx, uint64_t value);
int Bgpm_CNK_SampleEvent(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue);
int Bgpm_SetThreadFeedbackBuffer(unsigned hEvtSet, char *buffer, int bufSize);
int Bgpm_PrintFeedbackBuffer(const char *buffer, int bufSize);
int Bgpm_PrintCurrentPunitReservations(unsigned hEvtSet);
int Bgpm_DumpEvtSet(unsigned hEvtSet, unsigned indentLvl);
int Bgpm_DumpEvtSetList(unsigned indentLvl);
int Bgpm_L2_ReadEvent(unsigned hEvtSet, unsigned slice, unsigned idx, uint64_t *pValue);

/* ---- errors.  Of the calling thread; set by errors and warnings only. */
int Bgpm_LastErr(void);
const char *Bgpm_LastErrStrg(void);
const char *Bgpm_ErrStrg(int errnum);
/* Of the calling thread: set, and return what was set; both are on at first. */
unsigned short Bgpm_PrintOnError(unsigned short val);
unsigned short Bgpm_ExitOnError(unsigned short val);
/* An error is an abort(); off at first. */
unsigned short Bgpm_DumpOnError(unsigned short val);
void Bgpm_EnableTracePrint(void);
void Bgpm_DisableTracePrint(void);

/* 1: the library is linked. */
int Bgpm_LibLinked(void);

__END_DECLS

#endif
