/*
 * bgqemu/abi_wakeup.h - the wakeup unit: a hardware thread waits until an address
 * range is written or the message unit does something.
 *
 * Another part of the interface between a program and bgq-run (see abi.h, whose
 * version covers all of them); spi/include/wu/wait.h and the wait instructions of
 * A2_inlines.h end here.  Every delivery to the node ends a wait, whatever is armed:
 * on the machine too a wait may end without its event, and programs look again.
 */
#ifndef BGQEMU_ABI_WAKEUP_H
#define BGQEMU_ABI_WAKEUP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From now on, stores to physical addresses that agree with pa in the bits of mask
 * end the calling hardware thread's next wait, even if they come before it; so do
 * deliveries.  A store of what is there already does not.  mask 0: deliveries only.
 * Of ranges above 1 MiB, stores of other threads that come before the wait are noticed
 * in the first 1 MiB only.  Charges what the stores to the unit cost.  Does not wait. */
void bgqemu_wakeup_arm(uint64_t pa, uint64_t mask);

/* Parks until what was armed happens, or has happened since it was armed or since the
 * last wait ended.  Without anything armed: until the next delivery. */
void bgqemu_wakeup_wait(void);

#ifdef __cplusplus
}
#endif
#endif
