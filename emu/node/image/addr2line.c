/* addr2line.c - see addr2line.h.  A report of a fault comes here, so nothing is used that has a
 * lock of libc: the thread that has faulted, or another one, may hold it for ever. */
#include "addr2line.h"
#include "image.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Asked for last: no place of a program, so that its line ends an answer. */
#define LAST_ADDRESS "0xffffffffffffffff"
#define ADDRESS_BYTES 24
#define PATH_BYTES 4096

#define STEP_MS 100
#define HURRY_MS 500 /* the patience that is left when the run is to end */

static atomic_int failure;
static atomic_bool hurry;
static pthread_mutex_t in_use = PTHREAD_MUTEX_INITIALIZER;
static char of_path[PATH_BYTES]; /* the program that it was started for; "": it is not running */
static int it;        /* socket to it */
static pid_t pid;
static struct timespec until; /* it has answered then, or is given up */
static size_t lines_left;     /* of its answer, or it is given up */
static char answer[4096];     /* from it: */
static size_t answer_at, answer_bytes;

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
	close(it);
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	*of_path = '\0';
}

static int start(const char *path)
{
	char *const argv[] = { "addr2line", "-a", "-i", "-f", "-C", "-e", of_path, NULL };
	int end[2], rc;

	if (strlen(path) >= sizeof of_path)
		return ENAMETOOLONG;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end) != 0)
		return errno;
	strcpy(of_path, path);
	rc = spawn(argv, end[1]);
	close(end[1]);
	it = end[0];
	answer_at = answer_bytes = 0;
	if (rc) {
		close(it);
		*of_path = '\0';
	}
	return rc;
}

static void patience_begin(struct timespec *end)
{
	clock_gettime(CLOCK_MONOTONIC, end);
	end->tv_sec += ADDR2LINE_PATIENCE_S;
}

/* Waits until addr2line takes or gives something, or has ended; false: not in time. */
static bool await(short what)
{
	struct pollfd p = { .fd = it, .events = what };
	struct timespec now;
	long waited_ms = 0;

	for (;;) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		long left_ms = (until.tv_sec - now.tv_sec) * 1000 +
			       (until.tv_nsec - now.tv_nsec) / 1000000;

		if (left_ms <= 0 || (waited_ms >= HURRY_MS && atomic_load(&hurry))) {
			errno = ETIMEDOUT;
			return false;
		}
		int n = poll(&p, 1, left_ms < STEP_MS ? (int)left_ms : STEP_MS);

		waited_ms += STEP_MS;
		if (n > 0)
			return true;
		if (n < 0 && errno != EINTR)
			return false;
	}
}

static bool say(const char *text, size_t bytes)
{
	while (bytes) {
		ssize_t n = -1;

		if (await(POLLOUT))
			n = send(it, text, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (n < 0 && errno != EINTR && errno != EAGAIN)
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

/* Once it has not answered in time, or without end, it is not asked again. */
static bool is_given_up(void)
{
	int rc = atomic_load(&failure);

	return rc == ETIMEDOUT || rc == EPROTO;
}

static bool lock(void)
{
	static const struct timespec step = { .tv_nsec = STEP_MS * 1000000 };
	long waited_ms = 0;

	while (pthread_mutex_trylock(&in_use) != 0) {
		nanosleep(&step, NULL);
		waited_ms += STEP_MS;
		if (waited_ms > (atomic_load(&hurry) ? 2 * HURRY_MS : ADDR2LINE_PATIENCE_S * 1000))
			return false;
	}
	return true;
}

void image_hurry(void)
{
	atomic_store(&hurry, true);
}

bool addr2line_ask(const char *path, const uint64_t *address, size_t n)
{
	int rc = 0;

	if (is_given_up() || !lock())
		return false;
	patience_begin(&until);
	lines_left = (n + 1) * ADDR2LINE_LINES;
	if (*of_path && strcmp(of_path, path))
		stop();
	if (!*of_path)
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

/* The next byte of its answer; -1: there is none. */
static int next_byte(void)
{
	while (answer_at == answer_bytes) {
		answer_at = answer_bytes = 0; /* a store: the kernel's alone may be refused */
		ssize_t n = await(POLLIN) ? recv(it, answer, sizeof answer, MSG_DONTWAIT) : -1;

		if (n == 0)
			return -1;
		if (n < 0 && errno == ETIMEDOUT)
			atomic_store(&failure, ETIMEDOUT);
		if (n < 0 && errno != EINTR && errno != EAGAIN)
			return -1;
		answer_bytes = n > 0 ? (size_t)n : 0;
	}
	return (unsigned char)answer[answer_at++];
}

/* The rest of a line that is too long is dropped. */
static bool read_line(char line[ADDR2LINE_LINE_BYTES])
{
	size_t n = 0;
	int c;

	*line = '\0';
	if (lines_left == 0) {
		atomic_store(&failure, EPROTO);
		return false;
	}
	lines_left--;
	while ((c = next_byte()) >= 0 && c != '\n')
		if (n + 1 < ADDR2LINE_LINE_BYTES)
			line[n++] = (char)c;
	line[n] = '\0';
	return c >= 0;
}

bool addr2line_next(char line[ADDR2LINE_LINE_BYTES])
{
	bool more = read_line(line);

	if (more && strcmp(line, LAST_ADDRESS))
		return true;
	/* A function and a place that are not known end the answer. */
	if (!more || !read_line(line) || !read_line(line))
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
