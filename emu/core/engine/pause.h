/*
 * pause.h - a time at which all workers stop together, for long messages that are carried out at
 * once (emu/core/train): what is queued, and who waits.
 *
 * Never: anything that runs at another time than between two events.
 */
#ifndef BGQ_EMU_ENGINE_PAUSE_H
#define BGQ_EMU_ENGINE_PAUSE_H

#include "engine.h"
#include "net/base/evq.h"

/* Request a pause() at at_ps, or as soon after it as possible; the earliest of all requests
 * counts, and only once.  From an event handler, or from pause(). */
void engine_pause(struct engine *e, ps_t at_ps);
/* In pause(): a barrier of all workers, as barrier_wait(). */
void engine_meet(struct engine *e, void (*serial)(void *), void *arg);
/* In pause(): a worker's event queue; and its queue of threads, whose entries hold only time
 * and place. */
struct evq *engine_queue(struct engine *e, unsigned worker);
const struct evq *engine_threads(const struct engine *e, unsigned worker);
/* In pause(): node's threads are all parked. */
bool engine_node_waits(const struct engine *e, uint32_t node);

/* In pause(), by the node's worker: adds to the node's count of deliveries. */
void node_forward(uint32_t node, uint64_t deliveries);
/* In pause(), by the node's worker: events of node may come later than they were posted for
 * (evq_delay). */
void node_delayed(uint32_t node);

#endif
