/*
 * libc_host.c - calls on the host itself, its users, other processes and devices: a rank's are
 * the machine's, which has none of these.  They fail as CNK's do, or do nothing where that is
 * all that is asked for; none reaches the host, whose process is bgq-run.
 */
#include <errno.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "emu/node/machine/call.h"
#include "libc.h"
#include "emu/node/machine/process.h"
#include "emu/node/posix/thread.h"

static long failed(int error)
{
	call_begin();
	errno = error;
	return -1;
}

long emu_no_such_call(void)
{
	return failed(ENOSYS);
}

long emu_not_permitted(void)
{
	return failed(EPERM);
}

long emu_no_attributes(void)
{
	return failed(EOPNOTSUPP);
}

void *emu_no_pointer(void)
{
	failed(ENOSYS);
	return NULL;
}

long emu_nothing_to_do(void)
{
	call_begin();
	return 0;
}

/* Each rank is a session and a group of its own. */
pid_t emu_getpgrp(void)
{
	return emu_getpid();
}

pid_t emu_getpgid(pid_t pid)
{
	return pid == 0 || pid == emu_getpid() ? emu_getpid() : (pid_t)failed(ESRCH);
}

int emu_getcpu(unsigned *cpu, unsigned *node)
{
	call_begin();
	if (cpu)
		*cpu = hwthread_id(thread_self);
	if (node)
		*node = 0;
	return 0;
}

/* Names of threads are not the host's. */
int emu_prctl(int what)
{
	call_begin();
	if (what == PR_SET_NAME)
		return 0;
	errno = EINVAL;
	return -1;
}

int emu_gethostname_chk(char *name, size_t bytes, size_t capacity)
{
	return emu_gethostname(name, bytes < capacity ? bytes : capacity);
}
