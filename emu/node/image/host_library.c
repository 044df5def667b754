/* host_library.c - see host_library.h. */
#include "host_library.h"

#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static const char *const given[] = {
	LIBC_SO, LIBM_SO, "libmvec.so.1", LD_SO, "libpthread.so.0", "libdl.so.2", "librt.so.1",
};

#define GIVEN (sizeof given / sizeof *given)
enum { MATH = 1, VECTOR_MATH = 2, EMPTY = 4 }; /* from EMPTY on, since glibc 2.34 */

#if __GLIBC_PREREQ(2, 34)
#define SEARCHED EMPTY
#else
#define SEARCHED GIVEN
#endif

/* To open a library that bgq-run has not loaded takes longer than to load a small program, so each
 * is opened for the first name that it can have. */
static struct {
	void *handle; /* NULL: the host has no such library */
	bool opened;
} library[GIVEN];
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

static void *library_handle(size_t i)
{
	pthread_mutex_lock(&opening);
	if (!library[i].opened)
		library[i].handle = dlopen(given[i], RTLD_NOW | RTLD_LOCAL);
	library[i].opened = true;
	pthread_mutex_unlock(&opening);
	return library[i].handle;
}

/* Names of the vector function ABI are libmvec's, and it has no others. */
static bool can_have(size_t i, const char *name)
{
	return (i == VECTOR_MATH) == !strncmp(name, "_ZGV", 4);
}

static void *find_in(size_t i, const char *name)
{
	void *handle = can_have(i, name) ? library_handle(i) : NULL;

	return handle ? dlsym(handle, name) : NULL;
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

	for (size_t i = 0; i < SEARCHED && !p; i++)
		p = find_in(i, name);
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
	void *p = find_in(MATH, name);

	return p && is_of_math(p) ? p : NULL;
}
