/*
 * timeout.h - the end of a run that takes too long (bgq-run --timeout).
 */
#ifndef BGQ_EMU_TIMEOUT_H
#define BGQ_EMU_TIMEOUT_H

#include <stdbool.h>

#define STATUS_TIMEOUT 124

/* The run is to end so many seconds from now. */
void timeout_start(double seconds);
/* The workers have ended: whether that was why.  If so and it took so long that the report
 * is being made already, does not return. */
bool timeout_passed(void);
/* Which ranks wait and which run, and where. */
void timeout_report(void);

#endif
