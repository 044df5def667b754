/*
 * strays.c - functions of libc that a rank must not reach the host by: each is the rank's own,
 * or is refused.  Usage: strays DIRECTORY.  Ranks end with 0 if all is right.
 */
#define _GNU_SOURCE
#include "spi_test.h"

#include <aio.h>
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <ftw.h>
#include <malloc.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#define FAILS(call, error) CHECK((errno = 0, (long)(call)) == -1 && errno == (error))

static unsigned rank;

/* The host's users, clocks, processes. */
static void host(void)
{
	struct timex tx = { .modes = 0 };
	struct timespec ts = { 1, 0 };
	struct sysinfo si;
	char text[64];
	struct iovec v = { text, 1 };
	unsigned cpu, node;
	double load[3];

	FAILS(setuid(0), EPERM);
	FAILS(setgid(0), EPERM);
	FAILS(setpgid(0, 0), EPERM);
	FAILS(setsid(), EPERM);
	FAILS(nice(3), EPERM);
	FAILS(chroot("/"), EPERM);
	FAILS(setpriority(PRIO_PROCESS, 0, 3), EPERM);
	FAILS(sethostname("x", 1), ENOSYS);
	FAILS(clock_settime(CLOCK_REALTIME, &ts), ENOSYS);
	FAILS(adjtimex(&tx), ENOSYS);
	FAILS(mount("a", "/", "b", 0, NULL), ENOSYS);
	FAILS(ptrace(PTRACE_TRACEME, 0, NULL, NULL), ENOSYS);
	FAILS(process_vm_readv(getpid(), &v, 1, &v, 1, 0), ENOSYS);
	FAILS(sysinfo(&si), ENOSYS);
	FAILS(prlimit(0, RLIMIT_NOFILE, NULL, NULL), ENOSYS);
	FAILS(getloadavg(load, 3), ENOSYS);
	FAILS(getpgid(1), ESRCH);
	CHECK(getpgrp() == getpid() && getpgid(0) == getpid() && getsid(0) == getpid());
	CHECK(getlogin() == NULL && prctl(PR_SET_NAME, "x") == 0);
	FAILS(prctl(PR_SET_DUMPABLE, 0), EINVAL);
	CHECK(getcpu(&cpu, &node) == 0 && (int)cpu == sched_getcpu() && node == 0);
	syslog(LOG_ERR, "nowhere");
	CHECK(mlockall(MCL_CURRENT) == 0 && munlockall() == 0);
}

static void memory(void)
{
	struct rlimit lim;
	char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t used = mallinfo2().uordblks;
	void *volatile q = malloc(100000);

	CHECK(mallinfo2().uordblks >= used + 100000 && mallopt(M_MMAP_MAX, 0) == 1);
	free(q);
	CHECK(mallinfo2().uordblks == used);
	CHECK(sbrk(0) > (void *)p && brk(sbrk(0)) == 0);
	FAILS(sbrk(4096), ENOMEM);
	memset(p, 'x', 8192);
	CHECK(madvise(p, 4096, MADV_WILLNEED) == 0 && p[0] == 'x');
	CHECK(madvise(p, 4096, MADV_DONTNEED) == 0 && p[0] == 0 && p[4096] == 'x');
	FAILS(madvise((void *)8192, 4096, MADV_DONTNEED), ENOMEM);
	CHECK(getrlimit(RLIMIT_STACK, &lim) == 0 && lim.rlim_cur > 1 << 20);
	CHECK(lim.rlim_cur < 1u << 30);
	CHECK(sysconf(_SC_PHYS_PAGES) == get_phys_pages());
	CHECK((uint64_t)get_phys_pages() * 4096 <= UINT64_C(1) << 34);
	CHECK(get_avphys_pages() > 0 && get_avphys_pages() < get_phys_pages());
}

/* Names: relative to the rank's directory, and the machine's own. */
static unsigned visited;

static int visit(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	CHECK(kind == FTW_F || kind == FTW_DP || kind == FTW_SL || st);
	CHECK(at->base == 0 || path[at->base - 1] == '/');
	visited++;
	return !strcmp(path + at->base, "stop") ? 7 : 0;
}

static void names(void)
{
	struct timeval tv[2] = { { 5, 0 }, { 6, 0 } };
	struct dirent **list;
	struct statfs fs;
	struct statx x;
	struct stat st;
	char text[64];
	int dir;

	CHECK(mkdir("d", 0777) == 0 && mkdir("d/e", 0777) == 0);
	dir = open("d", O_RDONLY);
	CHECK(mkfifoat(dir, "fifo", 0600) == 0 && mknodat(dir, "node", S_IFREG | 0600, 0) == 0);
	CHECK(stat("d/fifo", &st) == 0 && S_ISFIFO(st.st_mode) && stat("d/node", &st) == 0);
	CHECK(futimesat(dir, "node", tv) == 0 && stat("d/node", &st) == 0 && st.st_mtime == 6);
	CHECK(symlink("nowhere", "d/link") == 0 && lutimes("d/link", tv) == 0);
	CHECK(lstat("d/link", &st) == 0 && st.st_mtime == 6);
	CHECK(eaccess("d/node", R_OK) == 0 && pathconf("d", _PC_NAME_MAX) == 255);
	FAILS(pathconf("none", _PC_NAME_MAX), ENOENT);
	FAILS(getxattr("d", "user.x", text, 9), EOPNOTSUPP);
	CHECK(ftok("d/node", 1) != -1 && ftok("none", 1) == -1);
	CHECK(strstr(canonicalize_file_name("d/e"), "/d/e"));
	CHECK(scandirat(dir, ".", &list, NULL, alphasort) == 6 && !strcmp(list[2]->d_name, "e"));
	CHECK(nftw("d", visit, 9, FTW_PHYS | FTW_DEPTH) == 0 && visited == 5);
	CHECK(close(open("d/e/stop", O_WRONLY | O_CREAT, 0666)) == 0);
	CHECK(nftw("d/", visit, 9, FTW_PHYS) == 7 && nftw("none", visit, 9, 0) == -1);

	/* Files that the host has by these names are not there, however the names are spelt. */
	FAILS(open("//proc/self/maps", O_RDONLY), ENOENT);
	FAILS(open("/proc/./self/maps", O_RDONLY), ENOENT);
	FAILS(open("/etc/../proc/self/maps", O_RDONLY), ENOENT);
	FAILS(chdir("/etc/../proc/self"), ENOENT);
	CHECK(symlink("/proc/self/maps", "maps") == 0);
	FAILS(open("maps", O_RDONLY), ENOENT);
	FAILS(stat("/proc/self/maps", &st), ENOENT);
	FAILS(mkdir("/dev/shm/x", 0777), EPERM);
	FAILS(rename("/dev/shm/x", "/dev/shm/y"), EPERM);
	FAILS(statfs("/proc", &fs), ENOENT);
	CHECK(fstatfs(dir, &fs) == 0);

	/* Shared memory by name, and the standard streams. */
	CHECK(close(open("//dev/shm/strays", O_RDWR | O_CREAT, 0600)) == 0);
	CHECK(truncate("/dev/shm/strays", 100) == 0 && chmod("/dev/shm/strays", 0600) == 0);
	CHECK(statx(AT_FDCWD, "/dev/shm/strays", 0, STATX_SIZE, &x) == 0 && x.stx_size == 100);
	CHECK(truncate("/dev/shm/strays", 0) == 0 && truncate("/dev/shm/strays", 100) == 0);
	FAILS(truncate("/dev/shm/none", 1), ENOENT);
	CHECK(statx(1, "", AT_EMPTY_PATH, STATX_MODE, &x) == 0 && S_ISFIFO(x.stx_mode));
	CHECK(statx(dir, "", AT_EMPTY_PATH, STATX_MODE, &x) == 0 && S_ISDIR(x.stx_mode));
	CHECK(statx(dir, "e", 0, STATX_MODE, &x) == 0 && S_ISDIR(x.stx_mode));
	CHECK(stat("/dev/stdout", &st) == 0 && S_ISFIFO(st.st_mode));
	snprintf(text, sizeof text, "/dev/fd/%d", dir);
	CHECK(stat(text, &st) == 0 && S_ISDIR(st.st_mode));
}

/* Offsets at the edge of what an off_t holds. */
static void edges(void)
{
	const off_t most = INT64_MAX;
	int fd = open("/dev/shm/edges", O_RDWR | O_CREAT, 0600);
	int in = open("in", O_RDWR | O_CREAT, 0600);
	char c = 'x';
	off_t at = -5;

	CHECK(fd >= 0 && ftruncate(fd, 10) == 0);
	CHECK(lseek(fd, most, SEEK_SET) == most);
	FAILS(lseek(fd, most, SEEK_CUR), EOVERFLOW);
	FAILS(write(fd, &c, 1), EFBIG);
	FAILS(pwrite(fd, &c, 1, most), EFBIG);
	CHECK(read(fd, &c, 1) == 0 && pread(fd, &c, 1, most) == 0);
	CHECK(posix_fallocate(fd, most, most) == EFBIG && posix_fallocate(fd, -1, 5) == EINVAL);
	CHECK(pwrite(fd, "secret", 6, 0) == 6 && close(fd) == 0);
	fd = open("/dev/shm/edges", O_RDWR | O_TRUNC);
	CHECK(ftruncate(fd, 10) == 0 && read(fd, &c, 1) == 1 && c == 0);
	FAILS(sendfile(fd, in, &at, 5), EINVAL);
	FAILS(eventfd_write(in, 1), ENOSYS);
	FAILS(eventfd_write(99, 1), EBADF);
}

static void asynchronous(void)
{
	char text[16] = "asynchronous", back[16] = "";
	int fd = open("aio", O_RDWR | O_CREAT, 0600);
	struct aiocb w = { .aio_fildes = fd, .aio_buf = text, .aio_nbytes = 12, .aio_offset = 3,
			   .aio_sigevent.sigev_notify = SIGEV_NONE };
	struct aiocb r = w, *list[2] = { &w, &r };

	r.aio_buf = back;
	r.aio_lio_opcode = LIO_READ;
	w.aio_lio_opcode = LIO_WRITE;
	CHECK(lio_listio(LIO_WAIT, list, 2, NULL) == 0 && !strcmp(back, text));
	CHECK(aio_error(&r) == 0 && aio_return(&r) == 12);
	CHECK(aio_suspend((const struct aiocb *const *)list, 2, NULL) == 0);
	r.aio_fildes = 99;
	CHECK(aio_read(&r) == 0 && aio_error(&r) == EBADF && aio_return(&r) == -1);
	CHECK(aio_cancel(fd, NULL) == AIO_ALLDONE && aio_fsync(O_SYNC, &w) == 0);

	/* Clocks that there are not. */
	struct timespec soon = { 0, 100 };

	CHECK(clock_nanosleep(99, 0, &soon, NULL) == EINVAL);
	CHECK(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &(struct timespec){ 0, -1 }, NULL) ==
	      EINVAL);
	FAILS(clock_getres(99, NULL), EINVAL);
	CHECK(nanosleep(&soon, &soon) == 0);

	struct sigevent by_thread = { .sigev_notify = SIGEV_THREAD };

	FAILS(lio_listio(LIO_NOWAIT, list, 2, &by_thread), ENOSYS);
}

/* Uses tables that libc keeps once for a process. */
static void tables(void)
{
	ENTRY e = { .key = "rank", .data = (void *)(long)rank };
	void *frames[4];
	char line[200];
	int fd = open("trace", O_RDWR | O_CREAT, 0600), point, negative;

	CHECK(hcreate(10) && hsearch(e, ENTER) && (unsigned)(long)hsearch(e, FIND)->data == rank);
	hdestroy();
	backtrace_symbols_fd(frames, backtrace(frames, 2), fd);
	CHECK(pread(fd, line, sizeof line, 0) > 4);
	CHECK(!strcmp(ecvt(rank + 0.5, 3, &point, &negative), rank == 0 ? "500" :
		      rank == 1 ? "150" : rank == 2 ? "250" : "350"));
	CHECK(!strcmp(l64a(63), "z") && a64l("z") == 63);
}

int main(int argc, char **argv)
{
	char name[16];

	rank = Kernel_GetRank();
	snprintf(name, sizeof name, "own.%u", rank);
	CHECK(argc == 2 && chdir(argv[1]) == 0 && mkdir(name, 0777) == 0 && chdir(name) == 0);
	host();
	memory();
	names();
	edges();
	asynchronous();
	tables();
	return 0;
}
