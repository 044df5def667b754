/* preempt.c - see preempt.h. */
#include "preempt.h"

#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "emu/core/calls/call_stack.h"
#include "emu/core/engine/context.h"
#include "emu/core/engine/segments.h"
#include "emu/core/engine/worker.h"
#include "emu/core/engine/engine.h"
#include "emu/core/follow/frame.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"

#define TICK_NS (25 * 1000 * 1000)
/* A debugger that steps through code takes processor time for each instruction. */
#define DEBUGGED_TICK_S 2
/* Programs have no use for it; such signals from elsewhere are ignored. */
#define PREEMPT_SIGNAL SIGURG
/* Free stack that is needed to push a frame. */
#define STACK_ROOM_BYTES 1024

static void (*report_uncounted)(const struct thread *t, uint64_t pc); /* preempt_init's */

/* ---- where programs may be interrupted */

#define TEXTS_MAX 4

/* Text of libm: it holds no locks. */
static struct text {
	uint64_t start, end;
} texts[TEXTS_MAX];
static unsigned texts_count;

static bool is_libm(const char *path)
{
	const char *name = strrchr(path, '/');

	name = name ? name + 1 : path;
	return !strncmp(name, "libm.", 5) || !strncmp(name, "libm-", 5) ||
	       !strncmp(name, "libmvec.", 8);
}

static int add_texts(struct dl_phdr_info *info, size_t bytes, void *unused)
{
	(void)bytes, (void)unused;
	if (!is_libm(info->dlpi_name))
		return 0;
	for (unsigned i = 0; i < info->dlpi_phnum && texts_count < TEXTS_MAX; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uint64_t start = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type == PT_LOAD && ph->p_flags & PF_X)
			texts[texts_count++] = (struct text){ start, start + ph->p_memsz };
	}
	return 0;
}

static bool in_libm(uint64_t pc)
{
	for (unsigned i = 0; i < texts_count; i++)
		if (pc >= texts[i].start && pc < texts[i].end)
			return true;
	return false;
}

static bool in_image(const struct thread *t, uint64_t pc)
{
	return pc - (uintptr_t)process_image(t->process) < booted.image.copy_bytes;
}

/* Code that keeps its budget in a register has checks; so has other text of a compiler, and its
 * libraries need none. */
static bool is_counted(const struct thread *t, uint64_t pc)
{
	uint64_t offset = pc - (uintptr_t)process_image(t->process);

	return budget_map_find(&booted.image.budget, offset) != BUDGET_IN_MEMORY ||
	       budget_map_counts(&booted.image.budget, offset) ||
	       budget_map_in_libraries(&booted.image.budget, offset);
}

static bool has_stack(uint64_t sp)
{
	return call_may_access((const void *)(sp - STACK_ROOM_BYTES), STACK_ROOM_BYTES);
}

/* ---- where a thread is */

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
/* The instruction before pc is a call. */
static bool is_behind_call(const struct thread *t, uint64_t pc)
{
	const uint8_t *p = (const uint8_t *)(uintptr_t)pc;

	if (!in_image(t, pc) || !in_image(t, pc - 7))
		return false;
	return p[-5] == 0xe8 || (p[-6] == 0xff && (p[-5] & 0x38) == 0x10) ||
	       (p[-3] == 0xff && (p[-2] & 0x38) == 0x10) ||
	       (p[-2] == 0xff && (p[-1] & 0x38) == 0x10);
}
#else
static bool is_behind_call(const struct thread *t, uint64_t pc)
{
	return in_image(t, pc);
}
#endif

#define WORDS_SEARCHED 4096

/* For a thread in a library: its return address in the program, if the stack shows it.  (There
 * are frames of bgq-run, with AddressSanitizer's red zones.) */
__attribute__((no_sanitize_address)) static uint64_t caller(const struct thread *t, uint64_t sp)
{
	const uint64_t *word = (const uint64_t *)(uintptr_t)(sp & ~UINT64_C(7));

	if (call_stack_is_own(word))
		word = call_stack_seen(word);

	for (unsigned i = 0; i < WORDS_SEARCHED && call_may_access(word + i, 8); i++)
		if (is_behind_call(t, word[i]))
			return word[i];
	return 0;
}

bool preempt_in_image(uint64_t pc)
{
	return in_image(thread_self, pc);
}

uint64_t preempt_place(uint64_t pc, uint64_t sp)
{
	return in_image(thread_self, pc) ? pc : caller(thread_self, sp);
}

static void note_place(struct thread *t, ucontext_t *uc)
{
	t->user->program_pc = preempt_place(*context_pc(uc), *context_sp(uc));
}

/* ---- ticks */

/* State that changes when a thread passes a check or yields. */
struct tick_state {
	const struct thread *t;
	uint64_t switches;
	ps_t segment_ps, clock_ps;
	int64_t left;
	/* Page faults of the host: where its memory is short, one takes longer than a tick, and
	 * the thread is at one instruction meanwhile. */
	long faults;
};

static __thread struct tick_state last;

static long faults(void)
{
	struct rusage use;

	return getrusage(RUSAGE_THREAD, &use) == 0 ? use.ru_minflt + use.ru_majflt : 0;
}

static struct tick_state tick_take(const struct worker *w, const struct thread *t)
{
	return (struct tick_state){ t, w->switches, t->segment_ps, w->untimed ? t->clock_ps : 0,
				     w->cell.left, faults() };
}

/* Nothing has changed since the last tick: no budget was used, or it was used up before and
 * no check has noticed. */
static bool is_stuck(const struct worker *w, const struct thread *t)
{
	struct tick_state now = tick_take(w, t);
	bool stuck = now.t == last.t && now.switches == last.switches &&
		     now.segment_ps == last.segment_ps && now.clock_ps == last.clock_ps &&
		     (now.left == last.left || last.left < 0) && now.faults == last.faults;

	last = now;
	return stuck;
}

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
extern const char bgqemu_preempt[], bgqemu_preempt_back[];

static void call_preempt(ucontext_t *uc)
{
	uint64_t *sp = context_sp(uc), *pc = context_pc(uc);

	*sp -= RED_ZONE_BYTES + sizeof *pc;
	*(uint64_t *)(uintptr_t)*sp = *pc;
	*pc = (uintptr_t)bgqemu_preempt;
}

bool preempt_is_frame(const struct check_frame *f)
{
	return f->pc == (uintptr_t)bgqemu_preempt_back;
}
#else
static void call_preempt(ucontext_t *uc)
{
	(void)uc;
}

bool preempt_is_frame(const struct check_frame *f)
{
	(void)f;
	return false;
}
#endif

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
/* A long move or search by one instruction (REP): it ends by itself. */
static bool is_repeat(uint64_t pc)
{
	const uint8_t *p = (const uint8_t *)(uintptr_t)pc;

	if (*p != 0xf2 && *p != 0xf3)
		return false;
	p += (p[1] & 0xf0) == 0x40 ? 2 : 1; /* REX */
	return (*p >= 0xa4 && *p <= 0xa7) || (*p >= 0xaa && *p <= 0xaf);
}
#else
static bool is_repeat(uint64_t pc)
{
	(void)pc;
	return false;
}
#endif

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
/* Ends the rank of a thread whose assembly has changed a segment register, by the trap of the
 * check for that, if it can be told where. */
static bool ends_by_segments(const struct thread *t, ucontext_t *uc)
{
	uint64_t *sp = context_sp(uc), *pc = context_pc(uc);

	if (!t || !in_image(t, *pc) || !has_stack(*sp))
		return false;
	*sp -= RED_ZONE_BYTES + sizeof *pc;
	*(uint64_t *)(uintptr_t)*sp = *pc + 1;
	*pc = (uintptr_t)bgqemu_asm_state_trap;
	return true;
}
#else
static bool ends_by_segments(const struct thread *t, ucontext_t *uc)
{
	(void)t, (void)uc;
	return false;
}
#endif

bool preempt_at(void *context)
{
	ucontext_t *uc = context;

	if (!has_stack(*context_sp(uc)))
		return false;
	note_place(thread_self, uc);
	call_preempt(uc);
	return true;
}

static void tick(struct worker *w, struct thread *t, ucontext_t *uc)
{
	uint64_t pc = *context_pc(uc);

	if (!is_stuck(w, t) || w->until_ps)
		return;
	uint64_t place = preempt_place(pc, *context_sp(uc));

	/* A function of libm, whose caller is counted, ends soon.  The host may have run something
	 * else for some ticks, and have charged the worker for it. */
	if ((in_image(t, pc) || in_libm(pc)) && !is_counted(t, place) && !is_repeat(pc))
		preempt_at(uc);
}

static __attribute__((noinline)) void on_signal_mended(const siginfo_t *si, void *context,
						       unsigned wrong)
{
	struct thread *t = thread_self;
	int error = errno;

	if (wrong && ends_by_segments(t, context))
		return;
	if (t && si->si_code == SI_TIMER)
		tick(worker_self, t, context);
	else if (t && si->si_code == SI_TKILL)
		note_place(t, context);
	if (worker_self && si->si_code == SI_TKILL)
		engine_stop_in_signal(booted.engine);
	errno = error;
}

/* Thread-locals may be used after the call only. */
static void on_signal(int sig, siginfo_t *si, void *context)
{
	ucontext_t *uc = context;

	(void)sig;
	segments_plain_flags();
	on_signal_mended(si, uc, segments_mend(&uc->uc_stack));
}

void preempt_thread(void)
{
	static atomic_flag said = ATOMIC_FLAG_INIT;
	struct thread *t = thread_self;

	thread_clock();
	if (!atomic_flag_test_and_set(&said))
		report_uncounted(t, t->user->program_pc);
	thread_charge(cycles_ps(job.model->preempt_cycles));
	last = tick_take(worker_self, t);
}

void preempt_record(void)
{
	engine_signal(booted.engine, PREEMPT_SIGNAL);
}

/* ---- set-up */

void preempt_init(void (*uncounted)(const struct thread *t, uint64_t pc))
{
	struct sigaction sa = { .sa_sigaction = on_signal,
				.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART };

	report_uncounted = uncounted;
	sigemptyset(&sa.sa_mask);
	sigaction(PREEMPT_SIGNAL, &sa, NULL);
	dl_iterate_phdr(add_texts, NULL);
}

static __thread timer_t timer;
static __thread bool has_timer;

/* The timer counts processor time: a worker that does not run, or blocks, is not stuck. */
void preempt_worker_begin(void)
{
	struct sigevent ev = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = PREEMPT_SIGNAL };
	bool debugged = job.opt.gdb_rank >= 0;
	struct timespec tick = { debugged ? DEBUGGED_TICK_S : 0, debugged ? 0 : TICK_NS };
	struct itimerspec every = { tick, tick };

	ev._sigev_un._tid = gettid();
	has_timer = timer_create(CLOCK_THREAD_CPUTIME_ID, &ev, &timer) == 0;
	if (has_timer)
		timer_settime(timer, 0, &every, NULL);
}

void preempt_worker_end(void)
{
	if (has_timer)
		timer_delete(timer);
	has_timer = false;
}
