/*
 * sockets.c - sockets of ranks, and what a write without a reader does.
 * Usage: sockets CASE DIRECTORY.  Ranks end with 0 if all is as POSIX has it.
 */
#define _GNU_SOURCE
#include "spi_test.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define BLOCK 1000
#define BYTES (3000 * BLOCK)

static unsigned rank;
static volatile int handled;

static void handler(int sig)
{
	handled += sig == SIGPIPE || sig == SIGUSR1;
}

/* Fills by blocks, which cost little time. */
static void fill(unsigned char *p)
{
	for (unsigned at = 0; at < BYTES; at += BLOCK)
		memset(p + at, (int)(at / BLOCK + rank), BLOCK);
}

/* A file whose name is complete when its contents are. */
static void publish(const char *name, const void *what, size_t n)
{
	int fd = open("new", O_WRONLY | O_CREAT | O_TRUNC, 0666);

	CHECK(write(fd, what, n) == (ssize_t)n && close(fd) == 0 && rename("new", name) == 0);
}

static void await(const char *name, void *what, size_t n)
{
	int fd;

	while ((fd = open(name, O_RDONLY)) < 0)
		usleep(1000);
	CHECK(read(fd, what, n) == (ssize_t)n && close(fd) == 0);
}

/* Rank 0 serves rank 1 over TCP: in pieces, both ways, much at once. */
static void serve(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET }, from;
	static unsigned char data[BYTES];
	struct iovec v[2] = { { data, 1000 }, { data + 1000, BYTES - 1000 } };
	struct msghdr m = { .msg_iov = v, .msg_iovlen = 2 };
	socklen_t n = sizeof at;
	int s = socket(AF_INET, SOCK_STREAM, 0), c, on = 1, get = 0;
	struct pollfd p = { .fd = s, .events = POLLIN };
	struct stat st;

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	CHECK(s == 3 && setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0);
	CHECK(bind(s, (struct sockaddr *)&at, sizeof at) == 0 && listen(s, 4) == 0);
	CHECK(getsockname(s, (struct sockaddr *)&at, &n) == 0 && n == sizeof at && at.sin_port);
	CHECK(fstat(s, &st) == 0 && S_ISSOCK(st.st_mode));
	n = sizeof get;
	CHECK(getsockopt(s, SOL_SOCKET, SO_TYPE, &get, &n) == 0 && get == SOCK_STREAM);
	CHECK(fcntl(s, F_SETFL, O_NONBLOCK) == 0);
	CHECK(accept(s, NULL, NULL) == -1 && errno == EAGAIN && fcntl(s, F_SETFL, 0) == 0);
	publish("port", &at, sizeof at);
	CHECK(poll(&p, 1, -1) == 1 && p.revents == POLLIN);
	n = sizeof from;
	c = accept(s, (struct sockaddr *)&from, &n);
	CHECK(c == 4 && from.sin_family == AF_INET && n == sizeof from);
	CHECK(recv(c, data, BYTES, MSG_WAITALL) == BYTES);
	CHECK(recv(c, data, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
	CHECK(sendmsg(c, &m, 0) == BYTES);
	CHECK(read(c, data, 1) == 0 && shutdown(c, SHUT_RDWR) == 0 && close(c) == 0);
}

static void ask(void)
{
	static unsigned char data[BYTES], back[BYTES];
	struct sockaddr_in at;
	size_t done = 0;
	ssize_t n;
	int s = socket(AF_INET, SOCK_STREAM, 0), ready = 0;

	await("port", &at, sizeof at);
	fill(data);
	CHECK(connect(s, (struct sockaddr *)&at, sizeof at) == 0);
	CHECK(write(s, data, BYTES / 2) == BYTES / 2);
	CHECK(send(s, data + BYTES / 2, BYTES - BYTES / 2, 0) == BYTES - BYTES / 2);
	for (struct pollfd p = { .fd = s, .events = POLLIN }; ready == 0;)
		CHECK(poll(&p, 1, -1) == 1 && ioctl(s, FIONREAD, &ready) == 0);
	while (done < BYTES && (n = read(s, back + done, BYTES - done)) > 0)
		done += (size_t)n;
	CHECK(done == BYTES && !memcmp(back, data, BYTES));
	CHECK(close(s) == 0);
}

static void tcp(void)
{
	if (rank == 0)
		serve();
	else if (rank == 1)
		ask();
}

static void *echo(void *arg)
{
	int fd = *(int *)arg;
	char c[64];
	ssize_t n;

	while ((n = read(fd, c, sizeof c)) > 0)
		CHECK(send(fd, c, (size_t)n, 0) == n);
	return NULL;
}

/* Uses local sockets within a rank; names are relative to its own directory; datagrams. */
static void local(void)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX, .sun_path = "door" };
	struct sockaddr_in at = { .sin_family = AF_INET }, from;
	socklen_t n = sizeof at;
	char name[16], text[16];
	int pair[2], s, t, u;
	pthread_t thread;
	struct stat st;

	snprintf(name, sizeof name, "own.%u", rank);
	CHECK(mkdir(name, 0777) == 0 && chdir(name) == 0);
	CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 && pair[0] == 3 && pair[1] == 4);
	CHECK(pthread_create(&thread, NULL, echo, &pair[1]) == 0);
	CHECK(write(pair[0], "there", 5) == 5 && recv(pair[0], text, 5, MSG_WAITALL) == 5);
	CHECK(!memcmp(text, "there", 5) && shutdown(pair[0], SHUT_WR) == 0);
	CHECK(pthread_join(thread, NULL) == 0);
	s = socket(AF_UNIX, SOCK_STREAM, 0);
	CHECK(bind(s, (struct sockaddr *)&un, sizeof un) == 0 && listen(s, 1) == 0);
	CHECK(stat("door", &st) == 0 && S_ISSOCK(st.st_mode));
	t = socket(AF_UNIX, SOCK_STREAM, 0);
	CHECK(connect(t, (struct sockaddr *)&un, sizeof un) == 0);
	struct sockaddr_un back;
	socklen_t bytes = sizeof back;

	CHECK(getpeername(t, (struct sockaddr *)&back, &bytes) == 0);
	CHECK(!strcmp(back.sun_path, "door"));
	CHECK(bytes == offsetof(struct sockaddr_un, sun_path) + sizeof "door");
	u = accept4(s, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	CHECK(u >= 0 && fcntl(u, F_GETFD) == FD_CLOEXEC);
	CHECK(read(u, text, 1) == -1 && errno == EAGAIN);
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	s = socket(AF_INET, SOCK_DGRAM, 0);
	t = socket(AF_INET, SOCK_DGRAM, 0);
	CHECK(bind(s, (struct sockaddr *)&at, sizeof at) == 0);
	CHECK(getsockname(s, (struct sockaddr *)&at, &n) == 0);
	CHECK(sendto(t, "word", 4, 0, (struct sockaddr *)&at, n) == 4);
	CHECK(recvfrom(s, text, sizeof text, 0, (struct sockaddr *)&from, &n) == 4);
	CHECK(n == sizeof from && from.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
}

/* Wrong calls are refused, each in its way. */
static void wrong(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	struct timeval tv = { 1, 0 };
	int s = socket(AF_INET, SOCK_STREAM, 0);

	CHECK(socket(12345, SOCK_STREAM, 0) == -1 && errno == EAFNOSUPPORT);
	CHECK(setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof tv) == -1 && errno == ENOPROTOOPT);
	CHECK(connect(s, (struct sockaddr *)8, 16) == -1 && errno == EFAULT);
	CHECK(listen(1, 1) == -1 && errno == ENOTSOCK && listen(77, 1) == -1 && errno == EBADF);
	CHECK(listen(open("plain", O_RDWR | O_CREAT, 0666), 1) == -1 && errno == ENOTSOCK);
	CHECK(getpeername(s, (struct sockaddr *)&at, &(socklen_t){ sizeof at }) == -1);
	CHECK(errno == ENOTCONN && lseek(s, 0, SEEK_SET) == -1 && errno == ESPIPE);

	struct msghdr m = { .msg_iov = (struct iovec *)8, .msg_iovlen = 1 };

	CHECK(sendmsg(s, &m, 0) == -1 && errno == EFAULT);
	CHECK(recvmsg(s, &m, MSG_DONTWAIT) == -1 && errno == EFAULT);
	m.msg_iovlen = 5000;
	CHECK(sendmsg(s, &m, 0) == -1 && errno == EMSGSIZE);
}

/* ---- a rank ends while a thread of its own waits for input */

static void *starve(void *arg)
{
	char c;

	read(*(int *)arg, &c, 1);
	return NULL;
}

static void left(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t n = sizeof at;
	pthread_t t;
	char c;
	int s = socket(AF_INET, SOCK_STREAM, 0);

	if (rank == 0) {
		at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		CHECK(bind(s, (struct sockaddr *)&at, sizeof at) == 0 && listen(s, 1) == 0);
		CHECK(getsockname(s, (struct sockaddr *)&at, &n) == 0);
		publish("port", &at, sizeof at);
		CHECK(read(accept(s, NULL, NULL), &c, 1) == 0);
	} else if (rank == 1) {
		await("port", &at, sizeof at);
		CHECK(connect(s, (struct sockaddr *)&at, sizeof at) == 0);
		CHECK(pthread_create(&t, NULL, starve, &s) == 0);
		usleep(1000);
	}
}

/* Input that comes after a wait for it has been given up is there for the next one. */
static void *interrupted(void *arg)
{
	char c;

	CHECK(read(*(int *)arg, &c, 1) == -1 && errno == EINTR);
	return NULL;
}

static void kept(void)
{
	struct sigaction act = { .sa_handler = handler };
	int pair[2];
	pthread_t t;
	void *result;
	char c = 0;

	CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 && !sigaction(SIGUSR1, &act, NULL));
	CHECK(pthread_create(&t, NULL, interrupted, &pair[0]) == 0);
	usleep(1000);
	CHECK(pthread_kill(t, SIGUSR1) == 0 && pthread_join(t, NULL) == 0 && handled == 1);
	CHECK(pthread_create(&t, NULL, starve, &pair[0]) == 0);
	usleep(1000);
	CHECK(pthread_cancel(t) == 0 && pthread_join(t, &result) == 0);
	CHECK(result == PTHREAD_CANCELED && write(pair[1], "x", 1) == 1);
	CHECK(read(pair[0], &c, 1) == 1 && c == 'x');
	CHECK(pthread_create(&t, NULL, starve, &pair[0]) == 0);
	usleep(1000);
	CHECK(pthread_cancel(t) == 0 && pthread_join(t, NULL) == 0 && close(pair[0]) == 0);
	CHECK(send(pair[1], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
}

/* ---- writes without a reader */

static sigjmp_buf out;

static void leave(int sig)
{
	siglongjmp(out, sig);
}

static void broken(void)
{
	int fd[2], pair[2];
	sigset_t set;

	CHECK(pipe(fd) == 0 && close(fd[0]) == 0 && signal(SIGPIPE, handler) != SIG_ERR);
	CHECK(write(fd[1], "x", 1) == -1 && errno == EPIPE && handled == 1);
	CHECK(dprintf(fd[1], "y") < 0 && handled == 2);
	CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 && close(pair[0]) == 0);
	CHECK(send(pair[1], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE && handled == 2);
	CHECK(send(pair[1], "x", 1, 0) == -1 && errno == EPIPE && handled == 3);
	CHECK(signal(SIGPIPE, SIG_IGN) == handler);
	CHECK(write(fd[1], "x", 1) == -1 && errno == EPIPE && handled == 3);
	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	CHECK(signal(SIGPIPE, handler) == SIG_IGN && sigprocmask(SIG_BLOCK, &set, NULL) == 0);
	CHECK(write(fd[1], "x", 1) == -1 && errno == EPIPE && handled == 3);
	CHECK(sigprocmask(SIG_UNBLOCK, &set, NULL) == 0 && handled == 4);
	CHECK(signal(SIGPIPE, leave) == handler);
	if (sigsetjmp(out, 1) == 0) {
		write(fd[1], "x", 1);
		CHECK(0);
	}
	CHECK(write(1, "", 0) == 0 && open("after", O_RDWR | O_CREAT, 0666) == 3 + (fd[0] != 3));
}

/* SIGPIPE kills without a handler: rank 1 ends, with what it has printed. */
static void kills(void)
{
	int fd[2];

	if (rank != 1)
		return;
	CHECK(pipe(fd) == 0 && close(fd[0]) == 0);
	printf("rank 1 has said so");
	write(fd[1], "x", 1);
	printf("rank 1 lives\n");
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} cases[] = { { "tcp", tcp }, { "local", local }, { "wrong", wrong },
		      { "left", left }, { "kept", kept },
		      { "broken", broken }, { "kills", kills } };

	rank = Kernel_GetRank();
	CHECK(argc == 3 && chdir(argv[2]) == 0);
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
		if (!strcmp(cases[i].name, argv[1])) {
			cases[i].run();
			return 0;
		}
	return 2;
}
