/*
 * collective_parts.c - collectives over lines, planes and cubes of the machine, all at
 * the same time: class routes from the SPI's helpers and the kernel's calls, one for
 * each set of dimensions.  All reduce several messages without waiting for one another.
 * Prints when each round was over; with an argument, time means nothing (--clock off).
 */
#include "collective.h"

#include <spi/include/kernel/collective.h>
#include <spi/include/mu/Classroute_inlines.h>

#define ALL      31u
#define CLASSES  12u /* 1..12 are the user's */
#define MESSAGES 3u
#define WORDS    90u /* of a message: two packets */

static uint64_t from[CLASSES][MESSAGES][WORDS] __attribute__((aligned(64)));
static uint64_t to[CLASSES][MESSAGES][WORDS] __attribute__((aligned(64)));
static CR_RECT_T world;
static CR_COORD_T me;

static CR_RECT_T rectangle(unsigned set)
{
	CR_RECT_T r = { me, me };

	for (int d = 0; d < CR_NUM_DIMS; d++)
		if (set >> d & 1) {
			r.ll.coords[d] = 0;
			r.ur.coords[d] = world.ur.coords[d];
		}
	return r;
}

static void class_set_up(unsigned cls, unsigned set)
{
	CR_RECT_T rect = rectangle(set);
	ClassRoute_t cr;
	CR_COORD_T root;
	int dim;

	MUSPI_PickWorldRoot(&world, NULL, &root, &dim);
	MUSPI_BuildNodeClassroute(&world, &root, &me, &rect, NULL, dim, &cr);
	cr.input |= BGQ_CLASS_INPUT_LINK_LOCAL;
	SET_CR_ROUTE_VC(&cr, BGQ_CLASS_INPUT_VC_SUBCOMM);
	CHECK(Kernel_AllocateCollectiveClassRoute(cls) == 0);
	CHECK(Kernel_SetCollectiveClassRoute(cls, &cr) == 0);
}

static uint32_t node_at(const uint32_t *c)
{
	return (((c[0] * (uint32_t)coll_net.Bnodes + c[1]) * coll_net.Cnodes + c[2]) *
		coll_net.Dnodes + c[3]) * coll_net.Enodes + c[4];
}

/* Sum over the nodes of a rectangle of their numbers, and how many these are. */
static uint64_t sum_of(const CR_RECT_T *r, uint64_t *members)
{
	uint64_t sum = 0, n = (uint64_t)__MUSPI_rect_size((CR_RECT_T *)r);

	for (uint64_t i = 0; i < n; i++) {
		uint64_t rest = i;
		uint32_t c[CR_NUM_DIMS];

		for (int d = 0; d < CR_NUM_DIMS; d++) {
			uint32_t size = r->ur.coords[d] - r->ll.coords[d] + 1;

			c[d] = (uint32_t)(r->ll.coords[d] + rest % size);
			rest /= size;
		}
		sum += node_at(c);
	}
	*members = n;
	return sum;
}

static uint64_t share(unsigned k, unsigned m, unsigned w)
{
	return k * 1000000u + m * 100000000u + w * 10000u;
}

static void look(unsigned k, unsigned set)
{
	CR_RECT_T rect = rectangle(set);
	uint64_t members, sum = sum_of(&rect, &members);

	for (unsigned m = 0; m < MESSAGES; m++)
		for (unsigned w = 0; w < WORDS; w++)
			CHECK(to[k][m][w] == sum + members * share(k, m, w));
}

static void reduce_all(unsigned classes)
{
	memset(to, 0, sizeof to);
	for (unsigned k = 0; k < classes; k++)
		for (unsigned m = 0; m < MESSAGES; m++)
			for (unsigned w = 0; w < WORDS; w++)
				from[k][m][w] = coll_node + share(k, m, w);
	coll_counter = classes * MESSAGES * sizeof to[0][0];
	test_barrier();
	for (unsigned m = 0; m < MESSAGES; m++)
		for (unsigned k = 0; k < classes; k++)
			coll_inject(coll_put(from[k][m], (k * MESSAGES + m) * sizeof to[0][0],
					     sizeof to[0][0],
					     MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD, 1 + k,
					     MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM |
					     MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	coll_wait();
}

int main(int argc, char **argv)
{
	(void)argv;
	coll_init(to);
	world = (CR_RECT_T){ CR_COORD_INIT(0, 0, 0, 0, 0),
			     CR_COORD_INIT(coll_net.Anodes - 1u, coll_net.Bnodes - 1u,
					   coll_net.Cnodes - 1u, coll_net.Dnodes - 1u,
					   coll_net.Enodes - 1u) };
	me = CR_COORD_INIT(coll_net.Acoord, coll_net.Bcoord, coll_net.Ccoord, coll_net.Dcoord,
			   coll_net.Ecoord);
	/* Every set of dimensions once. */
	for (unsigned first = 1; first <= ALL; first += CLASSES) {
		unsigned classes = ALL + 1 - first < CLASSES ? ALL + 1 - first : CLASSES;

		for (unsigned k = 0; k < classes; k++)
			class_set_up(1 + k, first + k);
		reduce_all(classes);
		for (unsigned k = 0; k < classes; k++)
			look(k, first + k);
		test_barrier(); /* no node is in a tree any more */
		for (unsigned k = 0; k < classes; k++)
			CHECK(Kernel_DeallocateCollectiveClassRoute(1 + k) == 0);
		if (argc == 1 && coll_node % 37 == 0)
			printf("node %u, sets from %u: %llu\n", coll_node, first,
			       (unsigned long long)GetTimeBase());
	}
	return 0;
}
