/*
 * collective_wrong.c - collectives that cannot work, on four nodes in a line: what
 * bgq-run says is read by test_bgq_collective.sh.  The first argument chooses.
 */
#include "collective.h"

#include <semaphore.h>
#include <spi/include/kernel/collective.h>

#define CLASS 2
#define LOCAL BGQ_CLASS_INPUT_LINK_LOCAL
#define VC    BGQ_CLASS_INPUT_VC_SUBCOMM
#define AM    BGQ_CLASS_LINK_AM
#define AP    BGQ_CLASS_LINK_AP
#define ADD   MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD
#define SUM   (MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | MUHWI_COLLECTIVE_TYPE_ALLREDUCE)

static uint64_t mine[128], result[128];

static void set(unsigned input, unsigned output)
{
	ClassRoute_t cr = { (uint16_t)(input | VC), (uint16_t)output };

	CHECK(Kernel_AllocateCollectiveClassRoute(CLASS) == 0);
	CHECK(Kernel_SetCollectiveClassRoute(CLASS, &cr) == 0);
	test_barrier();
}

static void allreduce(unsigned cls, uint64_t bytes, uint8_t operation)
{
	coll_counter = bytes;
	coll_inject(coll_put(mine, 0, bytes, operation, cls, SUM));
	coll_wait();
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";

	coll_init(result);
	test_barrier();
	if (!strcmp(way, "missing")) { /* one sends a message less */
		allreduce(0, 8, ADD);
		if (coll_node != 3)
			allreduce(0, 8, ADD);
	} else if (!strcmp(way, "elsewhere")) { /* three send, and wait for nothing of it */
		sem_t never;

		if (coll_node != 3)
			coll_inject(coll_put(mine, 0, 8, ADD, 0, SUM));
		sem_init(&never, 0, 0);
		sem_wait(&never);
	} else if (!strcmp(way, "busy")) { /* the same, but the last one works on and on */
		while (coll_node == 3)
			GetTimeBase();
		allreduce(0, 8, ADD);
	} else if (!strcmp(way, "unset")) {
		allreduce(CLASS, 1024, ADD);
	} else if (!strcmp(way, "mesh")) { /* off the end, at the third node */
		set(LOCAL | (coll_node ? AM : 0), AP);
		allreduce(CLASS, 8, ADD);
	} else if (!strcmp(way, "input")) { /* 1's way leads to 0, and 2 waits for it */
		set(coll_node == 0 ? LOCAL | AP : coll_node == 1 ? LOCAL : LOCAL | AM,
		    coll_node == 1 ? AM : coll_node == 2 ? AP : 0);
		allreduce(CLASS, 8, ADD);
	} else if (!strcmp(way, "length")) {
		allreduce(0, coll_node == 3 ? 64 : 8, ADD);
	} else if (!strcmp(way, "operation")) {
		allreduce(0, 8, coll_node == 1 ? MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MAX : ADD);
	} else if (!strcmp(way, "outside")) { /* a reduction to where no node is */
		MUHWI_Descriptor_t d = coll_put(mine, 0, 8, ADD, 0, SUM |
						MUHWI_COLLECTIVE_TYPE_REDUCE);

		MUSPI_SetUpDestination(&d.PacketHeader.NetworkHeader.collective.Destination, 4, 0,
				       0, 0, 0);
		if (coll_node == 0)
			coll_inject(d);
		test_barrier();
	} else {
		return 9; /* no such way */
	}
	return 0;
}
