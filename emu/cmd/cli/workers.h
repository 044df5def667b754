/* workers.h - how many host threads simulate a machine, if no option says so; for both commands. */
#ifndef BGQ_EMU_CLI_WORKERS_H
#define BGQ_EMU_CLI_WORKERS_H

#include <stdint.h>

/* For so many nodes, on a host with so many cores: results do not depend on it. */
unsigned workers_default(uint32_t nodes, unsigned cores);

#endif
