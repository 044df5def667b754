/*
 * system_calls.c - syscall(2) on time, memory, processors, identity, names and limits does what
 * the C library's function does, for each rank by itself.  Prints what is wrong; ends with the
 * number of errors.
 * Not here: files and futexes (files.c, threads.c), calls that end the rank (ends.c).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static int errors;
#define CHECK(e) ((e) ? (void)0 : (void)(errors++, printf("line %d: %s\n", __LINE__, #e)))

static void times_are(void)
{
	struct timeval a, b;
	struct timespec c, d, ms = { 0, 1000000 };
	struct tms t;
	struct rusage r;

	CHECK(syscall(SYS_gettimeofday, &a, NULL) == 0 && gettimeofday(&b, NULL) == 0);
	CHECK(b.tv_sec - a.tv_sec <= 1 && a.tv_sec > 0);
	CHECK(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &c) == 0);
	CHECK(syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &ms, NULL) == 0);
	CHECK(clock_gettime(CLOCK_MONOTONIC, &d) == 0);
	CHECK((d.tv_sec - c.tv_sec) * 1000000000 + d.tv_nsec - c.tv_nsec >= 1000000);
	CHECK(syscall(SYS_clock_nanosleep, 99, 0, &ms, NULL) == -1 && errno == EINVAL);
	CHECK(syscall(SYS_clock_getres, CLOCK_REALTIME, &c) == 0);
	CHECK(syscall(SYS_times, &t) >= 0);
	CHECK(syscall(SYS_getrusage, RUSAGE_SELF, &r) == 0);
#ifdef SYS_time
	time_t now = 0;

	CHECK(syscall(SYS_time, &now) == now && now == time(NULL));
#endif
}

static void memory_is(void)
{
	char *p = (char *)syscall(SYS_mmap, NULL, 65536, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(p != MAP_FAILED);
	memset(p, 1, 65536);
	CHECK(syscall(SYS_mprotect, p, 4096, PROT_READ) == 0 && p[1] == 1);
	CHECK(syscall(SYS_munmap, p, 65536) == 0);
	CHECK(syscall(SYS_mmap, NULL, 0, PROT_READ, MAP_PRIVATE, -1, 0) == -1);
	CHECK((void *)syscall(SYS_brk, 0) == sbrk(0));
}

static void identity_is(void)
{
	cpu_set_t set, same;
	unsigned cpu = 99, node = 99;

	CHECK(syscall(SYS_getppid) == getppid() && syscall(SYS_getpgid, 0) == getpid());
	CHECK(syscall(SYS_getcpu, &cpu, &node, NULL) == 0 && (int)cpu == sched_getcpu());
	CHECK(syscall(SYS_sched_getaffinity, 0, sizeof set, &set) > 0);
	CHECK(sched_getaffinity(0, sizeof same, &same) == 0 && CPU_EQUAL(&set, &same));
	CHECK(syscall(SYS_sched_setaffinity, 0, sizeof set, &set) == 0);
	CHECK(syscall(SYS_execve, "/bin/true", NULL, NULL) == -1 && errno == ENOSYS);
#ifdef SYS_fork
	CHECK(syscall(SYS_fork) == -1 && errno == ENOSYS);
#endif
}

static void names_are(void)
{
	struct utsname a, b;
	struct rlimit lim, same;
	char place[4096], other[4096];

	CHECK(syscall(SYS_uname, &a) == 0 && uname(&b) == 0);
	CHECK(strcmp(a.sysname, "CNK") == 0 && strcmp(a.nodename, b.nodename) == 0);
	CHECK(getcwd(other, sizeof other) == other);
	CHECK(syscall(SYS_getcwd, place, sizeof place) == (long)strlen(other) + 1);
	CHECK(strcmp(place, other) == 0);
	CHECK(syscall(SYS_getcwd, place, 1) == -1 && errno == ERANGE);
	CHECK(syscall(SYS_getrlimit, RLIMIT_NOFILE, &lim) == 0);
	CHECK(getrlimit(RLIMIT_NOFILE, &same) == 0 && lim.rlim_cur == same.rlim_cur);
}

int main(void)
{
	times_are();
	memory_is();
	identity_is();
	names_are();
	return errors;
}
