/*
 * io_internal.h - shared by the files of emu/node/io: descriptor tables and what is behind a
 * descriptor.
 *
 *   process -> struct files: slot[fd] -> struct file -> descriptor of the host,
 *                                                      pipe, shared memory, output
 *
 * A struct file is what POSIX calls an open file description: dup shares it.  All of this
 * belongs to one process and is touched by its worker only.
 */
#ifndef BGQ_EMU_IO_INTERNAL_H
#define BGQ_EMU_IO_INTERNAL_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "emu/core/calls/call_stack.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/process.h"
#include "emu/node/posix/posix.h"

#define FILES_MAX   PROCESS_FILES_MAX
#define FILES_AT_HAND 8
#define TRANSFER_MAX 0x7ffff000 /* bytes of one call, as Linux has it */

enum file_kind {
	FILE_HOST,       /* a descriptor of the host */
	FILE_OUTPUT,     /* stdout or stderr of the job: emu/show/report/output.h */
	FILE_EMPTY,      /* stdin of all ranks but 0: at its end */
	FILE_PIPE,       /* one end of a pipe of the rank's own */
	FILE_SHM,        /* shared memory of the node */
};

struct pipe;

struct file {
	unsigned refs;         /* descriptors, and calls that use it */
	enum file_kind kind;
	int flags;             /* as open gave them; O_NONBLOCK and O_APPEND may change */
	int host_fd;           /* FILE_HOST */
	bool may_block;        /* FILE_HOST: a FIFO, terminal, socket: may wait for the host */
	bool borrowed;         /* host_fd is bgq-run's stdin: never closed */
	int stream;            /* FILE_OUTPUT: 1 or 2 */
	struct pipe *pipe;     /* FILE_PIPE; which end: the access mode */
	int object;            /* FILE_SHM */
	off_t offset;          /* FILE_SHM */
};

struct slot {
	struct file *file;     /* NULL: free */
	bool cloexec;          /* F_GETFD only: there is no exec */
};

struct files {
	struct slot *slot;
	unsigned capacity;
	struct mapped *mapped; /* mapped.h: the last one first */
	struct backed *backed; /* backed.h */
	int cwd_fd;            /* of the host; AT_FDCWD: as at the start */
	mode_t umask;
	struct slot at_hand[FILES_AT_HAND];
	struct file standard[STDIO_STREAMS];
};

/* table.c */
void table_init(void);
struct files *files_self(void); /* never NULL: ends the process without memory */
/* The file behind fd, with one more reference for the call; NULL: EBADF. */
struct file *file_get(int fd);
struct file *file_new(enum file_kind kind, int flags); /* one reference; NULL: no memory */
/* One reference less; the last closes it. */
void file_put(struct file *f);
/* Closes a descriptor of the host: in order with all other calls, so that what waits for a lock
 * or an end sees it at its time. */
void host_close(int host_fd);
/* Like file_put(), for p, which has ended and has no thread left. */
void table_drop(struct process *p, struct file *f);
/* The lowest free descriptor from least on for f, whose reference it takes over, even if it
 * fails; or -EMFILE. */
int table_add(struct file *f, int least, bool cloexec);
/* Like table_add(), at fd, in place of what is there. */
int table_set(int fd, struct file *f, bool cloexec);
int table_close(int fd);
int table_dup(int fd); /* the new one, or -EBADF, -EMFILE */
struct slot *table_slot(int fd); /* NULL: EBADF */

/* open.c: a descriptor of the rank for one of the host's, which it takes over; flags as open
 * got them.  Or -errno. */
int host_adopt(int host_fd, int flags, bool may_block);
/* Returns host_fd, or -EMFILE if it is among those that bgq-run keeps for itself: then it is
 * closed.  In the server, or of a request that has come back. */
long host_fd_limit(long host_fd);
/* Reading or writing such a file may wait for the host. */
bool host_may_wait(const struct stat *st);

/* The result of a libc function: -1 with errno for -errno.  -ECANCELED, of a call that waited
 * (io_ship, pipe.c, poll.c): a cancellation point, which does not return; the call holds
 * nothing any more. */
static inline long io_result(long rc)
{
	if (rc == -ECANCELED)
		posix_cancel_point();
	return call_result(rc);
}

struct io_request;
/* Carries r out with a and b as arguments i and i + 1, and frees it: as io_result.  NULL: errno
 * is set. */
int request_end(struct io_request *r, unsigned i, long a, long b);
/* call.c: a request whose first argument is fd's file, of the host; NULL with errno set:
 * otherwise for other kinds of files, EBADF. */
struct io_request *fd_request(long nr, int fd, int otherwise);

/* call.c: at the beginning of every call; pc: where the program asked. */
void io_call_begin(const void *pc);
#define IO_CALL() io_call_begin(CALL_PLACE())

/* call.c: memory of the program that may not be there. */
/* A copy of a path, to be freed; NULL with *err set (-EFAULT, -ENAMETOOLONG, -ENOMEM). */
char *text_copy(const char *path, int *err);
/* Without doubled slashes and "/./", unless it begins with /dev/shm/, whose names are texts. */
char *path_copy(const char *path, int *err);
/* Copies n bytes; false: not all are there. */
bool safe_copy_in(void *to, const void *from, size_t n);
bool safe_copy_out(void *to, const void *from, size_t n);
/* The n bytes are memory of the program, which has not protected it. */
bool safe_to_touch(const void *p, size_t n, bool write);

/* pipe.c */
long pipe_read(struct file *f, void *to, size_t n);
long pipe_write(struct file *f, const void *from, size_t n);
void pipe_close(struct file *f);
void pipe_free(struct file *f); /* the same, when no thread of the rank is left */
short pipe_events(const struct file *f); /* POLLIN and the like that hold now */
long pipe_pending(const struct file *f); /* bytes that can be read: FIONREAD */

/* poll.c: something that poll may wait for has changed on the rank's node. */
void poll_changed(void);

/* transfer.c; at: -1 for the file's own position. */
long file_get_bytes(struct file *f, void *to, size_t n, off_t at);
long file_put_bytes(struct file *f, const void *from, size_t n, off_t at);

/* The sum of the lengths, or -errno. */
long vector_bytes(const struct iovec *v, int count);
/* To one place, and n bytes from there; 0 or -EFAULT. */
long vector_gather(char *to, const struct iovec *v, int count);
long vector_scatter(const struct iovec *v, int count, const char *from, size_t n);
/* Raises SIGPIPE in the calling thread, as the kernel does with EPIPE.  May not return. */
void broken_pipe(void);

/* shm_file.c */
long shm_read(struct file *f, void *to, size_t n, off_t at);
long shm_write(struct file *f, const void *from, size_t n, off_t at);
long shm_seek(struct file *f, off_t offset, int whence);
long shm_stat(const struct file *f, struct stat *st);
/* Opens /dev/shm/NAME, or says with -ENOTSUP that path is not one. */
long shm_path_open(const char *path, int flags);
/* The name behind /dev/shm/, or NULL. */
const char *shm_path_name(const char *path);

#endif
