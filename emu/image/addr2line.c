/* addr2line.c - see addr2line.h. */
#include "addr2line.h"
#include "host_heap.h"
#include "image.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Asked for last: no place of a program, so that its line ends an answer. */
#define LAST_ADDRESS "0xffffffffffffffff"
#define ADDRESS_BYTES 24

__thread unsigned host_heap_entered;

static atomic_int failure;
static pthread_mutex_t in_use = PTHREAD_MUTEX_INITIALIZER;
static char *of_path; /* of the program that it was started for; NULL: it is not running */
static FILE *answer;  /* from it; to_it: to it */
static int to_it;
static pid_t pid;

static int spawn(char *const argv[], int end)
{
	posix_spawn_file_actions_t fa;
	posix_spawnattr_t attr;
	sigset_t none;

	sigemptyset(&none);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setpgroup(&attr, 0); /* ^C is for the emulator, which then asks it */
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_adddup2(&fa, end, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&fa, end, STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&fa, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	int rc = posix_spawnp(&pid, argv[0], &fa, &attr, argv, (char *[]){ NULL });

	posix_spawn_file_actions_destroy(&fa);
	posix_spawnattr_destroy(&attr);
	return rc;
}

static void stop(void)
{
	fclose(answer);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	free(of_path);
	of_path = NULL;
}

static int start(const char *path)
{
	char *name = strdup(path);
	char *const argv[] = { "addr2line", "-a", "-i", "-f", "-C", "-e", name, NULL };
	int end[2], rc;

	if (!name)
		return ENOMEM;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end) != 0) {
		rc = errno;
		free(name);
		return rc;
	}
	rc = spawn(argv, end[1]);
	close(end[1]);
	answer = rc ? NULL : fdopen(end[0], "r");
	if (!answer) {
		close(end[0]);
		free(name);
		return rc ? rc : ENOMEM;
	}
	to_it = end[0];
	of_path = name;
	return 0;
}

static bool say(const char *text, size_t bytes)
{
	while (bytes) {
		ssize_t n = send(to_it, text, bytes, MSG_NOSIGNAL);

		if (n < 0 && errno != EINTR)
			return false;
		text += n > 0 ? n : 0;
		bytes -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

static bool question(const uint64_t *address, size_t n)
{
	char text[(ADDR2LINE_AT_ONCE + 1) * ADDRESS_BYTES];
	size_t bytes = 0;

	for (size_t i = 0; i < n; i++)
		bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "0x%llx\n",
					  (unsigned long long)address[i]);
	bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, LAST_ADDRESS "\n");
	return say(text, bytes);
}

bool addr2line_ask(const char *path, const uint64_t *address, size_t n)
{
	int rc = 0;

	pthread_mutex_lock(&in_use);
	if (of_path && strcmp(of_path, path))
		stop();
	if (!of_path)
		rc = start(path);
	if (rc == 0 && !question(address, n)) {
		rc = errno;
		stop();
	}
	if (rc == 0)
		return true;
	atomic_store(&failure, rc);
	pthread_mutex_unlock(&in_use);
	return false;
}

static bool read_line(char **line, size_t *room)
{
	ssize_t n = getline(line, room, answer);

	if (n > 0 && (*line)[n - 1] == '\n')
		(*line)[n - 1] = '\0';
	return n > 0;
}

bool addr2line_next(char **line, size_t *room)
{
	bool more = read_line(line, room);

	if (more && strcmp(*line, LAST_ADDRESS))
		return true;
	/* A function and a place that are not known end the answer. */
	if (!more || !read_line(line, room) || !read_line(line, room))
		stop();
	pthread_mutex_unlock(&in_use);
	return false;
}

char *addr2line_place(char *line)
{
	char *file = strrchr(line, '/'), *rest;

	file = file ? file + 1 : line;
	rest = strstr(file, " (discriminator");
	if (rest)
		*rest = '\0';
	return file;
}

const char *image_unnamed(void)
{
	int rc = atomic_load(&failure);

	return rc ? strerror(rc) : NULL;
}
