/* host_opened.c - see host_opened.h. */
#include "host_opened.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "emu/node/io/opened.h"

#define CHR_MEMORY 1 /* major number of /dev/null and others without a position that counts */

/* Why a descriptor cannot be opened again; NULL: it can. */
static const char *not_reopened(const struct stat *st)
{
	if (S_ISDIR(st->st_mode) || (S_ISCHR(st->st_mode) && major(st->st_rdev) == CHR_MEMORY))
		return NULL;
	return !S_ISREG(st->st_mode) ? "a device or a FIFO" : !st->st_nlink ? "removed" : NULL;
}

struct saving {
	struct saved *to;
	char *why; /* [SAVED_WHY_BYTES] */
};

static void save_opened(void *ctx, const struct opened *o)
{
	const struct saving *saving = ctx;
	struct saved *s = saving->to;
	char link[32], path[PATH_MAX];
	struct stat st;
	const char *why = fstat(o->host_fd, &st) == 0 ? not_reopened(&st) : "closed";
	ssize_t n;

	snprintf(link, sizeof link, "/proc/self/fd/%d", o->host_fd);
	n = readlink(link, path, sizeof path - 1);
	path[n > 0 ? n : 0] = '\0';
	if (why && o->number == 0)
		return; /* what has been read from it would have been told */
	if (why || n <= 0)
		snprintf(saving->why, SAVED_WHY_BYTES, "a file that is open, %s, is %s", path,
			 why ? why : "unknown");
	struct saved_open *to = saved_grow(&s->open, &s->opens, sizeof *to);
	off_t at = lseek(o->host_fd, 0, SEEK_CUR);

	if (!to)
		return;
	*to = (struct saved_open){ .path = strdup(path), .number = o->number,
				   .flags = (uint32_t)fcntl(o->host_fd, F_GETFL) &
					    ~(uint32_t)(O_CREAT | O_EXCL | O_TRUNC),
				   .offset = at > 0 ? (uint64_t)at : 0 };
	if (S_ISREG(st.st_mode))
		named_add(path, false);
}

void host_opened_save(struct saved *s, char why[SAVED_WHY_BYTES])
{
	struct saving saving = { s, why };

	opened_each(save_opened, &saving);
}

static bool reopen(const struct saved_open *o)
{
	int fd = open(o->path, (int)o->flags | O_CLOEXEC), to = opened_find(o->number);
	bool good = fd >= 0 && to >= 0 &&
		    dup3(fd, to, to == STDIN_FILENO ? 0 : O_CLOEXEC) == to;

	/* Devices and directories that are only looked through have no position. */
	if (good && !(o->flags & O_PATH) && o->offset)
		good = lseek(to, (off_t)o->offset, SEEK_SET) >= 0;
	if (fd >= 0)
		close(fd);
	return good;
}

bool host_opened_again(const struct saved *s, char why[SAVED_WHY_BYTES])
{
	for (unsigned i = 0; i < s->opens; i++) {
		if (reopen(&s->open[i]))
			continue;
		snprintf(why, SAVED_WHY_BYTES, "%s: cannot be opened again: %s", s->open[i].path,
			 strerror(errno));
		return false;
	}
	return true;
}
