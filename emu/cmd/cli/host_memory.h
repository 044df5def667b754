/* host_memory.h - memory of this process and of the host, by its account, for both commands. */
#ifndef BGQ_EMU_CLI_HOST_MEMORY_H
#define BGQ_EMU_CLI_HOST_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes in memory now; 0 if the host does not say. */
uint64_t host_memory_resident(void);

struct host_memory {
	uint64_t bytes, left; /* left: what programs can still have, swap included */
	bool limited;         /* of the process's control group (memory.max), which has less */
};
/* All 0 if the host does not say. */
struct host_memory host_memory_now(void);
/* Like host_memory_now(), by the files of another root directory, for tests. */
struct host_memory host_memory_of(const char *root);
/* The least limit in bytes of the process's control groups; 0: there is none. */
uint64_t host_memory_limit_of(const char *root);
/* How many processes these groups have ended for lack of memory so far. */
uint64_t host_memory_kills_of(const char *root);

#endif
