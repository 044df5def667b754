/* workers.c - see workers.h. */
#include "workers.h"

#include "host_cpus.h"

/* With fewer nodes a worker may cost more at barriers than it gains; and several do where
 * messages are few. */
#define NODES_PER_WORKER_MIN 8
#define NODES_FOR_WORKERS_MIN 32

unsigned workers_default(uint32_t nodes, unsigned (*cores)(void), unsigned machines)
{
	if (nodes < NODES_FOR_WORKERS_MIN)
		return 1;
	unsigned n = cores(), limit = host_cpus_limit(), most = nodes / NODES_PER_WORKER_MIN;

	if (limit && limit < n)
		n = limit;
	n = n > machines ? n / machines : 1;
	return n < most ? n : most;
}
