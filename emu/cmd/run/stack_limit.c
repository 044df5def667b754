/* stack_limit.c - see stack_limit.h. */
#include "stack_limit.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "emu/node/machine/status.h"

#define USUAL_BYTES  ((rlim_t)8 << 20)
#define LEAST_BYTES  ((rlim_t)1 << 20)
#define LARGE_BYTES  ((rlim_t)1 << 32) /* for each of bgq-run's threads */

/* A process has the name of the file that it is started from, and that of a link would be "exe".
 * Returns if that fails. */
static void start_again(char **argv)
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

	if (n > 0) {
		self[n] = '\0';
		execv(self, argv);
	}
}

void stack_limit_settle(char **argv)
{
	struct rlimit l;

	if (getrlimit(RLIMIT_STACK, &l) != 0 ||
	    (l.rlim_cur >= LEAST_BYTES && l.rlim_cur <= LARGE_BYTES))
		return;
	rlim_t was = l.rlim_cur;

	l.rlim_cur = USUAL_BYTES;
	if (l.rlim_max < l.rlim_cur)
		l.rlim_max = l.rlim_cur; /* root may */
	if (setrlimit(RLIMIT_STACK, &l) == 0)
		start_again(argv);
	if (was > LARGE_BYTES)
		return;
	fprintf(stderr, "bgq-run: ulimit -s is %" PRIu64 " KiB: it needs 1024 KiB\n",
		(uint64_t)was >> 10);
	_exit(STATUS_CANNOT_RUN);
}
