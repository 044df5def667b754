/*
 * mmio_store.h - stores of programs to registers of their node's message unit, by call or
 * through a plain pointer (trap and emulate).
 *
 * The latter fault (mmio_pages.h), and then do the same as the call, at the same point of
 * the program: all that is due earlier is carried out first, which may switch to other
 * threads, so it is not done in the handler.  The handler leaves to a stub on the thread's
 * own stack, which continues behind the instruction.
 *
 * Never: a store to another node's register; a store without effect that is not one on the
 * machine either.
 */
#ifndef BGQ_EMU_MMIO_STORE_H
#define BGQ_EMU_MMIO_STORE_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* The running thread, in a call that takes so many cycles, stores value to the register at
 * reg; nothing is stored if there is none. */
void mmio_store(volatile void *reg, uint64_t value, uint64_t cycles);
/* Like mmio_store(), with the tail of an injection FIFO, by the functions of the SPI:
 * mu_mmio_inject(). */
void mmio_inject(volatile void *tail_reg, uint64_t tail, uint64_t cycles);

enum mmio_access {
	MMIO_NOT,   /* another access: nothing has been done */
	MMIO_DONE,  /* the context continues behind the instruction */
	MMIO_BEGUN, /* done when the handler has returned, as the context is now */
};

/* For the handler of SIGSEGV, on a node thread in program code: carries out the instruction if it
 * stores 8 bytes to a register of the node, or loads or stores 8 bytes at a register's address on
 * the machine (device.h). budget_reg: where the code has its budget, which is in memory too now,
 * or BUDGET_IN_MEMORY. */
enum mmio_access mmio_store_access(ucontext_t *uc, int budget_reg);

/* The error of an access to address that faulted; NULL: it is not to a register. */
const char *mmio_store_refusal(uint64_t address);

#endif
