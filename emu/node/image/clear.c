/* clear.c - see clear.h.  What has pages is read from /proc/self/pagemap (proc_pid_pagemap(5)). */
#include "clear.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "net/base/pages.h"

#define ENTRIES 512u
/* In memory, swapped out, or a guard: an entry that has neither bit reads as zero. */
#define PRESENT (UINT64_C(1) << 63)
#define SWAPPED (UINT64_C(1) << 62)

static int pagemap = -1;

static void pagemap_open(void)
{
	pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
}

static bool is_touched(uint64_t entry)
{
	return entry & (PRESENT | SWAPPED);
}

/* Blocks that were in use as a whole when they were asked about last, by their first page: programs
 * clear a buffer again and again, and asking takes longer than clearing it. */
#define USED_BITS 6
#define USED_BYTES_MOST (256u << 10) /* the rest of a longer one may not be in use */
static __thread const uint8_t *used[1u << USED_BITS];

static const uint8_t **used_slot(const uint8_t *first)
{
	return &used[((uintptr_t)first / PAGE_BYTES * UINT64_C(0x9e3779b97f4a7c15)) >>
		     (64 - USED_BITS)];
}

/* Clears pages from p on that are in use; entries are their pagemap entries.  True: all are. */
static bool clear_touched(uint8_t *p, const uint64_t *entries, size_t pages)
{
	bool all = true;

	for (size_t i = 0, end; i < pages; i = end) {
		bool touched = is_touched(entries[i]);

		for (end = i + 1; end < pages && is_touched(entries[end]) == touched; end++)
			;
		if (touched)
			memset(p + i * PAGE_BYTES, 0, (end - i) * PAGE_BYTES);
		all &= touched;
	}
	return all;
}

/* True if all were in use. */
static bool clear_pages(uint8_t *p, size_t pages)
{
	uint64_t entries[ENTRIES];
	bool all = true;

	while (pages) {
		size_t some = pages < ENTRIES ? pages : ENTRIES;
		off_t at = (off_t)((uintptr_t)p / PAGE_BYTES * sizeof *entries);
		size_t want = some * sizeof *entries;

		if (pread(pagemap, entries, want, at) == (ssize_t)want)
			all &= clear_touched(p, entries, some);
		else
			memset(p, 0, some * PAGE_BYTES);
		p += some * PAGE_BYTES;
		pages -= some;
	}
	return all;
}

void clear_memory(void *p, size_t bytes)
{
	static pthread_once_t opened = PTHREAD_ONCE_INIT;
	uint8_t *from = p, *to = from + bytes;
	uint8_t *first = from + -(uintptr_t)from % PAGE_BYTES;

	pthread_once(&opened, pagemap_open);
	if (bytes < CLEAR_BYTES_MIN || sysconf(_SC_PAGESIZE) != PAGE_BYTES) {
		memset(p, 0, bytes);
		return;
	}
	size_t pages = (size_t)(to - first) / PAGE_BYTES;
	const uint8_t **slot = used_slot(first);

	if (bytes < USED_BYTES_MOST && *slot == first) {
		memset(p, 0, bytes);
		return;
	}
	memset(from, 0, (size_t)(first - from));
	*slot = clear_pages(first, pages) ? first : NULL;
	first += pages * PAGE_BYTES;
	memset(first, 0, (size_t)(to - first));
}
