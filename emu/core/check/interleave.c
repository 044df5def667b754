/* interleave.c - see interleave.h. */
#include "interleave.h"

#include <stdlib.h>

#include "emu/core/engine/context.h"
#include "emu/core/engine/watch.h"
#include "emu/core/follow/or_die.h"
#include "emu/core/wait/wait.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "preempt.h"

/* Turns of a thread are of at most 1 << shift instructions: short ones at first, then longer ones,
 * up to those of rounds of some thousand, each for a part of its steps. */
#define SHIFT_LEAST 3
#define SHIFTS      9
/* A thread stands still behind its turn, for up to 1 << STILL_SHIFT cycles for each instruction
 * that the turn may have had: others come to the end of their rounds meanwhile. */
#define STILL_SHIFT 3

struct interleave {
	uint64_t seed;
	unsigned steps, left; /* instructions in turns of this kind, at first and now, */
	unsigned turn;        /* and of them in this turn */
	unsigned shift;
	ps_t begun_ps;
	ps_t owed_ps;         /* it has stood still for so long, and takes less time for its code */
	bool armed;           /* the trap flag is set while its code runs */
	bool pushes;          /* the instruction that runs stores the flags */
	bool gives_way;       /* its turn is over */
};

static inline struct interleave *of(const struct thread *t)
{
	return t->user->interleave;
}

/* ---- turns */

/* Steele, Lea and Flood: SplitMix (2014). */
static uint64_t drawn(uint64_t *seed)
{
	uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Returns a length up to 1 << shift.  Each power of two up to there is as likely its bound as any
 * other, since rounds may be short or long. */
static unsigned length_drawn(struct interleave *i, unsigned shift)
{
	uint64_t r = drawn(&i->seed);

	return 1 + (unsigned)(r >> 32) % (1u << r % (shift + 1));
}

static void turn_begin(struct interleave *i)
{
	i->shift = SHIFT_LEAST + (i->steps - i->left) / (i->steps / SHIFTS + 1);
	i->turn = length_drawn(i, i->shift);
	i->left -= i->turn < i->left ? i->turn : i->left;
}

static void thread_begin(struct thread *t, unsigned steps, ps_t at_ps)
{
	if (!t->user->interleave)
		t->user->interleave = or_die(calloc(1, sizeof *t->user->interleave));
	struct interleave *i = of(t);

	*i = (struct interleave){ .seed = at_ps + t->order, .steps = steps, .left = steps,
				  .begun_ps = at_ps, .owed_ps = i->owed_ps };
	i->seed = drawn(&i->seed) ^ t->node;
	turn_begin(i);
	t->signalled |= THREAD_INTERLEAVED;
	if (wait_is_loop(t))
		wait_interrupt(t, at_ps);
}

void interleave_begin(uint32_t node, unsigned steps, ps_t at_ps)
{
	for (unsigned slot = 0; slot < job.opt.ranks_per_node; slot++) {
		struct thread *t = &process_at(node, slot)->main;

		for (; t && t->user; t = t->user->next)
			if (t->state == THREAD_READY || wait_is_loop(t))
				thread_begin(t, steps, at_ps);
	}
}

void interleave_make_up(struct thread *t)
{
	struct interleave *i = of(t);
	ps_t made_ps = ps_min(i->owed_ps, t->clock_ps - t->segment_ps);

	if (thread_is_catching_up())
		return;
	i->owed_ps -= made_ps;
	t->clock_ps -= made_ps;
}

static void stand_still(struct interleave *i)
{
	ps_t still_ps = cycles_ps(length_drawn(i, i->shift + STILL_SHIFT));

	if (!job.model->host_code)
		i->owed_ps += still_ps;
	thread_charge(still_ps);
}

static bool is_over(const struct thread *t)
{
	return !of(t)->left || t->called_ps > of(t)->begun_ps;
}

/* Turns of t end at checks again, once it has made up for the time that it has stood still. */
static void end(struct thread *t)
{
	if (!of(t)->owed_ps)
		t->signalled &= (uint8_t)~THREAD_INTERLEAVED;
}

/* ---- between two checks */

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#define PUSHF 0x9c /* stores the flags, with that one */

extern const char bgqemu_trapped[];

/* Where bgqemu_trapped() finds the place to go to: in the frame, not restored from there. */
static uint64_t *place(struct check_frame *f)
{
	return &f->reg[CHECK_SP];
}

void interleave_go_on(struct thread *t, struct check_frame *f)
{
	if (is_over(t)) {
		end(t);
		return;
	}
	if (!f || thread_is_catching_up() || !preempt_in_image(f->pc) || job.opt.gdb_rank >= 0)
		return;
	of(t)->armed = true;
	*place(f) = f->pc;
	f->pc = (uintptr_t)bgqemu_trapped;
}

/* Whether the instruction at pc is one of those that turns are measured in: of the program's own
 * code, not of its libraries. */
static bool is_counted(const struct thread *t, uint64_t pc)
{
	uint64_t offset = pc - (uintptr_t)process_image(t->process);

	return budget_map_counts(&booted.image.budget, offset) &&
	       !budget_map_in_libraries(&booted.image.budget, offset);
}

static void disarm(struct interleave *i, ucontext_t *uc)
{
	i->armed = i->pushes = false;
	uc->uc_mcontext.gregs[REG_EFL] &= ~CONTEXT_TRAP;
}

/* Before the instruction that is next. */
static void step(struct thread *t, struct interleave *i, ucontext_t *uc)
{
	uint64_t pc = *context_pc(uc);

	if (is_counted(t, pc) && --i->turn == 0) {
		i->gives_way = preempt_at(uc);
		if (i->gives_way) {
			disarm(i, uc);
			return;
		}
		i->turn = 1;
	}
	i->pushes = *(const uint8_t *)(uintptr_t)pc == PUSHF;
	uc->uc_mcontext.gregs[REG_EFL] |= CONTEXT_TRAP;
}

bool interleave_trap(void *context)
{
	ucontext_t *uc = context;
	struct thread *t = thread_self;
	struct interleave *i = t ? of(t) : NULL;

	if (!i || !i->armed)
		return false;
	if (i->pushes)
		*(uint64_t *)(uintptr_t)*context_sp(uc) &= ~(uint64_t)CONTEXT_TRAP;
	i->pushes = false;
	if (preempt_in_image(*context_pc(uc)))
		step(t, i, uc);
	else
		disarm(i, uc);
	return true;
}

/* The place where preempt_at() has interrupted a thread: it pushed this on the thread's stack. */
struct interrupted {
	uint64_t flags, pc;
};

bool interleave_gives_way(struct thread *t, struct check_frame *f)
{
	struct interleave *i = of(t);
	struct interrupted *at = (struct interrupted *)(uintptr_t)f->reg[CHECK_SP];

	if (!i || !i->gives_way)
		return false;
	i->gives_way = false;
	int reg = budget_map_find(&booted.image.budget,
				  at->pc - (uintptr_t)process_image(t->process));

	if (reg != BUDGET_IN_MEMORY)
		thread_budget_set((int64_t)f->reg[reg]);
	stand_still(i);
	if (reg != BUDGET_IN_MEMORY)
		f->reg[reg] = (uint64_t)thread_budget();
	if (is_over(t))
		return true;
	turn_begin(i);
	i->armed = true;
	at->flags |= CONTEXT_TRAP;
	return true;
}

#else

void interleave_go_on(struct thread *t, struct check_frame *f)
{
	(void)f;
	if (is_over(t))
		end(t);
}

bool interleave_trap(void *context)
{
	(void)context;
	return false;
}

bool interleave_gives_way(struct thread *t, struct check_frame *f)
{
	(void)t, (void)f;
	return false;
}

#endif
