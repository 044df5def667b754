/*
 * file_bytes.c - the bytes of a view in the file, by pread() and pwrite(), each for one piece
 * that lies side by side.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool bgqmpi_file_lock(int fd, short type, off_t at, off_t bytes)
{
	struct flock l = { .l_type = type, .l_whence = SEEK_SET, .l_start = at, .l_len = bytes };
	int rc;

	do
		rc = fcntl(fd, F_SETLKW, &l);
	while (rc < 0 && errno == EINTR);
	return rc == 0;
}

/* Fewer bytes than asked for are read at the end of the file only. */
static bool piece_move(MPI_File fh, bool write, off_t at, char *data, uint64_t bytes,
		       uint64_t *done)
{
	for (*done = 0; *done < bytes;) {
		size_t n = bytes - *done;
		ssize_t rc = write ? pwrite(fh->fd, data + *done, n, at + (off_t)*done) :
				     pread(fh->fd, data + *done, n, at + (off_t)*done);

		if (rc < 0 && errno == EINTR)
			continue;
		if (rc < 0)
			return false;
		if (rc == 0)
			break;
		*done += (uint64_t)rc;
	}
	return true;
}

static bool pieces_move(MPI_File fh, bool write, uint64_t at, char *data, uint64_t bytes,
			uint64_t *done)
{
	for (*done = 0; *done < bytes;) {
		uint64_t piece, moved;
		off_t from = bgqmpi_view_piece(&fh->view, at + *done, bytes - *done, &piece);
		bool right = piece_move(fh, write, from, data + *done, piece, &moved);

		*done += moved;
		if (!right)
			return false;
		if (moved < piece)
			break;
	}
	return true;
}

/* In atomic mode no other rank's access comes between the pieces of one. */
bool bgqmpi_file_bytes(MPI_File fh, bool write, uint64_t at, char *data, uint64_t bytes,
		       uint64_t *done)
{
	uint64_t one;
	off_t first, last;
	bool right;

	*done = 0;
	if (bytes == 0 || !fh->atomic)
		return pieces_move(fh, write, at, data, bytes, done);
	first = bgqmpi_view_piece(&fh->view, at, 1, &one);
	last = bgqmpi_view_piece(&fh->view, at + bytes - 1, 1, &one);
	if (!bgqmpi_file_lock(fh->fd, write ? F_WRLCK : F_RDLCK, first, last - first + 1))
		return false;
	right = pieces_move(fh, write, at, data, bytes, done);
	if (!bgqmpi_file_lock(fh->fd, F_UNLCK, first, last - first + 1))
		return false;
	return right;
}
