/*
 * switch_bench.c - an engine whose only work is switching: the C side of
 * bench_switch.cc (C++ cannot read C11 atomics).
 */
#include <stdlib.h>
#include <sys/mman.h>

#include "emu/core/engine/engine.h"
#include "emu/core/engine/thread.h"

#define STACK_BYTES (16 * 1024)

struct switch_bench {
	struct engine *engine;
	struct thread *thread;
	uint8_t *stacks;
	unsigned nodes;
	uint64_t rounds; /* for each thread */
};

static void step(void *arg)
{
	struct switch_bench *b = arg;

	for (uint64_t i = 0; i < b->rounds; i++)
		thread_charge(PS_PER_NS);
	thread_exit();
}

static void boot(void *ctx, unsigned w, uint32_t first, uint32_t last)
{
	struct switch_bench *b = ctx;

	(void)w;
	for (uint32_t n = first; n < last; n++)
		thread_start(&b->thread[n], n, b->stacks + (n + 1) * (size_t)STACK_BYTES, step,
			     b, 0);
}

struct switch_bench *switch_bench_create(unsigned nodes);
uint64_t switch_bench_run(struct switch_bench *b, uint64_t rounds);
void switch_bench_destroy(struct switch_bench *b);

struct switch_bench *switch_bench_create(unsigned nodes)
{
	struct switch_bench *b = calloc(1, sizeof *b);
	struct engine_config cfg = { .nodes = nodes, .workers = 1, .boot = boot, .ctx = b,
				     .lookahead_ps = PS_PER_NS };

	b->nodes = nodes;
	b->thread = calloc(nodes, sizeof *b->thread);
	b->stacks = mmap(NULL, nodes * (size_t)STACK_BYTES, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	b->engine = engine_create(&cfg);
	return b;
}

/* Returns the number of switches it took. */
uint64_t switch_bench_run(struct switch_bench *b, uint64_t rounds)
{
	b->rounds = rounds / b->nodes;
	engine_run(b->engine);
	return engine_switches(b->engine);
}

void switch_bench_destroy(struct switch_bench *b)
{
	engine_destroy(b->engine);
	munmap(b->stacks, b->nodes * (size_t)STACK_BYTES);
	free(b->thread);
	free(b);
}
