/*
 * train_ranks.c - two processes on every node: the first takes part in a long allreduce;
 * the second meanwhile waits for a word of shared memory, then for a put to memory of its
 * own, or computes.
 * Usage: train_ranks WAY [bytes], with two ranks per node; see ways[].
 */
#include "train.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define SECOND_BATS 8 /* of the second process's subgroup */

struct shared {
	volatile uint64_t ready, progress, ended;
};

static struct shared *shared;
static volatile uint64_t bell __attribute__((aligned(64)));
static uint64_t ring = 77;

static void share(void)
{
	int fd = shm_open("/train", O_RDWR | O_CREAT, 0600);

	CHECK(fd >= 0 && ftruncate(fd, 4096) == 0);
	shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(shared != MAP_FAILED);
}

/* ---- the first process */

static void begin(void)
{
	static uint64_t unused;

	train_puts_init(&unused);
	while (!shared->ready)
		;
	train_ready();
	note(now());
	coll_inject(train_allreduce(from, 0, bytes));
}

/* To the second process of this node. */
static void put_to_second(void)
{
	MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
	MUHWI_Descriptor_t d;

	memset(&info, 0, sizeof info);
	info.Base.Payload_Address = test_physical(&ring);
	info.Base.Message_Length = sizeof ring;
	info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0;
	train_destination(&info.Base.Dest, coll_node);
	info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
	info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
	info.DirectPut.Rec_Payload_Base_Address_Id = SECOND_BATS;
	info.DirectPut.Rec_Counter_Base_Address_Id = TRAIN_PUT_COUNT;
	train_put_counter = sizeof ring;
	CHECK(MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info) == 0);
	CHECK(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &train_put_inj), &d) != (uint64_t)-1);
}

static void end(const char *what)
{
	coll_wait();
	shared->ended = now();
	train_done(what);
}

static void tell(void)
{
	begin();
	until(&coll_counter, bytes / 32 * (12 + coll_node % 8));
	shared->progress = now();
	note(shared->progress);
	end("tell");
}

static void ring_bell(void)
{
	begin();
	if (coll_node % 2) {
		until(&coll_counter, bytes / 2);
		put_to_second();
		note(now());
	}
	coll_wait();
	if (coll_node % 2 == 0)
		put_to_second();
	while (train_put_counter != 0)
		;
	note(now());
	end("ring");
}

static void wait_only(void)
{
	begin();
	end("wait");
}

/* ---- the second one */

static void second_init(void)
{
	static MUSPI_BaseAddressTableSubGroup_t bat;
	uint32_t id = 0;

	coll_node = Kernel_GetRank() / 2;
	CHECK(Kernel_AllocateBaseAddressTable(1, &bat, 1, &id, 0) == 0);
	CHECK(MUSPI_SetBaseAddress(&bat, 0, test_physical(&bell)) == 0);
	shared->ready = 1;
}

static void hear(void)
{
	while (!shared->progress)
		;
	note(now());
	while (!shared->ended)
		;
	note(now());
	CHECK(now() >= shared->ended && shared->ended > shared->progress);
}

static void wait_bell(void)
{
	while (!bell)
		;
	note(now());
	CHECK(bell == ring);
}

/* Computes a number of steps that depends on when the other rank ends. */
static void compute(void)
{
	volatile uint64_t x = 1, steps = 0;

	while (!shared->ended) {
		x = x * 3 + 1;
		steps++;
	}
	note(steps);
	note(now());
}

static const struct {
	const char *name;
	void (*first)(void), (*second)(void);
} ways[] = {
	{ "shared", tell, hear }, { "own", ring_bell, wait_bell },
	{ "computes", wait_only, compute },
};

int main(int argc, char **argv)
{
	unsigned way = 0;

	CHECK(argc > 1 && Kernel_ProcessCount() == 2);
	bytes = argc > 2 ? strtoull(argv[2], NULL, 0) : 128 << 10;
	while (strcmp(ways[way].name, argv[1]) != 0)
		CHECK(++way < sizeof ways / sizeof *ways);
	share();
	if (Kernel_MyTcoord() == 0) {
		coll_init(to);
		ways[way].first();
	} else {
		second_init();
		ways[way].second();
		train_print("second process", to, 0);
	}
	return 0;
}
