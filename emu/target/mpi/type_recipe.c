/*
 * type_recipe.c - how a derived type was made: MPI_Type_get_envelope(), MPI_Type_get_contents().
 * Old types live as long as the types that were made of them.
 */
#include "bgqmpi.h"

#include <stdlib.h>
#include <string.h>

struct recipe {
	int combiner, integers, addresses, types;
	int *integer;
	MPI_Aint *address;
	MPI_Datatype *type;
};

static void *copy_of(const void *from, int n, size_t each)
{
	size_t bytes = (size_t)n * each;
	void *to = bgqmpi_alloc("MPI_Type", bytes);

	if (bytes)
		memcpy(to, from, bytes);
	return to;
}

void bgqmpi_recipe(struct bgqmpi_type *t, int combiner, struct recipe_of of)
{
	struct recipe *r = bgqmpi_alloc("MPI_Type", sizeof *r);
	int n = 0;

	bgqmpi_recipe_drop(t->recipe);
	*r = (struct recipe){ .combiner = combiner, .addresses = of.addresses, .types = of.types };
	for (int i = 0; i < RECIPE_LISTS; i++)
		r->integers += of.list[i].n;
	r->integer = bgqmpi_alloc("MPI_Type", (size_t)r->integers * sizeof *r->integer);
	for (int i = 0; i < RECIPE_LISTS; n += of.list[i++].n)
		if (of.list[i].n)
			memcpy(r->integer + n, of.list[i].of,
			       (size_t)of.list[i].n * sizeof *r->integer);
	r->address = copy_of(of.address, of.addresses, sizeof *r->address);
	r->type = copy_of(of.type, of.types, sizeof *r->type);
	for (int i = 0; i < r->types; i++)
		bgqmpi_type_keep(r->type[i]);
	t->recipe = r;
}

void bgqmpi_recipe_drop(struct recipe *r)
{
	if (!r)
		return;
	for (int i = 0; i < r->types; i++)
		bgqmpi_type_drop(r->type[i]);
	free(r->integer);
	free(r->address);
	free(r->type);
	free(r);
}

int MPI_Type_get_envelope(MPI_Datatype type, int *integers, int *addresses, int *types,
			  int *combiner)
{
	static const struct recipe named = { .combiner = MPI_COMBINER_NAMED };
	const struct recipe *r;

	if (!type)
		bgqmpi_fail("MPI_Type_get_envelope", MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	r = type->recipe ? type->recipe : &named;
	*integers = r->integers;
	*addresses = r->addresses;
	*types = r->types;
	*combiner = r->combiner;
	return MPI_SUCCESS;
}

int MPI_Type_get_contents(MPI_Datatype type, int integers, int addresses, int types, int integer[],
			  MPI_Aint address[], MPI_Datatype old[])
{
	const char *call = "MPI_Type_get_contents";
	const struct recipe *r = type ? type->recipe : NULL;

	if (!r)
		bgqmpi_fail(call, MPI_ERR_TYPE, "not a derived one");
	if (integers < r->integers || addresses < r->addresses || types < r->types)
		bgqmpi_fail(call, MPI_ERR_ARG, "room for %d, %d and %d, of %d, %d and %d",
			    integers, addresses, types, r->integers, r->addresses, r->types);
	for (int i = 0; i < r->integers; i++)
		integer[i] = r->integer[i];
	for (int i = 0; i < r->addresses; i++)
		address[i] = r->address[i];
	for (int i = 0; i < r->types; i++) {
		old[i] = r->type[i];
		bgqmpi_type_keep(old[i]); /* which the program frees, if it is a derived one */
	}
	return MPI_SUCCESS;
}
