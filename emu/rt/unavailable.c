/* unavailable.c - what the compute node kernel does not have: processes of the
 * program's own making.  Answers as the machine does, ENOSYS. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int no(void)
{
	errno = ENOSYS;
	return -1;
}

pid_t fork(void)
{
	return no();
}

pid_t vfork(void)
{
	return no();
}

int system(const char *command)
{
	return command ? no() : 0;
}

FILE *popen(const char *command, const char *mode)
{
	(void)command, (void)mode;
	no();
	return NULL;
}

int execve(const char *path, char *const argv[], char *const envp[])
{
	(void)path, (void)argv, (void)envp;
	return no();
}

int execv(const char *path, char *const argv[])
{
	(void)path, (void)argv;
	return no();
}

int execvp(const char *path, char *const argv[])
{
	(void)path, (void)argv;
	return no();
}

pid_t wait(int *status)
{
	(void)status;
	return no();
}

pid_t waitpid(pid_t pid, int *status, int options)
{
	(void)pid, (void)status, (void)options;
	return no();
}
