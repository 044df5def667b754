/* fortran_coll.c - collectives, for Fortran: see fortran.h. */
#include "fortran.h"

#define CALL(name, ...) void mpi_##name##_(__VA_ARGS__, int *error); \
	void mpi_##name##_(__VA_ARGS__, int *error)

CALL(barrier, const int *comm)
{
	*error = MPI_Barrier(bgqmpi_fortran_comm(*comm));
}

CALL(bcast, void *buffer, const int *n, const int *type, const int *root, const int *comm)
{
	*error = MPI_Bcast(bgqmpi_fortran_buffer(buffer), *n, bgqmpi_fortran_type(*type), *root,
			   bgqmpi_fortran_comm(*comm));
}

CALL(reduce, void *in, void *out, const int *n, const int *type, const int *op, const int *root,
	const int *comm)
{
	*error = MPI_Reduce(bgqmpi_fortran_buffer(in), bgqmpi_fortran_buffer(out), *n,
			    bgqmpi_fortran_type(*type), bgqmpi_fortran_op(*op), *root,
			    bgqmpi_fortran_comm(*comm));
}

CALL(allreduce, void *in, void *out, const int *n, const int *type, const int *op,
	const int *comm)
{
	*error = MPI_Allreduce(bgqmpi_fortran_buffer(in), bgqmpi_fortran_buffer(out), *n,
			       bgqmpi_fortran_type(*type), bgqmpi_fortran_op(*op),
			       bgqmpi_fortran_comm(*comm));
}

CALL(scan, void *in, void *out, const int *n, const int *type, const int *op, const int *comm)
{
	*error = MPI_Scan(bgqmpi_fortran_buffer(in), bgqmpi_fortran_buffer(out), *n,
			  bgqmpi_fortran_type(*type), bgqmpi_fortran_op(*op),
			  bgqmpi_fortran_comm(*comm));
}

#define BOTH void *out, const int *nout, const int *tout, void *in, const int *nin, \
	const int *tin
#define BOTH_IN_C \
	bgqmpi_fortran_buffer(out), *nout, bgqmpi_fortran_type(*tout), bgqmpi_fortran_buffer(in), \
		*nin, bgqmpi_fortran_type(*tin)

CALL(gather, BOTH, const int *root, const int *comm)
{
	*error = MPI_Gather(BOTH_IN_C, *root, bgqmpi_fortran_comm(*comm));
}

CALL(scatter, BOTH, const int *root, const int *comm)
{
	*error = MPI_Scatter(BOTH_IN_C, *root, bgqmpi_fortran_comm(*comm));
}

CALL(allgather, BOTH, const int *comm)
{
	*error = MPI_Allgather(BOTH_IN_C, bgqmpi_fortran_comm(*comm));
}

CALL(alltoall, BOTH, const int *comm)
{
	*error = MPI_Alltoall(BOTH_IN_C, bgqmpi_fortran_comm(*comm));
}

CALL(gatherv, void *out, const int *nout, const int *tout, void *in, int *nin, int *at,
	const int *tin, const int *root, const int *comm)
{
	*error = MPI_Gatherv(bgqmpi_fortran_buffer(out), *nout, bgqmpi_fortran_type(*tout),
			     bgqmpi_fortran_buffer(in), nin, at, bgqmpi_fortran_type(*tin), *root,
			     bgqmpi_fortran_comm(*comm));
}

CALL(allgatherv, void *out, const int *nout, const int *tout, void *in, int *nin, int *at,
	const int *tin, const int *comm)
{
	*error = MPI_Allgatherv(bgqmpi_fortran_buffer(out), *nout, bgqmpi_fortran_type(*tout),
				bgqmpi_fortran_buffer(in), nin, at, bgqmpi_fortran_type(*tin),
				bgqmpi_fortran_comm(*comm));
}

CALL(scatterv, void *out, int *nout, int *at, const int *tout, void *in, const int *nin,
	const int *tin, const int *root, const int *comm)
{
	*error = MPI_Scatterv(bgqmpi_fortran_buffer(out), nout, at, bgqmpi_fortran_type(*tout),
			      bgqmpi_fortran_buffer(in), *nin, bgqmpi_fortran_type(*tin), *root,
			      bgqmpi_fortran_comm(*comm));
}

CALL(alltoallv, void *out, int *nout, int *at_out, const int *tout, void *in, int *nin,
	int *at_in, const int *tin, const int *comm)
{
	*error = MPI_Alltoallv(bgqmpi_fortran_buffer(out), nout, at_out, bgqmpi_fortran_type(*tout),
			       bgqmpi_fortran_buffer(in), nin, at_in, bgqmpi_fortran_type(*tin),
			       bgqmpi_fortran_comm(*comm));
}

