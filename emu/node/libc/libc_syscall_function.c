/*
 * libc_syscall_function.c - system calls on time, memory, processors and identity that do what
 * the C library's functions of their names do, for syscall() and for assembly.
 *
 * Never: a number that the host's kernel would be asked with.
 */
#include <errno.h>
#include <sys/syscall.h>

#include "emu/node/posix/posix.h"
#include "libc.h"
#include "libc_syscall.h"

/* The kernel returns the end, where the library's function tells of success. */
static long brk_to(void *end)
{
	if (end)
		emu_brk(end);
	return (long)emu_sbrk(0);
}

/* The kernel returns how many bytes it has stored. */
static long affinity_get(pid_t tid, size_t bytes, cpu_set_t *set)
{
	if (emu_sched_getaffinity(tid, bytes, set))
		return -1;
	return (long)(bytes < sizeof *set ? bytes : sizeof *set);
}

static long sleep_until(const long *a)
{
	int rc = emu_clock_nanosleep((clockid_t)a[0], (int)a[1], (const struct timespec *)a[2],
				     (struct timespec *)a[3]);

	if (!rc)
		return 0;
	errno = rc;
	return -1;
}

static long of_time(long number, const long *a)
{
	switch (number) {
	case SYS_gettimeofday: return emu_gettimeofday((struct timeval *)a[0], (void *)a[1]);
	case SYS_clock_gettime:
		return emu_clock_gettime((clockid_t)a[0], (struct timespec *)a[1]);
	case SYS_clock_getres:
		return emu_clock_getres((clockid_t)a[0], (struct timespec *)a[1]);
	case SYS_nanosleep:
		return emu_nanosleep((const struct timespec *)a[0], (struct timespec *)a[1]);
	case SYS_clock_nanosleep: return sleep_until(a);
	case SYS_times: return emu_times((struct tms *)a[0]);
	case SYS_getrusage: return emu_getrusage((int)a[0], (struct rusage *)a[1]);
#ifdef SYS_time
	case SYS_time: return emu_time((time_t *)a[0]);
#endif
	default: return LIBC_NO_FUNCTION;
	}
}

static long of_memory(long number, const long *a)
{
	void *p = (void *)a[0];
	size_t bytes = (size_t)a[1];

	switch (number) {
	case SYS_mmap:
		return (long)emu_mmap(p, bytes, (int)a[2], (int)a[3], (int)a[4], a[5]);
	case SYS_munmap: return emu_munmap(p, bytes);
	case SYS_mprotect: return emu_mprotect(p, bytes, (int)a[2]);
	case SYS_msync: return emu_msync(p, bytes, (int)a[2]);
	case SYS_madvise: return emu_madvise(p, bytes, (int)a[2]);
	case SYS_brk: return brk_to(p);
	default: return LIBC_NO_FUNCTION;
	}
}

/* A rank has no children. */
static long of_identity(long number, const long *a)
{
	switch (number) {
	case SYS_gettid: return emu_gettid();
	case SYS_getpid: return emu_getpid();
	case SYS_getppid: return emu_getppid();
	case SYS_getpgid: return emu_getpgid((pid_t)a[0]);
	case SYS_getgroups: return emu_getgroups((int)a[0], (gid_t *)a[1]);
	case SYS_sched_yield: return emu_sched_yield();
	case SYS_getcpu: return emu_getcpu((unsigned *)a[0], (unsigned *)a[1]);
	case SYS_sched_getaffinity:
		return affinity_get((pid_t)a[0], (size_t)a[1], (cpu_set_t *)a[2]);
	case SYS_sched_setaffinity:
		return emu_sched_setaffinity((pid_t)a[0], (size_t)a[1], (cpu_set_t *)a[2]);
	case SYS_getrandom: return emu_getrandom((void *)a[0], (size_t)a[1], (unsigned)a[2]);
#ifdef SYS_fork
	case SYS_getpgrp: return emu_getpgrp();
	case SYS_fork:
	case SYS_vfork:
#endif
	case SYS_execve: return emu_no_such_call();
	default: return LIBC_NO_FUNCTION;
	}
}

long libc_syscall_function(long number, const long *a)
{
	static long (*const parts[])(long, const long *) = { of_time, of_memory, of_identity };

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		long rc = parts[i](number, a);

		if (rc != LIBC_NO_FUNCTION)
			return rc;
	}
	return LIBC_NO_FUNCTION;
}
