/*
 * equal_access.h - --equal-addresses: an address in another rank's slot means, to a rank that
 * loads from it or stores to it, its own memory at that place, as on the machine, where all ranks
 * have the same addresses.
 *
 * The other slots are closed (check_stores.h), so such an access faults.  The bytes there become
 * those of the rank's own, the instruction is executed alone (step.h), and behind it they are put
 * back, and what it has stored goes to the rank's own memory.
 *
 * An access by bgq-run for a thread is one of its program's call.  Not seen: equal pointers that
 * are compared.  Never: another rank's bytes that stay changed.
 */
#ifndef BGQ_EMU_ABI_EQUAL_ACCESS_H
#define BGQ_EMU_ABI_EQUAL_ACCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* In the handler of a fault of the running thread at that address: true if it is another rank's,
 * and the access is carried out when the context goes on. */
bool equal_access(ucontext_t *uc, uint64_t address);
/* Behind the instruction. */
void equal_stepped(void);

#endif
