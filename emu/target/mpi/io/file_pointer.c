/*
 * file_pointer.c - the file pointer that all ranks share: eight bytes in a file of its own,
 * beside the one that it belongs to, under a lock, as ROMIO has it.  Ranks get it in the order
 * of simulated time, in which bgq-run serves locks.
 *
 * The file is there from the first use of the pointer to MPI_File_close().
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One that is not there: what an aborted job has left is not taken for this one's. */
char *bgqmpi_pointer_name(const char *name)
{
	const char *slash = strrchr(name, '/');
	int folder = slash ? (int)(slash + 1 - name) : 0;
	size_t bytes = strlen(name) + sizeof "..shfp.2147483647";
	char *chosen = bgqmpi_alloc("MPI_File_open", bytes);
	int i = 0;

	do
		snprintf(chosen, bytes, "%.*s.%s.shfp.%d", folder, name, name + folder, i);
	while (access(chosen, F_OK) == 0 && ++i);
	return chosen;
}

static bool pointer_open(MPI_File fh)
{
	if (fh->pointer_fd < 0)
		fh->pointer_fd = open(fh->pointer_name, O_RDWR | O_CREAT, 0600);
	return fh->pointer_fd >= 0;
}

/* Its file is empty, until it is first written. */
static bool value_get(MPI_File fh, MPI_Offset *value)
{
	ssize_t rc = pread(fh->pointer_fd, value, sizeof *value, 0);

	if (rc == 0)
		*value = fh->pointer_start;
	return rc >= 0;
}

static bool value_put(MPI_File fh, MPI_Offset value)
{
	return pwrite(fh->pointer_fd, &value, sizeof value, 0) == sizeof value;
}

bool bgqmpi_pointer_add(MPI_File fh, MPI_Offset by, MPI_Offset *was)
{
	bool right;

	if (!pointer_open(fh) || !bgqmpi_file_lock(fh->pointer_fd, F_WRLCK, 0, sizeof *was))
		return false;
	right = value_get(fh, was) && (by == 0 || value_put(fh, *was + by));
	return bgqmpi_file_lock(fh->pointer_fd, F_UNLCK, 0, sizeof *was) && right;
}

bool bgqmpi_pointer_set(MPI_File fh, MPI_Offset value)
{
	return pointer_open(fh) && value_put(fh, value);
}

/* Some rank has used it; all say the same. */
static bool is_used(MPI_File fh)
{
	int mine = fh->pointer_fd >= 0, any;

	bgqmpi_allreduce(fh->comm, (struct part){ &mine, 1, MPI_INT, 0 }, &any, MPI_MAX);
	return any != 0;
}

struct fault bgqmpi_pointer_rewind(MPI_File fh)
{
	struct fault f = { .code = MPI_SUCCESS };

	fh->pointer_start = 0;
	if (!is_used(fh))
		return f;
	if (fh->comm->rank == 0 && !bgqmpi_pointer_set(fh, 0))
		f = bgqmpi_file_fault_errno(fh->pointer_name);
	return bgqmpi_file_agree(fh->comm, f);
}

void bgqmpi_pointer_end(MPI_File fh)
{
	bool used = is_used(fh);

	if (fh->pointer_fd >= 0)
		close(fh->pointer_fd);
	if (used && fh->comm->rank == 0)
		unlink(fh->pointer_name);
	free(fh->pointer_name);
}
