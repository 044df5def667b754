/*
 * kernel/debug.h - RAS (reliability, availability, serviceability) records of
 * one's own, and debug registers.
 *
 * No call waits.  Functions of the runtime; must never get bodies here.
 */
#ifndef SPI_KERNEL_DEBUG_H
#define SPI_KERNEL_DEBUG_H

#include <spi/include/kernel/cnk/kernel_impl.h>
#include <cnk/include/SPI_syscalls.h>
#include <cnk/include/SPRG_Usage.h>
#include <hwi/include/common/compiler_support.h>
#include <firmware/include/personality.h>

enum Kernel_Debug_Register {
	Kernel_Debug_DBCR0,
	Kernel_Debug_DBCR1,
	Kernel_Debug_DBCR2,
	Kernel_Debug_DBCR3,
	Kernel_Debug_DAC1,
	Kernel_Debug_DAC2,
	Kernel_Debug_DAC3,
	Kernel_Debug_DAC4,
	Kernel_Debug_IAC1,
	Kernel_Debug_IAC2,
	Kernel_Debug_IAC3,
	Kernel_Debug_IAC4,
	Kernel_Debug_DVC1,
	Kernel_Debug_DVC2,
	Kernel_Debug_MSRDE,
	Kernel_Debug_DBSR
};

#ifdef __cplusplus
extern "C" {
#endif

/* Write a record to the RAS log, which bgq-run shows on stderr.  text: up to 256
 * bytes, all of which must be the caller's.  raslength: bytes of rasdata, up to 16
 * words of 8.  Return 0; EFAULT; EINVAL for another length. */
int Kernel_InjectRAWRAS(uint32_t message_id, size_t raslength, const uint64_t *rasdata);
int Kernel_InjectASCIIRAS(uint32_t message_id, const uint8_t *text);

/* Return ENOSYS: not switched on for the job. */
int32_t Kernel_GetDebugReg(enum Kernel_Debug_Register debug_reg, uint64_t *value_ptr);
int32_t Kernel_SetDebugReg(enum Kernel_Debug_Register debug_reg, uint64_t value);

#ifdef __cplusplus
}
#endif
#endif
