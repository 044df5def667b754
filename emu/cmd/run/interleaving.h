/* interleaving.h - when turns of a node's threads end within their rounds.  Never: in a node where
 * no thread could see the difference. */
#ifndef BGQ_EMU_RUN_INTERLEAVING_H
#define BGQ_EMU_RUN_INTERLEAVING_H

#include <stdbool.h>

#include "net/base/event.h"

/* Serial: no thread goes on at now_ps; the last one has stopped at stop_ps.  True: some go on,
 * since what others store between two checks might end their waits. */
bool interleaving_goes_on(ps_t stop_ps, ps_t now_ps);

#endif
