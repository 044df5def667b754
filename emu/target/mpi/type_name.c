/*
 * type_name.c - names of types, and types by what they hold.
 */
#include "bgqmpi.h"

#include <stdlib.h>
#include <string.h>

/* The name that C has; Fortran's types are the same ones. */
static const struct {
	MPI_Datatype type;
	const char *name;
} standard[] = {
#define NAME(type) { type, #type }
	NAME(MPI_CHAR), NAME(MPI_SIGNED_CHAR), NAME(MPI_UNSIGNED_CHAR), NAME(MPI_BYTE),
	NAME(MPI_PACKED), NAME(MPI_WCHAR), NAME(MPI_SHORT), NAME(MPI_UNSIGNED_SHORT),
	NAME(MPI_INT), NAME(MPI_UNSIGNED), NAME(MPI_LONG), NAME(MPI_UNSIGNED_LONG),
	NAME(MPI_LONG_LONG), NAME(MPI_UNSIGNED_LONG_LONG), NAME(MPI_FLOAT), NAME(MPI_DOUBLE),
	NAME(MPI_LONG_DOUBLE), NAME(MPI_C_BOOL), NAME(MPI_C_FLOAT_COMPLEX),
	NAME(MPI_C_DOUBLE_COMPLEX), NAME(MPI_FLOAT_INT), NAME(MPI_DOUBLE_INT),
	NAME(MPI_LONG_INT), NAME(MPI_2INT), NAME(MPI_SHORT_INT), NAME(MPI_LONG_DOUBLE_INT),
	NAME(MPI_LB), NAME(MPI_UB), NAME(MPI_2REAL), NAME(MPI_2DOUBLE_PRECISION),
	NAME(MPI_INTEGER16), NAME(MPI_REAL16), NAME(MPI_COMPLEX32)
};

int MPI_Type_set_name(MPI_Datatype type, const char *name)
{
	size_t bytes = strnlen(name, MPI_MAX_OBJECT_NAME - 1);

	if (!type)
		bgqmpi_fail("MPI_Type_set_name", MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	free(type->name);
	type->name = bgqmpi_alloc("MPI_Type_set_name", bytes + 1);
	memcpy(type->name, name, bytes);
	type->name[bytes] = '\0';
	return MPI_SUCCESS;
}

int MPI_Type_get_name(MPI_Datatype type, char *name, int *length)
{
	const char *first = "";

	if (!type)
		bgqmpi_fail("MPI_Type_get_name", MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
		if (standard[i].type == type)
			first = standard[i].name;
	strcpy(name, type->name ? type->name : first);
	*length = (int)strlen(name);
	return MPI_SUCCESS;
}

int MPI_Type_match_size(int class, int size, MPI_Datatype *type)
{
	static const MPI_Datatype real[] = { MPI_REAL4, MPI_REAL8, MPI_REAL16 };
	static const MPI_Datatype integer[] = { MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4,
						MPI_INTEGER8, MPI_INTEGER16 };
	static const MPI_Datatype complex[] = { MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32 };
	const MPI_Datatype *of = class == MPI_TYPECLASS_REAL ? real :
		class == MPI_TYPECLASS_INTEGER ? integer : complex;
	int n = class == MPI_TYPECLASS_INTEGER ? 5 : 3;

	if (class < MPI_TYPECLASS_REAL || class > MPI_TYPECLASS_COMPLEX)
		bgqmpi_fail("MPI_Type_match_size", MPI_ERR_ARG, "class %d", class);
	for (int i = 0; i < n; i++)
		if (of[i]->size == (size_t)size) {
			*type = of[i];
			return MPI_SUCCESS;
		}
	bgqmpi_fail("MPI_Type_match_size", MPI_ERR_ARG, "no type of that class has %d bytes", size);
}
