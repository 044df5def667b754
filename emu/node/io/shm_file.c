/* shm_file.c - shared memory of the node as files: shm_open's descriptors, and names below
 * /dev/shm/.  The memory itself: emu/node/machine/shm.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "emu/node/machine/shm.h"
#include "io.h"
#include "io_internal.h"
#include "net/base/pages.h"

#define PREFIX "/dev/shm/"

const char *shm_path_name(const char *path)
{
	size_t n = sizeof PREFIX - 1;

	return strncmp(path, PREFIX, n) || !path[n] ? NULL : path + n;
}

static long open_object(const char *name, int flags)
{
	int object = shm_object_open(name, flags);
	struct file *f;

	if (object < 0)
		return object;
	f = file_new(FILE_SHM, flags & (O_ACCMODE | O_APPEND));
	if (!f)
		return -ENOMEM;
	f->object = object;
	return table_add(f, 0, flags & O_CLOEXEC);
}

long shm_path_open(const char *path, int flags)
{
	const char *name = shm_path_name(path);

	return name ? open_object(name, flags) : -ENOTSUP;
}

/* Below /dev/shm/: the C library takes slashes at the beginning away, CNK changes nothing. */
static const char *library_name(const char *name)
{
	return name + strspn(name, "/");
}

int emu_shm_open(const char *name, int flags, mode_t mode)
{
	int err;
	char *copy;
	long rc;

	(void)mode; /* all processes of a job have one user */
	IO_CALL();
	copy = text_copy(name, &err);
	rc = !copy ? err :
	     !*library_name(copy) ? -EINVAL : open_object(library_name(copy), flags | O_CLOEXEC);
	free(copy);
	return (int)io_result(rc);
}

int emu_shm_unlink(const char *name)
{
	int err;
	char *copy;
	int rc;

	IO_CALL();
	copy = text_copy(name, &err);
	rc = !copy ? err :
	     !*library_name(copy) ? -ENOENT : shm_object_unlink(library_name(copy));
	free(copy);
	return (int)io_result(rc);
}

int io_shm_of(int fd)
{
	struct slot *s = table_slot(fd);

	return s && s->file->kind == FILE_SHM ? s->file->object : -1;
}

static long object_bytes(const struct file *f)
{
	uint64_t bytes = 0;

	shm_object_size(f->object, &bytes);
	return (long)bytes;
}

/* Where [at, at + n) of the object is; it has that many bytes. */
static char *place(const struct file *f, off_t at, size_t n)
{
	off_t page = at - at % PAGE_BYTES;
	int err;
	char *p = shm_object_at(f->object, (uint64_t)page, (uint64_t)(at - page) + n, &err);

	return p ? p + (at - page) : NULL;
}

long shm_read(struct file *f, void *to, size_t n, off_t at)
{
	off_t from = at < 0 ? f->offset : at;
	long bytes = object_bytes(f);

	if (from >= bytes || !n)
		return 0;
	if (n > (size_t)(bytes - from))
		n = (size_t)(bytes - from);
	const char *p = place(f, from, n);

	if (!p || !safe_copy_out(to, p, n))
		return -EFAULT;
	if (at < 0)
		f->offset += (off_t)n;
	return (long)n;
}

long shm_write(struct file *f, const void *from, size_t n, off_t at)
{
	long bytes = object_bytes(f);
	off_t to = at >= 0 ? at : f->flags & O_APPEND ? bytes : f->offset;
	int rc = 0;

	if (!n)
		return 0;
	if (to > INT64_MAX - (off_t)n)
		return -EFBIG;
	if (to + (off_t)n > bytes)
		rc = shm_object_resize(f->object, (uint64_t)to + n);
	if (rc)
		return rc;
	char *p = place(f, to, n);

	if (!p || !safe_copy_in(p, from, n))
		return -EFAULT;
	if (at < 0)
		f->offset = to + (off_t)n;
	return (long)n;
}

long shm_seek(struct file *f, off_t offset, int whence)
{
	off_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? f->offset : object_bytes(f);

	if (whence < SEEK_SET || whence > SEEK_END)
		return -EINVAL;
	if (__builtin_add_overflow(from, offset, &from))
		return -EOVERFLOW;
	if (from < 0)
		return -EINVAL;
	return f->offset = from;
}

long shm_stat(const struct file *f, struct stat *st)
{
	long bytes = object_bytes(f);

	*st = (struct stat){ .st_mode = S_IFREG | S_IRUSR | S_IWUSR, .st_nlink = 1,
			     .st_size = bytes, .st_blksize = PAGE_BYTES,
			     .st_blocks = (bytes + 511) / 512 };
	return 0;
}
