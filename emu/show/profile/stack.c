/*
 * stack.c - the frames of the running thread, from its stack.  To unwind it takes microseconds, so
 * what has been found is kept: at one place, with one stack pointer, frames are where they were if
 * all return addresses are, too.  Ranks run copies of the same code, with stacks at the same places
 * of their memory: what is kept is relative to both, and serves all.
 */
#include <stdlib.h>
#include <string.h>

#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/process.h"
#include "emu/show/report/where.h"
#include "profile_internal.h"

#define FRAMES_MAX 64
#define KEPT 16384 /* a power of two */
#define RSP 4 /* in the order of encodings */
#define HASH UINT64_C(0x9e3779b97f4a7c15)

struct kept {
	struct where_frame at; /* the key: in the image, and in the process's memory; */
	uint32_t node, frames;
	struct where_frame frame[]; /* so, too */
};

static struct where_frame relative(const struct thread *t, uint64_t pc, uint64_t sp)
{
	return (struct where_frame){ pc - (uintptr_t)process_image(t->process),
				     sp - (uintptr_t)t->process->base };
}

static uint64_t return_address(const struct thread *t, uint64_t sp)
{
	return ((const uint64_t *)(t->process->base + sp))[-1] -
	       (uintptr_t)process_image(t->process);
}

static struct kept *kept[KEPT];

static struct kept **kept_at(struct where_frame at)
{
	return &kept[(at.pc * HASH ^ at.sp * (HASH << 1 | 1)) >> 40 & (KEPT - 1)];
}

/* The innermost place is no return address. */
static bool is_there(const struct thread *t, const struct kept *k, struct where_frame at)
{
	if (!k || k->at.pc != at.pc || k->at.sp != at.sp)
		return false;
	for (uint32_t i = 1; i < k->frames; i++)
		if (return_address(t, k->frame[i].sp) != k->frame[i].pc)
			return false;
	return true;
}

/* Return addresses lie behind calls.  What has called main() is left out. */
static uint32_t node_of(const struct where_frame *frame, unsigned n, bool in_call)
{
	uint32_t node = TREE_ROOT;

	while (n > 1 && budget_map_in_libraries(&booted.image.budget, frame[n - 1].pc))
		n--;
	while (n-- > 0)
		node = tree_node(node, frame[n].pc - (n > 0 || in_call));
	return node;
}

/* On the process's stacks, whose addresses do not change. */
static bool can_be_kept(const struct thread *t, const struct where_frame *frame, unsigned n)
{
	for (unsigned i = 1; i < n; i++)
		if (frame[i].sp % 8 || frame[i].sp - 8 >= space.slot_bytes ||
		    return_address(t, frame[i].sp) != frame[i].pc)
			return false;
	return n != 0;
}

/* The node of these frames, which become relative. */
static uint32_t keep(const struct thread *t, struct where_frame at, struct where_frame *frame,
		     unsigned n, bool in_call)
{
	struct kept **to = kept_at(at);

	for (unsigned i = 0; i < n; i++)
		frame[i] = relative(t, frame[i].pc, frame[i].sp);
	uint32_t node = node_of(frame, n, in_call);

	if (!can_be_kept(t, frame, n))
		return node;
	*to = realloc(*to, sizeof **to + n * sizeof *frame);
	if (!*to)
		abort();
	**to = (struct kept){ .at = at, .node = node, .frames = n };
	memcpy((*to)->frame, frame, n * sizeof *frame);
	return node;
}

uint32_t stack_in_call(const struct thread *t, uint64_t pc)
{
	uint64_t sp = (uintptr_t)call_stack_seen(__builtin_frame_address(0));
	struct where_frame at = relative(t, pc, sp), frame[FRAMES_MAX];
	const struct kept *k = *kept_at(at);

	if (is_there(t, k, at))
		return k->node;
	return keep(t, at, frame, where_stack(t, NULL, frame, FRAMES_MAX), true);
}

/* Unwinding runs on the thread's own stack, below where it is: over what is kept there. */
static unsigned unwind(const struct thread *t, const struct where_registers *r,
		       struct where_frame *frame)
{
	static uint8_t below[WHERE_STACK_BYTES]; /* a profile has one worker */
	void *low = (void *)(uintptr_t)(r->reg[RSP] - sizeof below);

	if (!call_may_access(low, sizeof below))
		return 0;
	memcpy(below, low, sizeof below);
	unsigned n = where_stack(t, r, frame, FRAMES_MAX);

	memcpy(low, below, sizeof below);
	return n;
}

uint32_t stack_at_check(const struct thread *t, const struct check_frame *f)
{
	struct where_registers r = { .pc = f->pc };
	struct where_frame at = relative(t, f->pc, f->reg[RSP]), frame[FRAMES_MAX];
	const struct kept *k = *kept_at(at);

	if (is_there(t, k, at))
		return k->node;
	memcpy(r.reg, f->reg, sizeof r.reg);
	stub_leave(t, &r.pc, &r.reg[RSP]);
	unsigned n = unwind(t, &r, frame);

	if (!n)
		frame[n++] = (struct where_frame){ r.pc, 0 };
	return keep(t, at, frame, n, false);
}
