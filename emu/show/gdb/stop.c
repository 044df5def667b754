/*
 * stop.c - see gdb.h.  Traps come as signals of the worker, where the processor has stopped the
 * program: the job stands still until gdb lets it go on, in the handler.
 *
 * A step is made by the processor's trap flag, up to where a thread leaves its program: behind that
 * call a breakpoint of its own goes on with it.
 *
 * Never: a lock or an allocation, which an interrupted emulator may be in.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/syscall.h>

#include "emu/core/engine/context.h"
#include "emu/node/abi/fault.h"
#include "emu/node/machine/job.h"
#include "emu/node/process/debugger.h"
#include "gdb.h"
#include "gdb_internal.h"

#define PUSHFQ 0x9c
#define NOWHERE UINT64_MAX
#define LOOK_NS (2 * 1000 * 1000)
#define LOOKS_MAX 25 /* for the program, then wherever the worker is */

/* gdb's numbers of signals, where they are not Linux's. */
static int number_of(int sig)
{
	return sig == SIGBUS ? 10 : sig == SIGSYS ? 12 : sig;
}

static const struct thread *context_of; /* stopped by a signal, with these registers */
static ucontext_t *context;
static struct going going;  /* since the last stop */
static uint64_t stepped_at; /* the instruction that the trap flag is set for */
static pid_t worker;        /* the host's number of that thread */
static atomic_bool running, interrupted, anywhere;

ucontext_t *stop_context(const struct thread *t)
{
	return t == context_of ? context : NULL;
}

/* ---- going on */

static void trap_set(ucontext_t *uc)
{
	stepped_at = *context_pc(uc);
	uc->uc_mcontext.gregs[REG_EFL] |= CONTEXT_TRAP;
}

static void trap_clear(ucontext_t *uc)
{
	uc->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)CONTEXT_TRAP;
}

static bool steps(const struct thread *t)
{
	return going.go == GO_STEP && going.thread == target_number(t);
}

/* t, which the signal has stopped, executes one instruction, or goes on. */
static void context_resume(const struct thread *t, ucontext_t *uc)
{
	uint64_t pc = *context_pc(uc);

	trap_clear(uc);
	if (breakpoint_is_set(pc)) {
		breakpoint_lift(pc);
		trap_set(uc);
	} else if (steps(t))
		trap_set(uc);
}

static void let_go(void)
{
	struct thread *t;

	if (going.go == GO_DETACH) {
		packet_close();
		breakpoint_remove_all();
	}
	breakpoint_await(NOWHERE, NULL);
	t = going.go == GO_STEP ? target_thread(going.thread) : NULL;
	if (t && !stop_context(t)) /* it stands still elsewhere */
		breakpoint_await(registers_pc(t), t);
	if (context)
		context_resume(thread_self, context);
	context = NULL;
	context_of = NULL;
	atomic_store(&running, going.go != GO_DETACH);
}

static void serve(const struct thread *t, ucontext_t *uc)
{
	atomic_store(&running, false);
	context = uc;
	context_of = uc ? t : NULL;
	going = command_serve();
	let_go();
}

/* t has stopped; a step that was under way is forgotten. */
static void stop(const struct thread *t, ucontext_t *uc, int sig, bool breakpoint)
{
	atomic_store(&running, false);
	command_stopped(t, sig, breakpoint);
	serve(t, uc);
}

/* ---- traps */

static bool in_range(uint64_t pc)
{
	return pc >= going.low && pc < going.high;
}

/* A step has led out of the program: the thread goes on behind the call, if it is one. */
static void step_out(const struct thread *t, ucontext_t *uc)
{
	uint64_t back = 0;

	memory_read(*context_sp(uc), &back, sizeof back);
	if (target_process(back) == t->process)
		breakpoint_await(back, t);
}

/* Flags that the program has pushed have the trap flag in them. */
static void pushed_flags_clear(ucontext_t *uc)
{
	uint8_t code = 0;
	uint64_t flags;

	memory_read(stepped_at, &code, 1);
	if (code != PUSHFQ || memory_read(*context_sp(uc), &flags, sizeof flags) != sizeof flags)
		return;
	flags &= ~(uint64_t)CONTEXT_TRAP;
	memory_write(*context_sp(uc), &flags, sizeof flags);
}

/* At the next instruction of t, in its program. */
static void step_end(const struct thread *t, ucontext_t *uc)
{
	uint64_t pc = *context_pc(uc);

	if (breakpoint_is_at(pc))
		stop(t, uc, SIGTRAP, true);
	else if (in_range(pc))
		context_resume(t, uc);
	else
		stop(t, uc, SIGTRAP, false);
}

static bool on_step(const struct thread *t, ucontext_t *uc)
{
	pushed_flags_clear(uc);
	trap_clear(uc);
	breakpoint_lower();
	if (!steps(t))
		return true;
	if (target_process(*context_pc(uc)))
		step_end(t, uc);
	else
		step_out(t, uc);
	return true;
}

/* At a breakpoint of gdb's user, or where a step goes on. */
static bool on_breakpoint(const struct thread *t, ucontext_t *uc)
{
	uint64_t *pc = context_pc(uc), at = *pc - 1;

	if (!breakpoint_is_set(at))
		return false; /* the program's own */
	*pc = at;
	bool awaited = breakpoint_is_awaited(at, t);

	if (awaited)
		breakpoint_await(NOWHERE, NULL);
	if (breakpoint_is_at(at))
		stop(t, uc, SIGTRAP, true);
	else if (awaited && steps(t))
		step_end(t, uc);
	else
		context_resume(t, uc);
	return true;
}

/* ---- interrupts */

static void time_tell(const struct thread *t)
{
	char line[128], state[64];

	target_describe(t, state, sizeof state);
	snprintf(line, sizeof line, "simulated time: rank %u %s\n", t->process->rank, state);
	packet_console(line);
}

static bool on_interrupt(struct thread *t, ucontext_t *uc)
{
	bool in_program = t && t->process && target_process(*context_pc(uc)) == t->process;

	if (!atomic_load(&interrupted) || !atomic_load(&running) ||
	    (!in_program && !atomic_load(&anywhere)))
		return true;
	atomic_store(&interrupted, false);
	const struct thread *shown = in_program ? t : command_thread();

	if (!shown)
		shown = target_first((uint32_t)job.opt.gdb_rank);
	if (!shown)
		return true;
	time_tell(shown);
	trap_clear(uc);
	stop(shown, in_program ? uc : NULL, SIGINT, false);
	return true;
}

/* While the job runs, looks whether gdb wants it to stop. */
static void *listen_for_gdb(void *unused)
{
	static const struct timespec look = { .tv_nsec = LOOK_NS };

	(void)unused;
	for (int looks = 0; packet_connected(); nanosleep(&look, NULL)) {
		if (!atomic_load(&running))
			continue;
		if (!atomic_load(&interrupted)) {
			looks = 0;
			atomic_store(&anywhere, false);
			atomic_store(&interrupted, packet_interrupt());
		}
		if (!atomic_load(&interrupted))
			continue;
		if (++looks == LOOKS_MAX)
			atomic_store(&anywhere, true);
		syscall(SYS_tgkill, getpid(), worker, SIGTRAP);
	}
	return NULL;
}

/* ---- what others tell */

static bool signal_take(int sig, const siginfo_t *si, ucontext_t *uc)
{
	struct thread *t = thread_self;

	if (!packet_connected())
		return sig == SIGTRAP && si->si_code == SI_TKILL;
	if (sig == SIGTRAP && si->si_code == SI_TKILL)
		return on_interrupt(t, uc);
	if (sig == SIGTRAP && si->si_code == TRAP_TRACE)
		return on_step(t, uc);
	if (sig == SIGTRAP)
		return on_breakpoint(t, uc);
	stop(t, uc, number_of(sig), false); /* then it takes its course */
	trap_clear(uc);
	return false;
}

static bool on_signal(int sig, const siginfo_t *si, ucontext_t *uc)
{
	int error = errno;
	bool taken = signal_take(sig, si, uc);

	errno = error;
	return taken;
}

/* The first rank is about to begin. */
static void begin(void)
{
	pthread_t listener;
	const struct thread *t;

	if (!packet_accept())
		return;
	worker = gettid();
	fault_debugger = on_signal;
	breakpoint_ranks((uint32_t)job.opt.gdb_rank);
	t = target_first((uint32_t)job.opt.gdb_rank);
	if (pthread_create(&listener, NULL, listen_for_gdb, NULL) == 0)
		pthread_detach(listener);
	command_begin(t);
	serve(t, NULL);
}

int gdb_listen(uint32_t port)
{
	int rc = packet_listen(port);

	if (rc)
		return rc;
	debugger_begin = begin;
	fprintf(stderr, "bgq-run: waits for gdb, at port %u of this host:\n"
		"  gdb %s -ex 'target remote localhost:%u'\n", port, job.opt.argv[0], port);
	return 0;
}

void gdb_ended(int status)
{
	if (packet_connected())
		packet_print("W%02x", status & 0xff);
	packet_close();
}
