/* directory.c - the working directory, names as the host knows them, and the mask. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/node/machine/booted.h"
#include "calls.h"
#include "emu/node/image/heap.h"
#include "io_internal.h"
#include "names.h"

/* To the program: into its buffer, or a block of its heap; room 0: as long as it has to be. */
static char *hand_out(const char *path, char *to, size_t capacity)
{
	size_t n = strlen(path) + 1;

	if (capacity && n > capacity) {
		errno = ERANGE;
		return NULL;
	}
	if (!to)
		to = heap_alloc(machine_heap(process_self()), capacity ? capacity : n, 16);
	if (!to) {
		errno = ENOMEM;
		return NULL;
	}
	if (!safe_copy_out(to, path, n)) {
		errno = EFAULT;
		return NULL;
	}
	return to;
}

char *emu_realpath(const char *path, char *to)
{
	struct io_request *r;
	char *out;

	IO_CALL();
	if (!path) {
		errno = EINVAL;
		return NULL;
	}
	r = real_path(path);
	if (!r)
		return NULL;
	out = hand_out(r->data, to, to ? PATH_MAX : 0);
	io_request_free(r);
	return out;
}

char *emu_canonicalize_file_name(const char *path)
{
	return emu_realpath(path, NULL);
}

char *emu_realpath_chk(const char *path, char *to, size_t capacity)
{
	(void)capacity;
	return emu_realpath(path, to);
}

/* ---- the working directory */

char *emu_getcwd(char *to, size_t capacity)
{
	struct io_request *r;
	char *out;

	IO_CALL();
	if (to && !capacity) {
		errno = EINVAL;
		return NULL;
	}
	r = real_path(".");
	if (!r)
		return NULL;
	out = hand_out(r->data, to, capacity);
	io_request_free(r);
	return out;
}

char *emu_getcwd_chk(char *to, size_t n, size_t capacity)
{
	return emu_getcwd(to, n < capacity ? n : capacity);
}

char *emu_getwd_chk(char *to, size_t capacity)
{
	return emu_getcwd(to, capacity < PATH_MAX ? capacity : PATH_MAX);
}

char *emu_getwd(char *to)
{
	return emu_getcwd(to, PATH_MAX);
}

char *emu_get_current_dir_name(void)
{
	return emu_getcwd(NULL, 0);
}

static void cwd_set(int host_fd)
{
	struct files *f = files_self();
	int was = f->cwd_fd;

	f->cwd_fd = host_fd;
	if (was != AT_FDCWD)
		host_close(was);
}

static long run_chdir(struct io_request *r)
{
	int fd = openat((int)r->arg[0], (const char *)r->arg[1],
			O_PATH | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (host_is_proc(fd)) {
		close(fd);
		return -ENOENT;
	}
	if (faccessat(fd, ".", X_OK, AT_EACCESS) == 0)
		return fd;
	close(fd);
	return -EACCES;
}

static int change_dir(int dirfd, const char *path)
{
	struct io_request *r = named_request(0, dirfd, path);
	long rc;

	if (!r)
		return -1;
	r->run = run_chdir;
	r->opens = true;
	rc = io_ship_free(r);
	if (rc < 0)
		return (int)io_result(rc);
	cwd_set((int)rc);
	return 0;
}

int emu_chdir(const char *path)
{
	IO_CALL();
	return change_dir(AT_FDCWD, path);
}

int emu_fchdir(int fd)
{
	struct slot *s;

	IO_CALL();
	s = table_slot(fd);
	if (!s || s->file->kind != FILE_HOST)
		return (int)io_result(s ? -ENOTDIR : -EBADF);
	return change_dir(fd, ".");
}

mode_t emu_umask(mode_t mask)
{
	struct files *f;
	mode_t was;

	IO_CALL();
	f = files_self();
	was = f->umask;
	f->umask = mask & 0777;
	return was;
}
