/* bgpm_attribute.c - attributes of sets and events of the core: groups of opcodes, operations of
 * floating point, states of the thread; see bgpm.h. */
#include "bgpm.h"

#include <bgpm/include/bgpm.h>

/* An event of this number; NULL with *error set. */
static struct bgpm_event *masked(const char *call, unsigned set, unsigned index, unsigned id,
				 int *error)
{
	struct bgpm_event *e = bgpm_event_of(call, set, index, error);

	if (e && e->id != id) {
		*error = bgpm_error(call, BGPM_ENOT_MASK_EVENT, bgpm_label(e->id));
		return NULL;
	}
	return e;
}

static int mask_set(const char *call, unsigned set, unsigned index, unsigned id, uint64_t mask)
{
	int error;
	struct bgpm_event *e = masked(call, set, index, id, &error);

	if (!e)
		return error;
	if (bgpm_set_at(set)->applied)
		return bgpm_error(call, BGPM_EES_FROZEN, NULL);
	e->mask = mask;
	return BGPM_EOK;
}

static int mask_get(const char *call, unsigned set, unsigned index, unsigned id, uint64_t *mask)
{
	int error;
	const struct bgpm_event *e = masked(call, set, index, id, &error);

	if (e)
		*mask = e->mask;
	return error;
}

int Bgpm_SetQfpuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t mask)
{
	return mask_set(__func__, hEvtSet, evtIdx, PEVT_INST_QFPU_GRP_MASK, mask);
}

int Bgpm_GetQfpuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t *pMask)
{
	return mask_get(__func__, hEvtSet, evtIdx, PEVT_INST_QFPU_GRP_MASK, pMask);
}

int Bgpm_SetXuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t mask)
{
	return mask_set(__func__, hEvtSet, evtIdx, PEVT_INST_XU_GRP_MASK, mask);
}

int Bgpm_GetXuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t *pMask)
{
	return mask_get(__func__, hEvtSet, evtIdx, PEVT_INST_XU_GRP_MASK, pMask);
}

/* ---- operations instead of instructions */

static struct bgpm_event *of_fpu(const char *call, unsigned set, unsigned index, int *error)
{
	struct bgpm_event *e = bgpm_event_of(call, set, index, error);

	if (e && (e->id < PEVT_INST_QFPU_MATCH || e->id >= PEVT_INST_ALL)) {
		*error = bgpm_error(call, BGPM_ENOT_QFPU_INST_EVENT, bgpm_label(e->id));
		return NULL;
	}
	return e;
}

int Bgpm_SetQfpuFp(unsigned hEvtSet, unsigned evtIdx, unsigned short countFp)
{
	int error;
	struct bgpm_event *e = of_fpu(__func__, hEvtSet, evtIdx, &error);

	if (!e)
		return error;
	if (bgpm_set_at(hEvtSet)->applied)
		return bgpm_error(__func__, BGPM_EES_FROZEN, NULL);
	e->operations = countFp != 0;
	return BGPM_EOK;
}

int Bgpm_GetQfpuFp(unsigned hEvtSet, unsigned evtIdx, unsigned short *pCountFp)
{
	int error;
	const struct bgpm_event *e = of_fpu(__func__, hEvtSet, evtIdx, &error);

	if (e)
		*pCountFp = e->operations;
	return error;
}

/* ---- attributes of a set of the core */

static struct bgpm_set *of_core(const char *call, unsigned handle, int *error)
{
	struct bgpm_set *s = bgpm_set_of(call, handle, error);

	if (s && s->events && s->unit != BGPMUnitType_PUNIT) {
		*error = bgpm_error(call, BGPM_EUNSUP_ATTRIB, NULL);
		return NULL;
	}
	return s;
}

#define SCALE_MOST 8

static int scale_set(const char *call, unsigned handle, unsigned short scale, bool divide)
{
	int error;
	struct bgpm_set *s = of_core(call, handle, &error);

	if (!s)
		return error;
	if (s->applied)
		return bgpm_error(call, BGPM_EES_FROZEN, NULL);
	if (!scale || scale > SCALE_MOST)
		return bgpm_error(call, BGPM_EINV_PARM, "a scale is 1 to 8");
	*(divide ? &s->divide_scale : &s->sqrt_scale) = scale;
	return BGPM_EOK;
}

int Bgpm_SetFpSqrScale(unsigned hEvtSet, unsigned short fpScale)
{
	return scale_set(__func__, hEvtSet, fpScale, false);
}

int Bgpm_SetFpDivScale(unsigned hEvtSet, unsigned short fpScale)
{
	return scale_set(__func__, hEvtSet, fpScale, true);
}

int Bgpm_GetFpSqrScale(unsigned hEvtSet, unsigned short *pFpScale)
{
	int error;
	const struct bgpm_set *s = of_core(__func__, hEvtSet, &error);

	if (s)
		*pFpScale = (unsigned short)s->sqrt_scale;
	return error;
}

int Bgpm_GetFpDivScale(unsigned hEvtSet, unsigned short *pFpScale)
{
	int error;
	const struct bgpm_set *s = of_core(__func__, hEvtSet, &error);

	if (s)
		*pFpScale = (unsigned short)s->divide_scale;
	return error;
}

/* The kernel's own instructions are not in the model, so what a program executes is all. */
int Bgpm_SetContext(unsigned hEvtSet, Bgpm_Context context)
{
	int error;
	struct bgpm_set *s = of_core(__func__, hEvtSet, &error);

	if (!s)
		return error;
	if ((unsigned)context > BGPM_CTX_BOTH)
		return bgpm_error(__func__, BGPM_EINV_PARM, NULL);
	if (context == BGPM_CTX_KERNEL)
		return bgpm_error(__func__, BGPM_ENOTIMPL, "instructions of the kernel");
	s->context = context == BGPM_CTX_DEFAULT ? BGPM_CTX_BOTH : context;
	return BGPM_EOK;
}

int Bgpm_GetContext(unsigned hEvtSet, Bgpm_Context *pContext)
{
	int error;
	const struct bgpm_set *s = of_core(__func__, hEvtSet, &error);

	if (s)
		*pContext = (Bgpm_Context)s->context;
	return error;
}

int Bgpm_AllowMixedContext(unsigned hEvtSet)
{
	int error;

	of_core(__func__, hEvtSet, &error);
	return error;
}

static Bgpml1pModes l1p_mode_of(unsigned event)
{
	if (event >= PEVT_L1P_SW_MAS_SW_REQ_VAL && event <= PEVT_L1P_SW_WC_EVICT_ADDR)
		return BGPMl1pMode_SWITCH;
	if (event >= PEVT_L1P_STRM_LINE_ESTB && event <= PEVT_L1P_STRM_PART_INVAL_REFCH)
		return BGPMl1pMode_STREAM;
	return BGPMl1pMode_UNDEF;
}

int Bgpm_GetL1pMode(unsigned hEvtSet, Bgpml1pModes *pMode)
{
	int error;
	const struct bgpm_set *s = of_core(__func__, hEvtSet, &error);

	if (!s)
		return error;
	*pMode = BGPMl1pMode_UNDEF;
	for (unsigned i = 0; i < s->events; i++)
		if (l1p_mode_of(s->event[i].id) != BGPMl1pMode_UNDEF)
			*pMode = l1p_mode_of(s->event[i].id);
	return BGPM_EOK;
}
