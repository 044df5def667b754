/*
 * collective.c - collectives over the whole machine in class route 0, one contribution
 * of each node: all-reduces, reductions, broadcasts, by direct put, from and to addresses
 * that differ from node to node; several at a time.
 * Prints when each step was over; with an argument, time means nothing (--clock off).
 */
#include "collective_buffers.h"

#define FP_MAX MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MAX

/* ---- all-reduce */

static void allreduce(uint64_t bytes, uint8_t operation, unsigned channel)
{
	/* Any address will do, another one on each node. */
	unsigned char *mine = from + coll_node * 13 % 64;

	result_clear();
	if (operation == ADD)
		integers(mine, bytes);
	else
		doubles(mine, bytes);
	coll_counter = bytes;
	test_barrier();
	coll_inject(coll_put(mine, 0, bytes, operation, 0,
			     channel | MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	coll_wait();
	for (uint64_t i = 0; i < bytes / 8; i++) {
		if (operation == ADD)
			CHECK(word(result, i) == pairs() + i * 1000000 * coll_nodes);
		else if (operation == FP_ADD)
			CHECK(number(result, i) == (double)pairs() * 0.5 +
			       (double)(i * coll_nodes));
		else
			CHECK(number(result, i) == (coll_nodes - 1) * 0.5 + (double)i);
	}
	result_ends_after(bytes);
}

static void allreduces(void)
{
	static const uint64_t sizes[] = { 8, 24, 32, 512, 520, 4104, 8192 };

	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		allreduce(sizes[i], ADD, SUB);
		allreduce(sizes[i], FP_ADD, WORLD);
		allreduce(sizes[i], FP_MAX, SUB);
		step("allreduce");
	}
}

/* Eight messages one behind the other, on both channels in turn. */
static void pipe(void)
{
	result_clear();
	integers(from, 8 * 1024);
	coll_counter = 8 * 1024;
	test_barrier();
	for (unsigned k = 0; k < 8; k++)
		coll_inject(coll_put(from + 1024 * k, 1024 * k, 1024, ADD, 0,
				     (k & 1 ? SUB : WORLD) | MUHWI_COLLECTIVE_TYPE_ALLREDUCE));
	coll_wait();
	for (uint64_t i = 0; i < 1024; i++)
		CHECK(word(result, i) == pairs() + i * 1000000 * coll_nodes);
	result_ends_after(8 * 1024);
	step("pipe");
}

/* ---- one receives, one sends */

static void destination(MUHWI_Destination_t *d, uint32_t node)
{
	uint32_t e = node % coll_net.Enodes, rest = node / coll_net.Enodes;
	uint32_t dd = rest % coll_net.Dnodes, c, b;

	rest /= coll_net.Dnodes;
	c = rest % coll_net.Cnodes;
	rest /= coll_net.Cnodes;
	b = rest % coll_net.Bnodes;
	MUSPI_SetUpDestination(d, rest / coll_net.Bnodes, b, c, dd, e);
}

static void reduce(uint32_t node)
{
	MUHWI_Descriptor_t d = coll_put(from, 0, 600, ADD, 0, SUB | MUHWI_COLLECTIVE_TYPE_REDUCE);

	destination(&d.PacketHeader.NetworkHeader.collective.Destination, node);
	result_clear();
	integers(from, 600);
	coll_counter = coll_node == node ? 600 : 0;
	test_barrier();
	coll_inject(d);
	coll_wait();
	for (uint64_t i = 0; i < 75 && coll_node == node; i++)
		CHECK(word(result, i) == pairs() + i * 1000000 * coll_nodes);
	test_barrier();
	CHECK(coll_counter == 0);
	result_ends_after(coll_node == node ? 600 : 0);
}

static void broadcast(uint32_t node)
{
	result_clear();
	for (unsigned i = 0; i < 1001; i++)
		from[i] = (unsigned char)(i * 7 + node);
	coll_counter = 1001;
	test_barrier();
	if (coll_node == node)
		coll_inject(coll_put(from, 0, 1001, MUHWI_COLLECTIVE_OP_CODE_OR, 0,
				     SUB | MUHWI_COLLECTIVE_TYPE_BROADCAST));
	coll_wait();
	for (unsigned i = 0; i < 1001; i++)
		CHECK(result[i] == (unsigned char)(i * 7 + node));
	result_ends_after(1001);
}

int main(int argc, char **argv)
{
	(void)argv;
	if (!buffers_init(argc))
		return 0;
	allreduces();
	pipe();
	for (uint32_t node = 0; node < coll_nodes; node += 11) {
		reduce(node);
		broadcast(coll_nodes - 1 - node);
		step("reduce, broadcast");
	}
	return 0;
}
