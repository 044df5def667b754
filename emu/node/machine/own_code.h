/*
 * own_code.h - addresses of code in another rank's image.
 *
 * On the machine all ranks have the same addresses, so what a rank is sent as the address of a
 * function is its own function there.
 */
#ifndef BGQ_EMU_OWN_CODE_H
#define BGQ_EMU_OWN_CODE_H

#include <stdint.h>

/* Returns the address in the running process that corresponds to target in another one's slot;
 * target itself, if it is in no other slot.  Uses no vector registers. */
uint64_t own_code(uint64_t target);

/* With --equal-addresses, for data: the running process's own place for one in another slot; else
 * the place itself. */
void *own_place(const void *place);

/* The process in whose image pc is; NULL: in none, or the running one's. */
struct process;
const struct process *own_code_owner(uint64_t pc);

#endif
