/* addr2line.c - see addr2line.h. */
#include "addr2line.h"
#include "image.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int failure;

static int spawn(pid_t *pid, char *const argv[], int out)
{
	posix_spawn_file_actions_t fa;

	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_adddup2(&fa, out, STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&fa, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	int rc = posix_spawnp(pid, argv[0], &fa, NULL, argv, (char *[]){ NULL });

	posix_spawn_file_actions_destroy(&fa);
	return rc;
}

pid_t addr2line_open(char *const argv[], FILE **answer)
{
	pid_t pid;
	int fd[2];

	if (pipe2(fd, O_CLOEXEC) != 0) {
		atomic_store(&failure, errno);
		return -1;
	}
	*answer = fdopen(fd[0], "r");

	int rc = *answer ? spawn(&pid, argv, fd[1]) : errno;

	close(fd[1]);
	if (rc == 0)
		return pid;
	atomic_store(&failure, rc);
	if (*answer)
		fclose(*answer);
	else
		close(fd[0]);
	return -1;
}

void addr2line_close(pid_t pid, FILE *answer)
{
	fclose(answer);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

const char *image_unnamed(void)
{
	int rc = atomic_load(&failure);

	return rc ? strerror(rc) : NULL;
}
