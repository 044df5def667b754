/* topology_claim.c - see topology_claim.h. */
#include "topology_claim.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROCESSORS_MAX 4096
#define PAGE_BYTES     (PROCESSORS_MAX * sizeof(_Atomic int32_t))

static _Atomic int32_t *owner; /* [PROCESSORS_MAX]: 0, or a process; NULL: no page */
static bool tried;

/* Neither another user's, nor one that a link has led to. */
static bool is_ours(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	       ((size_t)st.st_size >= PAGE_BYTES || ftruncate(fd, PAGE_BYTES) == 0);
}

void topology_claim_by(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	void *page = MAP_FAILED;

	if (fd >= 0 && is_ours(fd))
		page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (fd >= 0)
		close(fd);
	owner = page == MAP_FAILED ? NULL : page;
	tried = true;
}

static void open_own(void)
{
	char path[64];

	snprintf(path, sizeof path, "/dev/shm/bgqemu.cores.%u", (unsigned)geteuid());
	topology_claim_by(path);
}

static bool is_alive(int32_t process)
{
	return kill(process, 0) == 0 || errno != ESRCH;
}

bool topology_claim(unsigned processor)
{
	int32_t own = (int32_t)getpid(), seen;

	if (!tried)
		open_own();
	if (!owner || processor >= PROCESSORS_MAX)
		return true;
	seen = atomic_load_explicit(&owner[processor], memory_order_relaxed);
	while (seen <= 0 || seen == own || !is_alive(seen))
		if (atomic_compare_exchange_weak_explicit(&owner[processor], &seen, own,
							  memory_order_relaxed,
							  memory_order_relaxed))
			return true;
	return false;
}
