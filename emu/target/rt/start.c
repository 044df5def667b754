/*
 * start.c - the start of a process, in place of crt1 and libc's start code.
 * Parts that the program does not use are not started.
 */
#include "private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char nameless[1];
char *program_invocation_name = nameless;
char *program_invocation_short_name = nameless;
extern char *__progname_full RT_ALIAS(program_invocation_name);
extern char *__progname RT_ALIAS(program_invocation_short_name);

static void name_set(char *path)
{
	char *slash = strrchr(path, '/');

	program_invocation_name = path;
	program_invocation_short_name = slash ? slash + 1 : path;
}

int bgqrt_start(struct bgqrt_boot *boot)
{
	bgqrt_boot = boot;
	environ = boot->envp;
	if (boot->argc > 0)
		name_set(boot->argv[0]);
	if (bgqrt_stdio_open)
		bgqrt_stdio_open();
	for (size_t i = 0; i < boot->ninit; i++)
		boot->init[i](boot->argc, boot->argv, environ);
	if (bgqrt_flttrap_start)
		bgqrt_flttrap_start();
	exit(boot->main(boot->argc, boot->argv, environ));
}
