/* file_write.c - see file_write.h. */
#include "file_write.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES_MAX 16 /* that are open */
#define PARTIAL   ".partial"

/* Whole names: the directory may be another one at the end. */
static struct written {
	FILE *to;
	char *name, *partial; /* NULL: it is written in its place */
} files[FILES_MAX];

static struct written *entry_of(const FILE *f)
{
	for (struct written *w = files; w < files + FILES_MAX; w++)
		if (w->to == f)
			return w;
	return NULL;
}

char *file_write_whole(const char *name)
{
	const char *slash = strrchr(name, '/');
	char *found = realpath(name, NULL), *folder, *whole = NULL;
	struct stat st;

	if (found || errno != ENOENT || lstat(name, &st) == 0)
		return found;
	folder = slash ? strndup(name, (size_t)(slash - name) + 1) : strdup(".");
	found = folder ? realpath(folder, NULL) : NULL;
	if (found && asprintf(&whole, "%s/%s", found, slash ? slash + 1 : name) < 0)
		whole = NULL;
	int error = errno;

	free(folder);
	free(found);
	errno = error;
	return whole;
}

static FILE *stream_of(int fd)
{
	FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;

	if (!f && fd >= 0) {
		int saved = errno;

		close(fd);
		errno = saved;
	}
	return f;
}

static FILE *open_in_place(const char *name)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0666);

	if (fd >= 0)
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	return stream_of(fd);
}

/* NULL: nothing is to be written beside it, or can be. */
static FILE *open_beside(struct written *w, const char *name)
{
	struct stat st;

	w->name = file_write_whole(name);
	w->partial = w->name ? malloc(strlen(w->name) + sizeof PARTIAL) : NULL;
	if (!w->partial)
		return NULL;
	stpcpy(stpcpy(w->partial, w->name), PARTIAL);
	bool there = stat(w->name, &st) == 0;

	if (there && (!S_ISREG(st.st_mode) || access(w->name, W_OK) != 0))
		return NULL;
	FILE *f = stream_of(open(w->partial, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
				 0666));

	if (f && there) {
		(void)!fchmod(fileno(f), st.st_mode & 0777);
		unlink(w->name);
	}
	return f;
}

static void forget(struct written *w)
{
	free(w->name);
	free(w->partial);
	*w = (struct written){ 0 };
}

FILE *file_write(const char *name)
{
	struct written *w = entry_of(NULL);

	if (!w) {
		errno = EMFILE;
		return NULL;
	}
	w->to = open_beside(w, name);
	if (w->to)
		return w->to;
	forget(w);
	return open_in_place(name);
}

int file_write_end(FILE *f, int error)
{
	struct written *w = entry_of(f);
	bool bad = ferror(f), in_place = !w;
	struct stat st;

	errno = 0;
	if (fflush(f) != 0 || bad)
		error = error ? error : errno ? errno : EIO;
	if (error && in_place && fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode))
		(void)!ftruncate(fileno(f), 0);
	if (fclose(f) != 0 && !error)
		error = errno;
	if (in_place)
		return -error;
	if (!error && rename(w->partial, w->name) != 0)
		error = errno;
	if (error)
		unlink(w->partial);
	forget(w);
	return -error;
}

void file_write_abandon(void)
{
	for (struct written *w = files; w < files + FILES_MAX; w++)
		if (w->to)
			unlink(w->partial);
}

const char *file_write_error(int error)
{
	return error == ENXIO ? "a FIFO that has no reader" : strerror(error);
}
