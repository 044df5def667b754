/*
 * type_pack.c - elements of a type to bytes side by side, and back.
 */
#include "bgqmpi.h"

#include <stdlib.h>
#include <string.h>

/* Elements have no holes and none between them. */
static bool is_dense(const struct bgqmpi_type *t)
{
	return t->blocks <= 1 && bgqmpi_type_extent(t) == (ptrdiff_t)t->size;
}

char *bgqmpi_type_whole(const struct bgqmpi_type *t, int count, const void *buf)
{
	ptrdiff_t at = t->blocks ? t->block[0].at : 0;

	if (t->blocks > 1 || (count > 1 && !is_dense(t)))
		return NULL;
	return (char *)buf + at;
}

void bgqmpi_pack(const struct bgqmpi_type *t, int count, const void *buf, char *to)
{
	const char *from = bgqmpi_type_whole(t, count, buf);

	if (from) {
		memcpy(to, from, (size_t)count * t->size);
		return;
	}
	from = buf;
	for (int i = 0; i < count; i++, from += bgqmpi_type_extent(t))
		for (size_t b = 0; b < t->blocks; b++) {
			memcpy(to, from + t->block[b].at, t->block[b].bytes);
			to += t->block[b].bytes;
		}
}

void bgqmpi_unpack(const struct bgqmpi_type *t, const char *from, size_t bytes, void *buf)
{
	char *to = buf;

	if (t->blocks == 1 && is_dense(t)) {
		memcpy(to + t->block[0].at, from, bytes);
		return;
	}
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

/* ---- The program's own packing, into bytes without anything between. */

/* How many bytes a call packs or unpacks; too few of room behind position end the job. */
static size_t bytes_at(const char *call, int count, MPI_Datatype type, int position, int room,
		       MPI_Comm comm)
{
	size_t bytes;

	bgqmpi_check_comm(call, comm);
	bgqmpi_check_type(call, count, type);
	bytes = (size_t)count * type->size;
	if (position < 0 || position > room || bytes > (size_t)(room - position))
		bgqmpi_fail(call, MPI_ERR_TRUNCATE, "%zu bytes at %d of %d", bytes, position, room);
	return bytes;
}

int MPI_Pack(const void *in, int count, MPI_Datatype type, void *out, int room, int *position,
	     MPI_Comm comm)
{
	size_t bytes = bytes_at("MPI_Pack", count, type, *position, room, comm);

	bgqmpi_pack(type, count, in, (char *)out + *position);
	*position += (int)bytes;
	return MPI_SUCCESS;
}

int MPI_Unpack(const void *in, int room, int *position, void *out, int count, MPI_Datatype type,
	       MPI_Comm comm)
{
	size_t bytes = bytes_at("MPI_Unpack", count, type, *position, room, comm);

	bgqmpi_unpack(type, (const char *)in + *position, bytes, out);
	*position += (int)bytes;
	return MPI_SUCCESS;
}

int MPI_Pack_size(int count, MPI_Datatype type, MPI_Comm comm, int *size)
{
	bgqmpi_check_comm("MPI_Pack_size", comm);
	bgqmpi_check_type("MPI_Pack_size", count, type);
	*size = (int)((size_t)count * type->size);
	return MPI_SUCCESS;
}
