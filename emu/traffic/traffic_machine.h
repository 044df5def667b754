/* traffic_machine.h - figures of the machine description by name, for --set. */
#ifndef BGQ_EMU_TRAFFIC_MACHINE_H
#define BGQ_EMU_TRAFFIC_MACHINE_H

#include <stdio.h>

#include "net/machine/machine.h"

/* "name=value".  0; -ENOENT: no such name; -EINVAL: no number, or too large. */
int traffic_machine_set(struct net_machine *m, const char *text);
/* All names with m's values, one to a line. */
void traffic_machine_print(const struct net_machine *m, FILE *f);

#endif
