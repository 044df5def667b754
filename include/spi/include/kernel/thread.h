/*
 * kernel/thread.h - hardware threads of the core, and interrupt-driven
 * communication threads.
 *
 * No call waits except Kernel_CommThreadPoof.  Functions of the runtime; must
 * never get bodies here.
 */
#ifndef SPI_KERNEL_THREAD_H
#define SPI_KERNEL_THREAD_H

#include <stdint.h>
#include <sys/types.h>

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

/* Software threads on the calling hardware thread; how many of them can run.  One
 * and one: the caller. */
uint32_t Kernel_SnoopNumThreads(void);
uint32_t Kernel_SnoopRunnable(void);

/* Communication threads are not supported: these end the process with a message
 * that names the call. */
int32_t Kernel_CommThreadInstallHandler(int mu_int, Kernel_CommThreadHandler func,
					uint64_t parm1, uint64_t parm2,
					uint64_t parm3, uint64_t parm4);
int32_t Kernel_CommThreadPoof(void);
int32_t Kernel_CommThreadDisableInterrupts(void);
int32_t Kernel_CommThreadEnableInterrupts(void);

#ifdef __cplusplus
}
#endif
#endif
