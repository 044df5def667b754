/*
 * last_output.h - what a process has left in the buffers of its streams when it ends without
 * running any more: at a deadlock, the end of the time limit, a signal, or by another's doing.  It
 * is written then, as the process does itself where it exits or aborts.
 */
#ifndef BGQ_EMU_IO_LAST_OUTPUT_H
#define BGQ_EMU_IO_LAST_OUTPUT_H

#include "net/base/event.h"

struct process;

/* p ends at at_ps by an event, in which this is called. */
void last_output_of(struct process *p, ps_t at_ps);
/* The run is over: of all processes that are alive, straight to the host.  Any one thread, while
 * no other thread of a process can run on, or is not waited for any more.  Done once. */
void last_output_of_all(void);

#endif
