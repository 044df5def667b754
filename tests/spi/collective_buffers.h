/*
 * collective_buffers.h - for collective.c and collective_more.c: what nodes send and
 * where the results go, at addresses that differ from node to node.
 */
#ifndef COLLECTIVE_BUFFERS_H
#define COLLECTIVE_BUFFERS_H

#include "collective.h"

#define MAX   8192
#define WORLD  MUHWI_PACKET_VIRTUAL_CHANNEL_USER_COMM_WORLD
#define SUB    MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM
#define ADD    MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD
#define FP_ADD MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD
#define GUARD  0xa5

static unsigned char from[MAX + 64] __attribute__((aligned(64)));
static unsigned char to[MAX + 128] __attribute__((aligned(64)));
static unsigned char *result; /* base address COLL_PAYLOAD */
static int untimed;

static inline void step(const char *name)
{
	test_barrier();
	if (coll_node == 0 && untimed)
		printf("%s\n", name);
	else if (coll_node == 0)
		printf("%s: %llu\n", name, (unsigned long long)GetTimeBase());
}

static inline void result_clear(void)
{
	memset(to, GUARD, sizeof to);
}

/* Nothing but result[0..bytes) was written. */
static inline void result_ends_after(uint64_t bytes)
{
	for (unsigned char *p = to; p < to + sizeof to; p++)
		CHECK((p >= result && p < result + bytes) || *p == GUARD);
}

static inline uint64_t word(const unsigned char *at, uint64_t i)
{
	uint64_t v;

	memcpy(&v, at + 8 * i, sizeof v);
	return v;
}

static inline double number(const unsigned char *at, uint64_t i)
{
	double v;

	memcpy(&v, at + 8 * i, sizeof v);
	return v;
}

static inline void integers(unsigned char *at, uint64_t bytes)
{
	for (uint64_t i = 0; i < bytes / 8; i++) {
		uint64_t v = coll_node + i * 1000000;

		memcpy(at + 8 * i, &v, sizeof v);
	}
}

static inline void doubles(unsigned char *at, uint64_t bytes)
{
	for (uint64_t i = 0; i < bytes / 8; i++) {
		double v = (double)coll_node * 0.5 + (double)i;

		memcpy(at + 8 * i, &v, sizeof v);
	}
}

static inline uint64_t pairs(void)
{
	return (uint64_t)coll_nodes * (coll_nodes - 1) / 2;
}

/* False for ranks that take no part: there is one contribution of each node. */
static inline int buffers_init(int argc)
{
	untimed = argc > 1;
	if (Kernel_MyTcoord() != 0)
		return 0;
	coll_init(to);
	result = to + 1 + coll_node * 29 % 63;
	CHECK(MUSPI_SetBaseAddress(&coll_bat, COLL_PAYLOAD, test_physical(result)) == 0);
	test_barrier();
	return 1;
}

#endif
