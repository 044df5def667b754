/*
 * kernel.h - the services of the compute node kernel (CNK), shared by
 * kernel_*.c.  The calls themselves are declared in include/spi.
 */
#ifndef BGQ_EMU_KERNEL_H
#define BGQ_EMU_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

#include "emu/node/machine/call.h"

/* Copies a result to the program, whose pointer may be misaligned; false if it is
 * not its memory. */
bool kernel_copy_out(void *to, const void *from, size_t bytes);

/* Returns the word that CNK stores for the SPI's inlines in SPRG_SPIinfo
 * (cnk/include/SPRG_Usage.h). */
uint64_t kernel_spi_info(void);

/* An argument that the kernel asserts on: reports it and ends the process. */
_Noreturn void kernel_assert_failed(const char *call, const char *argument,
				    unsigned long long value);

#endif
