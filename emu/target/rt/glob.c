/*
 * glob.c - glob: the host's, which looks at directories through the process's own.
 */
#include "private.h"

#include <dirent.h>
#include <glob.h>
#include <sys/stat.h>

int glob(const char *restrict pattern, int flags, int (*error)(const char *, int),
	 glob_t *restrict found)
{
	if (!(flags & GLOB_ALTDIRFUNC)) {
		found->gl_closedir = (void (*)(void *))(void *)closedir;
		found->gl_readdir = (struct dirent *(*)(void *))(void *)readdir;
		found->gl_opendir = (void *(*)(const char *))(void *)opendir;
		found->gl_lstat = lstat;
		found->gl_stat = stat;
	}
	return RT_HOST(glob)(pattern, flags | GLOB_ALTDIRFUNC, error, found);
}

/* Types have 64 bits. */
int rt_glob64(const char *pattern, int flags, int (*error)(const char *, int), glob_t *found)
	__asm__("glob64");
int rt_glob64(const char *pattern, int flags, int (*error)(const char *, int), glob_t *found)
{
	return glob(pattern, flags, error, found);
}
