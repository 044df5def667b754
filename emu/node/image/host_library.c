/* host_library.c - see host_library.h. */
#include "host_library.h"

#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

/* Since glibc 2.34 all but the first two and libmvec are empty. */
static const char *const given[] = {
	LIBC_SO, LIBM_SO, "libmvec.so.1", "libpthread.so.0", "libdl.so.2", "librt.so.1", LD_SO,
};

#define GIVEN (sizeof given / sizeof *given)
enum { MATH = 1 };

static void *handle[GIVEN]; /* NULL: the host has no such library */
static pthread_once_t opened = PTHREAD_ONCE_INIT;

static void open_all(void)
{
	for (size_t i = 0; i < GIVEN; i++)
		handle[i] = dlopen(given[i], RTLD_NOW | RTLD_LOCAL);
}

bool host_library_is_given(const char *name)
{
	const char *slash = strrchr(name, '/');

	for (size_t i = 0; i < GIVEN; i++)
		if (!strcmp(slash ? slash + 1 : name, given[i]))
			return true;
	return false;
}

void *host_library_symbol(const char *name)
{
	void *p = NULL;

	pthread_once(&opened, open_all);
	for (size_t i = 0; i < GIVEN && !p; i++)
		p = handle[i] ? dlsym(handle[i], name) : NULL;
	return p;
}

/* A search goes on in the libraries that libm needs. */
static bool is_of_math(const void *p)
{
	Dl_info info;
	const char *slash = dladdr(p, &info) ? strrchr(info.dli_fname, '/') : NULL;

	return slash && !strcmp(slash + 1, given[MATH]);
}

void *host_library_math(const char *name)
{
	pthread_once(&opened, open_all);
	void *p = handle[MATH] ? dlsym(handle[MATH], name) : NULL;

	return p && is_of_math(p) ? p : NULL;
}
