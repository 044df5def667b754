/*
 * timeout.h - the end of a run that takes too long (bgq-run --timeout).
 */
#ifndef BGQ_EMU_TIMEOUT_H
#define BGQ_EMU_TIMEOUT_H

#include <stdbool.h>

#define STATUS_TIMEOUT 124

/* The run is to end so many seconds from now. */
void timeout_start(double seconds);
/* The workers have ended: true if because of the timeout.  Does not return if the report is
 * being made already, because they took too long. */
bool timeout_passed(void);
/* Which ranks wait and which run, and where. */
void timeout_report(void);

#endif
