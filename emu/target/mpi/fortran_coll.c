/* fortran_coll.c - collectives, for Fortran: see fortran.h. */
#include "fortran.h"

#define CALL(name, ...) void mpi_##name##_(__VA_ARGS__, int *error); \
	void mpi_##name##_(__VA_ARGS__, int *error)

CALL(barrier, const int *comm)
{
	*error = MPI_Barrier(fortran_comm(*comm));
}

CALL(bcast, void *buffer, const int *n, const int *type, const int *root, const int *comm)
{
	*error = MPI_Bcast(fortran_buffer(buffer), *n, fortran_type(*type), *root,
		fortran_comm(*comm));
}

CALL(reduce, void *in, void *out, const int *n, const int *type, const int *op, const int *root,
	const int *comm)
{
	*error = MPI_Reduce(fortran_buffer(in), fortran_buffer(out), *n, fortran_type(*type),
		fortran_op(*op), *root, fortran_comm(*comm));
}

CALL(allreduce, void *in, void *out, const int *n, const int *type, const int *op,
	const int *comm)
{
	*error = MPI_Allreduce(fortran_buffer(in), fortran_buffer(out), *n, fortran_type(*type),
		fortran_op(*op), fortran_comm(*comm));
}

CALL(scan, void *in, void *out, const int *n, const int *type, const int *op, const int *comm)
{
	*error = MPI_Scan(fortran_buffer(in), fortran_buffer(out), *n, fortran_type(*type),
		fortran_op(*op), fortran_comm(*comm));
}

#define BOTH void *out, const int *nout, const int *tout, void *in, const int *nin, \
	const int *tin
#define BOTH_IN_C fortran_buffer(out), *nout, fortran_type(*tout), fortran_buffer(in), *nin, \
	fortran_type(*tin)

CALL(gather, BOTH, const int *root, const int *comm)
{
	*error = MPI_Gather(BOTH_IN_C, *root, fortran_comm(*comm));
}

CALL(scatter, BOTH, const int *root, const int *comm)
{
	*error = MPI_Scatter(BOTH_IN_C, *root, fortran_comm(*comm));
}

CALL(allgather, BOTH, const int *comm)
{
	*error = MPI_Allgather(BOTH_IN_C, fortran_comm(*comm));
}

CALL(alltoall, BOTH, const int *comm)
{
	*error = MPI_Alltoall(BOTH_IN_C, fortran_comm(*comm));
}

CALL(gatherv, void *out, const int *nout, const int *tout, void *in, int *nin, int *at,
	const int *tin, const int *root, const int *comm)
{
	*error = MPI_Gatherv(fortran_buffer(out), *nout, fortran_type(*tout), fortran_buffer(in),
		nin, at, fortran_type(*tin), *root, fortran_comm(*comm));
}

CALL(allgatherv, void *out, const int *nout, const int *tout, void *in, int *nin, int *at,
	const int *tin, const int *comm)
{
	*error = MPI_Allgatherv(fortran_buffer(out), *nout, fortran_type(*tout),
		fortran_buffer(in), nin, at, fortran_type(*tin), fortran_comm(*comm));
}

CALL(scatterv, void *out, int *nout, int *at, const int *tout, void *in, const int *nin,
	const int *tin, const int *root, const int *comm)
{
	*error = MPI_Scatterv(fortran_buffer(out), nout, at, fortran_type(*tout),
		fortran_buffer(in), *nin, fortran_type(*tin), *root, fortran_comm(*comm));
}

CALL(alltoallv, void *out, int *nout, int *at_out, const int *tout, void *in, int *nin,
	int *at_in, const int *tin, const int *comm)
{
	*error = MPI_Alltoallv(fortran_buffer(out), nout, at_out, fortran_type(*tout),
		fortran_buffer(in), nin, at_in, fortran_type(*tin), fortran_comm(*comm));
}

