/*
 * net_reference.c - what a packet-hop is measured by: processor time of two event pushes
 * and pops and one touch of a packet at a random place of 64 MiB, in one loop on the
 * network's own event queue.  Prints nanoseconds, the least of some rounds: others use
 * the host, too.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/engine/host_clock.h"
#include "net/base/evq.h"

#define PLACES_BYTES (64u << 20)
#define PACKET_BYTES 128u
#define PLACES       (PLACES_BYTES / PACKET_BYTES)
#define PENDING      16384u /* events of 512 nodes that are busy */
#define STEPS        400000u
#define ROUNDS       7

static uint64_t rng = 1;

static uint32_t random_bits(void)
{
	rng = rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(rng >> 32);
}

/* Mean 200 ns, as bench/queue_bench.c. */
static void push(struct evq *q, ps_t now_ps, void *what)
{
	struct event_entry e = { now_ps + (random_bits() >> 12 & 0x5ffff),
				 event_place(random_bits() % 512, 0), random_bits(), what };

	evq_push(q, &e);
}

static double round_ns(struct evq *q, uint8_t *places)
{
	double began_s = host_cpu_seconds();

	for (unsigned i = 0; i < STEPS; i++) {
		struct event_entry e = *evq_pop_before(q, PS_NEVER);

		push(q, e.time_ps, places + (size_t)(random_bits() % PLACES) * PACKET_BYTES);
		++*(uint64_t *)e.what;
		e = *evq_pop_before(q, PS_NEVER);
		push(q, e.time_ps, e.what);
	}
	return (host_cpu_seconds() - began_s) / STEPS * 1e9;
}

int main(void)
{
	struct evq *q = malloc(sizeof *q);
	uint8_t *places = calloc(PLACES, PACKET_BYTES);
	double best_ns = 1e9;

	if (!q || !places || evq_init(q) != 0)
		return 1;
	for (unsigned i = 0; i < PLACES; i++)
		places[(size_t)i * PACKET_BYTES] = 1;
	for (unsigned i = 0; i < PENDING; i++)
		push(q, 0, places + (size_t)(random_bits() % PLACES) * PACKET_BYTES);
	for (unsigned i = 0; i < ROUNDS; i++) {
		double ns = round_ns(q, places);

		best_ns = ns < best_ns ? ns : best_ns;
	}
	printf("%.1f\n", best_ns);
	evq_cleanup(q);
	free(places);
	free(q);
	return 0;
}
