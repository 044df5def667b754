/*
 * op.c - operations of reductions, the program's own among them.  All are taken as not
 * commutative: operands are combined in the order of ranks.
 */
#include "bgqmpi.h"

#include <stdlib.h>

#include <hwi/include/bqc/MU_CollectiveNetworkHeader.h>

#define OP(name, op_kind) struct bgqmpi_op bgqmpi_##name = { .kind = op_kind };

OP(max, OP_MAX)
OP(min, OP_MIN)
OP(sum, OP_SUM)
OP(prod, OP_PROD)
OP(land, OP_LAND)
OP(band, OP_BAND)
OP(lor, OP_LOR)
OP(bor, OP_BOR)
OP(lxor, OP_LXOR)
OP(bxor, OP_BXOR)
OP(minloc, OP_MINLOC)
OP(maxloc, OP_MAXLOC)

int MPI_Op_create(MPI_User_function *function, int commute, MPI_Op *op)
{
	*op = bgqmpi_alloc("MPI_Op_create", sizeof **op);
	**op = (struct bgqmpi_op){ OP_USER, function, NULL, commute != 0 };
	return MPI_SUCCESS;
}

int MPI_Op_free(MPI_Op *op)
{
	if (!*op || (*op)->kind != OP_USER)
		bgqmpi_fail("MPI_Op_free", MPI_ERR_OP, "not one of MPI_Op_create");
	free(*op);
	*op = MPI_OP_NULL;
	return MPI_SUCCESS;
}

int MPI_Op_commutative(MPI_Op op, int *commute)
{
	if (!op)
		bgqmpi_fail("MPI_Op_commutative", MPI_ERR_OP, "MPI_OP_NULL");
	*commute = op->kind != OP_USER || op->commutes;
	return MPI_SUCCESS;
}

int MPI_Reduce_local(const void *in, void *inout, int count, MPI_Datatype type, MPI_Op op)
{
	bgqmpi_check_running("MPI_Reduce_local");
	bgqmpi_check_op("MPI_Reduce_local", count, type, op);
	bgqmpi_op_apply("MPI_Reduce_local", op, (void *)in, inout, count, type);
	return MPI_SUCCESS;
}

static int integer_operation(enum op_kind op, bool is_signed)
{
	switch (op) {
	case OP_SUM:
		return is_signed ? MUHWI_COLLECTIVE_OP_CODE_SIGNED_ADD :
				   MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
	case OP_MAX:
		return is_signed ? MUHWI_COLLECTIVE_OP_CODE_SIGNED_MAX :
				   MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MAX;
	case OP_MIN:
		return is_signed ? MUHWI_COLLECTIVE_OP_CODE_SIGNED_MIN :
				   MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MIN;
	case OP_BAND: return MUHWI_COLLECTIVE_OP_CODE_AND;
	case OP_BOR: return MUHWI_COLLECTIVE_OP_CODE_OR;
	case OP_BXOR: return MUHWI_COLLECTIVE_OP_CODE_XOR;
	default: return -1;
	}
}

int bgqmpi_operation(MPI_Op op, MPI_Datatype type)
{
	if (type->kind == KIND_OTHER || (type->size != 8 && type->size != 4))
		return -1;
	if (type->kind != KIND_REAL)
		return integer_operation(op->kind, type->kind == KIND_SIGNED);
	/* Numbers of 8 bytes only. */
	return op->kind == OP_SUM && type->size == 8 ?
		MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD : -1;
}

void bgqmpi_op_apply(const char *call, MPI_Op op, void *a, void *b, int count,
		     MPI_Datatype type)
{
	if (op->kind == OP_USER && op->call)
		op->call(op->user, a, b, count, type);
	else if (op->kind == OP_USER)
		op->user(a, b, &count, &type);
	else if (!type->apply || !type->apply(op->kind, a, b, (size_t)count))
		bgqmpi_fail(call, MPI_ERR_OP, "not defined for this type");
}
