/*
 * observe.h - registers the functions that layers call for --report, --trace and --profile.
 * Without these options nothing is registered, and nothing is called.
 */
#ifndef BGQ_EMU_OBSERVE_H
#define BGQ_EMU_OBSERVE_H

#include <stdbool.h>

#include "emu/core/engine/thread.h"
#include "emu/show/page/page.h"
#include "mu/mu.h"
#include "net/net.h"

/* Opens the files, and that of --counters, before --cwd takes effect: -1 to go on, or the exit
 * status after a message. */
int observe_open(void);
bool observe_wanted(void);
/* Whether waits are to be told; more than the former do. */
bool observe_waits(void);
/* 0, or -ENOMEM.  When machine and workers are known, before the first event. */
int observe_start(unsigned workers);
/* Windows of one worker that are short enough; 0: any are. */
ps_t observe_window_ps(void);
/* Serial, between windows. */
void observe_window(ps_t now_ps);
/* After the run: writes the files, prints the counters.  0, or the exit status after a message. */
int observe_end(const struct page_end *end);

/* For engine_config.waited, and for the unit and the network, which ask nothing else. */
void observe_waited(void *ctx, const struct thread *t);
/* For engine_config.ended. */
void (*observe_ended(void))(void *ctx, const struct thread *t);
void observe_mu(struct mu_ops *ops);
const struct net_watch *observe_net(void);

#endif
