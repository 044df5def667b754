/* fault_frame.c - see fault_frame.h. */
#include "fault_frame.h"

#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emu/core/calls/call_stack.h"
#include "emu/core/engine/context.h"
#include "emu/core/follow/frame.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/booted.h"
#include "emu/node/posix/posix.h"
#include "emu/target/rt/rt.h"
#include "fault.h"

/* Registers with AVX-512 and AMX take 11 KiB. */
#define STATE_BYTES_MAX 16384
/* Below the frame, for the handler to begin with. */
#define HANDLER_ROOM_BYTES 1024

/* The part of a ucontext that the kernel fills in; glibc's has more behind it. */
#define KERNEL_CONTEXT_BYTES offsetof(ucontext_t, __fpregs_mem)

struct frame {
	ucontext_t uc; /* first: where rt_sigreturn looks */
	siginfo_t info;
	stack_t host_stack;
	sigset_t host_mask;
};

struct fault {
	siginfo_t info;
	ucontext_t uc;
	size_t state_bytes; /* 0: cannot be restored */
	bool handling;
	_Alignas(64) uint8_t state[STATE_BYTES_MAX];
};

static __thread struct fault *fault;

/* struct sigaction, as the kernel has it. */
struct kernel_action {
	void (*handler)(int);
	unsigned long flags;
	void (*restorer)(void);
	uint64_t mask;
};

/* libc's, which handlers return to: it makes the system call that loads all registers, and is
 * where bgq-run may make one (host_call.h). */
static void (*restorer)(void);

static void restorer_find(void)
{
	struct kernel_action a = { 0 };

	syscall(SYS_rt_sigaction, SIGSEGV, NULL, &a, sizeof a.mask);
	restorer = a.restorer;
}

bool fault_frame_begin(void)
{
	restorer_find();
	fault = aligned_alloc(64, sizeof *fault);
	if (fault)
		fault->handling = false;
	return fault != NULL;
}

void fault_frame_end(void)
{
	free(fault);
	fault = NULL;
}

bool fault_is_handling(void)
{
	return fault && fault->handling;
}

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

/* The kernel's note in the last bytes of the legacy area (asm/sigcontext.h). */
struct state_note {
	uint32_t magic, bytes;
};

#define STATE_NOTE 464
#define STATE_MAGIC 0x46505853u
#define LEGACY_BYTES 512

static size_t state_bytes(const uint8_t *state)
{
	struct state_note note;

	if (!state)
		return 0;
	memcpy(&note, state + STATE_NOTE, sizeof note);
	if (note.magic != STATE_MAGIC)
		return LEGACY_BYTES;
	return note.bytes <= STATE_BYTES_MAX ? note.bytes : 0;
}

void fault_record(const siginfo_t *si, const ucontext_t *uc)
{
	const uint8_t *state = (const uint8_t *)uc->uc_mcontext.fpregs;

	if (!fault)
		return;
	fault->info = *si;
	memset(&fault->uc, 0, sizeof fault->uc);
	memcpy(&fault->uc, uc, KERNEL_CONTEXT_BYTES);
	fault->state_bytes = state_bytes(state);
	memcpy(fault->state, state, fault->state_bytes);
}

/* Calls fn(arg) on another stack; fn does not return. */
static _Noreturn void run_on(uintptr_t stack, void (*fn)(void *), void *arg)
{
	__asm__ volatile("movq %0, %%rsp\n\txorl %%ebp, %%ebp\n\tcallq *%1\n\tud2"
			 : : "r"(stack & ~(uintptr_t)63), "r"(fn), "D"(arg) : "memory");
	__builtin_unreachable();
}

/* Loads all registers of the frame.  Its code has the budget where it is at that place. */
static _Noreturn void go_back(struct frame *f)
{
	uint64_t offset = *context_pc(&f->uc) - (uintptr_t)process_image(process_self());
	int reg = budget_map_find(&booted.image.budget, offset);

	if (reg != BUDGET_IN_MEMORY)
		*context_register(&f->uc, reg) = (uint64_t)thread_budget();
	f->uc.uc_stack = f->host_stack;
	f->uc.uc_sigmask = f->host_mask;
	__asm__ volatile("movq %0, %%rsp\n\tjmp *%1" : : "r"(f), "r"(restorer) : "memory");
	__builtin_unreachable();
}

#else

void fault_record(const siginfo_t *si, const ucontext_t *uc)
{
	(void)si, (void)uc;
	if (fault)
		fault->state_bytes = 0;
}

static _Noreturn void run_on(uintptr_t stack, void (*fn)(void *), void *arg)
{
	(void)stack, (void)fn, (void)arg;
	abort(); /* nothing was recorded */
}

static _Noreturn void go_back(struct frame *f)
{
	(void)f;
	abort();
}

#endif

/* ---- the frame */

static __thread void (*last)(void);

static void run_last(void *unused)
{
	(void)unused;
	last();
}

/* On the frame's stack. */
static void run_handler(void *arg)
{
	struct frame *f = arg;

	fault->handling = false;
	/* A fault in a call: what the handler calls has another stack. */
	uint64_t *left = call_stack_leave((const void *)(uintptr_t)*context_sp(&f->uc));

	if (process_self()->posix->fault_enter(f->info.si_signo, &f->info, &f->uc)) {
		if (left)
			call_stack_back(left);
		go_back(f);
	}
	uint64_t pc, sp;

	thread_abandon(last, &pc, &sp);
	run_on(sp, run_last, NULL);
}

struct stack {
	uintptr_t low, high; /* of what is free */
};

static struct stack stack_for(const struct posix *x, int sig, uint64_t sp)
{
	const struct posix_thread *pt = posix_thread_self();
	uintptr_t other = (uintptr_t)pt->signal_stack;

	if (call_stack_is_own((const void *)(uintptr_t)sp))
		sp = (uintptr_t)call_stack_seen((const void *)(uintptr_t)sp);
	uintptr_t low = (uintptr_t)posix_thread_stack(pt->t).low;

	if (sp - other < pt->signal_stack_bytes)
		low = other;
	else if (pt->signal_stack_bytes && x->fault_on_other_stack >> (sig - 1) & 1)
		return (struct stack){ other, other + pt->signal_stack_bytes };
	return (struct stack){ low, sp - RED_ZONE_BYTES };
}

static struct frame *frame_push(struct stack s)
{
	uintptr_t at = (s.high - sizeof(struct frame)) & ~UINT64_C(63);

	if (s.high < s.low || at < s.low + HANDLER_ROOM_BYTES || at > s.high ||
	    !call_may_access((void *)s.low, s.high - s.low))
		return NULL;
	return (struct frame *)at;
}

/* The recorded vector registers, kept for a frame.  Frames in what is free of a stack have been
 * left. */
static uint8_t *keep_registers(struct posix *x, struct stack free_part, uintptr_t frame)
{
	struct fault_registers *r;

	for (struct fault_registers **at = &x->fault_registers; (r = *at);) {
		if (r->frame - free_part.low >= free_part.high - free_part.low) {
			at = &r->next;
			continue;
		}
		*at = r->next;
		free(r);
	}
	r = aligned_alloc(64, (sizeof *r + fault->state_bytes + 63) & ~(size_t)63);
	if (!r)
		return NULL;
	r->frame = frame;
	r->next = x->fault_registers;
	x->fault_registers = r;
	return memcpy(r->state, fault->state, fault->state_bytes);
}

void fault_handle(int sig, void (*end)(void))
{
	struct posix *x = process_self()->posix;

	if (!fault || !fault->state_bytes || !x || !(x->faults_handled >> (sig - 1) & 1))
		return;
	struct stack room = stack_for(x, sig, *context_sp(&fault->uc));
	struct frame *f = frame_push(room);
	uint8_t *state = f ? keep_registers(x, room, (uintptr_t)f) : NULL;

	if (!state)
		return;
	bgqemu_stack_left((void *)room.high);
	fault->handling = true;
	last = end;
	f->uc = fault->uc;
	f->info = fault->info;
	f->host_stack = f->uc.uc_stack;
	f->host_mask = f->uc.uc_sigmask;
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	f->uc.uc_mcontext.fpregs = (fpregset_t)state;
#endif
	run_on((uintptr_t)f, run_handler, f);
}

/* ---- what the support library tells */

void bgqemu_fault_handlers(uint64_t handled, uint64_t on_other_stack,
			   bool (*enter)(int sig, void *info, void *context))
{
	struct posix *x = posix_self();

	x->faults_handled = handled;
	x->fault_on_other_stack = on_other_stack;
	x->fault_enter = enter;
}

void bgqemu_fault_stack(void *stack, size_t bytes)
{
	struct posix_thread *pt = posix_thread_self();

	pt->signal_stack = stack;
	pt->signal_stack_bytes = bytes;
}
