/*
 * check_stores.h - --check-stores: a rank can store to its own memory only; --check-accesses: it
 * cannot load from that of others either, nor execute their code.
 *
 * All windows are read-only, or closed; the first store of a rank that runs opens its slot and
 * closes that of the rank before, and a store of the emulator, or to what the node's ranks
 * share, opens that part until another thread is entered.
 * Page protection is that of the whole host process, so there is one worker.
 *
 * What bgq-run itself has is own_state.h's.  Not covered: its libraries, which have no fixed
 * addresses.  Never: a rank that may not store to what is its own.
 */
#ifndef BGQ_EMU_CHECK_STORES_H
#define BGQ_EMU_CHECK_STORES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Once, behind space_reserve(): 0, or -ENOTSUP if the host cannot do it. */
int check_stores_begin(void);
/* engine_config.leave and enter. */
void check_stores_leave(void *ctx);
void check_stores_enter(void *ctx);

/* In the handler of a fault: a store that is right; it is executed again.  by_program: not of
 * the emulator. */
bool check_stores_allow(uint64_t address, bool by_program);

/* Whether a store of the program to that address is the mistake that is looked for. */
bool check_stores_forbids(uint64_t address);
/* The owner of memory that the running thread must not store to, in words; NULL: it is its
 * own, or nothing is checked. */
const char *check_stores_describe(uint64_t address, char *buf, size_t bytes);

#endif
