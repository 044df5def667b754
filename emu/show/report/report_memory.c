/*
 * report_memory.c - which layer takes how much of the host's memory when the run is over, for
 * --boot-report.  Without what the kernel takes for page tables but for their sum.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "coll/coll.h"
#include "emu/cmd/cli/host_memory.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/units.h"
#include "emu/node/image/mmio_pages.h"
#include "emu/core/engine/engine.h"
#include "mu/mu.h"
#include "net/base/pages.h"
#include "net/net.h"
#include "report.h"

#define STACK_STEP (16 * PAGE_BYTES)

/* Returns the resident bytes of the mappings that begin in [from, to). */
static uint64_t resident_between(uint64_t from, uint64_t to)
{
	FILE *f = fopen("/proc/self/smaps", "r");
	char line[512];
	uint64_t at, kib, end, sum = 0;
	bool in = false;

	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " ", &at, &end) == 2)
			in = at >= from && at < to;
		else if (in && sscanf(line, "Rss: %" SCNu64, &kib) == 1)
			sum += kib * 1024;
	if (f)
		fclose(f);
	return sum;
}

/* Returns the bytes from the top of the main thread's stack down to the first piece that was never
 * used. */
static uint64_t stack_bytes(const struct process *p)
{
	const uint8_t *top = process_image(p), *bottom = p->base + SPACE_STACK;
	uint64_t sum = 0, piece;

	do {
		top -= STACK_STEP;
		piece = pages_committed(top, STACK_STEP);
		sum += piece;
	} while (piece == STACK_STEP && top - bottom > (long)STACK_STEP);
	return sum;
}

static uint64_t stacks(void)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < job.places; i++)
		if (booted.process[i].base)
			sum += stack_bytes(&booted.process[i]);
	return sum;
}

static uint64_t page_tables(void)
{
	FILE *f = fopen("/proc/self/status", "r");
	char line[256];
	uint64_t kib = 0;

	while (f && fgets(line, sizeof line, f) && sscanf(line, "VmPTE: %" SCNu64, &kib) != 1)
		;
	if (f)
		fclose(f);
	return kib * 1024;
}

void report_memory(void)
{
	const uint64_t written = (uintptr_t)mmio_pages.written;
	struct net_memory net = net_memory(units.net);
	uint64_t windows = resident_between(SPACE_BASE, SPACE_BASE + space.bytes);
	uint64_t stack = stacks();
	const struct {
		const char *name;
		uint64_t bytes;
	} layer[] = {
		{ "main stacks", stack },
		{ "images, heaps, threads' stacks", windows > stack ? windows - stack : 0 },
		{ "registers", resident_between(written, written + mmio_pages.bytes) },
		{ "processes", job.places * sizeof *booted.process +
			       job.nodes * sizeof *booted.node },
		{ "message units", mu_memory(units.mu) },
		{ "routers", net.routers },
		{ "packets", net.packets },
		{ "collectives", coll_memory(units.coll) },
		{ "queues", engine_queue_bytes(booted.engine) },
		{ "page tables", page_tables() },
	};

	fprintf(stderr, "bgq-run: bytes per node at the end:");
	for (size_t i = 0; i < sizeof layer / sizeof *layer; i++)
		fprintf(stderr, "%s %s %" PRIu64, i ? "," : "", layer[i].name,
			layer[i].bytes / job.nodes);
	fprintf(stderr, "\n");
}
