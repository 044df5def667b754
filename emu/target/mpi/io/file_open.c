/*
 * file_open.c - files are opened, closed and deleted.  The first rank creates a file, and the
 * others open what is there then.
 */
#include "file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Without the prefix by which a program chooses a file system of ROMIO. */
static const char *plain_name(const char *name)
{
	static const char *const prefix[] = {
		"ufs:", "nfs:", "bg:", "bgl:", "bglockless:", "gpfs:", "testfs:"
	};

	for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
		if (strncmp(name, prefix[i], strlen(prefix[i])) == 0)
			return name + strlen(prefix[i]);
	return name;
}

static struct fault check_mode(int amode)
{
	int access = amode & (MPI_MODE_RDONLY | MPI_MODE_WRONLY | MPI_MODE_RDWR);

	if (access != MPI_MODE_RDONLY && access != MPI_MODE_WRONLY && access != MPI_MODE_RDWR)
		return bgqmpi_file_fault(MPI_ERR_AMODE, "0x%x: not one of MPI_MODE_RDONLY, "
					 "MPI_MODE_WRONLY, MPI_MODE_RDWR", (unsigned)amode);
	if (access == MPI_MODE_RDONLY && (amode & (MPI_MODE_CREATE | MPI_MODE_EXCL)))
		return bgqmpi_file_fault(MPI_ERR_AMODE, "MPI_MODE_RDONLY with MPI_MODE_CREATE or "
					 "MPI_MODE_EXCL");
	if (access == MPI_MODE_RDWR && (amode & MPI_MODE_SEQUENTIAL))
		return bgqmpi_file_fault(MPI_ERR_AMODE, "MPI_MODE_RDWR with MPI_MODE_SEQUENTIAL");
	return bgqmpi_file_fault(MPI_SUCCESS, "%s", "");
}

/* All ranks have the same mode, and it makes sense. */
static struct fault agree_on_mode(MPI_Comm comm, int amode)
{
	struct fault f = check_mode(amode);
	int mine[2] = { amode, -amode }, most[2];

	bgqmpi_allreduce(comm, (struct part){ mine, 2, MPI_INT, 0 }, most, MPI_MAX);
	if (f.code == MPI_SUCCESS && most[0] != -most[1])
		f = bgqmpi_file_fault(MPI_ERR_AMODE, "0x%x here, 0x%x in another rank",
				      (unsigned)amode,
				      (unsigned)(most[0] != amode ? most[0] : -most[1]));
	return f;
}

static int open_flags(int amode, bool first)
{
	int flags = amode & MPI_MODE_RDWR ? O_RDWR : amode & MPI_MODE_WRONLY ? O_WRONLY : O_RDONLY;

	if (first && (amode & MPI_MODE_CREATE))
		flags |= O_CREAT;
	if (first && (amode & MPI_MODE_EXCL))
		flags |= O_EXCL;
	return flags;
}

static struct fault open_one(MPI_File fh, bool first)
{
	fh->fd = open(fh->name, open_flags(fh->amode, first), 0666);
	return fh->fd < 0 ? bgqmpi_file_fault_errno(fh->name) :
			    bgqmpi_file_fault(MPI_SUCCESS, "%s", "");
}

/* The first rank, then the others; none keeps it open unless all have. */
static struct fault open_all(MPI_File fh)
{
	bool first = fh->comm->rank == 0;
	struct fault f = { .code = MPI_SUCCESS };
	int code;

	if (first)
		f = open_one(fh, true);
	code = f.code;
	bgqmpi_bcast(fh->comm, (struct part){ &code, 1, MPI_INT, 0 });
	if (!first)
		f = code == MPI_SUCCESS ? open_one(fh, false) :
			bgqmpi_file_fault(code, "%s, in another rank", fh->name);
	f = bgqmpi_file_agree(fh->comm, f);
	if (f.code != MPI_SUCCESS && fh->fd >= 0)
		close(fh->fd);
	return f;
}

/* What the first rank knows of it: its size, for MPI_MODE_APPEND, and where to have the shared
 * pointer. */
static void know(MPI_File fh)
{
	int bytes = 0;

	if (fh->comm->rank == 0) {
		fh->pointer_name = bgqmpi_pointer_name(fh->name);
		bytes = (int)strlen(fh->pointer_name) + 1;
		if (fh->amode & MPI_MODE_APPEND)
			fh->position = lseek(fh->fd, 0, SEEK_END);
	}
	bgqmpi_bcast(fh->comm, (struct part){ &bytes, 1, MPI_INT, 0 });
	if (fh->comm->rank != 0)
		fh->pointer_name = bgqmpi_alloc("MPI_File_open", (size_t)bytes);
	bgqmpi_bcast(fh->comm, (struct part){ fh->pointer_name, bytes, MPI_CHAR, 0 });
	if (fh->amode & MPI_MODE_APPEND)
		bgqmpi_bcast(fh->comm, (struct part){ &fh->position, 1, MPI_OFFSET, 0 });
	fh->pointer_start = fh->position;
}

int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh)
{
	struct bgqmpi_file file = { .comm = comm, .fd = -1, .amode = amode, .pointer_fd = -1 };
	struct fault f;

	ENTER("MPI_File_open");
	bgqmpi_check_comm("MPI_File_open", comm);
	(void)info;
	*fh = MPI_FILE_NULL;
	file.name = strcpy(bgqmpi_alloc("MPI_File_open", strlen(filename) + 1),
			   plain_name(filename));
	f = agree_on_mode(comm, amode);
	if (f.code == MPI_SUCCESS)
		f = open_all(&file);
	if (f.code != MPI_SUCCESS) {
		free(file.name);
		return bgqmpi_file_raise(MPI_FILE_NULL, "MPI_File_open", f);
	}
	know(&file);
	bgqmpi_view_start(&file.view, 0);
	file.handler = bgqmpi_file_default_handler();
	comm->uses++;
	*fh = bgqmpi_alloc("MPI_File_open", sizeof **fh);
	**fh = file;
	return MPI_SUCCESS;
}

int MPI_File_close(MPI_File *fh)
{
	MPI_File file = *fh;
	struct fault f = { .code = MPI_SUCCESS };
	int code;

	ENTER("MPI_File_close");
	if (!bgqmpi_file_check("MPI_File_close", file, &code))
		return code;
	if (file->split.call)
		return bgqmpi_file_raise(file, "MPI_File_close",
					 bgqmpi_file_fault(MPI_ERR_IO, "%s: %s has not ended",
							   file->name, file->split.call));
	if (close(file->fd) != 0)
		f = bgqmpi_file_fault_errno(file->name);
	/* All have closed it now. */
	bgqmpi_pointer_end(file);
	if ((file->amode & MPI_MODE_DELETE_ON_CLOSE) && file->comm->rank == 0 &&
	    unlink(file->name) != 0 && f.code == MPI_SUCCESS)
		f = bgqmpi_file_fault_errno(file->name);
	code = bgqmpi_file_raise(file, "MPI_File_close", f);
	bgqmpi_view_drop(&file->view);
	bgqmpi_comm_drop(file->comm);
	free(file->name);
	free(file);
	*fh = MPI_FILE_NULL;
	return code;
}

int MPI_File_delete(const char *filename, MPI_Info info)
{
	struct fault f = { .code = MPI_SUCCESS };

	bgqmpi_check_running("MPI_File_delete");
	(void)info;
	if (unlink(plain_name(filename)) != 0)
		f = bgqmpi_file_fault_errno(plain_name(filename));
	return bgqmpi_file_raise(MPI_FILE_NULL, "MPI_File_delete", f);
}
