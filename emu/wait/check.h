/*
 * check.h - where a thread that has used up its budget asks whether it may go on.
 *
 * bgq-as puts checks where code of a program may go round and at the entry of functions
 * that call others.  There a thread gives way to events and threads that are due, and there
 * it is looked at whether it waits (wait.h).  Threads of a node change only at checks and in
 * calls, so the order of what they do is that of the clock at their checks.
 *
 * Never: a change of any register of the program but the flags.
 */
#ifndef BGQ_EMU_WAIT_CHECK_H
#define BGQ_EMU_WAIT_CHECK_H

#include <stdbool.h>
#include <stdint.h>

/* As pushed by check_*.S: the integer registers in the order of their encodings (x86-64:
 * rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 .. r15), rsp as it is after the return. */
#define CHECK_REGS 16

struct check_frame {
	uint64_t reg[CHECK_REGS];
	uint64_t pc; /* the return address */
};

/* How the processor saves all registers but the integer ones: FXSAVE's way, or XSAVE's. */
extern uint32_t check_vector_way;

/* Once, before workers start. */
void check_init(void);

/* The running thread's budget is used up: true if it just goes on.  Uses no vector
 * registers. */
bool check_quick(void);

/* The same in full; vectors: all other registers, as saved by the processor. */
void check_slow(struct check_frame *f, const void *vectors);

/* Hosts without bgq-as: a basic block of a program. */
void check_block(void);

#endif
