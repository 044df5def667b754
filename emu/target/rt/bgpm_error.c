/* bgpm_error.c - errors and warnings of the performance monitor; see bgpm.h. */
#include "bgpm.h"

#include <stdio.h>
#include <stdlib.h>

#include <bgpm/include/bgpm.h>

static __thread unsigned short prints = 1, exits = 1, dumps;
static __thread int last;
static __thread char last_text[160];

const char *Bgpm_ErrStrg(int code)
{
	switch (code) {
	case BGPM_EOK: return "no error";
	case BGPM_ENOTIMPL: return "not modelled";
	case BGPM_EINV_EVENT: return "invalid event";
	case BGPM_EINV_PARM: return "invalid argument";
	case BGPM_ENOT_INIT: return "the thread has not called Bgpm_Init()";
	case BGPM_EINV_EVT_IDX: return "no event has this index";
	case BGPM_EINITED: return "the thread has called Bgpm_Init() before";
	case BGPM_EINV_SET_HANDLE: return "invalid handle of an event set";
	case BGPM_EEVT_SET_UNASSIGNED: return "the event set is empty";
	case BGPM_ECONF_UNIT: return "the event set holds events of another unit";
	case BGPM_EXHAUSTED: return "too many events in the set";
	case BGPM_EUNSUP_OVERFLOW: return "overflow is not supported";
	case BGPM_EARRAY_TOO_SMALL: return "array too small";
	case BGPM_ENOT_MUXED: return "the event set is not multiplexed";
	case BGPM_EUNREC_EVTID: return "there is no such event";
	case BGPM_ENOMEM: return "out of memory";
	case BGPM_EINV_OVF: return "invalid period of overflow";
	case BGPM_EMODE_MISMATCH: return "not in this mode of Bgpm_Init()";
	case BGPM_EUNSUP_ATTRIB: return "the unit has no such attribute";
	case BGPM_ENOT_MASK_EVENT: return "the event has no mask of groups";
	case BGPM_ENOT_QFPU_INST_EVENT: return "not an event of floating-point instructions";
	case BGPM_EINV_OP: return "not for this kind of event set";
	case BGPM_ENOT_APPLIED: return "the event set is not applied or attached";
	case BGPM_EES_FROZEN: return "the event set has been applied or attached";
	case BGPM_EMAX_EVTSETS: return "too many event sets";
	case BGPM_WALREADY_ATTACHED: return "another process of the node has the counters";
	case BGPM_WNOT_ATTACHED: return "links that are not attached";
	case BGPM_WALREADY_STARTED: return "it counts";
	case BGPM_WALREADY_STOPPED: return "it does not count";
	default: return "unknown error";
	}
}

int bgpm_error(const char *call, int code, const char *what)
{
	last = code;
	snprintf(last_text, sizeof last_text, "%s%s%s", what ? what : "", what ? ": " : "",
		 Bgpm_ErrStrg(code));
	if (code > 0)
		return code;
	if (prints)
		fprintf(stderr, "bgpm: %s: error %d: %s\n", call, code, last_text);
	if (dumps)
		abort();
	if (exits)
		exit(1);
	return code;
}

int Bgpm_LastErr(void)
{
	return last;
}

const char *Bgpm_LastErrStrg(void)
{
	return last_text;
}

unsigned short Bgpm_PrintOnError(unsigned short val)
{
	unsigned short was = prints;

	prints = val;
	return was;
}

unsigned short Bgpm_DumpOnError(unsigned short val)
{
	unsigned short was = dumps;

	dumps = val;
	return was;
}

/* There is nothing to print but errors. */
void Bgpm_EnableTracePrint(void)
{
}

void Bgpm_DisableTracePrint(void)
{
}

unsigned short Bgpm_ExitOnError(unsigned short val)
{
	unsigned short was = exits;

	exits = val;
	return was;
}
