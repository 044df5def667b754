/*
 * kernel_mu.h - shared by kernel_mu.c and kernel_fifo.c: copying in arguments of
 * a program, which may overlap, be misaligned or point anywhere.
 */
#ifndef BGQ_EMU_KERNEL_MU_H
#define BGQ_EMU_KERNEL_MU_H

#include <stdint.h>

#include <spi/include/kernel/MU.h>

#include "kernel.h"
#include "emu/node/machine/process.h"

/* Offsets in a subgroup's MMIO page. */
#define INJ_OFFSET(i) (0x40u * (i))
#define REC_OFFSET(i) (0x200u + 0x40u * (i))
#define COUNTS_OFFSET 0x20u /* of an injection FIFO: descriptor count, free space */
#define BAT_OFFSET    0x400u
#define STATUS_OFFSET 0x300u

static inline uint32_t self_node(void)
{
	return thread_self->node;
}

static inline ps_t self_now(void)
{
	return thread_self->clock_ps;
}

/* The register at off of a subgroup's MMIO page, of the caller's node. */
void *kernel_register(uint32_t subgroup, uint32_t off);

/* End the process if the value is out of range. */
void kernel_check_subgroup(const char *call, uint32_t subgroup);
void kernel_check_id(const char *call, uint32_t id, uint32_t most);

/* Copy the program's list of at most `most` ids, each below that; 0 or EFAULT. */
int kernel_get_ids(const char *call, const uint32_t *from, uint32_t n, uint32_t most,
		   uint32_t *ids);

/* The id of the subgroup that a program's object is of; 0 or EFAULT. */
int kernel_get_injfifos(const char *call, const MUSPI_InjFifoSubGroup_t *sg,
			uint32_t *subgroup);
int kernel_get_recfifos(const char *call, const MUSPI_RecFifoSubGroup_t *sg,
			uint32_t *subgroup);

#endif
