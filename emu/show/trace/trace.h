/*
 * trace.h - bgq-run --trace: when ranks computed and waited, message units sent messages and
 * links carried packets, as a file in the Trace Event Format of Chrome, which Perfetto opens.
 *
 * Each worker notes what happens on its nodes.  Between windows the notes of all that has
 * happened are put in order, of time, node and number on the node, and written.  So the file
 * is the same for any number of workers, but for waits in loops (see emu/show/measure/measure.h).
 *
 * Never: a change to what is observed; memory for more than a window.
 */
#ifndef BGQ_EMU_TRACE_H
#define BGQ_EMU_TRACE_H

#include "net/net.h"
#include "mu/mu.h"
#include "emu/cmd/cli/options_trace.h"
#include "emu/node/machine/process.h"

/* Before --cwd takes effect: 0, or -errno. */
int trace_open(const char *file);
/* Before the run.  0, or -ENOMEM. */
int trace_start(const struct options_trace *o, unsigned workers);
/* Windows of one worker, short enough for their notes. */
#define TRACE_WINDOW_PS (5 * PS_PER_US)

/* Hooks for the layers; on the worker of the node. */
void trace_waited(const struct thread *t);
void trace_message(uint32_t node, const struct mu_sent *m, ps_t now_ps);
void trace_message_done(uint32_t node, uint32_t injfifo, ps_t now_ps);
void trace_sent(uint32_t node, unsigned link, const struct net_packet *p, ps_t head_ps,
		ps_t tail_ps);
void trace_received(uint32_t node, const struct net_packet *p, ps_t injected_ps, ps_t now_ps);

/* Serial: everything before now_ps has happened. */
void trace_window(ps_t now_ps);
/* After the run.  0, or -errno if the file could not be written. */
int trace_end(void);

#endif
