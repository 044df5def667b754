/*
 * root_files.h - a root directory of a test's own, with files where the host's kernel has its own:
 * what a test says of the host there.  Never: a file outside it.
 */
#ifndef TESTS_ROOT_FILES_H
#define TESTS_ROOT_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char root[] = "/tmp/bgqemu_root.XXXXXX";

static inline int root_begin(void)
{
	strcpy(root + sizeof root - 7, "XXXXXX");
	return mkdtemp(root) ? 0 : -1;
}

/* Writes a file, and makes the folders that it is in. */
static inline void put(const char *path, const char *text)
{
	char name[200];

	snprintf(name, sizeof name, "%s/%s", root, path);
	for (char *c = name + sizeof root; (c = strchr(c, '/')) != NULL; *c++ = '/') {
		*c = '\0';
		mkdir(name, 0700);
	}
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

/* A teardown of cmocka's. */
static inline int root_remove(void **state)
{
	char command[200];

	(void)state;
	snprintf(command, sizeof command, "rm -rf %s", root);
	return system(command);
}

#endif
