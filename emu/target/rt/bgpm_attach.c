/* bgpm_attach.c - which thread, hardware threads or links a set of events counts; see bgpm.h. */
#include "bgpm.h"

#include <pthread.h>

#include <bgpm/include/bgpm.h>

#define ALL_LINKS ((1u << BGPM_LINKS) - 1)

static void controlled(struct bgpm_set *s, uint64_t targets)
{
	s->owner = (uint64_t)pthread_self();
	s->applied = true;
	s->targets = targets;
	bgpm_mux_place(s);
	bgpm_reset(s);
}

static int attach_links(const char *call, struct bgpm_set *s, unsigned links)
{
	unsigned others = bgqemu_count_take(links);

	controlled(s, links & ~others);
	return others ? bgpm_error(call, BGPM_WALREADY_ATTACHED, NULL) : BGPM_EOK;
}

static struct bgpm_set *set_filled(const char *call, unsigned handle, int *error)
{
	struct bgpm_set *s = bgpm_set_of(call, handle, error);

	if (s && !s->events) {
		*error = bgpm_error(call, BGPM_EEVT_SET_UNASSIGNED, NULL);
		return NULL;
	}
	return s;
}

int Bgpm_Apply(unsigned hEvtSet)
{
	static const char call[] = "Bgpm_Apply";
	int error;
	struct bgpm_set *s = set_filled(call, hEvtSet, &error);

	if (!s)
		return error;
	if (s->unit == BGPMUnitType_PUNIT && s->mode == BGPM_MODE_HWDISTRIB)
		return bgpm_error(call, BGPM_EINV_OP, "it is attached in this mode");
	if (s->unit == BGPMUnitType_NW)
		return attach_links(call, s, ALL_LINKS);
	controlled(s, 0);
	return BGPM_EOK;
}

static unsigned links_of(uint64_t mask)
{
	unsigned links = 0;

	for (unsigned i = 0; i < BGPM_LINKS; i++)
		links |= (unsigned)((mask & (uint64_t)UPC_NW_LINK_bit(i)) != 0) << i;
	return links;
}

/* Counts the node's hardware threads of the mask, whichever threads run there. */
static int attach_threads(const char *call, struct bgpm_set *s, uint64_t mask)
{
	uint64_t threads = 0;

	if (s->mode != BGPM_MODE_HWDISTRIB)
		return bgpm_error(call, BGPM_EINV_OP, "it is applied in this mode");
	for (unsigned i = 0; i < BGPM_TARGETS; i++)
		if (mask & UPC_APP_HWTID_MASK(i))
			threads |= UINT64_C(1) << i;
	if (!threads)
		return bgpm_error(call, BGPM_EINV_PARM, "no thread");
	controlled(s, threads);
	return BGPM_EOK;
}

int Bgpm_Attach(unsigned hEvtSet, uint64_t targMask, uint64_t agentMask)
{
	static const char call[] = "Bgpm_Attach";
	int error;
	struct bgpm_set *s = set_filled(call, hEvtSet, &error);

	(void)agentMask;
	if (!s)
		return error;
	if (s->unit == BGPMUnitType_PUNIT)
		return attach_threads(call, s, targMask);
	if (s->unit == BGPMUnitType_NW)
		return attach_links(call, s, links_of(targMask));
	controlled(s, 0);
	return BGPM_EOK;
}

int Bgpm_Detach(unsigned hEvtSet)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_Detach", hEvtSet, &error);

	if (!s)
		return error;
	bgpm_stop(s);
	if (s->targets && s->unit == BGPMUnitType_NW)
		bgqemu_count_take(0);
	s->targets = 0;
	s->applied = false;
	return BGPM_EOK;
}

int Bgpm_IsController(unsigned hEvtSet)
{
	int error;
	struct bgpm_set *s = bgpm_set_of("Bgpm_IsController", hEvtSet, &error);

	return s ? s->applied && s->owner == (uint64_t)pthread_self() : error;
}

int Bgpm_NumTargets(unsigned hEvtSet)
{
	int error;
	const struct bgpm_set *s = bgpm_set_of("Bgpm_NumTargets", hEvtSet, &error);

	if (!s || !s->applied)
		return 0;
	return s->targets ? __builtin_popcountll(s->targets) : 1;
}
