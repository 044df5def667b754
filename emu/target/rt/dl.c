/*
 * dl.c - dlopen(3) and its kin.  A program is one object; of shared libraries only the parts of the
 * C library can be opened, since all ranks would share the variables of any other.
 *
 * Never: a library of the host but those, or a symbol of bgq-run.
 */
#include "cost.h"
#include "private.h"

#include <dlfcn.h>
#include <stdio.h>

#define ERROR_BYTES 512

static char program, libraries; /* their addresses are handles */
static char error[ERROR_BYTES];
static bool failed;

static void *fail(const char *fmt, const char *name)
{
	snprintf(error, sizeof error, fmt, name);
	failed = true;
	return NULL;
}

void *dlopen(const char *file, int mode)
{
	(void)mode;
	RT_COST(dlopen);
	if (!file || !*file)
		return &program;
	if (bgqemu_library_is_given(file))
		return &libraries;
	return fail("%s: a shared library, whose variables all ranks would share, cannot be"
		    " loaded; link its archive or its objects into the program", file);
}

void *dlmopen(Lmid_t space, const char *file, int mode)
{
	(void)space;
	return dlopen(file, mode);
}

int dlclose(void *handle)
{
	RT_COST(dlclose);
	if (handle == &program || handle == &libraries)
		return 0;
	fail("%s: not a handle that dlopen gave", "dlclose");
	return -1;
}

void *dlsym(void *handle, const char *name)
{
	RT_COST(dlsym);
	bool behind = handle == RTLD_NEXT || handle == &libraries;

	if (!behind && handle != RTLD_DEFAULT && handle != &program)
		return fail("%s: not a handle that dlopen gave", name);
	void *p = bgqemu_symbol(name, behind);

	return p ? p : fail("%s: not in the program, nor a function of the host that it calls"
			    " by name", name);
}

void *dlvsym(void *handle, const char *name, const char *version)
{
	(void)version; /* an image has one of each name */
	return dlsym(handle, name);
}

char *dlerror(void)
{
	RT_COST(dlerror);
	char *text = failed ? error : NULL;

	failed = false;
	return text;
}
