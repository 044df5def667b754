/*
 * ftw.c - walks through trees of files: ftw, nftw.  Names are visited as readdir gives them,
 * the working directory stays: FTW_CHDIR is refused.
 */
#include "private.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef int ftw_fn(const char *, const struct stat *, int);
typedef int nftw_fn(const char *, const struct stat *, int, struct FTW *);

/* A directory that is being visited, for loops of links. */
struct above {
	const struct above *next;
	dev_t dev;
	ino_t ino;
};

struct walk {
	nftw_fn *visit;       /* or */
	ftw_fn *visit_old;
	int flags;
	dev_t dev;            /* of the first name: FTW_MOUNT */
	char path[PATH_MAX];
};

static int visit(struct walk *w, const struct stat *st, int kind, struct FTW *at)
{
	if (w->visit)
		return w->visit(w->path, st, kind, at);
	return w->visit_old(w->path, st, kind == FTW_SLN ? FTW_NS : kind);
}

static int kind_of(const struct walk *w, struct stat *st)
{
	bool physical = w->flags & FTW_PHYS;

	if ((physical ? lstat(w->path, st) : stat(w->path, st)) == 0)
		return S_ISDIR(st->st_mode) ? FTW_D : S_ISLNK(st->st_mode) ? FTW_SL : FTW_F;
	return !physical && lstat(w->path, st) == 0 && S_ISLNK(st->st_mode) ? FTW_SLN : FTW_NS;
}

static bool is_loop(const struct above *a, const struct stat *st)
{
	while (a && (a->dev != st->st_dev || a->ino != st->st_ino))
		a = a->next;
	return a != NULL;
}

static int walk(struct walk *w, struct FTW at, const struct above *above);

/* One after the other; the path is put back. */
static int entries(struct walk *w, DIR *d, struct FTW at, const struct above *above)
{
	size_t n = strlen(w->path);
	bool slash = n && w->path[n - 1] == '/';
	struct dirent *e;
	int rc = 0;

	while (rc == 0 && (e = readdir(d)) != NULL) {
		size_t more = strlen(e->d_name);

		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		if (n + more + 2 > sizeof w->path) {
			errno = ENAMETOOLONG;
			return -1;
		}
		if (!slash)
			w->path[n] = '/';
		strcpy(w->path + n + !slash, e->d_name);
		rc = walk(w, (struct FTW){ (int)(n + !slash), at.level + 1 }, above);
		w->path[n] = '\0';
	}
	return rc;
}

static int directory(struct walk *w, const struct stat *st, struct FTW at,
	const struct above *above)
{
	struct above self = { above, st->st_dev, st->st_ino };
	DIR *d = opendir(w->path);
	int rc;

	if (!d)
		return errno == EACCES ? visit(w, st, FTW_DNR, &at) : -1;
	rc = w->flags & FTW_DEPTH ? 0 : visit(w, st, FTW_D, &at);
	if (rc == 0)
		rc = entries(w, d, at, &self);
	closedir(d);
	if (rc == 0 && (w->flags & FTW_DEPTH))
		rc = visit(w, st, FTW_DP, &at);
	return rc;
}

static int walk(struct walk *w, struct FTW at, const struct above *above)
{
	struct stat st = { .st_mode = 0 };
	int kind = kind_of(w, &st);

	if (at.level == 0 && kind == FTW_NS)
		return -1; /* errno is stat's */
	if (at.level == 0)
		w->dev = st.st_dev;
	if ((w->flags & FTW_MOUNT) && kind != FTW_NS && st.st_dev != w->dev)
		return 0;
	if (kind != FTW_D)
		return visit(w, &st, kind, &at);
	return is_loop(above, &st) ? 0 : directory(w, &st, at, above);
}

static int begin(const char *path, struct walk *start)
{
	size_t n = strlen(path);
	struct walk *w;
	int rc;

	if (!n || n >= PATH_MAX) {
		errno = n ? ENAMETOOLONG : ENOENT;
		return -1;
	}
	if (start->flags & ~(FTW_PHYS | FTW_MOUNT | FTW_DEPTH)) {
		errno = EINVAL; /* FTW_CHDIR and FTW_ACTIONRETVAL */
		return -1;
	}
	w = malloc(sizeof *w);
	if (!w)
		return -1;
	*w = *start;
	strcpy(w->path, path);
	while (n > 1 && w->path[n - 1] == '/')
		w->path[--n] = '\0';
	char *slash = strrchr(w->path, '/');

	rc = walk(w, (struct FTW){ slash && slash[1] ? (int)(slash + 1 - w->path) : 0, 0 }, NULL);
	free(w);
	return rc;
}

int rt_nftw(const char *path, nftw_fn *fn, int fds, int flags) __asm__("nftw");
int rt_nftw(const char *path, nftw_fn *fn, int fds, int flags)
{
	(void)fds;
	return begin(path, &(struct walk){ .visit = fn, .flags = flags });
}

int rt_ftw(const char *path, ftw_fn *fn, int fds) __asm__("ftw");
int rt_ftw(const char *path, ftw_fn *fn, int fds)
{
	(void)fds;
	return begin(path, &(struct walk){ .visit_old = fn });
}

/* Types have 64 bits. */
int rt_nftw64(const char *path, nftw_fn *fn, int fds, int flags) __asm__("nftw64")
	__attribute__((alias("nftw")));
int rt_ftw64(const char *path, ftw_fn *fn, int fds) __asm__("ftw64")
	__attribute__((alias("ftw")));
