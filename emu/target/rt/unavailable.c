/*
 * unavailable.c - services that compute nodes do not have: other processes, shells,
 * System V IPC.  As CNK does, these calls fail with ENOSYS; none of them may
 * reach the host.
 */
#include "cost.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static int unavailable(void)
{
	RT_COST(kill);
	errno = ENOSYS;
	return -1;
}

/* Calls that return int (or pid_t) and whose arguments do not matter. */
#define UNAVAILABLE(name) \
int rt_##name(void) __asm__(#name); \
int rt_##name(void) \
{ \
	return unavailable(); \
}

UNAVAILABLE(fork)
UNAVAILABLE(vfork)
UNAVAILABLE(_Fork)
UNAVAILABLE(clone)
UNAVAILABLE(execl)
UNAVAILABLE(execle)
UNAVAILABLE(execlp)
UNAVAILABLE(execv)
UNAVAILABLE(execve)
UNAVAILABLE(execvp)
UNAVAILABLE(execvpe)
UNAVAILABLE(fexecve)
UNAVAILABLE(execveat)
UNAVAILABLE(wait)
UNAVAILABLE(waitpid)
UNAVAILABLE(wait3)
UNAVAILABLE(wait4)
UNAVAILABLE(waitid)
UNAVAILABLE(pclose)
UNAVAILABLE(daemon)
UNAVAILABLE(shmget)
UNAVAILABLE(shmctl)
UNAVAILABLE(shmdt)
UNAVAILABLE(semget)
UNAVAILABLE(msgget)

/* NULL asks whether there is a shell. */
int system(const char *command)
{
	return command ? unavailable() : 0;
}

FILE *popen(const char *command, const char *mode)
{
	(void)command, (void)mode;
	unavailable();
	return NULL;
}

/* posix_spawn() and posix_spawnp() return the error. */
int posix_spawn(pid_t *restrict pid, const char *restrict path,
	const posix_spawn_file_actions_t *restrict actions,
	const posix_spawnattr_t *restrict attr, char *const argv[restrict],
	char *const envp[restrict])
{
	(void)pid, (void)path, (void)actions, (void)attr, (void)argv, (void)envp;
	return ENOSYS;
}

extern __typeof__(posix_spawn) posix_spawnp __attribute__((alias("posix_spawn")));

/* Makes a key of the rank's own file as libc does, for shared memory that there is not. */
key_t ftok(const char *path, int project)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return -1;
	return (key_t)(((unsigned)st.st_ino & 0xffff) | ((unsigned)st.st_dev & 0xff) << 16 |
		       ((unsigned)project & 0xff) << 24);
}
