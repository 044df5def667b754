/* main.c - bgq-run: parses options, runs the machine, returns the exit status. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include "emu/cmd/cli/file_write.h"
#include "emu/cmd/cli/values.h"
#include "emu/cmd/jobs/jobs.h"
#include "emu/cmd/restart/kept_files.h"
#include "emu/cmd/restart/restart.h"
#include "emu/node/machine/status.h"
#include "emu/node/process/debugger.h"
#include "emu/show/gdb/gdb.h"
#include "run.h"
#include "stack_limit.h"
#include "supervisor.h"

/* A standard descriptor that the caller has closed: what is opened next must not get its
 * number and be taken for it.  Reading or writing it fails as before. */
static void keep_standard_descriptors(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			_exit(1);
}

/* Where less than this can be had the allocator may end bgq-run without a word; nor is there any
 * for printf(3). */
#define LEAST_BYTES ((size_t)32 << 20)

static bool has_memory(void)
{
	static const char none[] = "bgq-run: the host gives less than 32 MiB of memory: see "
		"ulimit -d and ulimit -v\n";
	void *p = mmap(NULL, LEAST_BYTES, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		(void)!write(STDERR_FILENO, none, sizeof none - 1);
	return p != MAP_FAILED && munmap(p, LEAST_BYTES) == 0;
}

/* Local time is that of the job's environment, for all ranks, and not the host's. */
static void set_time_zone(const struct options *o)
{
	const char *zone = "UTC0";

	for (int i = 0; i < o->envs; i++)
		if (!strncmp(o->env[i], "TZ=", 3))
			zone = o->env[i] + 3;
	setenv("TZ", zone, 1);
	tzset();
}

int main(int argc, char **argv)
{
	static struct options opt;
	int rc;

	stack_limit_settle(argv);
	keep_standard_descriptors();
	if (!has_memory())
		return STATUS_CANNOT_RUN;
	signal(SIGXFSZ, SIG_IGN); /* writing behind ulimit -f fails, and is reported */
	if (jobs_asked_for(argc, argv)) {
		rc = jobs_run(argc, argv);
		fflush(stdout);
		return rc;
	}
	rc = restart_command(&argc, &argv);
	if (rc < 0)
		rc = options_parse(&opt, argc, argv);
	if (rc < 0 && kept_files_refuse(&opt))
		rc = STATUS_USAGE;
	if (rc < 0 && opt.gdb_rank >= 0 && !opt.gdb_port)
		debugger_become(argv);
	if (rc < 0)
		set_time_zone(&opt);
	if (rc < 0 && (opt.gdb_rank < 0 || opt.gdb_port)) /* gdb follows the parent */
		supervisor_begin("");
	if (rc < 0)
		rc = machine_run(&opt);
	gdb_ended(rc);
	file_write_abandon();
	fflush(stdout);
	fflush(stderr);
#ifdef __SANITIZE_ADDRESS__
	__lsan_do_leak_check();
#endif
	/* libc's exit would flush streams that belong to the processes. */
	_exit(rc);
}
