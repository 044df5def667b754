/* report_internal.h - between the files of emu/show/report that describe threads. */
#ifndef BGQ_EMU_REPORT_INTERNAL_H
#define BGQ_EMU_REPORT_INTERNAL_H

#include <stdbool.h>

#include "report.h"

/* "waits in a global barrier", or "runs". */
const char *report_way(const struct thread *t);
/* Returns which thread or rank t waits for, for waits that have one: " of thread 1"; else "". */
const char *report_other(const struct thread *t, char *buf, size_t bytes);
/* Returns where t is in its program; 0 if that is not known. */
uint64_t report_pc(const struct thread *t);
/* The call of the small MPI that t waits in, by name, and *from where in the program; NULL:
 * none. */
const char *report_mpi(const struct thread *t, uint64_t *from);
/* Like report_mpi(), for the wait that t has just left. */
const char *report_mpi_polled(const struct thread *t, uint64_t *from);
/* Whether t waits in a global barrier; its class. */
bool report_barrier_class(const struct thread *t, unsigned *cls);
/* Prints address and place of t's wait, and what is known of its cause. */
void report_wait(FILE *to, const struct thread *t);

#endif
