/*
 * library.c - see mpi.h: messages are puts, a counter of bytes for each tag; one message of a tag
 * at a time for a rank.
 */
#include "mpi.h"

#include "wait_mail.h"

#define BCAST_TAG (PHASES_MAX - 1)

#define WEAK(name, ...) \
	int MPI_##name(__VA_ARGS__) __attribute__((weak, alias("PMPI_" #name)))

static struct receive {
	void *to;
	uint64_t bytes;
} receive_of[PHASES_MAX];

#ifdef HANDLES_ARE_POINTERS
struct other_comm *const other_world = (struct other_comm *)receive_of;
struct other_type *const other_byte = (struct other_type *)inbox;
#define REQUEST(tag) ((MPI_Request)(uintptr_t)(tag))
#else
#define REQUEST(tag) (tag)
#endif

int PMPI_Init(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	mail_open();
	test_barrier();
	return MPI_SUCCESS;
}

int PMPI_Comm_rank(MPI_Comm comm, int *out)
{
	(void)comm;
	*out = (int)rank;
	return MPI_SUCCESS;
}

int PMPI_Comm_size(MPI_Comm comm, int *out)
{
	(void)comm;
	*out = (int)ranks;
	return MPI_SUCCESS;
}

int PMPI_Send(const void *from, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
	CHECK(type == MPI_BYTE && comm == MPI_COMM_WORLD);
	memcpy(outbox[tag], from, (size_t)count);
	mail_put(0, (uint32_t)to, (unsigned)tag, (uint64_t)count);
	return MPI_SUCCESS;
}

int PMPI_Irecv(void *to, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
	       MPI_Request *request)
{
	(void)from;
	CHECK(type == MPI_BYTE && comm == MPI_COMM_WORLD);
	receive_of[tag] = (struct receive){ to, (uint64_t)count };
	*request = REQUEST(tag);
	return MPI_SUCCESS;
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
	long tag = (long)*request;
	const struct receive *r = &receive_of[tag];

	(void)status;
	while (counter[tag] != -r->bytes)
		;
	counter[tag] = 0;
	memcpy(r->to, inbox[tag], r->bytes);
	return MPI_SUCCESS;
}

int PMPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
	MPI_Request request;

	if ((int)rank != root) {
		PMPI_Irecv(buffer, count, type, root, BCAST_TAG, comm, &request);
		return PMPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	for (int to = 0; to < (int)ranks; to++)
		if (to != root)
			PMPI_Send(buffer, count, type, to, BCAST_TAG, comm);
	return MPI_SUCCESS;
}

int PMPI_Barrier(MPI_Comm comm)
{
	(void)comm;
	test_barrier();
	return MPI_SUCCESS;
}

int PMPI_Finalize(void)
{
	test_barrier();
	return MPI_SUCCESS;
}

WEAK(Init, int *, char ***);
WEAK(Comm_rank, MPI_Comm, int *);
WEAK(Comm_size, MPI_Comm, int *);
WEAK(Send, const void *, int, MPI_Datatype, int, int, MPI_Comm);
WEAK(Irecv, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
WEAK(Wait, MPI_Request *, MPI_Status *);
WEAK(Bcast, void *, int, MPI_Datatype, int, MPI_Comm);
WEAK(Barrier, MPI_Comm);
WEAK(Finalize, void);
