/*
 * bgqemu/abi_regs.h - registers of the node and of the core, by number.
 *
 * Third part of the interface between a program and bgq-run (see abi.h, whose
 * version covers all of them).  mfspr() of A2_inlines.h and DCRRead*() of
 * dcr_support.h end here when the answer is the runtime's.  It must never grow
 * a way to write: what a user program may write has an SPI call of its own.
 */
#ifndef BGQEMU_ABI_REGS_H
#define BGQEMU_ABI_REGS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Value of a special purpose register of the calling hardware thread, as the A2
 * core gives it to a user program.  spr is an SPRN_* number of A2_core.h.
 *
 * To be known by the runtime:
 *   SPRN_TBRO, SPRN_TBURO   time base, all 64 bits of it, and its high 32
 *   SPRN_PVR                SPRN_PVR_DD2
 *   SPRN_PIR, SPRN_SPRG6RO  core << 2 | thread
 *   SPRN_SPRG7RO            SPRG_SPIinfo_* fields (cnk/include/SPRG_Usage.h)
 *   SPRN_SPRG3RO to SPRN_SPRG5RO, SPRN_GSPRG3RO, SPRN_VRSAVE   0
 * Anything else ends the process through bgqemu_unsupported("mfspr").
 *
 * Does not wait.  Any thread.
 */
uint64_t bgqemu_mfspr(unsigned spr);

/*
 * Value of a device control register of the calling node.  dcr is a number as
 * made by MU_DCR(), ND_500_DCR(), ND_X2_DCR() or ND_RESE_DCR().
 *
 * To be known by the runtime:
 *   *_DCR(RESET)               0: nothing is held in reset; the user may read
 *   ND_500_DCR(CTRL_COORDS)    NODE_COORD_x and MAX_COORD_x of the torus
 *   ND_500_DCR(CTRL_CUTOFFS)   x_PLUS and x_MINUS, the coordinates from which a
 *                              packet is better sent round the other way
 *   ND_500_DCR(CTRL_GI_CLASS_*), ND_500_DCR(CTRL_COLL_CLASS_*)
 *                              the node's class routes
 *   those of mu_dcr.h          what the kernel calls have set: which FIFOs and
 *                              entries are the system's (none's or its own), take
 *                              remote gets, are enabled, raise interrupts; thresholds;
 *                              which barrier classes are the system's
 * Anything else ends the process through bgqemu_unsupported("DCRRead").
 *
 * Charges an MMIO load.  Does not wait.  Any thread.
 */
uint64_t bgqemu_dcr_read(uint64_t dcr);

#ifdef __cplusplus
}
#endif
#endif
