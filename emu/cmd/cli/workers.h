/* workers.h - how many host threads simulate a machine, if no option says so; for both commands. */
#ifndef BGQ_EMU_CLI_WORKERS_H
#define BGQ_EMU_CLI_WORKERS_H

#include <stdint.h>

/* For a machine of so many nodes, one of so many that share a host's cores at a time.  Results do
 * not depend on it.  cores() is called for large machines only, as it can take milliseconds. */
unsigned workers_default(uint32_t nodes, unsigned (*cores)(void), unsigned machines);

#endif
