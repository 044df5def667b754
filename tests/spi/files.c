/*
 * files.c - what a rank may rely on about its files.  Usage: files CASE DIRECTORY.  Every rank
 * ends with 0 if all is as POSIX has it for a process of its own.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cnk/include/SPI_syscalls.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

static int failed;
static unsigned rank;

#define CHECK(what) \
	((what) ? (void)0 : (void)(failed = 1, \
		fprintf(stderr, "rank %u: %s:%d: not so: %s (errno %d)\n", rank, __FILE__, \
			__LINE__, #what, errno)))

/* An address at which nothing is. */
static char *volatile wild = (char *)8;

static const char *own_name(const char *what)
{
	static char name[64];

	snprintf(name, sizeof name, "%s.%u", what, rank);
	return name;
}

/* Descriptors, directory and mask are the rank's. */
static void descriptors(void)
{
	struct stat st;
	char here[4096];
	int a, b;

	umask(rank % 2 ? 0077 : 0002);
	CHECK(mkdir(own_name("dir"), 0777) == 0 && chdir(own_name("dir")) == 0);
	CHECK(getcwd(here, sizeof here) && strstr(here, own_name("dir")));
	a = open("file", O_RDWR | O_CREAT | O_EXCL, 0666);
	CHECK(a == 3);
	CHECK(fstat(a, &st) == 0 && (st.st_mode & 0777) == (rank % 2 ? 0600u : 0664u));
	CHECK(write(a, "0123456789", 10) == 10);
	b = dup(a);
	CHECK(b == 4 && lseek(b, 2, SEEK_SET) == 2 && lseek(a, 0, SEEK_CUR) == 2);
	CHECK(dup2(a, 17) == 17 && fcntl(17, F_GETFD) == 0 && close(a) == 0);
	CHECK(read(17, here, 3) == 3 && !memcmp(here, "234", 3));
	CHECK(open("file", O_RDONLY | O_CLOEXEC) == 3 && fcntl(3, F_GETFD) == FD_CLOEXEC);
	CHECK(fcntl(3, F_DUPFD, 9) == 9 && (fcntl(9, F_GETFL) & O_ACCMODE) == O_RDONLY);
	CHECK(write(9, "x", 1) == -1 && errno == EBADF);
	for (int fd = 18; fd < 300; fd++) /* none of bgq-run's is within reach */
		CHECK(close(fd) == -1 && errno == EBADF);
	CHECK(pread(17, here, 4, 8) == 2 && pwrite(17, "ab", 2, 9) == 2);
	CHECK(stat("file", &st) == 0 && st.st_size == 11);
	struct iovec v[2] = { { "vec", 3 }, { "tor", 3 } };

	CHECK(ftruncate(17, 0) == 0 && lseek(17, 0, SEEK_SET) == 0 && writev(17, v, 2) == 6);
	CHECK(pread(17, here, 10, 0) == 6 && !memcmp(here, "vector", 6));
	CHECK(rename("file", "other") == 0 && access("file", F_OK) == -1 && errno == ENOENT);
	CHECK(symlink("other", "link") == 0 && readlink("link", here, sizeof here) == 5);
	CHECK(open("none", O_RDONLY) == -1 && errno == ENOENT);
	CHECK(syscall(SYS_write, 17, "again", 5) == 5 && syscall(SYS_close, 250) == -1);
	CHECK(send(17, "x", 1, 0) == -1 && errno == ENOTSOCK);
	CHECK(send(5, "x", 1, 0) == -1 && errno == EBADF);
	CHECK(chdir("..") == 0 && access(own_name("dir"), X_OK) == 0);
	CHECK(lseek(17, 0, SEEK_SET) == 0 && read(17, wild, 1) == -1 && errno == EFAULT);
	CHECK(write(17, wild, 1) == -1 && errno == EFAULT && write(1, wild, 1) == -1);
	CHECK(open(wild, O_RDONLY) == -1 && errno == EFAULT);
}

static void entries(void)
{
	struct dirent **list, *e;
	glob_t found;
	DIR *d;
	int n = 0;

	CHECK(mkdir(own_name("many"), 0777) == 0 && chdir(own_name("many")) == 0);
	for (int i = 0; i < 300; i++) {
		char name[40];

		snprintf(name, sizeof name, "a_file_with_a_longer_name_%03d", i);
		close(creat(name, 0666));
	}
	d = opendir(".");
	CHECK(d && dirfd(d) == 3);
	while ((e = readdir(d)) != NULL)
		n += e->d_name[0] == 'a';
	CHECK(n == 300);
	rewinddir(d);
	CHECK(readdir(d) != NULL && closedir(d) == 0);
	CHECK(scandir(".", &list, NULL, alphasort) == 302 &&
	      !strcmp(list[2]->d_name, "a_file_with_a_longer_name_000"));
	char template[] = "tempXXXXXX", again[] = "tempXXXXXX";
	int fd = mkstemp(template);

	CHECK(fd == 3 && mkstemp(again) == 4 && strcmp(template, again));
	CHECK(glob("*_29[0-4]", 0, NULL, &found) == 0 && found.gl_pathc == 5);
	globfree(&found);
	CHECK(unlink(template) == 0 && unlink(again) == 0);
}

static void streams(void)
{
	char line[100], *text = malloc(100000);
	FILE *f = fopen(own_name("stream"), "w+"), *g;

	CHECK(f && fileno(f) == 3);
	memset(text, 'x', 99999);
	text[99999] = '\0';
	CHECK(fprintf(f, "first %u\n", rank) > 0 && fputs(text, f) >= 0);
	CHECK(ftell(f) == (long)(99999 + strlen("first 1\n") + (rank > 9)));
	rewind(f);
	CHECK(fgets(line, sizeof line, f) && !strncmp(line, "first", 5));
	CHECK(fseek(f, 10, SEEK_SET) == 0 && getc(f) == 'x' && ungetc('y', f) == 'y');
	CHECK(fclose(f) == 0 && close(3) == -1);
	f = fopen(own_name("stream"), "a");
	CHECK(fputs("end", f) >= 0 && fflush(f) == 0);
	g = fdopen(open(own_name("stream"), O_RDONLY), "r");
	CHECK(fseek(g, -3, SEEK_END) == 0 && fread(line, 1, 10, g) == 3 && feof(g));
	CHECK(!memcmp(line, "end", 3) && fclose(g) == 0 && fclose(f) == 0);
	CHECK(!fopen("no/such/file", "r") && errno == ENOENT);
	CHECK(!fdopen(77, "r") && errno == EBADF);
	f = tmpfile();
	CHECK(f && fputs("temporary", f) >= 0);
	rewind(f);
	CHECK(fscanf(f, "%99s", line) == 1 && !strcmp(line, "temporary"));
	f = fopen("/dev/full", "w");
	CHECK(f && fputs("lost", f) >= 0 && fflush(f) == EOF && errno == ENOSPC);
	fclose(f);
	free(text);
}

/* Where the standard streams go. */
static void redirected(void)
{
	int kept = dup(1), fd;

	printf("rank %u before\n", rank);
	if (rank == 1) {
		fd = open(own_name("out"), O_WRONLY | O_CREAT, 0666);
		CHECK(dup2(fd, 1) == 1 && close(fd) == 0);
	} else if (rank == 2) {
		CHECK(freopen(own_name("out"), "w", stdout) == stdout && fileno(stdout) == 1);
	} else if (rank == 3) {
		CHECK(close(1) == 0);
		CHECK(printf("nowhere\n") < 0 || fflush(stdout) == EOF);
		CHECK(open(own_name("out"), O_WRONLY | O_CREAT, 0666) == 1);
		clearerr(stdout);
	}
	printf("rank %u after\n", rank);
	fflush(stdout);
	CHECK(write(kept, "", 0) == 0);
	CHECK(dprintf(kept, "rank %u kept\n", rank) > 0);
}

static void *feed(void *arg)
{
	const int *fd = arg;

	for (int i = 0; i < 300; i++) {
		char block[1000];

		memset(block, i, sizeof block);
		if (write(*fd, block, sizeof block) != sizeof block)
			return (void *)1;
	}
	close(*fd);
	return NULL;
}

static void *starve(void *arg)
{
	char c;

	return read(*(const int *)arg, &c, 1) == 1 ? arg : NULL;
}

/* More than a pipe takes. */
static void *fill(void *f)
{
	static const char block[200000];

	return fwrite(block, 1, sizeof block, f) == sizeof block ? f : NULL;
}

static void *get(void *f)
{
	return fgetc(f) == EOF ? NULL : f;
}

/* A thread that waits for the host, and is cancelled. */
static void cancelled(void)
{
	pthread_t t;
	void *result;
	int fd;

	CHECK(mkfifo(own_name("empty"), 0666) == 0);
	fd = open(own_name("empty"), O_RDWR);
	CHECK(fd == 3 && pthread_create(&t, NULL, starve, &fd) == 0);
	usleep(1000);
	CHECK(pthread_cancel(t) == 0 && pthread_join(t, &result) == 0);
	CHECK(result == PTHREAD_CANCELED && write(fd, "x", 1) == 1);

	/* A cancelled reader holds no end of its pipe. */
	int pair[2];

	CHECK(signal(SIGPIPE, SIG_IGN) != SIG_ERR && pipe(pair) == 0);
	CHECK(pthread_create(&t, NULL, starve, &pair[0]) == 0);
	usleep(1000);
	CHECK(pthread_cancel(t) == 0 && pthread_join(t, &result) == 0);
	CHECK(result == PTHREAD_CANCELED && close(pair[0]) == 0);
	CHECK(write(pair[1], "x", 1) == -1 && errno == EPIPE);

	/* A cancelled writer leaves the stream to others, also to one that waits for it. */
	FILE *f = pipe(pair) == 0 ? fdopen(pair[1], "w") : NULL;
	pthread_t other;

	CHECK(f && pthread_create(&t, NULL, fill, f) == 0);
	usleep(1000);
	CHECK(pthread_create(&other, NULL, fill, f) == 0);
	usleep(1000);
	CHECK(pthread_cancel(t) == 0 && pthread_join(t, &result) == 0);
	CHECK(result == PTHREAD_CANCELED && close(pair[0]) == 0);
	CHECK(pthread_join(other, &result) == 0 && result == NULL);
	CHECK(fputs("x", f) >= 0 && fclose(f) == EOF && errno == EPIPE);

	f = pipe(pair) == 0 ? fdopen(pair[0], "r") : NULL;
	CHECK(f && pthread_create(&t, NULL, get, f) == 0);
	usleep(1000);
	CHECK(pthread_cancel(t) == 0 && pthread_join(t, &result) == 0);
	CHECK(result == PTHREAD_CANCELED && write(pair[1], "y", 1) == 1 && fgetc(f) == 'y');
}

/* Data that are not taken from a file are still to be read. */
static void sent(void)
{
	static char block[200000];
	int pair[2], fd = open(own_name("sent"), O_RDWR | O_CREAT, 0666);
	off_t at = 1;

	CHECK(write(fd, block, sizeof block) == sizeof block && lseek(fd, 0, SEEK_SET) == 0);
	CHECK(pipe2(pair, O_NONBLOCK) == 0);
	CHECK(sendfile(pair[1], fd, NULL, sizeof block) == 65536);
	CHECK(lseek(fd, 0, SEEK_CUR) == 65536);
	CHECK(sendfile(pair[1], fd, NULL, sizeof block) == -1 && errno == EAGAIN);
	CHECK(lseek(fd, 0, SEEK_CUR) == 65536);
	CHECK(sendfile(pair[1], fd, &at, 1) == -1 && at == 1);
	CHECK(sendfile(fd, pair[0], NULL, 1) == -1 && errno == EINVAL);
	CHECK(getcwd(NULL, 1) == NULL && errno == ERANGE);
}

/* A working directory that has been removed has no name. */
static void removed_directory(void)
{
	char here[PATH_MAX];

	CHECK(mkdir(own_name("gone"), 0777) == 0 && chdir(own_name("gone")) == 0);
	CHECK(getcwd(here, sizeof here) && rmdir(here) == 0);
	errno = 0;
	CHECK(!getcwd(here, sizeof here) && errno == ENOENT);
	CHECK(!realpath(".", here) && errno == ENOENT);
}

/* Pipes between threads, and poll. */
static void pipes(void)
{
	struct pollfd p[2];
	struct timeval tv = { 0, 1000 };
	pthread_t t;
	fd_set in;
	char block[777];
	long n, total = 0, sum = 0;
	void *result;
	int fd[2];
	uint64_t start;

	CHECK(pipe(fd) == 0 && fd[0] == 3 && fd[1] == 4);
	p[0] = (struct pollfd){ .fd = fd[0], .events = POLLIN };
	p[1] = (struct pollfd){ .fd = fd[1], .events = POLLOUT };
	start = GetTimeBase();
	CHECK(poll(p, 1, 5) == 0 && GetTimeBase() - start >= 5 * 1600000);
	CHECK(GetTimeBase() - start < 6 * 1600000);
	CHECK(poll(p, 2, -1) == 1 && p[1].revents == POLLOUT);
	FD_ZERO(&in);
	FD_SET(fd[0], &in);
	CHECK(select(fd[0] + 1, &in, NULL, NULL, &tv) == 0 && !FD_ISSET(fd[0], &in));
	CHECK(pthread_create(&t, NULL, feed, &fd[1]) == 0);
	CHECK(poll(p, 1, -1) == 1 && p[0].revents & POLLIN);
	while ((n = read(fd[0], block, sizeof block)) > 0) {
		total += n;
		for (long i = 0; i < n; i++)
			sum += (unsigned char)block[i];
	}
	CHECK(n == 0 && total == 300000 && pthread_join(t, &result) == 0 && !result);
	CHECK(sum == 1000L * (255 * 128 + 43 * 44 / 2));
	CHECK(fcntl(fd[0], F_SETFL, O_NONBLOCK) == 0 && read(fd[0], block, 1) == 0);
	CHECK(pipe(fd) == 0 && close(fd[0]) == 0);
	CHECK(signal(SIGPIPE, SIG_IGN) != SIG_ERR && write(fd[1], "x", 1) == -1 && errno == EPIPE);
}

/* Threads that share streams: lines stay whole, none is lost. */
static void *print_lines(void *arg)
{
	FILE **f = arg;

	for (int i = 0; i < 1000; i++)
		fprintf(f[i % 2], "line %4d of a thread, with the usual text behind it\n", i);
	return NULL;
}

static void *count_lines(void *arg)
{
	char line[100];
	long n = 0;

	while (fgets(line, sizeof line, arg))
		n += strlen(line) == 53 && !memcmp(line, "line ", 5);
	return (void *)n;
}

static void threads(void)
{
	FILE *f[2] = { fopen(own_name("lines"), "w+"), fopen(own_name("more"), "w+") };
	pthread_t t[4];
	long lines = 0;
	void *n;

	for (int i = 0; i < 4; i++)
		CHECK(pthread_create(&t[i], NULL, print_lines, f) == 0);
	for (int i = 0; i < 4; i++)
		CHECK(pthread_join(t[i], NULL) == 0);
	for (int k = 0; k < 2; k++) {
		rewind(f[k]);
		for (int i = 0; i < 4; i++)
			CHECK(pthread_create(&t[i], NULL, count_lines, f[k]) == 0);
		for (int i = 0; i < 4; i++) {
			CHECK(pthread_join(t[i], &n) == 0);
			lines += (long)n;
		}
		CHECK(fclose(f[k]) == 0);
	}
	CHECK(lines == 4000);
}

/* Shared memory as files, and what the machine says of itself. */
static void machine(void)
{
	struct stat st;
	struct utsname u;
	char text[4096];
	int fd, n;
	char *p;

	fd = shm_open("/box", O_RDWR | O_CREAT, 0600);
	CHECK(fd == 3 && ioctl(fd, FIOBGQATOMIC, &n) == 0);
	CHECK(posix_fallocate(fd, 0, 8192) == 0 && fstat(fd, &st) == 0 && st.st_size == 8192);
	CHECK(fchmod(fd, 0666) == 0 && dup(fd) == 4 && fcntl(fd, F_GETFL) == O_RDWR);
	p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(p != MAP_FAILED);
	strcpy(p + 5000, "inside");
	CHECK(pread(4, text, 7, 5000) == 7 && !strcmp(text, "inside"));
	CHECK(lseek(fd, -3192, SEEK_END) == 5000 && read(4, text, 6) == 6);
	CHECK(close(fd) == 0 && open("/dev/shm/box", O_RDWR) == 3);
	CHECK(write(3, "from a file", 11) == 11 && !strcmp(p, "from a file"));
	CHECK(stat("/dev/shm/box", &st) == 0 && st.st_size == 8192);
	CHECK(open("/dev/shm/none", O_RDWR) == -1 && errno == ENOENT);
	CHECK(unlink("/dev/shm/box") == 0 && shm_open("/box", O_RDWR, 0) == -1);
	CHECK((fd = shm_open("./box", O_RDWR | O_CREAT, 0600)) >= 0); /* each a name of its own */
	CHECK(close(fd) == 0 && shm_open("/box", O_RDWR, 0) == -1 && errno == ENOENT);
	CHECK((fd = shm_open("//./box", O_RDWR, 0)) >= 0 && close(fd) == 0);
	CHECK((fd = open("/dev/shm/./box", O_RDWR)) >= 0 && close(fd) == 0);
	CHECK(open("/dev/shm//./box", O_RDWR) == -1 && errno == ENOENT);
	CHECK((fd = shm_open("/..", O_RDWR | O_CREAT, 0600)) >= 0 && close(fd) == 0);
	CHECK(shm_open("/.", O_RDWR, 0) == -1 && errno == ENOENT);
	CHECK(shm_open("//", O_RDWR | O_CREAT, 0600) == -1 && errno == EINVAL);
	CHECK(shm_unlink("/..") == 0 && shm_unlink("./box") == 0 && shm_unlink("/box") == -1);
	CHECK(open("/dev/local/x", O_RDWR | O_CREAT, 0666) == -1 && errno == ENOENT);
	CHECK(open("/dev/persist/x", O_RDWR | O_CREAT, 0666) == -1 && errno == ENOENT);
	fd = open(own_name("plain"), O_RDWR | O_CREAT, 0666);
	CHECK(ioctl(fd, FIOBGQATOMIC, &n) == -1);
	CHECK(write(fd, "mapped", 6) == 6);
	p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	CHECK(p != MAP_FAILED && !strcmp(p, "mapped"));
	CHECK(uname(&u) == 0 && !strcmp(u.sysname, "CNK") && !strcmp(u.machine, "BGQ"));
	n = (int)readlink("/proc/self/exe", text, sizeof text - 1);
	CHECK(n > 0 && !memcmp(text + n - 10, "/spi/files", 10));
	struct rlimit lim;

	CHECK(getrlimit(RLIMIT_NOFILE, &lim) == 0 && lim.rlim_cur == 4096);
	CHECK(sysconf(_SC_OPEN_MAX) == 4096 && getdtablesize() == 4096);
	lim.rlim_cur = 3;
	CHECK(setrlimit(RLIMIT_NOFILE, &lim) == -1 && errno == EPERM);
	fd = open("/proc/self/cmdline", O_RDONLY);
	n = (int)read(fd, text, sizeof text - 1);
	CHECK(n > 0 && strstr((text[n] = '\0', text), " machine "));
	CHECK(open("/proc/self/maps", O_RDONLY) == -1 && open("/proc/1/maps", O_RDONLY) == -1);
}

/* Ranks write one file, each its blocks, in turn and over each other: what remains is what
 * came last in simulated time. */
static void shared(void)
{
	enum { BLOCK = 65536, BLOCKS = 16 };
	static char block[BLOCK];
	uint64_t start = GetTimeBase();
	int fd = open("shared", O_RDWR | O_CREAT, 0666), log, own;

	own = open(own_name("own"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
	log = open("log", O_WRONLY | O_CREAT | O_APPEND, 0666);
	for (int i = 0; i < BLOCKS; i++) {
		memset(block, 'A' + (int)(rank + (unsigned)i) % 57, BLOCK);
		CHECK(pwrite(fd, block, BLOCK, (off_t)BLOCK * (rank * BLOCKS + i)) == BLOCK);
		CHECK(write(own, block, BLOCK) == BLOCK);
		CHECK(pwrite(fd, block, 100, (off_t)BLOCK * i + 50) == 100);
		CHECK(dprintf(log, "%u %d %llu\n", rank, i,
			      (unsigned long long)(GetTimeBase() - start)) > 0);
		if ((rank + (unsigned)i) % 5 == 0)
			usleep(rank * 7 % 50);
	}
	printf("rank %u: %llu\n", rank, (unsigned long long)(GetTimeBase() - start));
}

/* A counter in a file that all ranks add to, under two kinds of locks. */
static void locks(void)
{
	int fd = open("counter", O_RDWR | O_CREAT, 0666);
	struct flock l = { .l_whence = SEEK_SET };
	uint64_t n[2];

	for (int i = 0; i < 20; i++) {
		l.l_type = F_WRLCK;
		CHECK(i % 2 || flock(fd, LOCK_EX) == 0);
		CHECK(i % 2 == 0 || fcntl(fd, F_SETLKW, &l) == 0);
		n[0] = n[1] = 0;
		CHECK(pread(fd, n, sizeof n, 0) >= 0);
		n[i % 2]++;
		CHECK(pwrite(fd, &n[i % 2], 8, 8 * (i % 2)) == 8);
		l.l_type = F_UNLCK;
		CHECK(i % 2 || flock(fd, LOCK_UN) == 0);
		CHECK(i % 2 == 0 || fcntl(fd, F_SETLK, &l) == 0);
	}
	printf("rank %u ends at %llu\n", rank, (unsigned long long)GetTimeBase());
	usleep(10000);
	CHECK(pread(fd, n, sizeof n, 0) == 16 && n[0] == n[1]);
	printf("rank %u counted %u\n", rank, (unsigned)n[0]);
}

/* One megabyte each, in calls of so many bytes; prints the cycles. */
static void timed(void)
{
	static char block[1 << 20];
	int fd = open(own_name("timed"), O_RDWR | O_CREAT, 0666);
	uint64_t start = GetTimeBase();

	for (int i = 0; i < 16; i++)
		CHECK(write(fd, block, sizeof block) == sizeof block);
	printf("wrote in %llu\n", (unsigned long long)(GetTimeBase() - start));
	CHECK(lseek(fd, 0, SEEK_SET) == 0);
	start = GetTimeBase();
	for (int i = 0; i < 16; i++)
		CHECK(read(fd, block, sizeof block) == sizeof block);
	printf("read in %llu\n", (unsigned long long)(GetTimeBase() - start));
}

/* Rank 1 reads a FIFO that stays empty until all others are done. */
static void fifo(void)
{
	char word[10] = "";
	struct pollfd p;
	int fd;

	if (rank == 1) {
		fd = open("fifo", O_RDONLY);
		p = (struct pollfd){ .fd = fd, .events = POLLIN };
		CHECK(poll(&p, 1, 2) >= 0 && poll(&p, 1, -1) == 1 && p.revents & POLLIN);
		CHECK(fd == 3 && read(fd, word, sizeof word) == 5 && !memcmp(word, "word", 4));
		printf("rank 1 has it\n");
	} else {
		printf("rank %u is done\n", rank);
	}
}

static void many(void)
{
	for (int i = 0; i < 40; i++) {
		char name[80];

		snprintf(name, sizeof name, "%s.%d", own_name("many"), i);
		CHECK(open(name, O_WRONLY | O_CREAT, 0666) == 3 + i);
	}
	usleep(1000);
}

static void too_many(void)
{
	int fd = 0;

	usleep(rank);
	while (fd >= 0 && fd < 100)
		fd = open(own_name("many"), O_WRONLY | O_CREAT, 0666);
	CHECK(fd >= 0 || errno == EMFILE);
	usleep(1000);
}

/* Data that a rank has written when it dies are in its file. */
static void dies(void)
{
	FILE *f = fopen(own_name("dies"), "w");

	fprintf(f, "rank %u wrote this\n", rank);
	if (rank % 2)
		*wild = 1;
	abort();
}

static void *beside(void *counter)
{
	for (;;)
		++*(volatile uint64_t *)counter;
	return NULL;
}

/* Dies like dies(), beside threads that are due at any time. */
static void dies_beside(void)
{
	static uint64_t counters[3];
	pthread_t t;

	for (unsigned i = 0; i < 3; i++)
		pthread_create(&t, NULL, beside, &counters[i]);
	for (volatile unsigned i = 0; i < 1000 + 10 * rank; i++)
		;
	dies();
}

static const struct {
	const char *name;
	void (*run)(void);
} cases[] = {
	{ "descriptors", descriptors }, { "entries", entries }, { "streams", streams },
	{ "redirected", redirected }, { "pipes", pipes }, { "machine", machine },
	{ "threads", threads }, { "removed_directory", removed_directory },
	{ "cancelled", cancelled }, { "sent", sent },
	{ "shared", shared }, { "timed", timed }, { "locks", locks }, { "fifo", fifo },
	{ "many", many }, { "too_many", too_many }, { "dies", dies },
	{ "dies_beside", dies_beside },
};

int main(int argc, char **argv)
{
	rank = Kernel_GetRank();
	if (argc < 3 || chdir(argv[2]) != 0)
		return 2;
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
		if (!strcmp(argv[1], cases[i].name))
			cases[i].run();
	return failed;
}
