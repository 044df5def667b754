/*
 * sight.h - how long, at least, anything takes from where it happens until memory of a node
 * changes by it: how far a thread may compute ahead of what others do (engine_budget.c).
 *
 * Never: longer than the shortest way there is; results would depend on the host.
 */
#ifndef BGQ_EMU_RUN_SIGHT_H
#define BGQ_EMU_RUN_SIGHT_H

#include "net/machine/machine.h"
#include "emu/core/engine/engine.h"
#include "emu/core/engine/thread.h"

/* Returns the least delay from a packet that has come to a node, of a barrier or the torus, until
 * memory changes there. */
ps_t sight_arrival_ps(const struct net_machine *m);

/* Sets min_effect_ps, min_call_effect_ps, min_own_effect_ps, arrival_ps, leave_ps and
 * refetch_ps. */
void sight_set(struct engine_config *cfg, const struct net_machine *m);

#endif
