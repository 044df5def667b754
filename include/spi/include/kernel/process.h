/*
 * kernel/process.h - processes of the node and the block's personality.
 *
 * All calls return without waiting.  Functions of the runtime (programs redeclare
 * some of them); must never become macros.
 */
#ifndef SPI_KERNEL_PROCESS_H
#define SPI_KERNEL_PROCESS_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <cnk/include/SPI_syscalls.h>
#include <cnk/include/SPRG_Usage.h>
#include <hwi/include/common/compiler_support.h>
#include <firmware/include/personality.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Processes per node; hardware threads per process. */
uint32_t Kernel_ProcessCount(void);
uint32_t Kernel_ProcessorCount(void);

/* Hardware threads of process t of the node: bit 63 - p is ProcessorID p.  0 for
 * a t that does not exist. */
uint64_t Kernel_ThreadMask(uint32_t t);

/* Shape of the block, coordinates of the node.  size: sizeof(Personality_t).
 * Returns 0; EFAULT; EINVAL for another size. */
int Kernel_GetPersonality(Personality_t *personality, size_t size);

uint64_t Kernel_GetJobID(void);

/* 1 if the calling thread runs on a core of another process, else 0. */
uint64_t Kernel_IsGuestThread(void);

/* The auxiliary (QPX) unit's control register, AXUCR0_* of A2_core.h, as far as the
 * process may use it: reset and enable of stochastic rounding, signalling of NaN and
 * infinity.  Set returns 0, or EINVAL for other bits.  Here results stay rounded to
 * nearest, which a message says. */
uint64_t Kernel_GetAXUCR0(void);
uint64_t Kernel_SetAXUCR0(uint64_t value);

#ifdef __cplusplus
}
#endif
#endif
