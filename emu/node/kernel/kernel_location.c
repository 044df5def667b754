/*
 * kernel_location.c - identity and place of the caller: ranks, coordinates, processors
 * (spi/include/kernel/location.h, process.h) and the personality.
 */
#include <errno.h>
#include <string.h>

#include <hwi/include/common/uci.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>

#include "net/guard.h"
#include "net/net.h"
#include "coll/coll.h"
#include "kernel.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "emu/node/machine/process.h"
#include "zone_masks.h"

#define ORDER_SHIFT 5 /* of the five masks in NetFlags */

uint32_t Kernel_GetRank(void)
{
	return process_self()->rank;
}

/* The hardware thread of the node, 0 .. 63, that the caller runs on. */
static uint32_t self_hwthread(void)
{
	return hwthread_id(thread_self);
}

uint32_t Kernel_ProcessorID(void)
{
	return self_hwthread();
}

uint32_t Kernel_ProcessorCoreID(void)
{
	return self_hwthread() / CORE_THREADS;
}

uint32_t Kernel_ProcessorThreadID(void)
{
	return self_hwthread() % CORE_THREADS;
}

uint32_t Kernel_PhysicalProcessorID(void) { return Kernel_ProcessorCoreID(); }
uint32_t Kernel_PhysicalHWThreadID(void) { return Kernel_ProcessorThreadID(); }
uint32_t Kernel_PhysicalHWThreadIndex(void) { return Kernel_ProcessorID(); }

uint32_t Kernel_MyTcoord(void)
{
	return process_self()->slot;
}

uint32_t Kernel_ProcessCount(void)
{
	return job.opt.ranks_per_node;
}

uint32_t Kernel_ProcessorCount(void)
{
	return hwthread_count();
}

/* Bit 63 - p is hardware thread p of the node. */
uint64_t Kernel_ThreadMask(uint32_t t)
{
	uint32_t each = hwthread_count();

	call_begin();
	if (t >= job.opt.ranks_per_node)
		return 0;
	return (each == 64 ? ~UINT64_C(0) : ((UINT64_C(1) << each) - 1) << (64 - each)) >>
	       (t * each);
}

uint32_t Kernel_BlockThreadId(void)
{
	return thread_self->node * NODE_HWTHREADS_ALL + self_hwthread();
}

static BG_CoordinateMapping_t mapping_of(uint32_t rank)
{
	uint32_t process = job.mapping.process_of[rank];
	uint32_t node = process / job.opt.ranks_per_node;
	BG_CoordinateMapping_t m;
	uint8_t c[NET_DIMS];

	memset(&m, 0, sizeof m);
	net_coord_of(&job.shape, node, c);
	const uint8_t *corner = job.opt.part.corner; /* where coordinates of a job begin */

	m.a = (uint8_t)(c[0] - corner[0]);
	m.b = (uint8_t)(c[1] - corner[1]);
	m.c = (uint8_t)(c[2] - corner[2]);
	m.d = (uint8_t)(c[3] - corner[3]);
	m.e = (c[4] - corner[4]) & 1;
	m.t = process % job.opt.ranks_per_node & 0x3f;
	return m;
}

uint32_t Kernel_RanksToCoords(size_t bytes, BG_CoordinateMapping_t *map, uint64_t *entries)
{
	call_begin();
	if (!call_may_access(map, bytes) || !call_may_access(entries, sizeof *entries))
		return EFAULT;
	uint64_t n = job.ranks;

	memcpy(entries, &n, sizeof n); /* also for a call that asks how many there are */
	if (bytes / sizeof *map < n)
		return EINVAL;
	for (uint64_t i = 0; i < n; i++) {
		BG_CoordinateMapping_t m = mapping_of((uint32_t)i);

		memcpy((char *)map + i * sizeof m, &m, sizeof m);
	}
	return 0;
}

uint32_t Kernel_JobCoords(BG_JobCoords_t *coords)
{
	const struct part_box *part = &job.opt.part;
	BG_JobCoords_t is;

	call_begin();
	memset(&is, 0, sizeof is);
	is.corner.a = part->corner[0];
	is.corner.b = part->corner[1];
	is.corner.c = part->corner[2];
	is.corner.d = part->corner[3];
	is.corner.e = part->corner[4];
	is.shape.a = part->size[0];
	is.shape.b = part->size[1];
	is.shape.c = part->size[2];
	is.shape.d = part->size[3];
	is.shape.e = part->size[4];
	is.shape.core = NODE_USER_CORES;
	is.isSubBlock = !part_is_whole(part, &job.shape);
	return kernel_copy_out(coords, &is, sizeof is) ? 0 : EFAULT;
}

uint32_t Kernel_GetMapping(size_t bytes, char *order, uint32_t *is_file)
{
	const uint32_t file = job.mapping.path != NULL;

	call_begin();
	if (!call_may_access(order, bytes) || !call_may_access(is_file, sizeof *is_file))
		return EFAULT;
	const char *text = job.mapping.path ? job.mapping.path : job.mapping.order;

	size_t n = strlen(text) + 1;

	memcpy(order, text, bytes < n ? bytes : n);
	memcpy(is_file, &file, sizeof file);
	return 0;
}

uint64_t Kernel_GetJobID(void)
{
	call_begin();
	return 1;
}

uint64_t Kernel_IsGuestThread(void)
{
	return 0;
}

static uint64_t torus_flags(void)
{
	static const uint64_t flag[NET_DIMS] = {
		ND_ENABLE_TORUS_DIM_A, ND_ENABLE_TORUS_DIM_B, ND_ENABLE_TORUS_DIM_C,
		ND_ENABLE_TORUS_DIM_D, ND_ENABLE_TORUS_DIM_E,
	};
	uint64_t flags = 0;

	for (int d = 0; d < NET_DIMS; d++)
		if (job.shape.torus[d])
			flags |= flag[d];
	return flags;
}

/* Ties of dynamic packets are left to chance; then the deterministic order. */
static uint64_t routing_flags(void)
{
	uint64_t flags = 0;
	uint8_t masks[NET_MASKS];

	for (int d = 0; d < NET_DIMS; d++)
		flags |= ND_ENABLE_TORUS_RAN_HINTS(d);
	net_get_order(units.net, masks);
	return flags | (uint64_t)zone_masks_word(masks) << ORDER_SHIFT;
}

/* A node's place in the machine's racks. */
static uint64_t uci_of(const uint8_t c[NET_DIMS])
{
	struct net_location l = machine_location(c);
	unsigned rack = l.midplane / 2u;

	return BG_UCI_SET_COMPONENT(BG_UCI_Component_ComputeCardOnNodeBoard) |
	       BG_UCI_SET_ROW(rack / 16 % 32) | BG_UCI_SET_COLUMN(rack % 16) |
	       BG_UCI_SET_MIDPLANE(l.midplane % 2u) | BG_UCI_SET_NODE_BOARD(l.board) |
	       BG_UCI_SET_COMPUTE_CARD(l.card);
}

/* Links of the node, but those that are known to be dead. */
static uint64_t live_links(void)
{
	const struct thread *t = thread_self;
	uint64_t flags = 0;

	for (unsigned link = 0; link < NET_LINKS; link++)
		if (!net_link_is_dead(units.net, t->node, link, t->clock_ps))
			flags |= ND_LINK_ENABLE_MASK(link / 2, link % 2);
	return flags;
}

static void personality_make(Personality_t *p)
{
	uint8_t c[NET_DIMS];

	net_coord_of(&job.shape, thread_self->node, c);
	memset(p, 0, sizeof *p);
	p->Version = 8;
	p->PersonalitySizeWords = sizeof *p / 4;
	p->Kernel_Config.UCI = uci_of(c);
	p->Kernel_Config.FreqMHz = 1600;
	p->DDR_Config.DDRSizeMB = 16384;
	Personality_Networks_t *n = &p->Network_Config;

	n->NetFlags = torus_flags() | routing_flags();
	n->NetFlags2 = live_links();
	n->Anodes = job.shape.size[0];
	n->Bnodes = job.shape.size[1];
	n->Cnodes = job.shape.size[2];
	n->Dnodes = job.shape.size[3];
	n->Enodes = job.shape.size[4];
	n->Acoord = c[0];
	n->Bcoord = c[1];
	n->Ccoord = c[2];
	n->Dcoord = c[3];
	n->Ecoord = c[4];
	for (unsigned z = 0; z < NET_ZONES; z++) {
		uint8_t masks[NET_MASKS];

		net_get_zone(units.net, z, masks);
		n->ZoneRoutingMasks[z] = zone_masks_word(masks);
	}
	/* The system's last class has it, which no program sets. */
	ClassRoute_t block = coll_classroute_get(units.coll, COLL_NET_BARRIER, thread_self->node,
						 COLL_CLASSES - 1);

	n->PrimordialClassRoute.GlobIntUpPortInputs = block.input;
	n->PrimordialClassRoute.GlobIntUpPortOutputs = block.output;
	n->PrimordialClassRoute.CollectiveTypeAndUpPortInputs =
		block.input | BGQ_CLASS_INPUT_VC_SYSTEM;
	n->PrimordialClassRoute.CollectiveUpPortOutputs = block.output;
}

int Kernel_GetPersonality(Personality_t *p, size_t bytes)
{
	Personality_t made;

	call_begin();
	if (!call_may_access(p, bytes))
		return EFAULT;
	if (bytes != sizeof *p)
		return EINVAL;
	personality_make(&made);
	memcpy(p, &made, sizeof made);
	return 0;
}
