/*
 * file.h - files of the small MPI: what the calls of mpio.h share.
 *
 *     file_at.c file_own.c file_shared.c    calls that read and write
 *                     |
 *     file_access.c   arguments, the data of a call, its status or request
 *          |                   |
 *     file_view.c         file_bytes.c     where the view has its bytes; pread() and pwrite()
 *
 *     file_open.c file_size.c file_seek.c                  the file as a whole, its pointers
 *     file_pointer.c                                       the pointer that all ranks share
 *     file_error.c                                         every error leaves by it
 *
 * Never: an error that ends the job, unless the file's error handler says so; an order between
 * ranks by anything but messages, and locks of the file system, which bgq-run serves in the
 * order of simulated time.
 */
#ifndef BGQ_EMU_MPI_IO_FILE_H
#define BGQ_EMU_MPI_IO_FILE_H

#include <sys/types.h>

#include "emu/target/mpi/bgqmpi.h"

/* Tiles of a type, one behind the other from a displacement on. */
struct view {
	MPI_Offset displacement;
	MPI_Datatype etype, filetype;
	uint64_t *before; /* data of a tile before each of its blocks; NULL: there are no holes */
};

/* A call with _begin whose _end is still to come. */
struct file_split {
	const char *call; /* NULL: none */
	MPI_Status status;
};

struct bgqmpi_file {
	MPI_Comm comm;
	int fd, amode;
	char *name;
	MPI_Errhandler handler;
	bool atomic;
	struct view view;
	MPI_Offset position; /* of the rank's own pointer, in etypes */
	struct file_split split;
	char *pointer_name;       /* of the file that has the shared pointer; made by its use */
	int pointer_fd;           /* -1: this rank has not used it */
	MPI_Offset pointer_start; /* while no rank has used it */
};

/* ---- Errors (file_error.c). */

/* What is wrong: a class of errors, MPI_SUCCESS if nothing is, and what more is to be said. */
struct fault {
	int code;
	char text[160];
};

struct fault bgqmpi_file_fault(int code, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* That of errno, which a call of the system has left, with the file's name. */
struct fault bgqmpi_file_fault_errno(const char *name);
/* Does what the handler of fh says, NULL: of MPI_FILE_NULL, and returns a code of the fault. */
int bgqmpi_file_raise(MPI_File fh, const char *call, struct fault f);
/* False: fh is none, and *code is what the call returns. */
bool bgqmpi_file_check(const char *call, MPI_File fh, int *code);
MPI_Errhandler bgqmpi_file_default_handler(void);
/* The fault of the caller or, if it has none, of any rank: all of comm have one, or none. */
struct fault bgqmpi_file_agree(MPI_Comm comm, struct fault f);

/* ---- Views (file_view.c). */

/* Bytes side by side, from displacement on. */
void bgqmpi_view_start(struct view *v, MPI_Offset displacement);
void bgqmpi_view_drop(struct view *v);
/* Where the data that has at bytes of data before it lies in the file, and how many bytes of it
 * lie in one piece, of most. */
off_t bgqmpi_view_piece(const struct view *v, uint64_t at, uint64_t most, uint64_t *bytes);
/* How many etypes of the view begin before the file's byte end. */
MPI_Offset bgqmpi_view_etypes(const struct view *v, off_t end);

/* ---- Data (file_bytes.c, file_access.c). */

/* Reads or writes all bytes of the view from its byte at on, but what is behind the end of the
 * file; *done: how many.  errno is set if false. */
bool bgqmpi_file_bytes(MPI_File fh, bool write, uint64_t at, char *data, uint64_t bytes,
		       uint64_t *done);
/* Locks or unlocks, type as of fcntl(), bytes of a descriptor; waits.  False: errno is set. */
bool bgqmpi_file_lock(int fd, short type, off_t at, off_t bytes);

enum pointer { POINTER_NONE, POINTER_OWN, POINTER_SHARED, POINTER_ORDERED };

/* What a call that reads or writes asks for. */
struct access {
	const char *call;
	bool write, collective;
	enum pointer pointer;
	MPI_Offset offset; /* if POINTER_NONE */
	void *buf;
	int count;
	MPI_Datatype type;
};

/* What a call asks for, by the names that arguments of all such calls have. */
#define ACCESS(writes, all, place, at) ((struct access){ \
	.call = bgqmpi_call.name, .write = (writes), .collective = (all), .pointer = (place), \
	.offset = (at), .buf = (void *)buf, .count = count, .type = type })
#define READS(place, at)      ACCESS(false, false, place, at)
#define READS_ALL(place, at)  ACCESS(false, true, place, at)
#define WRITES(place, at)     ACCESS(true, false, place, at)
#define WRITES_ALL(place, at) ACCESS(true, true, place, at)

/* Returns what the call returns. */
int bgqmpi_file_access(MPI_File fh, struct access a, MPI_Status *status);
int bgqmpi_file_request(MPI_File fh, struct access a, MPI_Request *request);
int bgqmpi_file_begin(MPI_File fh, struct access a);
/* begin: the call that must have been made. */
int bgqmpi_file_end(MPI_File fh, const char *begin, MPI_Status *status);

/* ---- The shared pointer (file_pointer.c).  False: errno is set. */

/* Chooses the name of its file; to be freed. */
char *bgqmpi_pointer_name(const char *name);
/* *was: its value, in etypes, to which by is added. */
bool bgqmpi_pointer_add(MPI_File fh, MPI_Offset by, MPI_Offset *was);
bool bgqmpi_pointer_set(MPI_File fh, MPI_Offset value);
/* Collective.  Its value is 0, before any rank goes on. */
struct fault bgqmpi_pointer_rewind(MPI_File fh);
/* Collective.  Its file is no more. */
void bgqmpi_pointer_end(MPI_File fh);

#endif
