/*
 * interleaving.h - when turns of a node's threads end within their rounds: at multiples of a period
 * of simulated time, where none of several threads has made a call since the last one.
 *
 * Where each of them waits in a loop, whatever others store between two checks (wait_hidden()),
 * nothing would come of it.  Else it is done the first, second, fourth ... time in a row, with as
 * many more steps, up to a bound, so that it costs a small part of what executing these threads
 * does.
 *
 * Never: a time that depends on which loops have been found to wait.
 */
#ifndef BGQ_EMU_RUN_INTERLEAVING_H
#define BGQ_EMU_RUN_INTERLEAVING_H

#include <stdbool.h>

#include "net/base/event.h"

/* The first time of interleaving_look(), an engine_config.look. */
ps_t interleaving_first(void);
ps_t interleaving_look(void *ctx, ps_t look_ps);

/* Serial: no thread goes on at now_ps; the last one has stopped at stop_ps.  True: some may, since
 * what others store between two checks might end their waits. */
bool interleaving_goes_on(ps_t stop_ps, ps_t now_ps);

#endif
