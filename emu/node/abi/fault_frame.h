/*
 * fault_frame.h - a program's own handler of a fault: the frame on which it runs, and back.
 *
 * As a kernel does it: registers of the faulting code and the siginfo lie in a frame on the
 * thread's stack, or on its alternate stack; vector registers, which take more on some hosts
 * than on others, lie beside it (struct fault_registers), so that what fits on a stack of a
 * program fits everywhere; the support library (emu/target/rt/signal.c) calls the handler; if that
 * returns, the registers are loaded again, as it has changed them, and the instruction is
 * executed again.  It may as well leave by siglongjmp, or call anything that waits.
 *
 * Never: anything of this inside the host's signal handler, but fault_record().
 */
#ifndef BGQ_EMU_FAULT_FRAME_H
#define BGQ_EMU_FAULT_FRAME_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* Each worker.  False: no memory; then no handler of a program runs. */
bool fault_frame_begin(void);
void fault_frame_end(void);

/* In the host's handler: keeps the fault until fault_handle(). */
void fault_record(const siginfo_t *si, const ucontext_t *uc);

/* After the host's handler, on a stack of the worker: runs the program's handler for sig with
 * the recorded fault.  Returns if there is none, or no room for its frame; otherwise the
 * program goes on, or end() is called on the worker's stack again, if the signal was blocked
 * or the handler has been taken back. */
void fault_handle(int sig, void (*end)(void));

/* A fault in here is one of the program, whose stack or handler is not usable. */
bool fault_is_handling(void);

#endif
