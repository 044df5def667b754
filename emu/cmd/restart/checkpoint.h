/*
 * checkpoint.h - --checkpoint, --checkpoint-at: what is needed to go on with a run later is
 * written to a file; and the other end of it, where a run that repeats another one has come to the
 * time of its checkpoint, is compared with it, and goes on by itself.
 *
 * Never: a result or a time that differs from a run's without checkpoints; a file that looks whole
 * and is not.
 */
#ifndef BGQ_EMU_CHECKPOINT_H
#define BGQ_EMU_CHECKPOINT_H

#include <stdbool.h>

#include "net/base/event.h"

/* Before the job's directory is entered.  0, or an exit status after a message. */
int checkpoint_prepare(void);
/* The program is loaded, no node has booted.  0, or an exit status after a message. */
int checkpoint_begin(void);
/* A checkpoint is wanted soon; any thread. */
void checkpoint_ask(void);
/* Serial, between windows: nothing before now_ps is left to happen. */
void checkpoint_window(ps_t now_ps);
/* The engine has come to the time of engine_hold(). */
void checkpoint_held(void *ctx, ps_t at_ps);
/* At the end, stopped from outside or not: 0, or an exit status after a message, if a checkpoint is
 * missing or the run is not the one that it was to repeat. */
int checkpoint_end(bool stopped);

#endif
