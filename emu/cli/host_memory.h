/* host_memory.h - memory of this process by the host's account, for both commands. */
#ifndef BGQ_EMU_CLI_HOST_MEMORY_H
#define BGQ_EMU_CLI_HOST_MEMORY_H

#include <stdint.h>

/* Bytes in memory now; 0 if the host does not say. */
uint64_t host_memory_resident(void);

#endif
