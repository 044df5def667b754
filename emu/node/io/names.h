/* names.h - calls on files by name: relative to the rank's working directory. */
#ifndef BGQ_EMU_IO_NAMES_H
#define BGQ_EMU_IO_NAMES_H

#include "ship.h"

/* A request with (directory, path) as its first two arguments; NULL with errno set. */
struct io_request *named_request(long nr, int dirfd, const char *path);
/* Puts another pair at argument i and i + 1.  False with errno set. */
bool request_name(struct io_request *r, unsigned i, int dirfd, const char *path);

/* nr(dirfd, path, a, b): as io_result. */
int io_named(long nr, int dirfd, const char *path, long a, long b);
/* Returns path as an absolute name, links resolved, in the request's data; NULL with errno set. */
struct io_request *real_path(const char *path);

/* machine_path.c: files under /proc and /dev that tell about the machine or the program, not
 * about the host.  A descriptor, -errno, or -ENOTSUP: path is not one of them. */
long machine_path_open(const char *path, int flags);
void machine_path_init(void);
/* Returns the target of path, a symbolic link of /proc, or NULL. */
const char *machine_path_link(const char *path);
/* -errno if path, a copy, is a name of the machine's that the host's files may not stand for. */
int machine_path_refuse(const char *path);
/* One of these, shared memory, or one of the rank's own descriptors by its name, opened: a
 * descriptor, -errno, -ENOTSUP. */
long own_name_open(const char *name, int flags);
/* Like own_name_open(), for a path of the program, to be read. */
long own_path_open(const char *path);
/* In the server: host_fd is a file of the host's /proc, by any name. */
bool host_is_proc(int host_fd);

#endif
