/* spawn_cost.c - microseconds of one posix_spawn of /bin/true with its wait: the
 * least of several batches.  The yardstick of bench/boot.sh. */
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>

#define BATCHES 10
#define SPAWNS 20

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + 1e-9 * (double)ts.tv_nsec;
}

int main(void)
{
	char *argv[] = { "/bin/true", NULL }, *envp[] = { NULL };
	double best = 1e9;

	for (int b = 0; b < BATCHES; b++) {
		double start = seconds();

		for (int i = 0; i < SPAWNS; i++) {
			pid_t pid;
			int status;

			if (posix_spawn(&pid, argv[0], NULL, NULL, argv, envp) != 0 ||
			    waitpid(pid, &status, 0) != pid)
				return 1;
		}
		double each = (seconds() - start) / SPAWNS;

		if (each < best)
			best = each;
	}
	printf("%.1f\n", best * 1e6);
	return 0;
}
