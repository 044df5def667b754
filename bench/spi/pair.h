/*
 * pair.h - what the rate benchmarks share: two nodes, <0,0,0,0,0> and
 * <0,0,0,0,1>, that send to each other, and the best of many short windows by the
 * time base (with --clock off: the host's clock).  Begins where put.h ends.
 * Arguments of the programs: [WINDOW [WINDOWS [TRIES]]], see below.
 */
#ifndef PAIR_H
#define PAIR_H

#include "put.h"

#define CORE_HZ 1.6e9

static unsigned pair_window = 64;   /* messages before the sender waits for an answer */
static unsigned pair_windows = 100; /* in one measurement */
static unsigned pair_tries = 200;   /* measurements, the best of which counts */
static MUSPI_GIBarrier_t pair_gi;

static inline void pair_arguments(int argc, char **argv)
{
	unsigned *to[] = { &pair_window, &pair_windows, &pair_tries };

	check(argc > 4, "arguments: [WINDOW [WINDOWS [TRIES]]]");
	for (int i = 1; i < argc; i++) {
		*to[i - 1] = (unsigned)strtoul(argv[i], NULL, 10);
		check(*to[i - 1] == 0, "not a number above 0");
	}
}

static inline int pair_me(void)
{
	Personality_t p;

	check(Kernel_GetPersonality(&p, sizeof p), "personality");
	const Personality_Networks_t *n = &p.Network_Config;

	if (n->Anodes * n->Bnodes * n->Cnodes * n->Dnodes != 1 || n->Enodes != 2) {
		if (Kernel_GetRank() == 0)
			fprintf(stderr, "this program is for two nodes: --shape 1x1x1x1x2\n");
		exit(1);
	}
	return n->Ecoord;
}

static inline void pair_barrier(void)
{
	static int ready;

	if (!ready)
		check(MUSPI_GIBarrierInit(&pair_gi, 0), "barrier");
	ready = 1;
	check(MUSPI_GIBarrierEnterAndWait(&pair_gi), "barrier");
}

/* The part that all descriptors to the other node have in common. */
static inline void pair_base(MUSPI_BaseDescriptorInfoFields_t *base,
			     MUSPI_Pt2PtDescriptorInfoFields_t *route,
			     volatile void *payload, uint64_t bytes, int to)
{
	base->Payload_Address = physical(payload);
	base->Message_Length = bytes;
	base->Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP;
	MUSPI_SetUpDestination(&base->Dest, 0, 0, 0, 0, (uint32_t)to);
	route->Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	route->Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
}

/* A put to payload entry 0 and counter entry 1 of node `to`. */
static inline void pair_put(MUHWI_Descriptor_t *d, volatile void *payload, uint64_t bytes,
			    int to)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;

	memset(&info, 0, sizeof info);
	pair_base(&info.Base, &info.Pt2Pt, payload, bytes, to);
	info.DirectPut.Rec_Payload_Base_Address_Id = 0;
	info.DirectPut.Rec_Counter_Base_Address_Id = 1;
	check(MUSPI_CreatePt2PtDirectPutDescriptor(d, &info), "descriptor");
}

static inline void pair_inject(MUHWI_Descriptor_t *d)
{
	while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &put_inj), d) == (uint64_t)-1)
		;
}

/* Runs work(), of so many messages, on both nodes 1 + pair_tries times; node 0 prints
 * the best rate. */
static inline void pair_measure(const char *name, void (*work)(int me), int me,
				unsigned messages)
{
	double best = 0, each = messages;

	work(me);
	for (int i = 0; i < (int)pair_tries; i++) {
		pair_barrier();
		uint64_t start = GetTimeBase();

		work(me);
		double rate = each * CORE_HZ / (double)(GetTimeBase() - start);

		if (rate > best)
			best = rate;
	}
	if (me == 0)
		printf("%s %.4g\n", name, best);
}

#endif
