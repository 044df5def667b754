/* opened.c - see opened.h. */
#include "opened.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "io_internal.h"
#include "ship.h"

/* ---- descriptors */

static struct {
	struct opened *list;   /* in the order of their numbers */
	size_t count, room;
	uint64_t numbers;
} open_files;

bool opened_opens(const struct io_request *r)
{
	return r->opens;
}

static void add_descriptor(int host_fd)
{
	if (open_files.count == open_files.room) {
		size_t room = open_files.room ? 2 * open_files.room : 64;
		struct opened *list = realloc(open_files.list, room * sizeof *list);

		if (!list)
			abort();
		open_files.list = list;
		open_files.room = room;
	}
	open_files.list[open_files.count++] = (struct opened){ host_fd, open_files.numbers };
}

static void remove_descriptor(int host_fd)
{
	struct opened *o = open_files.list, *end = o + open_files.count;

	while (o < end && o->host_fd != host_fd)
		o++;
	if (o == end)
		return;
	memmove(o, o + 1, (size_t)(end - o - 1) * sizeof *o);
	open_files.count--;
}

int opened_find(uint64_t number)
{
	for (size_t i = 0; i < open_files.count; i++)
		if (open_files.list[i].number == number)
			return open_files.list[i].host_fd;
	return -1;
}

long opened_reserve(void)
{
	return host_fd_limit(io_errno(open("/dev/null", O_PATH | O_CLOEXEC)));
}

void opened_each(void (*fn)(void *ctx, const struct opened *o), void *ctx)
{
	for (size_t i = 0; i < open_files.count; i++)
		fn(ctx, &open_files.list[i]);
}

/* ---- names */

struct name_kept {
	bool written;
	char path[];
};

static void *names; /* a tree of struct name_kept, by path */
static void (*teller)(const char *path);

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct name_kept *)a)->path, ((const struct name_kept *)b)->path);
}

void named_add(const char *path, bool written)
{
	struct name_kept *n = calloc(1, sizeof *n + strlen(path) + 1), **found;

	if (!n)
		abort();
	strcpy(n->path, path);
	found = tsearch(n, &names, by_path);
	if (!found)
		abort();
	(*found)->written |= written;
	if (*found != n)
		free(n);
}

struct visit {
	void (*fn)(void *ctx, const char *path, bool written);
	void *ctx;
};

static void visit(const void *node, VISIT when, void *arg)
{
	const struct name_kept *n = *(const struct name_kept *const *)node;
	struct visit *v = arg;

	if (when == postorder || when == leaf)
		v->fn(v->ctx, n->path, n->written);
}

void named_each(void (*fn)(void *ctx, const char *path, bool written), void *ctx)
{
	struct visit v = { fn, ctx };

	twalk_r(names, visit, &v);
}

void named_tell(void (*fn)(const char *path))
{
	teller = fn;
}

/* The whole name of what (directory, path) means, links in its last part not followed. */
static bool whole_name(int dirfd, const char *path, char to[PATH_MAX])
{
	char link[32], folder[PATH_MAX];
	ssize_t n;

	if (*path == '/')
		return snprintf(to, PATH_MAX, "%s", path) < PATH_MAX;
	snprintf(link, sizeof link, "/proc/self/fd/%d", dirfd);
	n = readlink(dirfd == AT_FDCWD ? "/proc/self/cwd" : link, folder, sizeof folder - 1);
	if (n < 0)
		return false;
	folder[n] = '\0';
	return snprintf(to, PATH_MAX, "%s/%s", folder, path) < PATH_MAX;
}

/* Which of a call's two names is one that comes or goes, or whose file changes: a mask. */
static unsigned changes(const struct io_request *r)
{
	switch (r->nr) {
	case SYS_unlinkat:
	case SYS_mkdirat:
	case SYS_mknodat: return 1;
	case SYS_renameat2: return 3;
	case SYS_linkat:
	case SYS_symlinkat: return 2;
	case SYS_openat:
		return (r->arg[2] & (O_CREAT | O_TRUNC)) ||
		       (r->arg[2] & O_ACCMODE) != O_RDONLY;
	default: return r->changes;
	}
}

static void name_before(const struct io_request *r, unsigned which)
{
	unsigned i = r->nr == SYS_symlinkat ? 1 : 2 * which;
	char whole[PATH_MAX];
	struct stat st;

	if (!r->path[which] || !whole_name((int)r->arg[i], r->path[which], whole))
		return;
	if (teller && lstat(whole, &st) != 0 && errno == ENOENT)
		teller(whole);
	named_add(whole, true);
}

void opened_before(const struct io_request *r)
{
	unsigned mask = changes(r);

	for (unsigned which = 0; which < 2; which++)
		if (mask >> which & 1)
			name_before(r, which);
}

static void name_after(const struct io_request *r)
{
	bool written = r->nr == SYS_openat && (r->arg[2] & O_ACCMODE) != O_RDONLY;
	char whole[PATH_MAX];

	if (r->path[0] && !written && whole_name((int)r->arg[0], r->path[0], whole))
		named_add(whole, false);
}

void opened_after(const struct io_request *r)
{
	if (r->nr == SYS_close)
		remove_descriptor((int)r->arg[0]);
	if (!r->opens || r->result < 0)
		return;
	open_files.numbers++;
	add_descriptor((int)r->result);
	name_after(r);
}

int opened_begin(void)
{
	add_descriptor(STDIN_FILENO); /* number 0 */
	return 0;
}
