/*
 * boot.h - from an image to a running process: clone, argument block, first
 * activation.
 */
#ifndef BGQ_EMU_BOOT_H
#define BGQ_EMU_BOOT_H

#include <stdint.h>

#include "net/base/event.h"

/* Boot the processes of nodes [first, last) on worker w (engine_config.boot). */
void boot_nodes(void *ctx, unsigned w, uint32_t first, uint32_t last);
/* Start the process that owns subgroup of node, if it has not been started, because
 * a message for it has come (mu_ops.awaited). */
void boot_on_demand(void *ctx, uint32_t node, uint32_t subgroup, ps_t now_ps);
/* Worker w has nothing left to run (engine_config.end). */
void boot_worker_end(void *ctx, unsigned w);

#endif
