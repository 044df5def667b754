/* libc_syscall.c - syscall(): those that would block the host's thread, or return its
 * identity, are emulated; libstdc++ waits this way (std::future, atomics). */
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "include/bgqemu/abi.h"
#include "emu/core/calls/call_stack.h"
#include "emu/node/io/io.h"
#include "emu/node/machine/call.h"
#include "libc.h"
#include "libc_syscall.h"
#include "emu/node/machine/process.h"
#include "emu/node/posix/posix.h"
#include "emu/show/report/report.h"
#include "emu/target/rt/rt.h"

#define ARGUMENTS LIBC_SYSTEM_CALL_ARGUMENTS

/* Absolute for FUTEX_WAIT_BITSET, else from now on. */
static int deadline_of(int op, const struct timespec *ts, ps_t *deadline_ps)
{
	clockid_t clock = op & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;

	*deadline_ps = PS_NEVER;
	if (!ts)
		return 0;
	if ((op & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET)
		return posix_deadline(clock, ts, deadline_ps);
	int rc = posix_deadline(CLOCK_MONOTONIC, ts, deadline_ps);

	if (rc == 0 && *deadline_ps < PS_NEVER / 2)
		*deadline_ps += libc_now_ps();
	return rc;
}

static long wait(const volatile uint32_t *addr, int op, uint32_t value,
		 const struct timespec *ts)
{
	ps_t deadline_ps;
	int rc = deadline_of(op, ts, &deadline_ps);

	if (rc)
		return -rc;
	return *addr == value ? posix_wait(WAIT_FUTEX, addr, deadline_ps) : -EAGAIN;
}

static long futex(const long *a)
{
	uint32_t *addr = (uint32_t *)a[0], *other = (uint32_t *)a[4];
	int op = (int)a[1];
	unsigned woken, n = (unsigned)a[2];

	if (!call_may_access(addr, sizeof *addr))
		return -EFAULT;
	switch (op & FUTEX_CMD_MASK) {
	case FUTEX_WAIT_BITSET:
		if ((uint32_t)a[5] != FUTEX_BITSET_MATCH_ANY)
			return -ENOSYS;
		/* fall through */
	case FUTEX_WAIT: return wait(addr, op, (uint32_t)a[2], (const struct timespec *)a[3]);
	case FUTEX_WAKE_BITSET:
		if ((uint32_t)a[5] != FUTEX_BITSET_MATCH_ANY)
			return -ENOSYS;
		/* fall through */
	case FUTEX_WAKE: return futex_wake(addr, n);
	case FUTEX_CMP_REQUEUE:
		if (*addr != (uint32_t)a[5])
			return -EAGAIN;
		/* fall through */
	case FUTEX_REQUEUE:
		woken = futex_wake(addr, n);
		return woken + futex_move(addr, other, (unsigned)a[3]);
	default: return -ENOSYS;
	}
}

/* Tells what is the same for all processes of the host, or does nothing. */
static bool is_harmless(long number)
{
	static const long numbers[] = {
		SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_membarrier,
		SYS_sched_get_priority_max, SYS_sched_get_priority_min,
	};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (numbers[i] == number)
			return true;
	return false;
}

static _Noreturn void refuse(long number, uint64_t pc)
{
	char name[40];

	snprintf(name, sizeof name, "system call %ld", number);
	report_unsupported(thread_self, name, pc);
	process_fail();
}

long libc_system_call(long number, const long a[ARGUMENTS], uint64_t pc)
{
	long rc = io_syscall(number, a);

	if (rc != IO_NO_SYSCALL)
		return rc;
	rc = libc_syscall_function(number, a);
	if (rc != LIBC_NO_FUNCTION)
		return rc;
	switch (number) {
	case SYS_futex:
		POSIX_OP();
		return call_result(futex(a));
	/* The host's processes and threads are not the program's. */
	case SYS_exit:
		if (process_self()->threads > 1)
			refuse(number, pc); /* the program's runtime would not know */
		/* fall through */
	case SYS_exit_group: bgqemu_process_exit((int)a[0]);
	/* Nor are its descriptors, memory and time. */
	default:
		if (!is_harmless(number))
			refuse(number, pc);
		return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	}
}

long emu_syscall(long number, ...)
{
	long a[ARGUMENTS];
	va_list ap;

	va_start(ap, number);
	for (int i = 0; i < ARGUMENTS; i++)
		a[i] = va_arg(ap, long);
	va_end(ap);
	return libc_system_call(number, a, (uintptr_t)CALL_PLACE());
}
