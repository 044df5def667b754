/*
 * file_view.c - views: which bytes of the file are a rank's, and where they lie.
 */
#include "file.h"

#include <stdlib.h>
#include <string.h>

static bool is_whole(const struct bgqmpi_type *t)
{
	return t->blocks == 1 && bgqmpi_type_extent(t) == (ptrdiff_t)t->size;
}

void bgqmpi_view_start(struct view *v, MPI_Offset displacement)
{
	*v = (struct view){ displacement, MPI_BYTE, MPI_BYTE, NULL };
}

void bgqmpi_view_drop(struct view *v)
{
	bgqmpi_type_drop(v->etype);
	bgqmpi_type_drop(v->filetype);
	free(v->before);
	v->before = NULL;
}

static struct view view_make(MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype)
{
	struct view v = { displacement, etype, filetype, NULL };
	uint64_t sum = 0;

	bgqmpi_type_keep(etype);
	bgqmpi_type_keep(filetype);
	if (is_whole(filetype))
		return v;
	v.before = bgqmpi_alloc("MPI_File_set_view", filetype->blocks * sizeof *v.before);
	for (size_t b = 0; b < filetype->blocks; b++) {
		v.before[b] = sum;
		sum += filetype->block[b].bytes;
	}
	return v;
}

/* The last block of a tile with no more than rest bytes of data before it. */
static size_t block_find(const struct view *v, uint64_t rest)
{
	size_t low = 0, high = v->filetype->blocks;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (v->before[middle] <= rest)
			low = middle;
		else
			high = middle;
	}
	return low;
}

off_t bgqmpi_view_piece(const struct view *v, uint64_t at, uint64_t most, uint64_t *bytes)
{
	const struct bgqmpi_type *t = v->filetype;
	uint64_t tile = at / t->size, rest = at % t->size;
	off_t start = v->displacement + (off_t)tile * bgqmpi_type_extent(t);
	off_t first, end;
	size_t b;

	if (!v->before) {
		*bytes = most;
		return start + t->block[0].at + (off_t)rest;
	}
	b = block_find(v, rest);
	first = start + t->block[b].at + (off_t)(rest - v->before[b]);
	end = start + t->block[b].at + (off_t)t->block[b].bytes;
	/* What follows may lie right behind, in the next tile. */
	while ((uint64_t)(end - first) < most) {
		if (++b == t->blocks) {
			b = 0;
			start += bgqmpi_type_extent(t);
		}
		if (start + t->block[b].at != end)
			break;
		end += (off_t)t->block[b].bytes;
	}
	*bytes = (uint64_t)(end - first) < most ? (uint64_t)(end - first) : most;
	return first;
}

MPI_Offset bgqmpi_view_etypes(const struct view *v, off_t end)
{
	const struct bgqmpi_type *t = v->filetype;
	off_t extent = bgqmpi_type_extent(t), rest = end - v->displacement;
	uint64_t bytes;

	if (rest <= 0)
		return 0;
	/* Whole tiles, as far as the next one has nothing before end; then its blocks. */
	bytes = extent > 0 ? (uint64_t)(rest / extent) * t->size : 0;
	rest = extent > 0 ? rest % extent : rest;
	for (size_t b = 0; b < t->blocks; b++) {
		off_t inside = rest - t->block[b].at;

		if (inside > 0)
			bytes += (uint64_t)inside < t->block[b].bytes ? (uint64_t)inside :
				t->block[b].bytes;
	}
	return (MPI_Offset)((bytes + v->etype->size - 1) / v->etype->size);
}

/* ---- The program's calls. */

/* Displacements of a filetype are not negative and do not decrease, and it is made of etypes. */
static struct fault check_types(MPI_Datatype etype, MPI_Datatype filetype)
{
	ptrdiff_t end = 0;

	if (!etype || !filetype)
		return bgqmpi_file_fault(MPI_ERR_TYPE, "MPI_DATATYPE_NULL");
	if (!etype->committed || !filetype->committed)
		return bgqmpi_file_fault(MPI_ERR_TYPE, "not committed");
	if (etype->size == 0 || filetype->size == 0 || filetype->size % etype->size)
		return bgqmpi_file_fault(MPI_ERR_ARG, "a filetype of %zu bytes, of etypes of %zu",
					 filetype->size, etype->size);
	for (size_t b = 0; b < filetype->blocks; b++) {
		if (filetype->block[b].at < end)
			return bgqmpi_file_fault(MPI_ERR_TYPE, "displacements of the filetype "
						 "are negative or decrease");
		end = filetype->block[b].at;
	}
	return bgqmpi_file_fault(MPI_SUCCESS, "%s", "");
}

static bool is_one_of(const char *name, const char *const list[], int n)
{
	for (int i = 0; i < n; i++)
		if (strcmp(name, list[i]) == 0)
			return true;
	return false;
}

static struct fault check_view(MPI_File fh, MPI_Offset displacement, const char *datarep)
{
	static const char *const native[] = { "native", "NATIVE", "internal", "INTERNAL" };

	if (!datarep || !is_one_of(datarep, native, 4))
		return bgqmpi_file_fault(MPI_ERR_UNSUPPORTED_DATAREP, "%s",
					 datarep ? datarep : "NULL");
	if (displacement < 0 && displacement != MPI_DISPLACEMENT_CURRENT)
		return bgqmpi_file_fault(MPI_ERR_ARG, "displacement %lld", displacement);
	if ((displacement == MPI_DISPLACEMENT_CURRENT) != !!(fh->amode & MPI_MODE_SEQUENTIAL))
		return bgqmpi_file_fault(MPI_ERR_ARG, "MPI_DISPLACEMENT_CURRENT goes with "
					 "MPI_MODE_SEQUENTIAL");
	if (fh->split.call)
		return bgqmpi_file_fault(MPI_ERR_IO, "%s has not ended", fh->split.call);
	return bgqmpi_file_fault(MPI_SUCCESS, "%s", "");
}

/* Where the shared pointer is, as a displacement: MPI_MODE_SEQUENTIAL has no other. */
static bool displacement_current(MPI_File fh, MPI_Offset *displacement)
{
	MPI_Offset at;
	uint64_t bytes;

	if (*displacement != MPI_DISPLACEMENT_CURRENT)
		return true;
	if (!bgqmpi_pointer_add(fh, 0, &at))
		return false;
	*displacement = bgqmpi_view_piece(&fh->view, (uint64_t)at * fh->view.etype->size, 1,
					  &bytes);
	return true;
}

int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
		      const char *datarep, MPI_Info info)
{
	struct fault f;
	struct view was;
	int code;

	ENTER("MPI_File_set_view");
	if (!bgqmpi_file_check("MPI_File_set_view", fh, &code))
		return code;
	(void)info;
	f = check_view(fh, disp, datarep);
	if (f.code == MPI_SUCCESS)
		f = check_types(etype, filetype);
	if (f.code == MPI_SUCCESS && !displacement_current(fh, &disp))
		f = bgqmpi_file_fault_errno(fh->pointer_name);
	f = bgqmpi_file_agree(fh->comm, f);
	if (f.code == MPI_SUCCESS) {
		was = fh->view;
		fh->view = view_make(disp, etype, filetype);
		bgqmpi_view_drop(&was);
		fh->position = 0;
		f = bgqmpi_pointer_rewind(fh);
	}
	return bgqmpi_file_raise(fh, "MPI_File_set_view", f);
}

/* A handle of its own, which the program may free. */
static MPI_Datatype handle_of(MPI_Datatype t)
{
	bgqmpi_type_keep(t);
	return t;
}

int MPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
		      char *datarep)
{
	int code;

	if (!bgqmpi_file_check("MPI_File_get_view", fh, &code))
		return code;
	*disp = fh->view.displacement;
	*etype = handle_of(fh->view.etype);
	*filetype = handle_of(fh->view.filetype);
	strcpy(datarep, "native");
	return MPI_SUCCESS;
}

int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp)
{
	uint64_t bytes;
	int code;

	if (!bgqmpi_file_check("MPI_File_get_byte_offset", fh, &code))
		return code;
	if (offset < 0)
		return bgqmpi_file_raise(fh, "MPI_File_get_byte_offset",
					 bgqmpi_file_fault(MPI_ERR_ARG, "offset %lld", offset));
	if (fh->amode & MPI_MODE_SEQUENTIAL)
		return bgqmpi_file_raise(fh, "MPI_File_get_byte_offset",
					 bgqmpi_file_fault(MPI_ERR_UNSUPPORTED_OPERATION,
							   "MPI_MODE_SEQUENTIAL"));
	*disp = bgqmpi_view_piece(&fh->view, (uint64_t)offset * fh->view.etype->size, 1, &bytes);
	return MPI_SUCCESS;
}

int MPI_File_get_type_extent(MPI_File fh, MPI_Datatype type, MPI_Aint *extent)
{
	int code;

	if (!bgqmpi_file_check("MPI_File_get_type_extent", fh, &code))
		return code;
	if (!type)
		return bgqmpi_file_raise(fh, "MPI_File_get_type_extent",
					 bgqmpi_file_fault(MPI_ERR_TYPE, "MPI_DATATYPE_NULL"));
	*extent = bgqmpi_type_extent(type);
	return MPI_SUCCESS;
}
