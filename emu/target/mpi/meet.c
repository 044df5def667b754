/*
 * meet.c - the ranks of a job meet in MPI_Init: none leaves before all can receive.  What is
 * sent to a rank that has not set up its FIFO yet would be lost, so they meet without messages:
 * those of a node in its shared memory, nodes by a collective of zeros between their first
 * ranks.  Only where messages start ranks (bgq-run --on-demand) they are kept until there is a
 * FIFO, and nothing else would start the others.
 *
 * Never: a message before the rank that gets it has been heard of, but on demand.
 */
#include "bgqmpi.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bgqemu/abi.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/bqc/MU_CollectiveNetworkHeader.h>

#define NAME "/bgqmpi.meet"

/* Shared by the ranks of a node, zeros at first. */
struct hall {
	volatile uint64_t here[64]; /* by number of the process on its node */
	volatile uint64_t all;      /* all nodes have met */
};

static struct hall *hall_open(void)
{
	void *p = MAP_FAILED;
	int fd = shm_open(NAME, O_RDWR | O_CREAT, 0600);

	if (fd >= 0 && ftruncate(fd, sizeof(struct hall)) == 0)
		p = mmap(NULL, sizeof(struct hall), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		bgqmpi_fail("MPI_Init", MPI_ERR_OTHER, "no shared memory for the ranks of a node: "
			    "%s", strerror(errno));
	close(fd);
	return p;
}

static void nodes_meet(void)
{
	uint64_t zero = 0;

	bgqmpi_device_combine(&zero, &zero, sizeof zero, MUHWI_COLLECTIVE_OP_CODE_OR,
			      sizeof zero);
}

static void node_meets(void)
{
	struct hall *h = hall_open();

	h->here[bgqmpi_node.rank] = 1;
	ppc_msync();
	if (bgqmpi_node.rank == 0) {
		for (int t = 1; t < bgqmpi_node.size; t++)
			while (!h->here[t])
				bgqmpi_progress();
		shm_unlink(NAME); /* all have opened it */
		nodes_meet();
		h->all = 1;
		ppc_msync();
	} else {
		while (!h->all)
			bgqmpi_progress();
	}
	munmap(h, sizeof *h);
}

void bgqmpi_meet(void)
{
	if (bgqemu_starts_on_demand())
		bgqmpi_barrier_by_messages(MPI_COMM_WORLD);
	else if (bgqmpi_node.size > 1)
		node_meets();
	else
		nodes_meet();
}
