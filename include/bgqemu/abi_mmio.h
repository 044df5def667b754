/*
 * bgqemu/abi_mmio.h - where a node's message unit registers are.
 *
 * Second part of the interface between a program and bgq-run (see abi.h, whose
 * version covers both).  The SPI inlines need it where the machine has a fixed
 * physical address and no object in memory holds a pointer to the register:
 * the global interrupt registers.  It must never hold more than addresses; what
 * a store means is bgqemu_mmio_store().
 */
#ifndef BGQEMU_ABI_MMIO_H
#define BGQEMU_ABI_MMIO_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* First byte of the calling node's MMIO pages (group 0, subgroup 0).  Pages are
 * laid out as on the machine: group stride 0x10000, subgroup stride 0x1000, the
 * register offsets inside a page those of MU_Macros.h.  The same address for the
 * life of the node.  Loads read the runtime's mirror of the register; a plain store of 8
 * bytes faults, and is carried out as by bgqemu_mmio_store(), which costs the host less. */
volatile uint64_t *bgqemu_mmio_base(void);

#ifdef __cplusplus
}
#endif
#endif
