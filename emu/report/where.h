/*
 * where.h - a thread's place in its program by stack unwinding, for reports.
 */
#ifndef BGQ_EMU_WHERE_H
#define BGQ_EMU_WHERE_H

#include "emu/machine/machine.h"

/* The innermost address of its program that t, which is not in a wait for memory, is at or
 * will return to; 0 if that is not known.  Serial: t must not run now, unless its worker is
 * stuck in it (preempt_look()). */
uint64_t where_in_program(const struct thread *t);

#endif
