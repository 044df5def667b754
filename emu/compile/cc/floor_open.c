/*
 * floor_open.c - loaded into GCC's compilers by floor-wrapper: files that a source includes
 * by their absolute path on the machine, below /bgsys/drivers/, are opened in our floor
 * (BGQ_FLOOR), so that nothing has to be installed there; so are headers of XL, below the
 * directory of any of its installations.
 *
 * With BGQ_ASM in the environment the compiler ends with that status as soon as it opens a
 * source or header, other than the host's and ours, with "asm" in it: floor-wrapper then has
 * it translated (emu/compile/ppc/).  With BGQ_TM, also if it has a pragma of XL that is no mere
 * hint.
 * With BGQ_QPX, with that status if it has "vector4double" in it.
 *
 * With BGQ_XL, pragmas of GCC in a program's files are none of the compiler's: "#pragma GCC" is
 * read as "#pragma gcc", which is ignored.
 *
 * With BGQ_HOST_MACROS in the environment, a list of macros that the command line undefines
 * (bgq-cc --powerpc), headers of the host and ours are read with them: each is given to the
 * compiler between lines that define them, unless a header around it has done so, and lines
 * that undefine them.
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
#include <sys/sendfile.h>
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

/* A header of the host or of ours. */
static int is_known(const char *path)
{
	static const char *const hosts[] = { "/usr/include/", "/usr/lib", "/usr/local/include/",
					     NULL };

	for (int i = 0; hosts[i]; i++)
		if (starts(path, hosts[i]))
			return 1;
	return starts(path, getenv("BGQ_FLOOR"));
}

/* "#define NAME 1" for each name, or "#undef NAME". */
static void put_macros(int fd, const char *names, const char *directive, const char *value)
{
	while (*names) {
		int n = (int)strcspn(names, " ");

		if (n)
			dprintf(fd, "#%s %.*s%s\n", directive, n, names, value);
		names += n + (names[n] == ' ');
	}
}

/* The file behind fd as one that is read with the macros; fd is closed, or returned. */
static int with_macros(int fd, const char *names)
{
	static unsigned serial;
	struct stat st;
	int to = fd < 0 ? -1 : memfd_create("header", MFD_CLOEXEC);
	off_t at = 0;

	if (to < 0)
		return fd;
	serial++;
	dprintf(to, "#ifndef %.*s\n#define _BGQ_HOST %u\n", (int)strcspn(names, " "), names,
		serial);
	put_macros(to, names, "define", " 1");
	dprintf(to, "#endif\n#line 1\n");
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		while (at < st.st_size && sendfile(to, fd, &at, (size_t)(st.st_size - at)) > 0)
			;
	if (at == 0 || at < st.st_size) {
		close(to);
		return fd;
	}
	dprintf(to, "\n#if _BGQ_HOST == %u\n", serial);
	put_macros(to, names, "undef", "");
	dprintf(to, "#undef _BGQ_HOST\n#endif\n");
	close(fd);
	lseek(to, 0, SEEK_SET);
	return to;
}

/* Ends the compiler if the file has assembly in it. */
static void look_into(int fd)
{
	const char *status = getenv("BGQ_ASM"), *qpx = getenv("BGQ_QPX");
	struct stat st;

	if ((!status && !qpx) || fd < 0)
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

static char *skip_blanks(char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p;
}

/* Returns what follows the word, after blanks; NULL if another one is there. */
static char *after_word(char *p, const char *end, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(end - p) <= n || strncmp(p, word, n) != 0)
		return NULL;
	return skip_blanks(p + n, end);
}

/* If a pragma begins at p, where the name after it is. */
static char *pragma_name(char *p, const char *end)
{
	char *at = after_word(p, end, "#");

	if (at)
		return after_word(at, end, "pragma");
	at = after_word(p, end, "_Pragma");
	at = at ? after_word(at, end, "(") : NULL;
	return at ? after_word(at, end, "\"") : NULL;
}

/* In place; how many there were. */
static int hide_pragmas(char *text, size_t size)
{
	char *end = text + size, *name;
	int found = 0;

	for (char *p = text; p < end; p++) {
		if (*p != '#' && *p != '_')
			continue;
		name = pragma_name(p, end);
		if (name && end - name > 3 && !strncmp(name, "GCC", 3) && strchr(" \t", name[3])) {
			memcpy(name, "gcc", 3);
			found++;
		}
	}
	return found;
}

/* The file behind fd without pragmas of GCC; fd is closed, or returned. */
static int without_pragmas(int fd)
{
	struct stat st;

	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size == 0)
		return fd;
	size_t size = (size_t)st.st_size;
	char *text = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);

	if (text == MAP_FAILED)
		return fd;
	int to = has(text, size, "GCC") && hide_pragmas(text, size)
		? memfd_create("source", MFD_CLOEXEC) : -1;

	if (to >= 0 && write(to, text, size) == (ssize_t)size && lseek(to, 0, SEEK_SET) == 0) {
		close(fd);
		fd = to;
	}
	munmap(text, size);
	return fd;
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

	const char *macros = getenv("BGQ_HOST_MACROS");

	if (!is_known(path)) {
		look_into(fd);
		return getenv("BGQ_XL") ? without_pragmas(fd) : fd;
	}
	if (macros && *macros)
		fd = with_macros(fd, macros);
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
