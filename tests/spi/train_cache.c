/*
 * train_cache.c - what long allreduces leave behind in the tags of the L2 cache: before
 * them, every node fills its cache by puts to itself; after them, puts find lines there or
 * not.  They go through all links that are looped back, and every line that they miss has
 * to make room by one that is not in memory yet: that is more than the memory can do, and
 * is seen in their times.
 * Usage: train_cache [bytes], on a line of nodes (--shape 4x1x1x1x1).
 */
#include "train.h"

#define LOOPS 8 /* B-, B+ .. E+ */
#define AREA  (32u << 20) /* the whole cache */
#define STEP  (512u << 10)

#define SUMS  8

static unsigned char area[AREA] __attribute__((aligned(128)));
static unsigned char mine[SUMS][TRAIN_MAX], sums[SUMS][TRAIN_MAX];
static char memory[LOOPS][COLL_INJ_BYTES] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t inj[LOOPS];

static const struct loop {
	uint64_t map;
	uint8_t abcd, e;
} loops[LOOPS] = {
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BM, MUHWI_PACKET_HINT_BM, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BP, MUHWI_PACKET_HINT_BP, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CM, MUHWI_PACKET_HINT_CM, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP, MUHWI_PACKET_HINT_CP, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DM, MUHWI_PACKET_HINT_DM, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DP, MUHWI_PACKET_HINT_DP, 0 },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EM, 0, MUHWI_PACKET_HINT_EM },
	{ MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP, 0, MUHWI_PACKET_HINT_EP },
};

/* To this node itself, through one loop. */
static void put(unsigned k, const unsigned char *at, uint64_t offset, uint64_t length)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(at);
	info.Base.Message_Length = length;
	info.Base.Torus_FIFO_Map = loops[k].map;
	train_destination(&info.Base.Dest, coll_node);
	info.Pt2Pt.Hints_ABCD = loops[k].abcd;
	info.Pt2Pt.Misc1 = loops[k].e | MUHWI_PACKET_USE_DETERMINISTIC_ROUTING |
			   MUHWI_PACKET_DO_NOT_ROUTE_TO_IO_NODE;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = TRAIN_PUT_TO;
	info.DirectPut.Rec_Payload_Offset = offset;
	info.DirectPut.Rec_Counter_Base_Address_Id = TRAIN_PUT_COUNT;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	CHECK(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &inj[k]), &d) != (uint64_t)-1);
}

/* Reads at, writes area + offset. */
static void copy(const unsigned char *at, uint64_t offset, uint64_t length)
{
	uint64_t part = length / LOOPS;

	train_put_counter = length;
	for (unsigned k = 0; k < LOOPS; k++)
		put(k, at + k * part, offset + k * part, part);
	while (train_put_counter != 0)
		;
}

static void fill(void)
{
	for (uint64_t at = 0; at < AREA; at += STEP)
		copy(from, at, STEP);
}

/* Looks first at what was written last: a miss then is one that the allreduces made. */
static void look(void)
{
	for (uint64_t at = AREA; at > 0; at -= 2 * STEP) {
		uint64_t began = now();

		copy(area + at - STEP, at - 2 * STEP, STEP);
		note(now() - began);
	}
}

static void allreduce(unsigned i)
{
	coll_counter = bytes;
	test_barrier();
	coll_inject(train_allreduce(mine[i], i * sizeof sums[0], bytes));
	coll_wait();
	note(now());
	train_check(sums[i], bytes);
}

/* The second time, one that comes earlier is used last. */
static void allreduces(void)
{
	train_base(COLL_PAYLOAD, sums);
	for (unsigned i = 0; i < SUMS; i++) {
		train_fill(mine[i], bytes);
		allreduce(i);
	}
	for (unsigned i = SUMS; i-- > 0;)
		allreduce(i);
}

int main(int argc, char **argv)
{
	bytes = argc > 1 ? strtoull(argv[1], NULL, 0) : TRAIN_MAX;
	coll_init(to);
	CHECK(coll_net.Bnodes * coll_net.Cnodes * coll_net.Dnodes * coll_net.Enodes == 1);
	train_puts_init(area);
	for (unsigned k = 0; k < LOOPS; k++)
		coll_fifo(&inj[k], TRAIN_PUT_GROUP + 1 + k, 0, memory[k]);
	fill();
	allreduces();
	train_print("allreduces", sums, sizeof sums);
	look();
	look();
	train_print("looks", area, 4096);
	return 0;
}
