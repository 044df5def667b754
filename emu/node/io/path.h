/*
 * path.h - how long a call is on its way to an I/O node and back: the machine description
 * (net/machine/machine.h), and links that are busy.  Knows no files.
 *
 * Compute nodes are in sets of --io-ratio, each with an I/O node of net_machine.io_links
 * links, which the set's nodes share evenly in order.  A link carries 2 GB/s each way, of
 * which data get what they get on any link; one call's data after the other's.
 */
#ifndef BGQ_EMU_IO_PATH_H
#define BGQ_EMU_IO_PATH_H

#include <stdint.h>

#include "net/base/event.h"

/* 0 or -ENOMEM. */
int io_path_init(uint32_t nodes, uint32_t ratio);
/* Returns the time from a call of a rank until the I/O node has it, without data. */
ps_t io_path_request_ps(void);
/* A request of node reached its I/O node at at_ps with up_bytes behind it, and the answer has
 * down_bytes: when the answer is back.  Calls come in the order of at_ps. */
ps_t io_path_reply(uint32_t node, ps_t at_ps, uint64_t up_bytes, uint64_t down_bytes);
/* Like io_path_reply(), for a call that has waited for the host, whose time is not reproducible:
 * it finds the links free and leaves them so, for others must not be later because of it. */
ps_t io_path_reply_alone(ps_t at_ps, uint64_t bytes);

#endif
