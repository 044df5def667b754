/*
 * file_size.c - a file as a whole: its size, mode, ranks and hints, and when what is written is
 * seen.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Carried out by the first rank; value is the same in all. */
static int by_first(MPI_File fh, const char *call, MPI_Offset value,
		    struct fault (*change)(MPI_File fh, MPI_Offset value))
{
	struct fault f = { .code = MPI_SUCCESS };
	int code;

	if (!bgqmpi_file_check(call, fh, &code))
		return code;
	if (value < 0)
		f = bgqmpi_file_fault(MPI_ERR_ARG, "%lld bytes", value);
	else if (fh->amode & MPI_MODE_RDONLY)
		f = bgqmpi_file_fault(MPI_ERR_READ_ONLY, "%s: MPI_MODE_RDONLY", fh->name);
	/* No rank's access before the call comes after the change. */
	f = bgqmpi_file_agree(fh->comm, f);
	if (f.code == MPI_SUCCESS) {
		if (fh->comm->rank == 0)
			f = change(fh, value);
		f = bgqmpi_file_agree(fh->comm, f);
	}
	return bgqmpi_file_raise(fh, call, f);
}

static struct fault size_set(MPI_File fh, MPI_Offset bytes)
{
	if (ftruncate(fh->fd, bytes) != 0)
		return bgqmpi_file_fault_errno(fh->name);
	return bgqmpi_file_fault(MPI_SUCCESS, "%s", "");
}

static struct fault space_reserve(MPI_File fh, MPI_Offset bytes)
{
	errno = bytes ? posix_fallocate(fh->fd, 0, bytes) : 0;
	if (errno)
		return bgqmpi_file_fault_errno(fh->name);
	return bgqmpi_file_fault(MPI_SUCCESS, "%s", "");
}

int MPI_File_set_size(MPI_File fh, MPI_Offset size)
{
	ENTER("MPI_File_set_size");
	return by_first(fh, "MPI_File_set_size", size, size_set);
}

int MPI_File_preallocate(MPI_File fh, MPI_Offset size)
{
	ENTER("MPI_File_preallocate");
	return by_first(fh, "MPI_File_preallocate", size, space_reserve);
}

int MPI_File_get_size(MPI_File fh, MPI_Offset *size)
{
	struct stat s;
	int code;

	if (!bgqmpi_file_check("MPI_File_get_size", fh, &code))
		return code;
	if (fstat(fh->fd, &s) != 0)
		return bgqmpi_file_raise(fh, "MPI_File_get_size",
					 bgqmpi_file_fault_errno(fh->name));
	*size = s.st_size;
	return MPI_SUCCESS;
}

int MPI_File_get_group(MPI_File fh, MPI_Group *group)
{
	int code;

	if (!bgqmpi_file_check("MPI_File_get_group", fh, &code))
		return code;
	return MPI_Comm_group(fh->comm, group);
}

int MPI_File_get_amode(MPI_File fh, int *amode)
{
	int code;

	if (!bgqmpi_file_check("MPI_File_get_amode", fh, &code))
		return code;
	*amode = fh->amode;
	return MPI_SUCCESS;
}

int MPI_File_set_info(MPI_File fh, MPI_Info info)
{
	int code;

	ENTER("MPI_File_set_info");
	if (!bgqmpi_file_check("MPI_File_set_info", fh, &code))
		return code;
	(void)info;
	bgqmpi_barrier(fh->comm);
	return MPI_SUCCESS;
}

int MPI_File_get_info(MPI_File fh, MPI_Info *info)
{
	int code;

	if (!bgqmpi_file_check("MPI_File_get_info", fh, &code))
		return code;
	return MPI_Info_create(info);
}

int MPI_File_set_atomicity(MPI_File fh, int flag)
{
	int code;

	ENTER("MPI_File_set_atomicity");
	if (!bgqmpi_file_check("MPI_File_set_atomicity", fh, &code))
		return code;
	fh->atomic = flag != 0;
	bgqmpi_barrier(fh->comm);
	return MPI_SUCCESS;
}

int MPI_File_get_atomicity(MPI_File fh, int *flag)
{
	int code;

	if (!bgqmpi_file_check("MPI_File_get_atomicity", fh, &code))
		return code;
	*flag = fh->atomic;
	return MPI_SUCCESS;
}

int MPI_File_sync(MPI_File fh)
{
	struct fault f = { .code = MPI_SUCCESS };
	int code;

	ENTER("MPI_File_sync");
	if (!bgqmpi_file_check("MPI_File_sync", fh, &code))
		return code;
	if (fsync(fh->fd) != 0)
		f = bgqmpi_file_fault_errno(fh->name);
	bgqmpi_barrier(fh->comm);
	return bgqmpi_file_raise(fh, "MPI_File_sync", f);
}
