/* fault.c - see fault.h. */
#include "fault.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

#include "emu/core/calls/call_stack.h"
#include "emu/core/calls/call_wrap.h"
#include "emu/core/engine/context.h"
#include "emu/core/engine/segments.h"
#include "emu/node/image/host_heap.h"
#include "emu/core/check/interleave.h"
#include "emu/core/check/preempt.h"
#include "check_stores.h"
#include "divide.h"
#include "equal_access.h"
#include "fault_frame.h"
#include "host_call.h"
#include "host_streams.h"
#include "l2_alias.h"
#include "emu/node/posix/thread.h"
#include "emu/node/machine/l2.h"
#include "emu/node/machine/l2_memory.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "mmio_store.h"
#include "move.h"
#include "own_state.h"
#include "reserve_fault.h"
#include "state_fault.h"
#include "emu/show/report/core_file.h"
#include "emu/show/report/report.h"
#include "emu/show/report/where.h"
#include "emu/node/machine/status.h"

#define ALTSTACK_BYTES (128 * 1024)
/* A fault so near behind the program counter may be that of reading the code. */
#define INSTRUCTION_BYTES_MAX 16u

bool (*fault_debugger)(int sig, const siginfo_t *si, ucontext_t *uc);

/* A fault in bgq-run's code, or outside any node thread, is a bug of bgq-run.  Nothing is
 * called that could wait for a lock; what ranks have written and is not out yet is lost. */
static _Noreturn void internal_error(int sig, uint64_t pc, const void *address, const char *in)
{
	char line[200];
	int n = snprintf(line, sizeof line,
			 "bgq-run: internal error: signal %d at pc 0x%llx, address %p%s\n", sig,
			 (unsigned long long)pc, address, in);

	if (write(STDERR_FILENO, line, (size_t)n) < 0)
		_exit(STATUS_INTERNAL);
	signal(sig, SIG_DFL);
	raise(sig);
	_exit(STATUS_INTERNAL);
}

extern char __executable_start, etext;

static int in_emulator(uint64_t pc)
{
	return pc >= (uintptr_t)&__executable_start && pc < (uintptr_t)&etext;
}

/* ---- the budget of code that has it in a register */

static __thread int budget_register; /* or BUDGET_IN_MEMORY */

void fault_settle(ucontext_t *uc)
{
	uint64_t offset = *context_pc(uc) - (uintptr_t)process_image(process_self());

	budget_register = budget_map_find(&booted.image.budget, offset);
	if (budget_register != BUDGET_IN_MEMORY)
		thread_budget_set((int64_t)*context_register(uc, budget_register));
}

void fault_unsettle(ucontext_t *uc)
{
	if (budget_register != BUDGET_IN_MEMORY)
		*context_register(uc, budget_register) = (uint64_t)thread_budget();
}

/* ---- after the handler: the program's own handler, or the end of the process */

/* Crash of the running thread, from the signal handler to last_words(). */
struct crash {
	int sig;
	const char *text; /* NULL: none */
	uint64_t pc, address;
	uint64_t sp;
	bool access;
	bool searching;   /* its stack: that may fault, too */
	struct where_registers registers;
};

static __thread struct crash crash;
static __thread bool reporting; /* what ends its process */

/* Runs after the signal handler, in normal context: any function may be called.  Output that
 * the process has buffered must not be lost. */
static void last_words(void)
{
	struct process *p = process_self();
	void (*flush)(void) = (void (*)(void))(uintptr_t)(process_image(p) +
							  booted.image.flush);
	static __thread bool flushing;

	thread_clock();
	crash.searching = false; /* it may have ended by a fault */
	reporting = true;
	if (p->status == PROCESS_ALIVE) { /* else this is a fault after the one reported */
		report_signal(thread_self, crash.sig, crash.text, crash.pc, crash.address);
		process_ended(p, STATUS_SIGNAL(crash.sig));
	}
	reporting = false;
	if (booted.image.flush && !flushing) {
		flushing = true; /* after a fault in here do not flush again */
		flush();
	}
	flushing = false;
	process_leave();
}

/* The processor does not tell addresses of more than 48 bits; the instruction does. */
static uint64_t faulty_address(const siginfo_t *si, ucontext_t *uc)
{
	struct move m;

	if (!si->si_addr && move_decode(uc, &m))
		return m.address;
	return (uintptr_t)si->si_addr;
}

static void place_found(uint64_t pc)
{
	if (!pc)
		return;
	if (pc != crash.registers.pc && !crash.text)
		crash.text = crash.address == crash.registers.pc
			     ? "the address that it called has no code"
			     : "in a function that this called";
	crash.pc = pc;
}

/* The place in the program, where the fault is in a library.  What words of the stack suggest is
 * for a stack that cannot be unwound. */
static void find_place(void)
{
	uint64_t low = (uintptr_t)posix_thread_stack(thread_self).low;
	bool in_guard = low - crash.sp <= SPACE_GUARD_BYTES;

	crash.searching = true;
	uint64_t guess = preempt_place(crash.pc, in_guard ? low : crash.sp);

	if (crash.address != crash.pc) /* else a jump to nowhere, which has left no frame */
		place_found(guess && guess != crash.pc ? guess - 1 : guess);
	place_found(where_faulted(&crash.registers));
	crash.searching = false;
}

static void end_of_process(void)
{
	char whose[64];

	if (!crash.text && crash.access)
		crash.text = check_stores_describe(crash.address, whose, sizeof whose);
	find_place();
	last_words();
}

static void after_fault(void)
{
	if (process_self()->status == PROCESS_ALIVE)
		fault_handle(crash.sig, end_of_process);
	end_of_process();
}

/* Stack of the running thread, with its guard, or its stack for signals or calls. */
static bool is_on_stack(uint64_t address)
{
	struct posix_thread_bounds b = posix_thread_stack(thread_self);
	const struct posix_thread *pt = thread_self->user->posix;
	uintptr_t low = (uintptr_t)b.low - b.guard_bytes;

	return address - low < (uintptr_t)b.high - low ||
	       call_stack_is_own((const void *)(uintptr_t)address) ||
	       (pt && address - (uintptr_t)pt->signal_stack < pt->signal_stack_bytes);
}

/* The emulator's code, in a call of the program, with what the program gave it: a pointer
 * into the lowest pages or a window, a word of the L2, or a stack that is full or misaligned. */
static bool is_bad_argument(const siginfo_t *si, uint64_t sp)
{
	uintptr_t address = (uintptr_t)si->si_addr;

	return (si->si_signo == SIGSEGV || si->si_signo == SIGBUS) && is_on_stack(sp) &&
	       (address < SPACE_STACK || space_contains(si->si_addr) || l2_is_given(si->si_addr));
}

static const char *explain(uint64_t address, bool access)
{
	struct posix_thread_bounds b = posix_thread_stack(thread_self);
	const char *refusal = access ? mmio_store_refusal(address) : NULL;

	if (refusal)
		return refusal;
	return access && (uintptr_t)b.low - address <= b.guard_bytes ? "stack overflow" : NULL;
}

/* A function of libc that the emulator has called, if that calls none itself. */
static bool is_called_by_emulator(uint64_t sp)
{
	struct posix_thread_bounds b = posix_thread_stack(thread_self);
	bool is_readable = (sp >= (uintptr_t)b.low && sp + 8 <= (uintptr_t)b.high) ||
			   call_stack_is_own((const void *)(uintptr_t)sp);
	const uint64_t *back = (const uint64_t *)(uintptr_t)sp;

	return is_readable && in_emulator(*back) && !call_wrap_contains(*back) &&
	       !call_stack_is_back((const void *)*back);
}

/* A host signal: where, and what was known about it first. */
struct fault_at {
	int sig;
	siginfo_t *si;
	ucontext_t *uc;
	uint64_t *pc, *sp;
	unsigned wrong;   /* of segments.h */
	const char *left; /* what assembly has left changed */
	const char *call; /* of the host's kernel: why it is refused */
	bool access;      /* by an address */
	bool in_call;     /* of the emulator */
};

/* A store that --check-stores lets pass, or code of the emulator that goes on. */
static bool goes_on(const struct fault_at *f)
{
	if (state_alignment_ignored(f->sig, f->uc))
		return true;
	if (!f->in_call && !f->left && divide_fault(f->sig, f->si, f->uc))
		return true;
	/* A switch of threads, which the cell tells so: but not one to a stack of the wrong
	 * cell. */
	if (!f->left && f->in_call && f->wrong == SEGMENT_GS && is_on_stack(*f->sp))
		return true;
	if (!f->access || !job.opt.check_stores)
		return false;
	bool by_program = thread_self && (call_wrap_contains(*f->pc) ||
					  (!f->in_call && !is_called_by_emulator(*f->sp)));
	uint64_t address = (uintptr_t)f->si->si_addr;

	/* A call's use of a pointer is the program's doing, too; events have no thread. */
	if (thread_self && job.opt.equal_addresses && equal_access(f->uc, address))
		return true;
	return check_stores_allow(address, by_program);
}

/* A register or an alias was accessed: it is done, or begun. */
static bool carried_out(const struct fault_at *f)
{
	if (l2_alias_access(f->uc)) {
		fault_unsettle(f->uc);
		return true;
	}
	enum mmio_access mmio = mmio_store_access(f->uc, budget_register);

	if (mmio == MMIO_DONE)
		fault_unsettle(f->uc);
	return mmio != MMIO_NOT;
}

static bool is_of_program(const struct fault_at *f)
{
	return thread_self &&
	       (f->left || !f->in_call || f->wrong || is_bad_argument(f->si, *f->sp));
}

/* Makes the thread tell, and end or handle, after the handler. */
static void end_by(const struct fault_at *f, uint64_t address, const char *text)
{
	bool handled = !f->left && !f->in_call;

	if (handled && f->sig != SIGTRAP && fault_debugger)
		fault_debugger(f->sig, f->si, f->uc);
	if (f->wrong || f->left)
		segments_noted();
	if (!text)
		text = f->wrong ? state_segments_text(f->wrong) : explain(address, f->access);
	if (!text && f->sig == SIGSEGV && f->si->si_code == SI_KERNEL && !address)
		text = "an address of more than 48 bits, or an instruction of the system's";
	crash = (struct crash){ .sig = f->sig, .text = text, .pc = *f->pc, .address = address,
				.sp = *f->sp, .access = f->access };
	where_registers_take(&crash.registers, f->uc);
	core_file_registers(f->uc);
	if (handled)
		fault_record(f->si, f->uc);
	context_as_at_start(f->uc);
	host_heap_abandon();
	host_streams_abandon();
	thread_abandon(handled ? after_fault : end_of_process, f->pc, f->sp);
}

static void fault_now(struct fault_at *f)
{
	uint64_t address = f->access ? (uintptr_t)f->si->si_addr : 0;

	if (goes_on(f))
		return;
	equal_stepped(); /* not to be gone on with */
	if (thread_self && (fault_is_handling() || crash.searching || core_file_has_faulted())) {
		context_as_at_start(f->uc);
		thread_abandon(last_words, f->pc, f->sp);
		return;
	}
	if (reporting)
		internal_error(f->sig, *f->pc, f->si->si_addr, ", in a report of a fault");
	if (!is_of_program(f))
		internal_error(f->sig, *f->pc, f->si->si_addr, "");
	bool decodable = f->access && !f->wrong && address - *f->pc >= INSTRUCTION_BYTES_MAX;

	if (!f->wrong && !f->left) /* else its budget is anywhere */
		fault_settle(f->uc);
	if (decodable && carried_out(f))
		return;
	uint64_t word = decodable ? l2_alias_refused() : 0;

	if (word) {
		f->si->si_addr = (void *)(uintptr_t)word;
		end_by(f, word, L2_MEMORY_REFUSED);
		return;
	}
	end_by(f, decodable ? faulty_address(f->si, f->uc) : address,
	       f->call ? f->call : f->left);
}

/* A floating-point exception in a program that XL would have made to trap. */
static bool is_flttrap(int sig, const siginfo_t *si)
{
	return sig == SIGFPE && si->si_code >= FPE_FLTDIV && si->si_code <= FPE_FLTSUB &&
	       booted.image.flttrap;
}

static bool debugger_takes(int sig, const siginfo_t *si, ucontext_t *uc)
{
	return __builtin_expect(fault_debugger != NULL, false) && fault_debugger(sig, si, uc);
}

static __attribute__((noinline)) void on_fault_mended(int sig, siginfo_t *si, ucontext_t *uc,
						      unsigned wrong)
{
	static __thread bool inside;

	if (sig == SIGTRAP && debugger_takes(sig, si, uc))
		return;
	bool reserved = reserve_fault(sig, si, uc);

	if (sig == SIGTRAP && si->si_code == TRAP_TRACE && interleave_trap(uc))
		return;
	if (reserved)
		return;

	struct fault_at f = { .sig = sig, .si = si, .uc = uc, .pc = context_pc(uc),
			      .sp = context_sp(uc), .wrong = wrong };

	if (inside)
		internal_error(sig, *f.pc, si->si_addr, ", in the handling of another one");
	inside = true;
	if (is_flttrap(sig, si)) {
		f.sig = si->si_signo = SIGTRAP;
		si->si_code = TRAP_BRKPT;
	}
	host_call_refused(sig, si, &f.call, uc);
	f.in_call = in_emulator(*f.pc);
	if (!state_is_left(&f.sig, &f.left, uc, wrong))
		f.access = sig == SIGSEGV || sig == SIGBUS;
	fault_now(&f);
	inside = false;
}

static bool is_in_program(ucontext_t *uc)
{
	return thread_self && preempt_in_image(*context_pc(uc));
}

/* A function of libc that the program has called, as its stack for calls or the return address
 * of a function without a frame shows. */
static bool is_called_by_program(uint64_t pc, uint64_t sp)
{
	struct posix_thread_bounds b = posix_thread_stack(thread_self);
	const uint64_t *back = (const uint64_t *)(uintptr_t)sp;

	if (!own_state_is_libc(pc))
		return false;
	if (call_stack_in_host(back))
		return true;
	return sp >= (uintptr_t)b.low && sp + 8 <= (uintptr_t)b.high &&
	       (preempt_in_image(*back) || call_wrap_contains(*back));
}

static bool is_by_program(ucontext_t *uc)
{
	uint64_t pc = *context_pc(uc);

	return is_in_program(uc) || (thread_self && own_state_is_closed() &&
				     (call_wrap_contains(pc) ||
				      is_called_by_program(pc, *context_sp(uc))));
}

/* Nothing else may be done here, not even by what the compiler puts in front of a function. */
static void on_fault(int sig, siginfo_t *si, void *context)
{
	ucontext_t *uc = context;

	segments_plain_flags();
	unsigned wrong = segments_mend(&uc->uc_stack);
	bool was_closed = own_state_is_closed();

	if (was_closed || own_state_holds((uintptr_t)si->si_addr)) {
		bool is_ours = own_state_holds((uintptr_t)si->si_addr) && !is_by_program(uc);

		own_state_open(); /* this handler may have stored there itself */
		if (is_ours)
			return;
	}
	on_fault_mended(sig, si, uc, wrong);
	if (is_in_program(uc) || (was_closed && own_state_is_libc(*context_pc(uc))))
		own_state_close();
}

/* ---- abort(3) of the host's C library */

static const void *hosts_abort;

struct aborted {
	bool is_behind; /* the next frame has called abort(3) */
	uint64_t by;
};

static _Unwind_Reason_Code find_caller(struct _Unwind_Context *frame, void *arg)
{
	struct aborted *a = arg;
	Dl_info of;

	if (a->is_behind) {
		a->by = _Unwind_GetIP(frame);
		return _URC_END_OF_STACK;
	}
	a->is_behind = dladdr((void *)_Unwind_GetIP(frame), &of) && of.dli_saddr == hosts_abort;
	return _URC_NO_REASON;
}

/* A function of the C library has called it, for what a rank has given that, such as a stream
 * whose functions it has destroyed. */
static bool is_abort_of_program(uint64_t sp)
{
	struct aborted a = { 0 };

	if (!thread_self || !is_on_stack(sp))
		return false;
	_Unwind_Backtrace(find_caller, &a);
	return a.by && !in_emulator(a.by);
}

/* The unwinder aborts where the data that it is led by are destroyed.  Else it is bgq-run. */
static void on_abort(int sig, siginfo_t *si, void *context)
{
	ucontext_t *uc = context;

	own_state_open();
	if (thread_self && crash.searching) {
		context_as_at_start(uc);
		thread_abandon(last_words, context_pc(uc), context_sp(uc));
		return;
	}
	if (reporting || !is_abort_of_program(*context_sp(uc)))
		internal_error(sig, *context_pc(uc), si->si_addr, "");
	struct fault_at f = { .sig = sig, .si = si, .uc = uc, .pc = context_pc(uc),
			      .sp = context_sp(uc), .in_call = true };

	end_by(&f, 0, NULL);
}

void fault_install(void)
{
	static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP,
					SIGSYS };
	/* One in the handler comes through, and is told apart. */
	struct sigaction sa = { .sa_sigaction = on_fault,
				.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };

	sigemptyset(&sa.sa_mask);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &sa, NULL);
	hosts_abort = dlsym(RTLD_DEFAULT, "abort");
	sa.sa_sigaction = on_abort;
	sigaction(SIGABRT, &sa, NULL);
	signal(SIGPIPE, SIG_IGN);
}

static __thread stack_t worker_stack, host_stack;

/* The host's kernel stores to it, also while the emulator's heap is closed (own_heap.h). */
static void *stack_map(void)
{
	void *p = mmap(NULL, ALTSTACK_BYTES, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return p != MAP_FAILED ? p : NULL;
}

void fault_worker_begin(void)
{
	fault_frame_begin(); /* without it, programs' handlers do not run */
	worker_stack = (stack_t){ .ss_size = ALTSTACK_BYTES, .ss_sp = stack_map() };
	if (!worker_stack.ss_sp)
		return;
	segments_keep(worker_stack.ss_sp);
	sigaltstack(&worker_stack, &host_stack);
	host_call_forbid();
}

void fault_worker_end(void)
{
	host_call_allow();
	if (worker_stack.ss_sp)
		sigaltstack(&host_stack, NULL);
	if (worker_stack.ss_sp)
		munmap(worker_stack.ss_sp, ALTSTACK_BYTES);
	fault_frame_end();
}
