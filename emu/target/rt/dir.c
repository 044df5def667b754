/*
 * dir.c - directories: entries as the kernel gives them, on the process's own descriptors.
 */
#include "cost.h"
#include "private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ENTRIES_BYTES 32768

RT_GIVES_WAY(scandir) RT_GIVES_WAY(scandirat)

struct __dirstream {
	int fd;
	size_t at, bytes; /* of what has been read */
	off_t offset;     /* telldir: of the entry that comes next */
	char entries[ENTRIES_BYTES] __attribute__((aligned(16)));
};

DIR *fdopendir(int fd)
{
	struct stat st;
	DIR *d;

	RT_COST(fdopendir);
	if (fstat(fd, &st) != 0)
		return NULL;
	if (!S_ISDIR(st.st_mode)) {
		errno = ENOTDIR;
		return NULL;
	}
	d = malloc(sizeof *d);
	if (d) {
		d->fd = fd;
		d->at = d->bytes = 0;
		d->offset = 0;
	}
	return d;
}

DIR *opendir(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && !d)
		close(fd);
	return d;
}

int closedir(DIR *d)
{
	int fd = d->fd;

	RT_COST(closedir);
	free(d);
	return close(fd);
}

int dirfd(DIR *d)
{
	RT_COST(dirfd);
	return d->fd;
}

struct dirent *readdir(DIR *d)
{
	struct dirent *e;

	RT_COST(readdir);
	if (d->at >= d->bytes) {
		ssize_t n = getdents64(d->fd, d->entries, sizeof d->entries);

		if (n <= 0)
			return NULL;
		d->bytes = (size_t)n;
		d->at = 0;
	}
	e = (struct dirent *)(void *)(d->entries + d->at); /* as getdents64 writes it */
	d->at += e->d_reclen;
	d->offset = e->d_off;
	return e;
}

extern __typeof__(readdir) rt_readdir64 __asm__("readdir64") RT_ALIAS(readdir);

int rt_readdir_r(DIR *d, struct dirent *to, struct dirent **result) __asm__("readdir_r");
int rt_readdir_r(DIR *d, struct dirent *to, struct dirent **result)
{
	int kept = errno, rc = 0;

	errno = 0;
	struct dirent *e = readdir(d);

	if (e)
		memcpy(to, e, e->d_reclen);
	else
		rc = errno;
	*result = e ? to : NULL;
	errno = kept;
	return rc;
}

int rt_readdir64_r(DIR *d, struct dirent *to, struct dirent **result)
	__asm__("readdir64_r") RT_ALIAS(readdir_r);

void seekdir(DIR *d, long offset)
{
	lseek(d->fd, offset, SEEK_SET);
	d->at = d->bytes = 0;
	d->offset = offset;
}

long telldir(DIR *d)
{
	RT_COST(telldir);
	return d->offset;
}

void rewinddir(DIR *d)
{
	seekdir(d, 0);
}

/* ---- scandir */

struct dir_list {
	struct dirent **entry;
	size_t count, capacity;
};

static bool add(struct dir_list *l, const struct dirent *e)
{
	struct dirent *copy = malloc(e->d_reclen);

	if (copy && l->count == l->capacity) {
		size_t capacity = l->capacity ? 2 * l->capacity : 16;
		struct dirent **wider = realloc(l->entry, capacity * sizeof *wider);

		if (!wider) {
			free(copy);
			return false;
		}
		l->entry = wider;
		l->capacity = capacity;
	}
	if (copy)
		l->entry[l->count++] = memcpy(copy, e, e->d_reclen);
	return copy != NULL;
}

typedef int filter(const struct dirent *);
typedef int order(const struct dirent **, const struct dirent **);

/* Closes d. */
static int scan(DIR *d, struct dirent ***out, filter *wanted, order *compare)
{
	struct dir_list l = { NULL, 0, 0 };
	struct dirent *e;
	bool fits = true;

	if (!d)
		return -1;
	while (fits && (e = readdir(d)) != NULL)
		if (!wanted || wanted(e))
			fits = add(&l, e);
	closedir(d);
	if (!fits) {
		while (l.count > 0)
			free(l.entry[--l.count]);
		free(l.entry);
		errno = ENOMEM;
		return -1;
	}
	if (compare && l.count)
		qsort(l.entry, l.count, sizeof *l.entry,
		      (int (*)(const void *, const void *))(void *)compare);
	*out = l.entry;
	return (int)l.count;
}

int scandir(const char *restrict path, struct dirent ***restrict out, filter *wanted,
	    order *compare)
{
	return scan(opendir(path), out, wanted, compare);
}

int scandirat(int dirfd, const char *restrict path, struct dirent ***restrict out,
	      filter *wanted, order *compare)
{
	int fd = openat(dirfd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && !d)
		close(fd);
	return scan(d, out, wanted, compare);
}

extern __typeof__(scandirat) scandirat64_ __asm__("scandirat64") RT_ALIAS(scandirat);

extern __typeof__(scandir) scandir64_ __asm__("scandir64") RT_ALIAS(scandir);
