/* env.c - the environment of the process: a private copy of the vector, strings
 * shared with the stack until they are replaced. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rt.h"

char **environ;
extern char **__environ __attribute__((alias("environ")));
static char **owned; /* environ, once it lies on the heap */

void bgqrt_env_init(char **envp)
{
	environ = envp;
}

static size_t entries(void)
{
	size_t n = 0;

	while (environ && environ[n])
		n++;
	return n;
}

/* Index of name (bytes long), or -1. */
static long find(const char *name, size_t bytes)
{
	for (long i = 0; environ && environ[i]; i++)
		if (!strncmp(environ[i], name, bytes) && environ[i][bytes] == '=')
			return i;
	return -1;
}

char *getenv(const char *name)
{
	size_t bytes = strlen(name);
	long i = find(name, bytes);

	return i < 0 ? NULL : environ[i] + bytes + 1;
}

char *secure_getenv(const char *name)
{
	return getenv(name);
}

static int put(char *entry, size_t name_bytes)
{
	long i = find(entry, name_bytes);
	size_t n = entries();

	if (i >= 0) {
		environ[i] = entry;
		return 0;
	}
	char **more = malloc((n + 2) * sizeof *more);

	if (!more)
		return -1;
	if (n)
		memcpy(more, environ, n * sizeof *more);
	more[n] = entry;
	more[n + 1] = NULL;
	free(owned);
	environ = owned = more;
	return 0;
}

static int bad_name(const char *name)
{
	if (name && *name && !strchr(name, '='))
		return 0;
	errno = EINVAL;
	return -1;
}

int setenv(const char *name, const char *value, int overwrite)
{
	if (bad_name(name))
		return -1;
	size_t bytes = strlen(name), length = strlen(value);

	if (!overwrite && find(name, bytes) >= 0)
		return 0;
	char *entry = malloc(bytes + length + 2);

	if (!entry)
		return -1;
	memcpy(entry, name, bytes);
	entry[bytes] = '=';
	memcpy(entry + bytes + 1, value, length + 1);
	return put(entry, bytes);
}

int unsetenv(const char *name)
{
	long i;

	if (bad_name(name))
		return -1;
	while ((i = find(name, strlen(name))) >= 0)
		for (; environ[i]; i++)
			environ[i] = environ[i + 1];
	return 0;
}

int putenv(char *entry)
{
	const char *equals = strchr(entry, '=');

	return equals ? put(entry, (size_t)(equals - entry)) : unsetenv(entry);
}

int clearenv(void)
{
	static char *none[1];

	environ = none;
	return 0;
}
