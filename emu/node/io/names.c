/* names.c - requests of the server about files by name. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "calls.h"
#include "io_internal.h"
#include "names.h"

/* The host's descriptor for a directory of the rank; -EBADF, -ENOTDIR. */
static int host_dir(int dirfd)
{
	struct slot *s;

	if (dirfd == AT_FDCWD)
		return files_self()->cwd_fd;
	s = table_slot(dirfd);
	if (!s)
		return -EBADF;
	return s->file->kind == FILE_HOST ? s->file->host_fd : -ENOTDIR;
}

bool request_name(struct io_request *r, unsigned i, int dirfd, const char *path)
{
	unsigned which = i != 0;
	int err, dir;

	r->path[which] = path_copy(path, &err);
	if (!r->path[which]) {
		errno = -err;
		return false;
	}
	const char *link = machine_path_link(r->path[which]);

	if (link)
		strcpy(r->path[which], link); /* it has room for any path */
	err = machine_path_refuse(r->path[which]);
	if (err) {
		errno = -err;
		return false;
	}
	dir = *r->path[which] == '/' ? AT_FDCWD : host_dir(dirfd);
	if (dir < 0 && dir != AT_FDCWD) {
		errno = -dir;
		return false;
	}
	r->arg[i] = dir;
	r->arg[i + 1] = (long)r->path[which];
	return true;
}

struct io_request *named_request(long nr, int dirfd, const char *path)
{
	struct io_request *r = io_request(nr);

	if (!r) {
		errno = ENOMEM;
		return NULL;
	}
	if (request_name(r, 0, dirfd, path))
		return r;
	int err = errno;

	io_request_free(r);
	errno = err;
	return NULL;
}

int io_named(long nr, int dirfd, const char *path, long a, long b)
{
	return request_end(named_request(nr, dirfd, path), 2, a, b);
}

/* The name behind a descriptor, which the host's kernel knows. */
static long path_of(int fd, char *to, size_t capacity)
{
	char link[32];
	ssize_t n;

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	n = readlink(link, to, capacity - 1);
	if (n < 0)
		return -errno;
	to[n] = '\0';
	return n;
}

/* A directory that has been removed has no name, whatever the kernel shows. */
static bool is_removed(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISDIR(st.st_mode) && st.st_nlink == 0;
}

static long run_realpath(struct io_request *r)
{
	int fd = openat((int)r->arg[0], (const char *)r->arg[1], O_PATH | O_CLOEXEC);
	long rc = fd < 0 ? -errno : is_removed(fd) ? -ENOENT : path_of(fd, r->data, PATH_MAX);

	if (fd >= 0)
		close(fd);
	return rc;
}

struct io_request *real_path(const char *path)
{
	struct io_request *r = named_request(0, AT_FDCWD, path);
	long rc;

	if (!r)
		return NULL;
	r->run = run_realpath;
	r->data = calloc(1, PATH_MAX); /* its end stays 0 */
	r->answer = r->data;
	rc = r->data ? io_ship(r) : -ENOMEM;
	if (rc >= 0)
		return r;
	io_request_free(r);
	errno = (int)-rc;
	return NULL;
}
