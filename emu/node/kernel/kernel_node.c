/* kernel_node.c - see kernel_node.h. */
#include "kernel_node.h"

#include <pthread.h>
#include <stdlib.h>

#include "emu/node/machine/job.h"

static struct kernel_node **nodes; /* [job.nodes]; for the life of bgq-run */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_table(void)
{
	nodes = calloc(job.nodes, sizeof *nodes);
	if (!nodes)
		abort();
}

static struct kernel_node **slot(void)
{
	pthread_once(&once, make_table);
	return &nodes[thread_self->node];
}

struct kernel_node *kernel_node_self(void)
{
	struct kernel_node **n = slot();

	if (!*n)
		*n = calloc(1, sizeof **n);
	if (!*n)
		abort();
	return *n;
}

const struct kernel_node *kernel_node_find(void)
{
	static const struct kernel_node fresh;
	const struct kernel_node *n = *slot();

	return n ? n : &fresh;
}
