/*
 * fault.h - signals of the host that a program's own instructions raise: they
 * end that process, with a report, and the worker goes on.
 */
#ifndef BGQ_EMU_FAULT_H
#define BGQ_EMU_FAULT_H

/* Once per bgq-run. */
void fault_install(void);
/* Each worker: an alternate stack, for faults of a stack that is full. */
void fault_worker_begin(void);
void fault_worker_end(void);

#endif
