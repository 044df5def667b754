/*
 * env.c - the process's own environment.  The vector it starts with is
 * bgq-run's and never written; the first change moves it to the heap.  Old
 * strings are not freed: the program may hold what getenv returned.
 */
#include "cost.h"
#include "private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char **environ;
extern char **__environ RT_ALIAS(environ);
extern char **_environ RT_ALIAS(environ);
static char **own; /* the vector, if we allocated it */
static size_t own_capacity;

static bool names(const char *entry, const char *name, size_t n)
{
	return !strncmp(entry, name, n) && entry[n] == '=';
}

static char **find(const char *name, size_t n)
{
	for (char **e = environ; e && *e; e++)
		if (names(*e, name, n))
			return e;
	return NULL;
}

char *getenv(const char *name)
{
	size_t n = strlen(name);
	char **e = n ? find(name, n) : NULL;

	RT_COST(getenv);
	return e ? *e + n + 1 : NULL;
}

char *secure_getenv(const char *name)
{
	return getenv(name);
}


/* Room for one more entry in a vector of our own. */
static int grow(size_t count)
{
	char **wider;
	size_t capacity = 2 * count + 16;

	if (environ == own && count + 2 <= own_capacity)
		return 0;
	wider = realloc(own, capacity * sizeof *wider);
	if (!wider)
		return -1;
	if (environ && environ != own)
		memcpy(wider, environ, count * sizeof *wider);
	own = environ = wider;
	own_capacity = capacity;
	environ[count] = NULL;
	return 0;
}

static int put(char *entry, size_t name_bytes)
{
	size_t count = 0;
	char **e;

	while (environ && environ[count])
		count++;
	if (grow(count))
		return -1;
	e = find(entry, name_bytes);
	if (!e) {
		e = &environ[count];
		e[1] = NULL;
	}
	*e = entry;
	return 0;
}

static bool bad_name(const char *name)
{
	if (name && *name && !strchr(name, '='))
		return false;
	errno = EINVAL;
	return true;
}

int setenv(const char *name, const char *value, int overwrite)
{
	size_t n, m;
	char *entry;

	RT_COST(setenv);
	if (bad_name(name))
		return -1;
	n = strlen(name);
	m = strlen(value);
	if (!overwrite && find(name, n))
		return 0;
	entry = malloc(n + m + 2);
	if (!entry)
		return -1;
	memcpy(entry, name, n);
	entry[n] = '=';
	memcpy(entry + n + 1, value, m + 1);
	return put(entry, n);
}

int unsetenv(const char *name)
{
	size_t n, count = 0;
	char **from, **to;

	RT_COST(unsetenv);
	if (bad_name(name))
		return -1;
	n = strlen(name);
	if (!find(name, n))
		return 0;
	while (environ[count])
		count++;
	if (grow(count))
		return -1;
	for (from = to = environ; *from; from++)
		if (!names(*from, name, n))
			*to++ = *from;
	*to = NULL;
	return 0;
}

int putenv(char *entry)
{
	char *equals = strchr(entry, '=');

	return equals ? put(entry, (size_t)(equals - entry)) : unsetenv(entry);
}

int clearenv(void)
{
	environ = NULL;
	return 0;
}
