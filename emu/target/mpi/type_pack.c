/*
 * type_pack.c - elements of a type to bytes side by side, and back.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

char *bgqmpi_type_whole(const struct bgqmpi_type *t, int count, const void *buf)
{
	ptrdiff_t at = t->blocks ? t->block[0].at : 0;

	if (t->blocks > 1 || (count > 1 && bgqmpi_type_extent(t) != (ptrdiff_t)t->size))
		return NULL;
	return (char *)buf + at;
}

void bgqmpi_pack(const struct bgqmpi_type *t, int count, const void *buf, char *to)
{
	const char *from = buf;

	for (int i = 0; i < count; i++, from += bgqmpi_type_extent(t))
		for (size_t b = 0; b < t->blocks; b++) {
			memcpy(to, from + t->block[b].at, t->block[b].bytes);
			to += t->block[b].bytes;
		}
}

void bgqmpi_unpack(const struct bgqmpi_type *t, const char *from, size_t bytes, void *buf)
{
	char *to = buf;

	for (; bytes; to += bgqmpi_type_extent(t))
		for (size_t b = 0; b < t->blocks && bytes; b++) {
			size_t n = bytes < t->block[b].bytes ? bytes : t->block[b].bytes;

			memcpy(to + t->block[b].at, from, n);
			from += n;
			bytes -= n;
		}
}

void bgqmpi_copy(const void *from, int count, MPI_Datatype type, void *to, int to_count,
		 MPI_Datatype to_type)
{
	size_t bytes = (size_t)count * type->size;
	char *whole = bgqmpi_type_whole(type, count, from), *packed = NULL;

	if (bytes > (size_t)to_count * to_type->size)
		bgqmpi_fail("MPI", MPI_ERR_TRUNCATE, "%zu bytes to itself, for a buffer of %zu",
			    bytes, (size_t)to_count * to_type->size);
	if (!whole) {
		whole = packed = bgqmpi_alloc("MPI", bytes);
		bgqmpi_pack(type, count, from, packed);
	}
	bgqmpi_unpack(to_type, whole, bytes, to);
	free(packed);
}
