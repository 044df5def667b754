/* check.c - see check.h. */
#include "check.h"

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#include <cpuid.h>
#endif

#include <stdio.h>

#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/own_code.h"
#include "emu/node/machine/process_ops.h"
#include "interleave.h"
#include "preempt.h"
#include "emu/core/follow/follow.h"
#include "emu/core/wait/wait.h"
#include "emu/core/engine/watch.h"

/* For check_x86_64.S: how all registers but the integer ones are saved. */
enum { VECTORS_FXSAVE, VECTORS_XSAVE, VECTORS_XSAVEC };
uint64_t check_vector_bytes = 512;
uint64_t check_vector_mask;
uint32_t check_vector_way = VECTORS_FXSAVE;
bool check_tells_use; /* XGETBV says whether the x87 unit is in use */

#define SLACK_BYTES 64 /* to align the area */
#define XSAVE_LEAF 13
/* Parts of the register state that compiled C may change: x87, SSE, AVX and the three of AVX-512.
 * Not AMX, whose tiles would put three pages between the frames of a thread. */
#define VECTORS_SAVED UINT64_C(0xe7)
#define LEGACY_BYTES 576 /* x87, SSE and the header */

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
/* Returns the bytes of the standard format, which is never shorter than the compacted one. */
static unsigned area_bytes(uint64_t mask)
{
	unsigned bytes = LEGACY_BYTES, size, offset, c, d;

	for (unsigned i = 2; mask >> i; i++) {
		if (!(mask >> i & 1))
			continue;
		__cpuid_count(XSAVE_LEAF, i, size, offset, c, d);
		if (offset + size > bytes)
			bytes = offset + size;
	}
	return bytes;
}

static void vectors_init(void)
{
	unsigned a, b, c, d;

	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
		return;
	__asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
	check_vector_mask = ((uint64_t)d << 32 | a) & VECTORS_SAVED;
	check_vector_bytes = area_bytes(check_vector_mask) + SLACK_BYTES;
	__cpuid_count(XSAVE_LEAF, 1, a, b, c, d);
	check_vector_way = a & 2 ? VECTORS_XSAVEC : VECTORS_XSAVE;
	follow_model.marks_parts = true;
	check_tells_use = a & 4;
}
#else
static void vectors_init(void)
{
}
#endif

static bool (*run_handlers)(void);
static const struct call_guard *guard; /* NULL: none */

static const struct check_samples *samples[SAMPLERS]; /* NULL: none */
static bool sampling; /* one is not */

void check_sample(enum sampler sampler, const struct check_samples *s)
{
	samples[sampler] = s;
	sampling = true;
}

void check_init(bool (*handlers)(void))
{
	run_handlers = handlers;
	vectors_init();
}

void check_tell(const struct call_guard *g)
{
	guard = g;
}

void check_in_call(void)
{
	if (!thread_self || thread_budget() >= 0 || check_quick())
		return;
	call_stack_call((const void *)check_slow, 0, 0, 0, 0, 0);
}

void check_block(void)
{
	if (!thread_self) /* code of an image that the loader runs */
		return;
	thread_budget_take(job.model->block_cycles);
	check_in_call();
}

/* Runs handlers that are due, at the same check whether the thread has waited or not. */
static bool see_signals(struct thread *t, struct check_frame *f)
{
	if (!t->signalled || thread_is_catching_up())
		return false;
	if (t->signalled & THREAD_SIGNALS) {
		t->user->interrupted_pc = f ? f->pc : 0;
		run_handlers();
		t->user->interrupted_pc = 0;
	}
	if (t->signalled & THREAD_INTERLEAVED)
		interleave_go_on(t, f);
	return true;
}

static void spend(struct thread *t, struct check_frame *f, const void *vectors)
{
	t->loop.at_check = f != NULL;
	thread_budget_spent();
	t->loop.at_check = false;
	if (f)
		wait_join(f, vectors);
}

/* Code of another rank, which uses that one's variables: reached by a call that is not compiled
 * by bgq-cc. */
static __attribute__((noinline)) void strayed(uint64_t pc)
{
	const struct process *owner = own_code_owner(pc);
	static __thread char text[128];
	char name[64];

	if (!owner)
		return;
	snprintf(text, sizeof text, "it runs code of %s, on whose variables that works",
		 machine_name_process(owner, name, sizeof name));
	process_ops.abort(text, 0);
}

/* Lets the samplers look whose time has come.  Returns whether there was one. */
static bool sample(struct thread *t, const struct check_frame *f)
{
	bool any = false;

	for (unsigned i = 0; i < SAMPLERS; i++)
		if (samples[i] && t->clock_ps >= t->sampler_ps[i]) {
			samples[i]->at_check(f);
			any = true;
		}
	return any;
}

static void samples_go_on(void)
{
	for (unsigned i = 0; i < SAMPLERS; i++)
		if (samples[i] && samples[i]->resumed)
			samples[i]->resumed();
}

/* Does what is due at a check.  Returns whether a handler of the program may have run. */
static bool act(struct check_frame *f, const void *vectors)
{
	struct thread *t = thread_self;
	bool sampled = false;

	if (f && preempt_is_frame(f)) {
		if (interleave_gives_way(t, f))
			return true;
		preempt_thread();
		return see_signals(t, f);
	}
	if (f && f->pc - (uintptr_t)process_image(t->process) >= booted.image.total_bytes)
		strayed(f->pc);
	thread_segment_end();
	if (t->signalled & THREAD_INTERLEAVED)
		interleave_make_up(t);
	if (sampling && f && t->clock_ps >= t->sample_ps && !thread_is_catching_up() &&
	    sample(t, f))
		sampled = t->clock_ps < t->probe_ps; /* too early to probe for a wait */
	if (sampled || thread_is_catching_up() || !f || t->signalled || !thread_may_probe() ||
	    !wait_park(f, vectors))
		spend(t, f, vectors);
	else if (sampling)
		samples_go_on();
	return see_signals(t, f);
}

bool check_slow(struct check_frame *f, const void *vectors)
{
	bool handled;

	if (!thread_self) /* code of an image that the loader runs */
		return false;
	if (__builtin_expect(guard != NULL, false))
		guard->before();
	handled = act(f, vectors);
	if (f && __builtin_expect(guard != NULL, false))
		guard->behind();
	return handled;
}
