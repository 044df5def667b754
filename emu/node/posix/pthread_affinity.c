/*
 * pthread_affinity.c - which hardware threads the threads of a program run on, and
 * how many there are.
 */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "emu/node/machine/call.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "posix.h"
#include "net/base/pages.h"
#include "share.h"


/* ---- affinity: a set of one */

static int affinity_get(const struct thread *t, size_t bytes, cpu_set_t *set)
{
	uint64_t mask = UINT64_C(1) << hwthread_id(t);

	if (bytes < sizeof mask)
		return EINVAL;
	memset(set, 0, bytes);
	memcpy(set, &mask, sizeof mask);
	return 0;
}

static int affinity_set(struct thread *t, size_t bytes, const cpu_set_t *set)
{
	uint64_t mask = 0;

	memcpy(&mask, set, bytes < sizeof mask ? bytes : sizeof mask);
	return posix_thread_move(t, mask);
}

int emu_pthread_getaffinity_np(pthread_t handle, size_t bytes, cpu_set_t *set)
{
	POSIX_OP();
	const struct posix_thread *pt = posix_thread_find(handle);

	return pt ? affinity_get(pt->t, bytes, set) : ESRCH;
}

int emu_pthread_setaffinity_np(pthread_t handle, size_t bytes, const cpu_set_t *set)
{
	POSIX_OP();
	struct posix_thread *pt = posix_thread_find(handle);

	return pt ? affinity_set(pt->t, bytes, set) : ESRCH;
}

int emu_sched_getaffinity(pid_t tid, size_t bytes, cpu_set_t *set)
{
	POSIX_OP();
	const struct thread *t = posix_thread_of_tid(tid);

	return posix_result(t ? affinity_get(t, bytes, set) : ESRCH);
}

int emu_sched_setaffinity(pid_t tid, size_t bytes, const cpu_set_t *set)
{
	POSIX_OP();
	struct thread *t = posix_thread_of_tid(tid);

	return posix_result(t ? affinity_set(t, bytes, set) : ESRCH);
}

int emu_sched_getcpu(void)
{
	call_begin();
	return (int)hwthread_id(thread_self);
}

int emu_get_nprocs(void)
{
	call_begin();
	return (int)hwthread_count();
}

int emu_get_nprocs_conf(void)
{
	return emu_get_nprocs();
}

/* Numbers of processors and threads are the process's; other figures the host's. */
/* Memory of the node, and how much of it the process's slot has left. */
long emu_get_phys_pages(void)
{
	return (long)(space.window_bytes / PAGE_BYTES);
}

long emu_get_avphys_pages(void)
{
	return (long)((space.slot_bytes - machine_heap_offset() -
		       machine_heap_used(process_self())) / PAGE_BYTES);
}

long emu_sysconf(int name)
{
	switch (name) {
	case _SC_NPROCESSORS_CONF:
	case _SC_NPROCESSORS_ONLN: return emu_get_nprocs();
	case _SC_THREAD_THREADS_MAX: return emu_get_nprocs() * (long)share_places();
	case _SC_OPEN_MAX: return PROCESS_FILES_MAX;
	case _SC_PHYS_PAGES: return emu_get_phys_pages();
	case _SC_AVPHYS_PAGES: return emu_get_avphys_pages();
	default: return sysconf(name);
	}
}
