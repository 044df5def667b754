/* bgpm_event.c - events of the performance monitor: their names, and what the model counts of
 * them; see bgpm.h. */
#include "bgpm.h"

#include <stddef.h>

#include <bgpm/include/bgpm.h>

static const char *const label[] = {
#define LABEL(name) "PEVT_" #name,
	BGQEMU_EVENTS(LABEL)
#undef LABEL
};

const char *bgpm_label(unsigned event)
{
	return event > 0 && event <= PEVT_LAST_EVENT ? label[event] : NULL;
}

#define BIT(counter) (UINT32_C(1) << (counter))
#define USER_PP (UPC_NW_VC_USER_DYNAMIC | UPC_NW_VC_USER_ESCAPE | UPC_NW_VC_USER_PRIORITY)
#define WORLD   (UPC_NW_VC_COL_USER_WORLD | UPC_NW_VC_COL_SYSTEM)

/* Channels that are counted together, apart from others. */
struct event_part {
	char direction;
	uint8_t channels, counter;
};

static const struct event_part part[] = {
	{ 's', UPC_NW_VC_USER_DYNAMIC, BGQEMU_COUNT_DYNAMIC },
	{ 's', UPC_NW_VC_USER_ESCAPE, BGQEMU_COUNT_DETERMINISTIC },
	{ 's', UPC_NW_VC_USER_PRIORITY, BGQEMU_COUNT_PRIORITY },
	{ 's', UPC_NW_VC_SYSTEM, BGQEMU_COUNT_SYSTEM },
	{ 's', WORLD, BGQEMU_COUNT_WORLD },
	{ 's', UPC_NW_VC_COL_USER_SUBCOMM, BGQEMU_COUNT_SUB },
	{ 'r', USER_PP, BGQEMU_COUNT_RECEIVED_USER },
	{ 'r', UPC_NW_VC_SYSTEM, BGQEMU_COUNT_RECEIVED_SYSTEM },
	{ 'r', WORLD | UPC_NW_VC_COL_USER_SUBCOMM, BGQEMU_COUNT_RECEIVED_COLLECTIVE },
	{ 'w', USER_PP, BGQEMU_COUNT_WAITING_USER },
	{ 'w', UPC_NW_VC_SYSTEM | WORLD | UPC_NW_VC_COL_USER_SUBCOMM, BGQEMU_COUNT_WAITING_OTHER },
};

void bgpm_kind_channels(struct bgpm_kind *kind, unsigned channels)
{
	unsigned found = 0;

	kind->channels = (uint8_t)channels;
	kind->counters = 0;
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		if (part[i].direction == kind->direction &&
		    (part[i].channels & channels) == part[i].channels) {
			kind->counters |= BIT(part[i].counter);
			found |= part[i].channels;
		}
	if (found != channels)
		kind->counters = 0;
}

/* In the order of the events, from PEVT_NW_USER_PP_SENT, _RECV and _RECV_FIFO on. */
static const uint8_t network[] = {
	USER_PP, UPC_NW_VC_USER_DYNAMIC, UPC_NW_VC_USER_ESCAPE, UPC_NW_VC_USER_PRIORITY,
	UPC_NW_VC_SYSTEM, UPC_NW_VC_COL_USER_WORLD, UPC_NW_VC_COL_USER_SUBCOMM,
	UPC_NW_VC_COL_SYSTEM, WORLD,
};
#define EACH (sizeof network / sizeof *network)

static void network_kind(unsigned event, struct bgpm_kind *kind)
{
	static const char direction[] = "srw";
	unsigned i = event - PEVT_NW_USER_PP_SENT;

	kind->unit = BGPMUnitType_NW;
	if (event == PEVT_NW_CYCLES) {
		kind->counters = BIT(BGQEMU_COUNT_NETWORK_CYCLES);
	} else if (event >= PEVT_NW_SENT) {
		kind->direction = direction[event - PEVT_NW_SENT];
		bgpm_kind_channels(kind, UPC_NW_VC_ALL);
	} else {
		kind->direction = direction[i / EACH];
		bgpm_kind_channels(kind, network[i % EACH]);
	}
}

bool bgpm_is_served(const struct bgpm_kind *kind)
{
	return kind->counters || kind->core || kind->never;
}

#define CACHES "caches are modelled with --memory-model only"

static bool needs_caches(const struct core_event *e)
{
	return e->how == CORE_LINES || e->how == CORE_LINES_MISSED;
}

static void l2_kind(unsigned event, struct bgpm_kind *kind)
{
	kind->unit = BGPMUnitType_L2;
	if (event == PEVT_L2_HITS)
		kind->counters = BIT(BGQEMU_COUNT_L2_HITS);
	else if (event == PEVT_L2_MISSES || event == PEVT_L2_FETCH_LINE)
		kind->counters = BIT(BGQEMU_COUNT_L2_MISSES);
	else if (event == PEVT_L2_PREFETCH)
		kind->never = "the L2 does not prefetch";
	else if (event == PEVT_L2_STORE_LINE)
		kind->never = "what cores have stored stays in the L2";
	if (kind->counters == BIT(BGQEMU_COUNT_L2_MISSES) && !bgqemu_models_caches())
		kind->never = CACHES;
}

bool bgpm_kind_of(unsigned event, struct bgpm_kind *kind)
{
	*kind = (struct bgpm_kind){ .unit = BGPMUnitType_PUNIT };
	if (!bgpm_label(event))
		return false;
	kind->core = bgpm_core_event(event);
	kind->never = kind->core ? kind->core->why : NULL;
	if (kind->core && needs_caches(kind->core) && !bgqemu_models_caches())
		kind->never = CACHES;
	if (event > PEVT_NWUNIT_LAST_EVENT)
		kind->unit = BGPMUnitType_CNK;
	else if (event > PEVT_IOUNIT_LAST_EVENT)
		network_kind(event, kind);
	else if (event > PEVT_L2UNIT_LAST_EVENT)
		kind->unit = BGPMUnitType_IO;
	else if (event > PEVT_PUNIT_LAST_EVENT)
		l2_kind(event, kind);
	if (event >= PEVT_MU_PKT_INJ && event <= PEVT_MU_PUT_PKT_RCV)
		kind->counters = BIT(BGQEMU_COUNT_MU_PACKETS + (event - PEVT_MU_PKT_INJ));
	return true;
}
