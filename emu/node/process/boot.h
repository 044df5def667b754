/*
 * boot.h - from an image to a running process: clone, argument block, first
 * activation.
 */
#ifndef BGQ_EMU_BOOT_H
#define BGQ_EMU_BOOT_H

#include <stdint.h>

#include "net/base/event.h"

struct thread;

/* Boot the processes of nodes [first, last), on the worker that owns them. */
void boot_nodes(uint32_t first, uint32_t last);
/* engine_config.first: boots t's process and those that are next to run. */
void boot_first_turn(void *ctx, struct thread *t);
/* Start the process that owns subgroup of node, if it has not been started: a message for
 * it has arrived (mu_ops.awaited). */
void boot_on_demand(void *ctx, uint32_t node, uint32_t subgroup, ps_t now_ps);

#endif
