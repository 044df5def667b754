/*
 * host.c - finds the host libc's function behind a name that the image defines
 * itself.  Must not search in the usual order: that may lead back here.
 */
#include "private.h"

#include <dlfcn.h>
#include <gnu/lib-names.h>

void *bgqrt_host(const char *name)
{
	static void *libc;

	if (!libc)
		libc = dlopen(LIBC_SO, RTLD_LAZY | RTLD_NOLOAD);
	return dlsym(libc, name);
}
