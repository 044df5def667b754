/*
 * temp_names.c - names for temporary files.  They come from the process and a counter, not
 * from the host's clock or chance, so they are the same in every run; what is there already
 * is passed over.
 */
#include "private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRIES   100000
#define PLACES  6 /* X's of a template */

static uint64_t names; /* made so far */

/* A bijection, so that no two of a job's names are alike: 62^6 is about 2^35. */
static void name_put(char *to)
{
	static const char digit[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	uint64_t n = (uint64_t)getpid() + (names++ << 20);

	for (int i = 0; i < PLACES; i++, n /= 62)
		to[i] = digit[n % 62];
}

/* Where the X's are, or NULL with EINVAL. */
static char *places(char *template, int behind)
{
	size_t n = strlen(template);

	if (behind >= 0 && n >= PLACES + (size_t)behind) {
		char *x = template + n - PLACES - behind;

		if (!memcmp(x, "XXXXXX", PLACES))
			return x;
	}
	errno = EINVAL;
	return NULL;
}

static int make(char *template, int behind, int flags)
{
	char *x = places(template, behind);

	for (int i = 0; x && i < TRIES; i++) {
		name_put(x);
		int fd = open(template, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);

		if (fd >= 0 || errno != EEXIST)
			return fd;
	}
	return -1;
}

int mkstemp(char *template)
{
	return make(template, 0, 0);
}

int mkostemp(char *template, int flags)
{
	return make(template, 0, flags);
}

int mkstemps(char *template, int behind)
{
	return make(template, behind, 0);
}

int mkostemps(char *template, int behind, int flags)
{
	return make(template, behind, flags);
}

extern int mkstemp64(char *template) RT_ALIAS(mkstemp);
extern int mkostemp64(char *template, int flags) RT_ALIAS(mkostemp);
extern int mkstemps64(char *template, int behind) RT_ALIAS(mkstemps);
extern int mkostemps64(char *template, int behind, int flags) RT_ALIAS(mkostemps);

char *mkdtemp(char *template)
{
	char *x = places(template, 0);

	for (int i = 0; x && i < TRIES; i++) {
		name_put(x);
		if (mkdir(template, 0700) == 0)
			return template;
		if (errno != EEXIST)
			return NULL;
	}
	return NULL;
}

char *rt_mktemp(char *template) __asm__("mktemp");
char *rt_mktemp(char *template)
{
	char *x = places(template, 0);

	for (int i = 0; x && i < TRIES; i++) {
		name_put(x);
		if (access(template, F_OK) != 0)
			return template;
	}
	*template = '\0';
	return template;
}

char *rt_tmpnam(char *to) __asm__("tmpnam");
char *rt_tmpnam(char *to)
{
	static char own[L_tmpnam];

	to = to ? to : own;
	strcpy(to, P_tmpdir "/XXXXXX");
	return *rt_mktemp(to) ? to : NULL;
}

char *rt_tmpnam_r(char *to) __asm__("tmpnam_r");
char *rt_tmpnam_r(char *to)
{
	return to ? rt_tmpnam(to) : NULL;
}

char *rt_tempnam(const char *dir, const char *prefix) __asm__("tempnam");
char *rt_tempnam(const char *dir, const char *prefix)
{
	char *name = NULL;

	if (asprintf(&name, "%s/%.5sXXXXXX", dir ? dir : P_tmpdir, prefix ? prefix : "") < 0)
		return NULL;
	return *rt_mktemp(name) ? name : NULL;
}
