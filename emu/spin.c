/* spin.c - see spin.h. */
#include "spin.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../include/bgqemu/abi.h"
#include "machine.h"

#define STACK_BYTES 256 /* of the frame at hand, compared as state */
#define WATCH_HOOKS 32  /* blocks in which a loop must come round */
#define BUDGET_MOST 1024
#define FREE_BLOCKS 256 /* after a call; they are part of the call's cost */
#define CHANCE_HOOKS 200000
#define POLL_SITES 4

/* The state of a thread at one place of its program. */
struct snapshot {
	struct spin_regs regs;
	uint64_t calls;
	uint64_t deliveries;
	unsigned kind;
	const volatile void *what;
	uint32_t stack_bytes;
	uint8_t stack[STACK_BYTES];
};

struct spin {
	struct snapshot block;
	struct snapshot poll[POLL_SITES];
	unsigned poll_next;
	int watch;          /* hooks left to come round; 0: not watching */
	int budget;         /* hooks until the next look */
	int chance;         /* hooks left of a second chance */
	uint64_t chance_calls, chance_deliveries;
	bool had_chance;
	uint32_t pictures;  /* snapshots taken, */
	uint32_t looked;    /* and when the MU's registers were last looked at */
	bool waiting;       /* parked because it looked like a spin */
	ps_t since_ps;      /* of the wait at hand, however often it has looked */
	uint64_t looks_calls; /* calls when it last looked and went on waiting */
	uint64_t looks_pc;
	uint64_t blocks;    /* since the last call */
	uint64_t blocks_calls;
	bool moved;         /* a block has let others run since the last call */
};

static struct spin *spin_of(struct thread *t)
{
	if (!t->spin) {
		t->spin = calloc(1, sizeof *t->spin);
		if (!t->spin)
			abort();
		t->spin->budget = SPIN_BUDGET;
	}
	return t->spin;
}

void spin_free(struct thread *t)
{
	free(t->spin);
	t->spin = NULL;
}

void spin_call(struct thread *t)
{
	t->calls++;
	thread_hook_budget = SPIN_BUDGET;
	if (t->spin) {
		t->spin->watch = 0;
		t->spin->budget = SPIN_BUDGET;
		t->spin->moved = false;
	}
}

/* ---- calls without a cost: a thread whose clock has stood still over so many of
 * them may be waiting, between them, for somebody who has to run.  If it has not,
 * that may have been without giving way (l2_alias.c). */

void spin_free_calls_end(struct thread *t)
{
	t->looked_calls = t->calls;
	thread_charge(t->clock_ps == t->looked_ps ? CORE_CYCLE_PS : 0);
	t->looked_ps = t->clock_ps;
}

void spin_libc_call(struct thread *t)
{
	spin_call(t);
	if (spin_free_calls_full(t))
		thread_hook_budget = 0; /* spin_hook at the program's next block */
}

bool spin_moved(const struct thread *t)
{
	return t->spin && t->spin->moved;
}

static void snapshot_take(struct snapshot *s, struct thread *t, unsigned kind,
			  const volatile void *what, const struct spin_regs *r)
{
	uint64_t top = (uintptr_t)process_image(t->process);

	t->spin->pictures++;
	s->regs = *r;
	s->calls = t->calls;
	s->deliveries = node_deliveries(t->node);
	s->kind = kind;
	s->what = what;
	s->stack_bytes = STACK_BYTES;
	if (r->sp <= top && r->sp + STACK_BYTES > top)
		s->stack_bytes = (uint32_t)(top - r->sp);
	memcpy(s->stack, (const void *)r->sp, s->stack_bytes);
}

static bool snapshot_same(const struct snapshot *s, const struct thread *t, unsigned kind,
			  const volatile void *what, const struct spin_regs *r)
{
	return s->kind == kind && s->what == what && s->calls == t->calls &&
	       s->deliveries == node_deliveries(t->node) &&
	       memcmp(&s->regs, r, sizeof *r) == 0 &&
	       memcmp(s->stack, (const void *)r->sp, s->stack_bytes) == 0;
}

static ps_t poll_cost_ps(void)
{
	return cycles_ps(machine.model->op_cycles[BGQEMU_OP_POLL]);
}

/* A thread whose memory others write looks again after a part of the time that
 * it has waited, so what it sees is late by no more than that part. */
#define LOOK_PART 32

static ps_t look_gap_ps(const struct thread *t)
{
	ps_t least = poll_cost_ps(), gap = (t->clock_ps - t->spin->since_ps) / LOOK_PART;

	return gap > least ? gap : least;
}

static void watch(struct thread *t, unsigned kind, const volatile void *what, uint64_t pc,
		  ps_t deadline_ps, bool again)
{
	struct spin *s = t->spin;

	if (!again)
		s->since_ps = t->clock_ps;
	s->looks_pc = pc;
	s->looks_calls = t->calls;
	thread_watch(kind, what, pc, deadline_ps, look_gap_ps(t), again);
}

void spin_watch(unsigned kind, const volatile void *what, uint64_t pc, ps_t deadline_ps)
{
	struct thread *t = thread_self;
	struct spin *s = spin_of(t);

	/* Nothing but this call since it last came back. */
	watch(t, kind, what, pc, deadline_ps,
	      s->looks_pc == pc && s->looks_calls + 1 == t->calls);
}

/* Park until a delivery; what it finds then has cost it one more poll. */
static void wait_for_delivery(struct thread *t, unsigned kind, const volatile void *what,
			      uint64_t pc)
{
	struct spin *s = t->spin;

	if (s->looked != s->pictures) { /* it has done something since it last waited */
		s->looked = s->pictures;
		mu_mmio_look(machine.mu, t->node, t->clock_ps);
	}
	s->waiting = true;
	t->wake_cost_ps = poll_cost_ps();
	if (kind < BGQEMU_WAIT_L2)
		thread_park(kind, what, pc, PS_NEVER);
	else
		watch(t, kind, what, pc, PS_NEVER,
		      s->looks_pc == pc && s->looks_calls == t->calls);
	t->wake_cost_ps = 0;
	s->waiting = false;
}

/* Blocks executed since the last call: the first ones are paid for by that
 * call, the others are counted. */
static void count_blocks(struct thread *t, struct spin *s, uint64_t blocks)
{
	if (s->blocks_calls != t->calls) {
		s->blocks_calls = t->calls;
		s->blocks = 0;
	}
	s->blocks += blocks;
	if (s->blocks > FREE_BLOCKS) {
		s->moved = true;
		thread_charge(cycles_ps(blocks * machine.model->block_cycles));
	}
}

const struct spin_regs *spin_waits(const struct thread *t)
{
	return t->wait_kind == WAIT_SPIN && t->spin && t->spin->waiting ? &t->spin->block.regs
									: NULL;
}

void spin_skip(struct thread *t, uint64_t deliveries)
{
	t->spin->block.deliveries += deliveries;
	if (t->watching) {
		t->look_gap_ps = look_gap_ps(t);
		t->look_ps = t->clock_ps + t->look_gap_ps;
	}
}

void spin_hook(unsigned kind, const volatile void *what, const struct spin_regs *r)
{
	struct thread *t = thread_self;

	(void)kind, (void)what;
	if (!t) { /* no node thread: code of an image run by the loader */
		thread_hook_budget = INT32_MAX;
		return;
	}
	struct spin *s = spin_of(t);

	if (spin_free_calls_full(t)) {
		s->moved = true;
		thread_hook_budget = SPIN_BUDGET;
		spin_free_calls_end(t);
		return;
	}
	if (s->chance > 0) {
		s->chance -= BUDGET_MOST;
		thread_hook_budget = BUDGET_MOST;
		count_blocks(t, s, BUDGET_MOST);
		return;
	}
	if (s->watch == 0) { /* take a picture, then look at every block */
		thread_hook_budget = 0;
		s->watch = WATCH_HOOKS;
		count_blocks(t, s, (uint64_t)s->budget);
		snapshot_take(&s->block, t, WAIT_SPIN, NULL, r);
		return;
	}
	thread_hook_budget = 0;
	if (r->pc == s->block.regs.pc && r->sp == s->block.regs.sp) {
		if (snapshot_same(&s->block, t, WAIT_SPIN, NULL, r)) {
			wait_for_delivery(t, WAIT_SPIN, NULL, r->pc);
			/* Once round again shows whether it still waits. */
			s->watch = WATCH_HOOKS;
			s->block.deliveries = node_deliveries(t->node);
			return;
		}
		s->watch = 0; /* a loop that changes something */
		s->budget = SPIN_BUDGET;
		thread_hook_budget = SPIN_BUDGET;
		return;
	}
	if (--s->watch == 0) { /* no short loop: look less often */
		if (s->budget < BUDGET_MOST)
			s->budget *= 2;
		thread_hook_budget = s->budget;
	}
}

void spin_poll_miss(unsigned kind, const volatile void *what, const struct spin_regs *r)
{
	struct thread *t = thread_self;
	struct spin *s = spin_of(t);

	thread_charge(poll_cost_ps());
	for (unsigned i = 0; i < POLL_SITES; i++) {
		struct snapshot *p = &s->poll[i];

		if (p->regs.pc != r->pc)
			continue;
		if (s->chance <= 0 && snapshot_same(p, t, kind, what, r)) {
			wait_for_delivery(t, kind, what, r->pc);
			p->deliveries = node_deliveries(t->node);
			return;
		}
		if (s->chance > 0)
			s->chance -= BUDGET_MOST;
		snapshot_take(p, t, kind, what, r);
		return;
	}
	snapshot_take(&s->poll[s->poll_next++ % POLL_SITES], t, kind, what, r);
}

int spin_second_chance(struct thread *t)
{
	struct spin *s = t->spin;

	if (!s || !s->waiting)
		return 0;
	if (s->had_chance && s->chance_calls == t->calls &&
	    s->chance_deliveries == node_deliveries(t->node))
		return 0;
	s->had_chance = true;
	s->chance_calls = t->calls;
	s->chance_deliveries = node_deliveries(t->node);
	s->chance = CHANCE_HOOKS;
	return 1;
}
