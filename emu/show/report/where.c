/* where.c - see where.h.  A thread that has yielded has called the emulator, from a check or
 * by a call of the runtime: the frames in between are unwound, on its own stack. */
#include "where.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <unwind.h>

#include "emu/core/engine/context.h"
#include "emu/core/engine/fiber.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/booted.h"
#include "emu/node/posix/thread.h"

static const struct thread *asked;
static uint64_t found;

static _Unwind_Reason_Code visit(struct _Unwind_Context *frame, void *unused)
{
	uint64_t pc = _Unwind_GetIP(frame);

	(void)unused;
	if (pc - (uintptr_t)process_image(asked->process) >= booted.image.total_bytes)
		return _URC_NO_REASON;
	found = pc;
	return _URC_END_OF_STACK;
}

static void unwind(void)
{
	_Unwind_Backtrace(visit, NULL);
}

uint64_t where_in_program(const struct thread *t)
{
	if (t->state == THREAD_RUNNING)
		return t->user->program_pc;
	asked = t;
	found = 0;
	fiber_probe(t->sp, unwind);
	return found;
}

static bool is_in_library(const struct thread *t, uint64_t pc)
{
	Dl_info unused;

	return pc - (uintptr_t)process_image(t->process) >= booted.image.total_bytes &&
	       dladdr((void *)pc, &unused);
}

/* ---- all frames */

#define STACK_ROOM_BYTES WHERE_STACK_BYTES

/* Frames that the calling worker collects. */
static __thread struct frames {
	const struct thread *t;
	struct where_frame *frame;
	unsigned n, max;
} frames;

static bool in_program(const struct thread *t, uint64_t pc)
{
	return pc - (uintptr_t)process_image(t->process) < booted.image.total_bytes;
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE /* glibc 2.35 */
/* libgcc's unwinder asks libc by this name for the unwind tables around pc.  In front of
 * libc's: images are not objects of the host's loader. */
__attribute__((used, visibility("default")))
int _dl_find_object(void *pc, struct dl_find_object *out)
{
	static int (*host)(void *pc, struct dl_find_object *out);

	if (!frames.t || !in_program(frames.t, (uintptr_t)pc)) {
		if (!host)
			*(void **)&host = dlsym(RTLD_NEXT, "_dl_find_object");
		return host ? host(pc, out) : -1;
	}
	uint8_t *base = process_image(frames.t->process);

	memset(out, 0, sizeof *out);
	out->dlfo_map_start = base;
	out->dlfo_map_end = base + booted.image.total_bytes;
	for (unsigned i = 0; i < booted.image.phdrs; i++)
		if (booted.image.phdr[i].p_type == PT_GNU_EH_FRAME)
			out->dlfo_eh_frame = base + booted.image.phdr[i].p_vaddr;
	return out->dlfo_eh_frame ? 0 : -1;
}
#endif

static _Unwind_Reason_Code collect(struct _Unwind_Context *frame, void *unused)
{
	uint64_t pc = _Unwind_GetIP(frame);

	(void)unused;
	if (in_program(frames.t, pc))
		frames.frame[frames.n++] =
			(struct where_frame){ pc, _Unwind_GetCFA(frame) };
	return frames.n < frames.max ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static void unwind_all(void)
{
	_Unwind_Backtrace(collect, NULL);
}

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#define CALL_BYTES_MAX 7 /* of an indirect call, without a prefix */

enum { RBX = 3, RSP = 4, RBP = 5, R12 = 12 };

/* The word at a library's stack pointer may be an old return address of the program. */
static bool is_nowhere(uint64_t pc)
{
	return !in_program(frames.t, pc) && !is_in_library(frames.t, pc);
}

/* Whether an indirect call ends at pc, as it must to where no code is: a word of the stack may be
 * the return address of a call long ago. */
static bool is_behind_call(uint64_t pc)
{
	const uint8_t *end = (const uint8_t *)pc;

	if (is_nowhere(pc - CALL_BYTES_MAX) || is_nowhere(pc))
		return false;
	for (int bytes = 2; bytes <= CALL_BYTES_MAX; bytes++)
		if (end[-bytes] == 0xff && (end[1 - bytes] >> 3 & 7) == 2)
			return true;
	return false;
}

/* The guard of the thread's stack is so near, or above. */
static bool is_nearly_full(uint64_t sp)
{
	struct posix_thread_bounds b = posix_thread_stack(frames.t);

	return sp - ((uintptr_t)b.low - b.guard_bytes) < b.guard_bytes + STACK_ROOM_BYTES;
}

/* Unwinds as if the code at the fault had called the unwinder.  A jump to nowhere is undone. */
static void unwind_fault(const struct where_registers *fault)
{
	uint64_t pc = fault->pc, sp = fault->reg[RSP];
	uint64_t *frame;

	if (sp % 8 || is_nearly_full(sp) ||
	    !call_may_access((void *)(sp - STACK_ROOM_BYTES), STACK_ROOM_BYTES + 8))
		return;
	if (is_nowhere(pc) && is_behind_call(*(uint64_t *)sp)) {
		pc = *(uint64_t *)sp - 1;
		sp += 8;
	}
	frame = (uint64_t *)sp - 8;
	frame[0] = UINT64_C(0x037f) << 32 | UINT64_C(0x1f80);
	for (int i = 0; i < 4; i++) /* r15 to r12 */
		frame[1 + i] = fault->reg[R12 + 3 - i];
	frame[5] = fault->reg[RBX];
	frame[6] = fault->reg[RBP];
	frame[7] = pc + 1; /* as behind a call, so that its own line is found */
	fiber_probe(frame, unwind_all);
	if (frames.n && frames.frame[0].pc == pc + 1)
		frames.frame[0].pc = pc;
}
#else
static void unwind_fault(const struct where_registers *fault)
{
	(void)fault;
}
#endif

unsigned where_stack(const struct thread *t, const struct where_registers *fault,
		     struct where_frame *frame, unsigned max)
{
	frames = (struct frames){ t, frame, 0, max };
	if (fault)
		unwind_fault(fault);
	else if (t == thread_self)
		unwind_all();
	else if (t->state == THREAD_PARKED && t->waiting.pc)
		frame[frames.n++] = (struct where_frame){ t->waiting.pc, (uintptr_t)t->sp };
	else
		fiber_probe(t->sp, unwind_all);
	frames.t = NULL;
	return frames.n;
}

/* ---- registers of the innermost frame in the program */

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
/* The check's entries: up to there in the text. */
void bgqemu_check(void);
void bgqemu_asm_state(void);

/* Registers that calls leave as they were: rbx, rbp, r12 to r15. */
#define SAVED_BY_CALLS 0xf028u

static __thread struct {
	struct where_registers *r;
	uint32_t known;
	bool checks; /* the frame inside is that of a check, which has all of them */
} inner;

static _Unwind_Reason_Code innermost(struct _Unwind_Context *frame, void *unused)
{
	static const uint8_t dwarf[16] = { 0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15 };
	uint64_t pc = _Unwind_GetIP(frame);

	(void)unused;
	if (!in_program(frames.t, pc)) {
		inner.checks = pc > (uintptr_t)bgqemu_check &&
			       pc <= (uintptr_t)bgqemu_asm_state;
		return _URC_NO_REASON;
	}
	inner.known = inner.checks ? 0xffff : SAVED_BY_CALLS | 1u << RSP;
	for (int i = 0; i < 16; i++)
		if (inner.known >> i & 1 && i != RSP)
			inner.r->reg[i] = _Unwind_GetGR(frame, dwarf[i]);
	inner.r->reg[RSP] = _Unwind_GetCFA(frame);
	inner.r->pc = pc;
	return _URC_END_OF_STACK;
}

static void unwind_to_program(void)
{
	_Unwind_Backtrace(innermost, NULL);
}

bool where_registers(const struct thread *t, struct where_registers *r, uint32_t *known)
{
	frames = (struct frames){ .t = t };
	inner.r = r;
	inner.known = 0;
	inner.checks = false;
	if (t == thread_self)
		unwind_to_program();
	else
		fiber_probe(t->sp, unwind_to_program);
	frames.t = NULL;
	*known = inner.known;
	return inner.known != 0;
}
#else
bool where_registers(const struct thread *t, struct where_registers *r, uint32_t *known)
{
	(void)t, (void)r, (void)known;
	return false;
}
#endif

void where_registers_take(struct where_registers *r, ucontext_t *uc)
{
	r->pc = *context_pc(uc);
	for (unsigned i = 0; i < sizeof r->reg / sizeof *r->reg; i++)
		r->reg[i] = *context_register(uc, (int)i);
}

#define CALLED_FRAMES_MAX 16 /* of libraries, inside the program's own */

uint64_t where_faulted(const struct where_registers *fault)
{
	struct where_frame frame[CALLED_FRAMES_MAX];
	uint64_t base = (uintptr_t)process_image(thread_self->process);
	unsigned n = where_stack(thread_self, fault, frame, CALLED_FRAMES_MAX);
	bool inside = !fault || is_in_library(thread_self, fault->pc);

	for (unsigned i = 0; i < n; i++)
		if (!budget_map_in_libraries(&booted.image.budget, frame[i].pc - base))
			return frame[i].pc - (i > 0 || inside); /* in the call, not behind it */
	return n ? frame[0].pc : 0;
}

uint64_t where_called(void)
{
	return where_faulted(NULL);
}
