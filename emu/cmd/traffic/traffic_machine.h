/* traffic_machine.h - the machine that bgq-net is given: a name, a file, single figures. */
#ifndef BGQ_EMU_TRAFFIC_MACHINE_H
#define BGQ_EMU_TRAFFIC_MACHINE_H

#include <argp.h>

#include "net/machine/describe.h"

/* A machine's name, or a file with its description.  Ends the program with a message if it
 * is neither, or the text is wrong. */
void traffic_machine_load(struct argp_state *st, struct net_description *d, const char *arg);
/* "NAME=VALUE"; the same. */
void traffic_machine_set(struct argp_state *st, struct net_description *d, const char *arg);

#endif
