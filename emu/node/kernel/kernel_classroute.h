/*
 * kernel_classroute.h - shared by the kernel's calls on class routes: kernel_gi.c for
 * barriers, kernel_collective.c for collectives.
 *
 * As in the machine, the only record of a route's use is its register:
 * a route is free while that is zero.
 */
#ifndef BGQ_EMU_KERNEL_CLASSROUTE_H
#define BGQ_EMU_KERNEL_CLASSROUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "coll/coll.h"
#include "emu/node/machine/process.h"

/* Ends the process if there is no such route. */
void kernel_check_route(const char *call, int64_t id);

/* A class that the system uses is not a user's to free or to set. */
bool kernel_route_is_system(unsigned id);

ClassRoute_t kernel_route_get(enum coll_net net, unsigned id);
void kernel_route_set(enum coll_net net, unsigned id, ClassRoute_t r);

/* Begins a call that is given a route: copies it; 0 or EFAULT. */
int32_t kernel_route_read(const ClassRoute_t *from, ClassRoute_t *to);

/* The free routes, as many as fit: 0 or EFAULT. */
int32_t kernel_route_query(enum coll_net net, uint32_t *n, uint32_t *ids, size_t bytes);

/* Errors of both kinds of routes: 0 none; 1 several outputs; 2 the local bit in output; 3 a
 * link in input and output. */
int kernel_route_wrong(ClassRoute_t r);

/* A route that a program sets leads over a link of its node that is dead, and packets go round
 * such links (--reroute): ENETUNREACH after a RAS record that names the link.  Its tree is the
 * program's, node by node; none knows where else it could lead.  0: no link is. */
int32_t kernel_route_dead(enum coll_net net, unsigned id, ClassRoute_t r);

/* Barrier classes of the running thread's node that users may not drive, class 0 the
 * highest of 16 bits. */
uint16_t kernel_gi_system(void);

#endif
