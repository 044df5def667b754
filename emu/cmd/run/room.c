/* room.c - see room.h. */
#include "room.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/image/mmio_pages.h"
#include "emu/node/machine/status.h"

#define MIB (UINT64_C(1) << 20)
#define TEXT_BYTES 256

static uint64_t limit_of(int resource)
{
	struct rlimit l;

	return getrlimit(resource, &l) == 0 && l.rlim_cur != RLIM_INFINITY ? l.rlim_cur : 0;
}

/* The host's way of lending memory; 2: reserved memory counts as if it were used. */
static int overcommit(void)
{
	FILE *f = fopen("/proc/sys/vm/overcommit_memory", "r");
	int mode = 0;

	if (f && fscanf(f, "%d", &mode) != 1)
		mode = 0;
	if (f)
		fclose(f);
	return mode;
}

/* Tries to map a page at an address, with the rights that windows have.  0 or an errno. */
static int try_page(void *at, int protection)
{
	void *p = mmap(at, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	int error = p == MAP_FAILED ? errno : 0;

	if (!error && at && p != at)
		error = ENOMEM;
	if (p != MAP_FAILED)
		munmap(p, 4096);
	return error;
}

/* Says which limit of the host this is, and what to do; "": not known. */
static const char *cause(int why, char *text)
{
	uint64_t bytes = limit_of(RLIMIT_AS), data = limit_of(RLIMIT_DATA),
		 processes = limit_of(RLIMIT_NPROC);

	*text = '\0';
	if (try_page(NULL, PROT_READ | PROT_WRITE) == 0 &&
	    try_page(NULL, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
		snprintf(text, TEXT_BYTES, "; the host forbids memory that is writable and "
			 "executable (SELinux: setsebool deny_execmem 0; systemd: "
			 "MemoryDenyWriteExecute=no)");
	else if (why == ENOMEM && bytes)
		snprintf(text, TEXT_BYTES, "; ulimit -v is %" PRIu64 " KiB", bytes >> 10);
	else if (why == ENOMEM && data)
		snprintf(text, TEXT_BYTES, "; ulimit -d is %" PRIu64 " KiB", data >> 10);
	else if (why == ENOMEM && try_page((void *)(SPACE_BASE + space.bytes), PROT_NONE) != 0)
		snprintf(text, TEXT_BYTES, "; addresses of this host end below %#" PRIx64
			 ", where windows of nodes begin: it needs a kernel with 47 bits or more",
			 SPACE_BASE);
	else if (why == ENOMEM && overcommit() == 2)
		snprintf(text, TEXT_BYTES, "; vm.overcommit_memory is 2: set it to 0 by "
			 "sysctl, or raise vm.overcommit_ratio");
	else if (why == EAGAIN)
		snprintf(text, TEXT_BYTES, "; no more threads: ulimit -u is %" PRIu64
			 ", or pids.max of the control group", processes);
	else if (why == EPERM)
		snprintf(text, TEXT_BYTES, "; a filter of the host forbids it: an old one of a "
			 "container that refuses clone3 by EPERM, where ENOSYS is wanted");
	return text;
}

int room_missing(const char *what)
{
	int why = errno ? errno : ENOMEM;
	char text[TEXT_BYTES];

	fprintf(stderr, "bgq-run: cannot %s for %u nodes: %s%s\n", what, job.nodes,
		strerror(why), cause(why, text));
	return STATUS_CANNOT_RUN;
}

static int space_for(uint32_t nodes)
{
	return space_reserve(nodes, job.opt.ranks_per_node, booted.image.total_bytes,
			     booted.image.align);
}

/* Nodes that would have had room: a power of two. */
static uint32_t nodes_that_fit(void)
{
	uint32_t nodes = job.nodes;

	while (nodes > 0 && space_for(nodes) != 0)
		nodes /= 2;
	space_release();
	while (nodes & (nodes - 1))
		nodes &= nodes - 1;
	return nodes;
}

static int no_space(int why)
{
	char text[TEXT_BYTES], fit[96] = "";
	uint32_t nodes = why == ENOMEM ? nodes_that_fit() : 0;

	if (why == ENOMEM && try_page((void *)SPACE_BASE, PROT_NONE) == 0)
		snprintf(fit, sizeof fit, "; a node takes at least %" PRIu64 " MiB: %u fit",
			 space_least(job.opt.ranks_per_node) / MIB, nodes);
	fprintf(stderr, "bgq-run: cannot reserve address space for %u nodes: %s%s%s\n",
		job.nodes, strerror(why), cause(why, text), fit);
	return STATUS_CANNOT_RUN;
}

int room_reserve(void)
{
	char text[TEXT_BYTES];
	int rc = space_for(job.nodes);

	if (rc)
		return no_space(-rc);
	if (space.window_bytes < space.wanted_bytes)
		fprintf(stderr, "bgq-run: windows of %" PRIu64 " MiB a node instead of %" PRIu64
			" MiB: heaps are smaller, and addresses others%s\n",
			space.window_bytes / MIB, space.wanted_bytes / MIB, cause(ENOMEM, text));
	rc = mmio_reserve(job.nodes);
	if (rc) {
		errno = -rc;
		return room_missing("reserve addresses of registers");
	}
	return 0;
}
