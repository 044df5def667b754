/* host_memory.h - memory of this process and of the host, by its account, for both commands. */
#ifndef BGQ_EMU_CLI_HOST_MEMORY_H
#define BGQ_EMU_CLI_HOST_MEMORY_H

#include <stdint.h>

/* Bytes in memory now; 0 if the host does not say. */
uint64_t host_memory_resident(void);

struct host_memory {
	uint64_t bytes, left; /* left: what programs can still have, swap included */
};
/* All 0 if the host does not say.  Not what a container may use, if that is less. */
struct host_memory host_memory_now(void);

#endif
