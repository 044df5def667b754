/*
 * progress.h - how far a long run is, on a terminal: simulated time and its rate, packet-hops,
 * packets under way, memory, what most ranks wait for.
 *
 * Never: a line in a file or a pipe; anything that the run could notice.
 */
#ifndef BGQ_EMU_PROGRESS_H
#define BGQ_EMU_PROGRESS_H

#include <stdbool.h>

#include "net/base/event.h"

/* Windows of one worker that are short enough to look in between. */
#define PROGRESS_WINDOW_PS (20 * PS_PER_US)
/* Before the run.  Whether there is a line at all. */
bool progress_start(void);
/* Serial, between windows. */
void progress_update(ps_t now_ps);
/* Serial: before anything else is written, by writer_add; */
void progress_clear(void);
/* by stdio. */
void progress_clear_now(void);

#endif
