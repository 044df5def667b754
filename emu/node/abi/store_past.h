/*
 * store_past.h - stores to a page that is closed for a reservation, carried out by the handler of
 * their fault: pushes, direct calls, and words spilled to the stack, which are what threads store
 * whose stack has the reserved line on its page.  A row of pushes is one fault, and costs a tenth
 * of executing each with the page open (reserve_fault.h).
 *
 * Never: an access to memory but the code and the page; a part of a row if the page refuses it.
 */
#ifndef BGQ_EMU_ABI_STORE_PAST_H
#define BGQ_EMU_ABI_STORE_PAST_H

#include <stdbool.h>
#include <ucontext.h>

/* The instruction of uc has faulted as it stored to `at`.  True: it, and those behind it that are
 * alike, are done, and the context goes on behind them. */
bool store_past(ucontext_t *uc, const void *at);

#endif
