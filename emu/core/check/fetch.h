/* fetch.h - functions of programs whose code is not known to be in the instruction cache. */
#ifndef BGQ_EMU_CHECK_FETCH_H
#define BGQ_EMU_CHECK_FETCH_H

#include "emu/core/engine/fetch.h"

/* Called by a program's function, its number and lines pushed (include/bgqemu/fetch.h). */
void bgqemu_fetch(void);

/* The function that called from `from` is entered: returns its cost, of the budget; -1:
 * fetch_make_room() comes first. */
int64_t fetch_take(struct fetch *f, uint32_t what, uintptr_t from);

#endif
