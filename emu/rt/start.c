/* start.c - first code of a process; see rt.h. */
#include <stdlib.h>

#include "rt.h"

struct bgqrt_boot *bgqrt_boot;

int bgqrt_start(struct bgqrt_boot *boot)
{
	bgqrt_boot = boot;
	if (bgqrt_env_init)
		bgqrt_env_init(boot->envp);
	if (bgqrt_stdio_init)
		bgqrt_stdio_init();
	for (size_t i = 0; i < boot->ninit; i++)
		boot->init[i](boot->argc, boot->argv, boot->envp);
	exit(boot->main(boot->argc, boot->argv, boot->envp));
}

void bgqrt_flush(void)
{
	if (bgqrt_stdio_flush)
		bgqrt_stdio_flush();
}
