/*
 * where.h - a thread's place in its program by stack unwinding, for reports.
 */
#ifndef BGQ_EMU_WHERE_H
#define BGQ_EMU_WHERE_H

#include <ucontext.h>

#include "emu/node/machine/process.h"

/* The innermost address of its program that t, which is not in a wait for memory, is at or
 * will return to; 0 if that is not known.  Serial: t must not run now, unless its worker is
 * stuck in it (preempt_record()). */
uint64_t where_in_program(const struct thread *t);

/* Registers at a fault: the integer ones in the order of the processor's encoding. */
struct where_registers {
	uint64_t pc, reg[16];
};

void where_registers_take(struct where_registers *r, ucontext_t *uc);

/* Those of the innermost frame in the program of t, which has called the emulator; known: a bit for
 * each that is kept.  By t's worker, as where_stack() below.  False if there is no such frame. */
bool where_registers(const struct thread *t, struct where_registers *r, uint32_t *known);

struct where_frame {
	uint64_t pc, sp; /* its stack pointer; 0: not known */
};

/* Bytes that unwinding from registers uses of the thread's stack, below its pointer. */
#define WHERE_STACK_BYTES 16384

/* The frames of t in its program, the innermost first: addresses, but for that of a fault
 * those behind calls.  By t's worker: t is the running thread (at a fault: its registers, else
 * in a call of the emulator) or stands still.  Returns how many; 0 if that is not known.  May
 * fault if the stack is damaged; what is below its pointer is lost. */
unsigned where_stack(const struct thread *t, const struct where_registers *fault,
		     struct where_frame *frame, unsigned max);

/* The innermost place, at a fault of the running thread, in code of the program's author: not in
 * libraries that bgq-cc links by itself, if any code has called those.  0: not known.  May fault
 * as where_stack() may.  fault is NULL for where_called(). */
uint64_t where_faulted(const struct where_registers *fault);
/* Likewise of the running thread, which has called the emulator, or a library that has. */
uint64_t where_called(void);

#endif
