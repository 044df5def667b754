/*
 * host.c - finds the host libc's function behind a name that the image defines
 * itself.  Must not search in the usual order: that may lead back here.
 */
#include "private.h"

void *bgqrt_host(const char *name)
{
	return bgqemu_host_function(name);
}
