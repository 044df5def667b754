/* main.c - bgq-run: options in, exit status out. */
#include <stdio.h>
#include <unistd.h>

#include "run.h"

int main(int argc, char **argv)
{
	static struct options opt;
	int rc = options_parse(&opt, argc, argv);

	if (rc < 0)
		rc = machine_run(&opt);
	fflush(stdout);
	fflush(stderr);
#ifdef __SANITIZE_ADDRESS__
	return rc; /* the leak check runs at exit */
#else
	/* libc's exit would flush streams that belong to the processes. */
	_exit(rc);
#endif
}
