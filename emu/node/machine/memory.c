/* memory.c - see memory.h. */
#include "memory.h"

#include "call.h"
#include "emu/core/calls/call_stack.h"
#include "job.h"
#include "units.h"
#include "process.h"
#include "emu/node/image/space.h"

#define L1_LINE_BYTES 64u
#define PIECE_BYTES   (64u << 10) /* others get their turn at the memory in between */

static void (*told)(ps_t ps);

void memory_tell(void (*fn)(ps_t ps))
{
	told = fn;
}

static uint64_t misses_cycles(uint64_t bytes)
{
	return bytes / L1_LINE_BYTES * job.model->l1_miss_cycles;
}

/* A piece that comes from memory, or goes there, while others use it. */
static void piece(uint32_t node, uint64_t read_bytes, uint64_t written_bytes)
{
	ps_t now_ps = thread_clock(), own_ps = cycles_ps(misses_cycles(read_bytes));
	ps_t done_ps = mu_memory_use(units.mu, node, read_bytes, written_bytes, now_ps);

	thread_charge(done_ps - now_ps > own_ps ? done_ps - now_ps : own_ps);
}

/* More than the L2 has. */
static void from_memory(uint64_t read_bytes, uint64_t written_bytes)
{
	uint64_t bytes = read_bytes + written_bytes;
	uint32_t node = thread_self->node;

	thread_charge(0); /* all before has happened */
	ps_t begin_ps = thread_clock();

	for (uint64_t done = 0; done < bytes; done += PIECE_BYTES) {
		uint64_t now = bytes - done < PIECE_BYTES ? bytes - done : PIECE_BYTES;
		uint64_t read = read_bytes ? now / (1 + (written_bytes > 0)) : 0;

		piece(node, read, now - read);
	}
	if (told)
		told(thread_clock() - begin_ps);
}

void memory_pass(uint64_t read_bytes, uint64_t written_bytes)
{
	const struct net_machine *m = job.model;
	uint64_t bytes = read_bytes + written_bytes;

	/* More than a node has is a fault, which comes when the block is used. */
	if (!thread_self || m->host_code || bytes <= m->l1_bytes || bytes > space.window_bytes)
		return;
	if (bytes <= m->l2_bytes && told)
		told(cycles_ps(misses_cycles(read_bytes)));
	if (bytes <= m->l2_bytes)
		thread_budget_take((uint32_t)misses_cycles(read_bytes));
	else
		call_stack_call((const void *)from_memory, (long)read_bytes, (long)written_bytes, 0,
				0, 0);
}
