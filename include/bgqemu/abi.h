/*
 * bgqemu/abi.h - what code compiled by bgq-cc asks of the emulator.
 *
 * The SPI inlines are compiled into programs; everything they need from the
 * runtime goes through the functions below, so this file is the whole binary
 * interface between a program and bgq-run (besides Kernel_* and libc names).
 * bgq-cc records BGQEMU_ABI_VERSION in the program (an ELF note) and bgq-run
 * refuses another version.  Programs do not include this file themselves.
 *
 * Units: time base values are core cycles of 0.625 ns (1.6 GHz).
 * All functions act on the calling hardware thread and may let simulated time
 * pass.  Unless a comment says "parks", they return without waiting.
 */
#ifndef BGQEMU_ABI_H
#define BGQEMU_ABI_H

#include <stddef.h>
#include <stdint.h>

#define BGQEMU_ABI_VERSION 11

#ifdef __cplusplus
extern "C" {
#endif

/* SPI operations by their cost for the calling core; the cycles are in the machine description.
 * Values are ABI: append only. */
enum bgqemu_op {
	BGQEMU_OP_INJECT = 0,    /* write a descriptor of 64 B to its slot */
	BGQEMU_OP_POLL = 1,      /* one look at a counter, FIFO tail or status */
	BGQEMU_OP_RECEIVE = 2,   /* take one packet out of a reception FIFO */
	BGQEMU_OP_MMIO_LOAD = 3, /* read of an MU register past the caches */
	BGQEMU_OP_SYNC = 4,      /* msync: to the L2 and back */
	BGQEMU_OP_ORDER = 5,     /* mbar, isync: inside the core */
	BGQEMU_OP_L2_STORE = 6,  /* L2 atomic store: handed over, without an answer */
	BGQEMU_OP_PUBLISH = 7,   /* store an injection FIFO's tail to the MU */
	BGQEMU_OP_MISPREDICT = 8, /* a branch goes the way that it seldom does */
	BGQEMU_OP_COUNT
};

/* The communication agent of each node (agents/include/comm): its reception FIFO in the
 * message unit, and the software byte that asks for a descriptor to be injected. */
#define BGQEMU_AGENT_RECFIFO 256u
#define BGQEMU_AGENT_FENCE   0u

/* Objects of a poll, for the deadlock report. */
enum bgqemu_wait {
	BGQEMU_WAIT_RECFIFO = 0, /* what = MUSPI_RecFifo_t */
	BGQEMU_WAIT_INJFIFO = 1, /* what = MUSPI_InjFifo_t: space or completion */
	BGQEMU_WAIT_GI = 2,      /* what = GI status register */
	BGQEMU_WAIT_L2 = 3,      /* what = L2 lock, barrier or counter */
	BGQEMU_WAIT_MEMORY = 4,  /* what = a word in memory */
	BGQEMU_WAIT_COUNT
};

/* Now, in core cycles since boot.  Costs a few cycles itself, so a loop that
 * reads it always sees time go on. */
uint64_t bgqemu_timebase(void);

/* Parks until the time base has reached the value. */
void bgqemu_delay_until(uint64_t timebase);

/* Charges the cost of op (enum bgqemu_op), count times. */
void bgqemu_charge(uint32_t op, uint32_t count);

/* L2 operations: the opcode of spi/include/l2/atomic.h, with this added to those of stores. */
#define BGQEMU_L2_STORES 8u
/* No operation of the machine's: another core has stored to the word, whose line is taken out of
 * this core's L1, and is loaded again. */
#define BGQEMU_L2_REFILL 7u
/* Nor this: a plain store, which the caller does then, that others may wait for in their L1s. */
#define BGQEMU_L2_PLAIN_STORE 16u

/* An L2 atomic operation on the 8 bytes at word: returns when the L2 carries it out, which the
 * caller does then.  What the answer takes is charged from then on. */
void bgqemu_l2(uint32_t op, const volatile void *word);

/* Loads so many bytes (4 or 8) with a reservation, as lwarx and ldarx do. */
uint64_t bgqemu_load_reserved(const volatile void *word, uint32_t bytes);
/* 1: the thread's reservation is for this word and of that size, and held until the L2 had
 * the request: value is stored.  0: it is not.  The thread has none afterwards. */
int bgqemu_store_conditional(volatile void *word, uint32_t bytes, uint64_t value);

/* Added to the address of a word, gives the address at which a plain 8-byte load or
 * store is the L2 atomic operation op (0 .. 7): nothing can be mapped there. */
#define BGQEMU_L2_ALIAS(op) ((uintptr_t)((op) + 1) << 48)

/* A store to a memory-mapped MU register: reg is the register's address inside
 * the node's MMIO page as found in hwfifo, hw_injfifo, controlRegPtr, ...  Any
 * address outside the node's MMIO pages is ignored (a write flush). */
void bgqemu_mmio_store(volatile void *reg, uint64_t value);

/* Charges BGQEMU_OP_INJECT for n descriptors that have not been charged yet, and
 * BGQEMU_OP_PUBLISH; then stores the tail. */
void bgqemu_inject(volatile void *tail_reg, uint64_t tail, uint32_t n);

/* A non-blocking poll found nothing (kind: enum bgqemu_wait): charges a poll.  A loop that
 * does nothing else waits, and reports say for what. */
void bgqemu_poll_miss(uint32_t kind, const volatile void *what);

/* Inside an SPI call that blocks: parks until the word of so many bytes (4 or 8, aligned) at
 * what is not seen any more, something is delivered to the node, or the time base has
 * reached deadline (UINT64_MAX: none); returns at once if it is not seen now.  If what is the
 * word that the thread has reserved, it waits for the loss of that instead.  Charges a
 * poll.  The caller looks again and calls again. */
void bgqemu_wait(uint32_t kind, const volatile void *what, uint32_t bytes, uint64_t seen,
		 uint64_t deadline);

/* 1: ranks of this job are started by messages for them (bgq-run --on-demand), else 0. */
int bgqemu_starts_on_demand(void);

/* Ends the calling process with a message that names the call: something the
 * headers declare and this version does not do. */
void bgqemu_unsupported(const char *call) __attribute__((noreturn));

/* Makes the kernel's system call of that number (__NR_* of cnk/include/SPI_syscalls.h) with
 * six arguments as its Kernel_* function does, and puts what that returns in call[0].  0:
 * there is no such function.  In the library of every image. */
int bgqemu_spi_syscall(uint32_t number, uint64_t call[]);

#ifdef __cplusplus
}
#endif
#endif
