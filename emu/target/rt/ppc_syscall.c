/*
 * ppc_syscall.c - what translated PowerPC assembly asks of the kernel and of the thread: sc, with
 * the number and the arguments of CNK, and the registers that point to the stack and the thread.
 *
 * Numbers are those of Linux for PowerPC, as CNK's are, and CNK's own above them (spi_syscall.c).
 *
 * Never: a number of the host taken for one of the machine.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "include/bgqemu/abi.h"

#define CNK_FIRST 1024u
#define SUMMARY_OVERFLOW 1u /* in a field of the condition register: the call has failed */
#define THREAD_POINTER_BIAS 0x7000 /* of the ABI */

int bgqemu_spi_syscall(uint32_t number, uint64_t call[]);

/* Newer processors' kernels have a part of the calls in their general form only. */
#ifndef SYS_open
#define SYS_open   BY_FUNCTION
#define SYS_link   BY_FUNCTION
#define SYS_unlink BY_FUNCTION
#define SYS_time   BY_FUNCTION
#define SYS_chmod  BY_FUNCTION
#define SYS_access BY_FUNCTION
#define SYS_rename BY_FUNCTION
#define SYS_mkdir  BY_FUNCTION
#define SYS_rmdir  BY_FUNCTION
#define SYS_dup2   BY_FUNCTION
#define SYS_symlink  BY_FUNCTION
#define SYS_readlink BY_FUNCTION
#define SYS_stat  BY_FUNCTION
#define SYS_lstat BY_FUNCTION
#endif
#define BY_FUNCTION 0xffff

static const struct {
	uint16_t ppc, host;
} numbers[] = {
	{ 1, SYS_exit }, { 3, SYS_read }, { 4, SYS_write }, { 5, SYS_open }, { 6, SYS_close },
	{ 9, SYS_link }, { 10, SYS_unlink }, { 12, SYS_chdir }, { 13, SYS_time },
	{ 15, SYS_chmod }, { 19, SYS_lseek }, { 20, SYS_getpid }, { 24, SYS_getuid },
	{ 33, SYS_access }, { 37, SYS_kill }, { 38, SYS_rename }, { 39, SYS_mkdir },
	{ 40, SYS_rmdir }, { 41, SYS_dup }, { 43, SYS_times }, { 45, SYS_brk },
	{ 47, SYS_getgid }, { 49, SYS_geteuid }, { 50, SYS_getegid }, { 54, SYS_ioctl },
	{ 55, SYS_fcntl }, { 60, SYS_umask }, { 63, SYS_dup2 }, { 77, SYS_getrusage },
	{ 64, SYS_getppid }, { 75, SYS_setrlimit }, { 76, SYS_getrlimit }, { 190, SYS_getrlimit },
	{ 94, SYS_fchmod }, { 148, SYS_fdatasync }, { 248, SYS_clock_nanosleep },
	{ 78, SYS_gettimeofday }, { 83, SYS_symlink }, { 85, SYS_readlink }, { 90, SYS_mmap },
	{ 91, SYS_munmap }, { 92, SYS_truncate }, { 93, SYS_ftruncate }, { 106, SYS_stat },
	{ 107, SYS_lstat }, { 108, SYS_fstat }, { 118, SYS_fsync }, { 122, SYS_uname },
	{ 125, SYS_mprotect }, { 145, SYS_readv }, { 146, SYS_writev },
	{ 158, SYS_sched_yield }, { 162, SYS_nanosleep }, { 179, SYS_pread64 },
	{ 180, SYS_pwrite64 }, { 182, SYS_getcwd }, { 205, SYS_madvise }, { 207, SYS_gettid },
	{ 221, SYS_futex }, { 222, SYS_sched_setaffinity }, { 223, SYS_sched_getaffinity },
	{ 234, SYS_exit_group }, { 246, SYS_clock_gettime }, { 247, SYS_clock_getres },
};

static void unknown(uint64_t number)
{
	static char text[64]; /* it ends the rank */

	snprintf(text, sizeof text, "sc with system call %llu", (unsigned long long)number);
	bgqemu_unsupported(text);
}

/* Calls that make processes: CNK has none. */
static bool makes_process(uint64_t number)
{
	return number == 2 || number == 11 || number == 120 || number == 189;
}

static int host_number(uint64_t number)
{
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (numbers[i].ppc == number)
			return numbers[i].host;
	return -1;
}

/* A call that the host's kernel has not under its old name, by the C library's function. */
static long by_function(uint64_t number, uint64_t a, uint64_t b, uint64_t c)
{
	const char *path = (const char *)a, *other = (const char *)b;

	switch (number) {
	case 5: return open(path, (int)b, (mode_t)c);
	case 9: return link(path, other);
	case 10: return unlink(path);
	case 13: return time((time_t *)a);
	case 15: return chmod(path, (mode_t)b);
	case 33: return access(path, (int)b);
	case 38: return rename(path, other);
	case 39: return mkdir(path, (mode_t)b);
	case 40: return rmdir(path);
	case 63: return dup2((int)a, (int)b);
	case 83: return symlink(path, other);
	case 85: return readlink(path, (char *)b, c);
	case 106: return stat(path, (struct stat *)b);
	default: return lstat(path, (struct stat *)b);
	}
}

uint64_t bgqrt_sc(uint64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e,
		  uint64_t f, unsigned *cr0)
{
	uint64_t call[] = { a, b, c, d, e, f, 0, 0 };
	int host = host_number(number), before = errno;

	*cr0 &= ~SUMMARY_OVERFLOW;
	if (number >= CNK_FIRST && bgqemu_spi_syscall((uint32_t)number, call))
		return call[0];
	if (makes_process(number)) {
		*cr0 |= SUMMARY_OVERFLOW;
		return ENOSYS;
	}
	if (host < 0)
		unknown(number);
	long rc = host == BY_FUNCTION ? by_function(number, a, b, c)
				      : syscall(host, a, b, c, d, e, f);

	if (rc == -1) {
		*cr0 |= SUMMARY_OVERFLOW;
		rc = errno; /* positive, as PowerPC's kernels return it */
	}
	errno = before;
	return (uint64_t)rc;
}

uint64_t bgqrt_thread_pointer(void)
{
	return (uint64_t)pthread_self() + THREAD_POINTER_BIAS;
}

void bgqrt_branch_lost(void)
{
	bgqemu_unsupported("blr to an address that its asm statement has not set");
}
