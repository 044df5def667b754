/* names.h - calls on files by name: relative to the rank's working directory. */
#ifndef BGQ_EMU_IO_NAMES_H
#define BGQ_EMU_IO_NAMES_H

#include "ship.h"

/* A request with (directory, path) as its first two arguments; NULL with errno set. */
struct io_request *named_request(long nr, int dirfd, const char *path);
/* Puts another pair at argument i and i + 1.  False with errno set. */
bool request_name(struct io_request *r, unsigned i, int dirfd, const char *path);

/* machine_path.c: files under /proc and /dev that tell about the machine or the program, not
 * about the host.  A descriptor, -errno, or -ENOTSUP: path is not one of them. */
long machine_path_open(const char *path, int flags);
void machine_path_init(void);
/* What the symbolic link path of /proc leads to, or NULL. */
const char *machine_path_link(const char *path);
/* One of these, or shared memory, opened to be read: a descriptor, -errno, -ENOTSUP. */
long own_path_open(const char *path);

#endif
