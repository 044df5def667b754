/*
 * file_seek.c - file pointers are set and asked, a rank's own and the one that all share.
 */
#include "file.h"

#include <sys/stat.h>

/* The new value for whence, where the pointer is at was. */
static struct fault seek_to(MPI_File fh, MPI_Offset offset, int whence, MPI_Offset was,
			    MPI_Offset *to)
{
	struct stat s;

	switch (whence) {
	case MPI_SEEK_SET:
		*to = offset;
		break;
	case MPI_SEEK_CUR:
		*to = was + offset;
		break;
	case MPI_SEEK_END:
		if (fstat(fh->fd, &s) != 0)
			return bgqmpi_file_fault_errno(fh->name);
		*to = bgqmpi_view_etypes(&fh->view, s.st_size) + offset;
		break;
	default:
		return bgqmpi_file_fault(MPI_ERR_ARG, "whence %d", whence);
	}
	if (*to < 0)
		return bgqmpi_file_fault(MPI_ERR_ARG, "to offset %lld", *to);
	return bgqmpi_file_fault(MPI_SUCCESS, "%s", "");
}

static struct fault check_sequential(MPI_File fh)
{
	return fh->amode & MPI_MODE_SEQUENTIAL ?
		bgqmpi_file_fault(MPI_ERR_UNSUPPORTED_OPERATION, "%s: MPI_MODE_SEQUENTIAL",
				  fh->name) :
		bgqmpi_file_fault(MPI_SUCCESS, "%s", "");
}

int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence)
{
	struct fault f;
	MPI_Offset to;
	int code;

	if (!bgqmpi_file_check("MPI_File_seek", fh, &code))
		return code;
	f = check_sequential(fh);
	if (f.code == MPI_SUCCESS)
		f = seek_to(fh, offset, whence, fh->position, &to);
	if (f.code == MPI_SUCCESS)
		fh->position = to;
	return bgqmpi_file_raise(fh, "MPI_File_seek", f);
}

int MPI_File_get_position(MPI_File fh, MPI_Offset *offset)
{
	struct fault f;
	int code;

	if (!bgqmpi_file_check("MPI_File_get_position", fh, &code))
		return code;
	f = check_sequential(fh);
	if (f.code == MPI_SUCCESS)
		*offset = fh->position;
	return bgqmpi_file_raise(fh, "MPI_File_get_position", f);
}

/* All ranks ask for the same. */
static struct fault agree_on_seek(MPI_File fh, MPI_Offset offset, int whence)
{
	MPI_Offset mine[4] = { offset, -offset, whence, -whence }, most[4];

	bgqmpi_allreduce(fh->comm, (struct part){ mine, 4, MPI_OFFSET, 0 }, most, MPI_MAX);
	if (most[0] != -most[1] || most[2] != -most[3])
		return bgqmpi_file_fault(MPI_ERR_ARG, "ranks differ in their offset or whence");
	return check_sequential(fh);
}

int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence)
{
	MPI_Offset was = 0, to = 0;
	struct fault f;
	int code;

	ENTER("MPI_File_seek_shared");
	if (!bgqmpi_file_check("MPI_File_seek_shared", fh, &code))
		return code;
	f = agree_on_seek(fh, offset, whence);
	if (f.code == MPI_SUCCESS) {
		if (fh->comm->rank == 0) {
			if (whence == MPI_SEEK_CUR && !bgqmpi_pointer_add(fh, 0, &was))
				f = bgqmpi_file_fault_errno(fh->pointer_name);
			if (f.code == MPI_SUCCESS)
				f = seek_to(fh, offset, whence, was, &to);
			if (f.code == MPI_SUCCESS && !bgqmpi_pointer_set(fh, to))
				f = bgqmpi_file_fault_errno(fh->pointer_name);
		}
		f = bgqmpi_file_agree(fh->comm, f);
	}
	return bgqmpi_file_raise(fh, "MPI_File_seek_shared", f);
}

int MPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset)
{
	struct fault f;
	int code;

	if (!bgqmpi_file_check("MPI_File_get_position_shared", fh, &code))
		return code;
	f = check_sequential(fh);
	if (f.code == MPI_SUCCESS && !bgqmpi_pointer_add(fh, 0, offset))
		f = bgqmpi_file_fault_errno(fh->pointer_name);
	return bgqmpi_file_raise(fh, "MPI_File_get_position_shared", f);
}
