/*
 * floor_open.c - loaded into GCC's compilers by floor-wrapper: files that a source includes
 * by their absolute path on the machine, below /bgsys/drivers/, are opened in our floor
 * (BGQ_FLOOR), so that nothing has to be installed there; so are headers of XL, below the
 * directory of any of its installations.
 *
 * With BGQ_ASM in the environment the compiler ends with that status as soon as it opens a
 * source or header, other than the host's and ours, with "asm" in it: floor-wrapper then has
 * it translated (emu/ppc/).  With BGQ_TM, also if it has a pragma of XL that is no mere hint.
 * With BGQ_QPX, with that status if it has "vector4double" in it.
 *
 * Never: another path; anything but reading.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define DRIVERS "/bgsys/drivers/"

static int starts(const char *path, const char *with)
{
	return with && strncmp(path, with, strlen(with)) == 0;
}

/* The end of a header's path in XL, whose installations at Argonne are in /soft/compilers. */
static const char *of_xl(const char *path)
{
	const char *rest = starts(path, "/opt/ibmcmp") || starts(path, "/soft/compilers/ibmcmp") ?
		strstr(path, "/include/") : NULL;

	return rest ? rest + strlen("/include") : NULL;
}

/* path, or where the floor has it; the driver's name, and ppc64/, do not matter. */
static const char *in_floor(const char *path, char *buf)
{
	const char *floor = getenv("BGQ_FLOOR"), *rest, *xl = "";

	if (!floor)
		return path;
	if (!starts(path, DRIVERS)) {
		rest = of_xl(path);
		xl = "/bgqemu/xl";
	} else {
		rest = strchr(path + sizeof DRIVERS - 1, '/');
	}
	if (!rest)
		return path;
	if (!strncmp(rest, "/ppc64/", 7))
		rest += 6;
	int n = snprintf(buf, PATH_MAX, "%s%s%s", floor, xl, rest);

	return n > 0 && n < PATH_MAX ? buf : path;
}

static int has(const void *text, size_t size, const char *what)
{
	return memmem(text, size, what, strlen(what)) != NULL;
}

/* Ends the compiler if the file has assembly in it. */
static void look_into(const char *path, int fd)
{
	const char *status = getenv("BGQ_ASM"), *qpx = getenv("BGQ_QPX");
	const char *floor = getenv("BGQ_FLOOR");
	static const char *const hosts[] = { "/usr/include/", "/usr/lib", "/usr/local/include/",
					     NULL };
	struct stat st;

	if ((!status && !qpx) || fd < 0 || starts(path, floor))
		return;
	for (int i = 0; hosts[i]; i++)
		if (starts(path, hosts[i]))
			return;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size == 0)
		return;

	void *text = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);

	if (text == MAP_FAILED)
		return;
	size_t size = (size_t)st.st_size;

	if (qpx && has(text, size, "vector4double"))
		_exit(atoi(qpx));
	if (status && has(text, size, "asm"))
		_exit(atoi(status));
	if (status && getenv("BGQ_TM") &&
	    (has(text, size, "tm_atomic") || has(text, size, "speculative")))
		_exit(atoi(status));
	munmap(text, size);
}

typedef int open_fn(const char *path, int flags, ...);

static int open_by(const char *symbol, const char *path, int flags, mode_t mode)
{
	open_fn *next = (open_fn *)dlsym(RTLD_NEXT, symbol);
	char buf[PATH_MAX];

	if ((flags & O_ACCMODE) != O_RDONLY)
		return next(path, flags, mode);
	path = in_floor(path, buf);

	int fd = next(path, flags, mode);

	look_into(path, fd);
	return fd;
}

#define OPEN(name)                                                                    \
	int name(const char *path, int flags, ...)                                    \
	{                                                                             \
		va_list ap;                                                           \
		va_start(ap, flags);                                                  \
		mode_t mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0;               \
		va_end(ap);                                                           \
		return open_by(#name, path, flags, mode);                             \
	}

int open(const char *path, int flags, ...);
int open64(const char *path, int flags, ...);
OPEN(open)
OPEN(open64)
