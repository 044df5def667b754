/*
 * segments.h - the segment bases of a worker: %fs, the host's thread-locals, and %gs, the cell
 * of budgets.  Assembly of a program can change them, and nothing of the emulator works then
 * but what is here, which a handler of a host signal calls first.
 *
 * Where they are kept is found by way of the alternate stack, which the kernel tells.
 *
 * Never: a thread-local, errno or a protected stack before they are mended.
 */
#ifndef BGQ_EMU_SEGMENTS_H
#define BGQ_EMU_SEGMENTS_H

#include <stdint.h>
#include <ucontext.h>

/* Segment bases that were not the worker's in interrupted code. */
enum { SEGMENT_FS = 1, SEGMENT_GS = 2 };

/* At the low end of a worker's alternate stack. */
struct segments {
	uint64_t magic, fs, gs;
	uint64_t readable; /* by instructions, without a system call */
};

#define SEGMENTS_MAGIC UINT64_C(0x7365676d656e7473)

/* In the worker, whose bases are right: keeps them at `at`. */
void segments_keep(struct segments *at);
/* In a handler, first: misaligned accesses are none that fault.  (The kernel clears direction and
 * trap flag itself.) */
static inline void segments_plain_flags(void)
{
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	__asm__ volatile("pushfq\n\tandl $~0x40000, (%%rsp)\n\tpopfq" : : : "memory", "cc");
#endif
}

/* In a handler: mends what is wrong, notes it, and says what it was.  of_stack: the context's.
 * The next switch of threads tells (engine_config.strayed) what is still noted then. */
unsigned segments_mend(const stack_t *of_stack);
/* In a worker: what is noted, and is so no more. */
unsigned segments_noted(void);

#endif
