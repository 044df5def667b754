/*
 * kernel_l1p.h - the page of L1 prefetcher registers of the calling thread's core, for
 * programs that use it by its address on the machine (emu/node/abi/device.h).
 */
#ifndef BGQ_EMU_KERNEL_L1P_H
#define BGQ_EMU_KERNEL_L1P_H

#include <stdint.h>

#define KERNEL_L1P_BYTES 0x2000u /* its wakeup unit's registers included */

/* Returns the address of the calling core's unit; 0 until Kernel_L1pBaseAddress() has filled it
 * in. */
uint64_t kernel_l1p_find(void);

/* Lines of 128 bytes that it fetches ahead as the register of it says: of each stream, and of all
 * together; 0: none. */
void kernel_l1p_streams(unsigned *each, unsigned *all);

#endif
