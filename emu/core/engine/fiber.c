/*
 * fiber.c - how a stack looks before its first activation.  The layouts are those of switch_*.S;
 * processors without one of those files have fiber_ucontext.c.
 */
#if !defined(BGQ_PORTABLE)
#include "fiber.h"

#include <stdint.h>
#include <string.h>

void fiber_entry(void);

#if defined(__x86_64__)
enum { FRAME_WORDS = 8, W_FP = 0, W_ARG = 3, W_ENTRY = 4, W_RETURN = 7 };
/* MXCSR with all exceptions masked, x87 control word of the System V ABI. */
#define FP_CONTROL (UINT64_C(0x037f) << 32 | UINT64_C(0x1f80))
#elif defined(__aarch64__)
enum { FRAME_WORDS = 22, W_ENTRY = 8, W_ARG = 9, W_RETURN = 19, W_FP = 20 };
#define FP_CONTROL 0
#endif

void *fiber_prepare(void *top, void (*entry)(void *), void *arg)
{
	/* After the return into fiber_entry the stack must be 16-byte aligned;
	 * one spare word keeps it so on x86-64. */
	uint64_t *sp = (uint64_t *)top - FRAME_WORDS;

	memset(sp, 0, FRAME_WORDS * sizeof *sp);
	sp[W_FP] = FP_CONTROL;
	sp[W_ENTRY] = (uintptr_t)entry;
	sp[W_ARG] = (uintptr_t)arg;
	sp[W_RETURN] = (uintptr_t)fiber_entry;
	return sp;
}

#if defined(__x86_64__)
static __thread void *prober_sp;
static __thread void (*probe)(void);

/* The stack is aligned as the code that was switched out, or interrupted, left it.  Does not
 * return, so AddressSanitizer would keep its frame for one in use. */
__attribute__((force_align_arg_pointer, no_sanitize_address)) static void probe_entry(void)
{
	void *unused;

	probe();
	fiber_switch(&unused, prober_sp);
	__builtin_unreachable();
}

void fiber_probe(void *sp, void (*fn)(void))
{
	uint64_t *frame = sp, saved[FRAME_WORDS];

	if (!frame)
		return;
	/* The frame moves a word lower: the fiber's return address stays above it as
	 * probe_entry's, whose callees overwrite the frame. */
	memcpy(saved, frame, sizeof saved);
	memmove(frame - 1, frame, W_RETURN * sizeof *frame);
	frame[W_RETURN - 1] = (uintptr_t)probe_entry;
	probe = fn;
	fiber_switch(&prober_sp, frame - 1);
	memcpy(frame, saved, sizeof saved);
}
#else
void fiber_probe(void *sp, void (*fn)(void))
{
	(void)sp, (void)fn; /* AArch64 keeps its return address in a register */
}
#endif

#endif
