/* fortran_coll.c - collectives, for Fortran: see fortran.h. */
#include <stdlib.h>

#include "fortran.h"

CALL(barrier, const int *comm)
{
	*error = MPI_Barrier(bgqmpi_fortran_comm(*comm));
}

CALL(bcast, void *buffer, const int *n, const int *type, const int *root, const int *comm)
{
	*error = MPI_Bcast(bgqmpi_fortran_buffer(buffer, *type), *n, bgqmpi_fortran_type(*type),
			   *root, bgqmpi_fortran_comm(*comm));
}

CALL(reduce, void *in, void *out, const int *n, const int *type, const int *op, const int *root,
	const int *comm)
{
	*error = MPI_Reduce(bgqmpi_fortran_buffer(in, *type), bgqmpi_fortran_buffer(out, *type),
			    *n, bgqmpi_fortran_type(*type), bgqmpi_fortran_op(*op), *root,
			    bgqmpi_fortran_comm(*comm));
}

CALL(allreduce, void *in, void *out, const int *n, const int *type, const int *op,
	const int *comm)
{
	*error = MPI_Allreduce(bgqmpi_fortran_buffer(in, *type), bgqmpi_fortran_buffer(out, *type),
			       *n, bgqmpi_fortran_type(*type), bgqmpi_fortran_op(*op),
			       bgqmpi_fortran_comm(*comm));
}

CALL(scan, void *in, void *out, const int *n, const int *type, const int *op, const int *comm)
{
	*error = MPI_Scan(bgqmpi_fortran_buffer(in, *type), bgqmpi_fortran_buffer(out, *type), *n,
			  bgqmpi_fortran_type(*type), bgqmpi_fortran_op(*op),
			  bgqmpi_fortran_comm(*comm));
}

CALL(exscan, void *in, void *out, const int *n, const int *type, const int *op, const int *comm)
{
	*error = MPI_Exscan(bgqmpi_fortran_buffer(in, *type), bgqmpi_fortran_buffer(out, *type),
			    *n, bgqmpi_fortran_type(*type), bgqmpi_fortran_op(*op),
			    bgqmpi_fortran_comm(*comm));
}

CALL(reduce_scatter, void *in, void *out, const int *counts, const int *type, const int *op,
	const int *comm)
{
	*error = MPI_Reduce_scatter(bgqmpi_fortran_buffer(in, *type),
				    bgqmpi_fortran_buffer(out, *type), counts,
				    bgqmpi_fortran_type(*type), bgqmpi_fortran_op(*op),
				    bgqmpi_fortran_comm(*comm));
}

CALL(reduce_scatter_block, void *in, void *out, const int *n, const int *type, const int *op,
	const int *comm)
{
	*error = MPI_Reduce_scatter_block(bgqmpi_fortran_buffer(in, *type),
					  bgqmpi_fortran_buffer(out, *type), *n,
					  bgqmpi_fortran_type(*type), bgqmpi_fortran_op(*op),
					  bgqmpi_fortran_comm(*comm));
}

CALL(reduce_local, void *in, void *inout, const int *n, const int *type, const int *op)
{
	*error = MPI_Reduce_local(bgqmpi_fortran_buffer(in, *type),
				  bgqmpi_fortran_buffer(inout, *type), *n,
				  bgqmpi_fortran_type(*type), bgqmpi_fortran_op(*op));
}

/* ---- operations of the program: FUNCTION(IN, INOUT, LENGTH, TYPE) */

static void by_fortran(MPI_User_function *function, void *a, void *b, int count, MPI_Datatype type)
{
	void (*subroutine)(void *, void *, int *, int *) = (void (*)(void *, void *, int *, int *))
		function;
	int number = MPI_Type_c2f(type);

	subroutine(a, b, &count, &number);
}

CALL(op_create, MPI_User_function *function, const int *commute, int *op)
{
	MPI_Op o;

	*error = MPI_Op_create(function, *commute, &o);
	o->call = by_fortran;
	*op = bgqmpi_fortran_op_new(o);
}

CALL(op_free, int *op)
{
	MPI_Op o = bgqmpi_fortran_op(*op);

	*error = MPI_Op_free(&o);
	bgqmpi_fortran_op_end(op);
}

CALL(op_commutative, const int *op, int *commute)
{
	*error = MPI_Op_commutative(bgqmpi_fortran_op(*op), commute);
}

#define BOTH void *out, const int *nout, const int *tout, void *in, const int *nin, \
	const int *tin
#define BOTH_IN_C \
	bgqmpi_fortran_buffer(out, *tout), *nout, bgqmpi_fortran_type(*tout), \
		bgqmpi_fortran_buffer(in, *tin), *nin, bgqmpi_fortran_type(*tin)

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
	*error = MPI_Gatherv(bgqmpi_fortran_buffer(out, *tout), *nout, bgqmpi_fortran_type(*tout),
			     bgqmpi_fortran_buffer(in, *tin), nin, at, bgqmpi_fortran_type(*tin),
			     *root, bgqmpi_fortran_comm(*comm));
}

CALL(allgatherv, void *out, const int *nout, const int *tout, void *in, int *nin, int *at,
	const int *tin, const int *comm)
{
	*error = MPI_Allgatherv(bgqmpi_fortran_buffer(out, *tout), *nout,
				bgqmpi_fortran_type(*tout), bgqmpi_fortran_buffer(in, *tin), nin,
				at, bgqmpi_fortran_type(*tin), bgqmpi_fortran_comm(*comm));
}

CALL(scatterv, void *out, int *nout, int *at, const int *tout, void *in, const int *nin,
	const int *tin, const int *root, const int *comm)
{
	*error = MPI_Scatterv(bgqmpi_fortran_buffer(out, *tout), nout, at,
			      bgqmpi_fortran_type(*tout), bgqmpi_fortran_buffer(in, *tin), *nin,
			      bgqmpi_fortran_type(*tin), *root, bgqmpi_fortran_comm(*comm));
}

/* All parts' types, to be freed. */
static MPI_Datatype *types_of(int n, const int *types)
{
	MPI_Datatype *t = bgqmpi_alloc("MPI_Alltoallw", (size_t)n * sizeof *t);

	for (int i = 0; i < n; i++)
		t[i] = bgqmpi_fortran_type(types[i]);
	return t;
}

/* Types of what is sent from its own place are not read. */
CALL(alltoallw, void *out, int *nout, int *at_out, const int *tout, void *in, int *nin,
	int *at_in, const int *tin, const int *comm)
{
	MPI_Comm c = bgqmpi_fortran_comm(*comm);
	int size;

	MPI_Comm_size(c, &size);

	MPI_Datatype *got = types_of(size, tin), *sent = NULL;
	bool in_place = bgqmpi_fortran_buffer(out, *tin) == MPI_IN_PLACE;

	if (!in_place)
		sent = types_of(size, tout);
	*error = MPI_Alltoallw(in_place ? MPI_IN_PLACE : bgqmpi_fortran_buffer(out, *tout), nout,
			       at_out, sent, bgqmpi_fortran_buffer(in, *tin), nin, at_in, got, c);
	free(sent);
	free(got);
}

CALL(alltoallv, void *out, int *nout, int *at_out, const int *tout, void *in, int *nin,
	int *at_in, const int *tin, const int *comm)
{
	*error = MPI_Alltoallv(bgqmpi_fortran_buffer(out, *tout), nout, at_out,
			       bgqmpi_fortran_type(*tout), bgqmpi_fortran_buffer(in, *tin), nin,
			       at_in, bgqmpi_fortran_type(*tin), bgqmpi_fortran_comm(*comm));
}

