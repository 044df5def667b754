/*
 * kernel/thread.h - hardware threads of the core, and interrupt-driven
 * communication threads.
 *
 * No call waits except Kernel_CommThreadPoof.  Functions of the runtime; must
 * never get bodies here.  Source: the driver's descriptions.
 */
#ifndef SPI_KERNEL_THREAD_H
#define SPI_KERNEL_THREAD_H

#include <stdint.h>
#include <sys/types.h>

#include <cnk/include/SPI_syscalls.h>
#include <cnk/include/SPRG_Usage.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/common/compiler_support.h>
#include <firmware/include/personality.h>

typedef void (*Kernel_CommThreadHandler)(uint64_t, uint64_t, uint64_t, uint64_t);

/* Sources of interrupts: the message unit's four, and the event aggregator's. */
#define KERNEL_COMM_INT0     0
#define KERNEL_COMM_INT1     1
#define KERNEL_COMM_INT2     2
#define KERNEL_COMM_INT3     3
#define KERNEL_COMM_INT_GEA  4
#define KERNEL_COMM_NUM_INTS 5

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Communication threads.  Not supported: these end the process with a message that
 * names the call. */

/* Whether interrupts reach the caller's handlers. */
int32_t Kernel_CommThreadEnableInterrupts(void);
int32_t Kernel_CommThreadDisableInterrupts(void);
/* Start func with the four parameters at each interrupt mu_int, KERNEL_COMM_INT0 to
 * KERNEL_COMM_INT_GEA. */
int32_t Kernel_CommThreadInstallHandler(int mu_int, Kernel_CommThreadHandler func,
					uint64_t parm1, uint64_t parm2,
					uint64_t parm3, uint64_t parm4);
/* The handler is done: does not return. */
int32_t Kernel_CommThreadPoof(void);

/* ---- Ask. */

/* Software threads on the calling hardware thread that can run, and all there are, the
 * caller counted; at most five. */
uint32_t Kernel_SnoopRunnable(void);
uint32_t Kernel_SnoopNumThreads(void);

#ifdef __cplusplus
}
#endif
#endif
