/*
 * inbox.h - what workers send to each other: a channel for each pair.
 *
 * A worker looks at the channels of those that may send to it at any time, its neighbours in the
 * machine (engine_cut()); another one sets its bit beside them whenever it has sent something.
 */
#ifndef BGQ_EMU_INBOX_H
#define BGQ_EMU_INBOX_H

#include "worker.h"

/* 0 or -ENOMEM; all others are near then. */
int inbox_init(struct worker *w);
void inbox_cleanup(struct worker *w);
/* The neighbours are those that engine.cut names. */
void inbox_cut(struct worker *w);

/* w sends entry to another worker. */
void inbox_send(struct worker *w, unsigned to, const struct event_entry *entry);
/* Calls take for all channels that may have something. */
typedef void inbox_take(struct worker *w, struct chan *c, ps_t from_ps);
void inbox_receive(struct worker *w, inbox_take *take, ps_t from_ps);

#endif
