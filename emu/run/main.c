/* main.c - bgq-run: parses options, runs the machine, returns the exit status. */
#include <stdio.h>
#include <unistd.h>

#include "emu/process/debugger.h"
#include "run.h"

#ifdef BGQEMU_COVERAGE
void __gcov_dump(void);
#endif

int main(int argc, char **argv)
{
	static struct options opt;
	int rc = options_parse(&opt, argc, argv);

	if (rc < 0 && opt.gdb_rank >= 0)
		debugger_become(argv);
	if (rc < 0)
		rc = machine_run(&opt);
	fflush(stdout);
	fflush(stderr);
#ifdef __SANITIZE_ADDRESS__
	return rc; /* the leak check runs at exit */
#else
#ifdef BGQEMU_COVERAGE
	__gcov_dump();
#endif
	/* libc's exit would flush streams that belong to the processes. */
	_exit(rc);
#endif
}
