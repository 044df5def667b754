/*
 * l2_alias.h - L2 atomic operations by plain loads and stores, by trap and emulate.
 *
 * On the machine every word has alias addresses at which an 8-byte load or store is
 * an atomic operation, and programs may build them (BGQEMU_L2_ALIAS in
 * include/bgqemu/abi.h).  Nothing can be mapped there, so the access faults, and
 * the fault is where the operation is carried out.  Must never touch anything but a
 * program's own memory, and nothing if the access is of another kind.
 */
#ifndef BGQ_EMU_L2_ALIAS_H
#define BGQ_EMU_L2_ALIAS_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* For the handler of SIGSEGV and SIGBUS (addresses off the stack pointer), on a node thread in
 * program code: if the instruction accesses an alias, puts the result into the context, which
 * continues behind it. */
bool l2_alias_access(ucontext_t *uc);
/* The word of an access that l2_alias_access() refused, if L2 atomics do not work on its memory;
 * else 0. */
uint64_t l2_alias_refused(void);

#endif
