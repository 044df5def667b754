/* own_heap.c - see own_heap.h. */
#include "own_heap.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>

#include "net/base/pages.h"

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <jemalloc/jemalloc.h>
#endif

#define HEAD_BYTES UINT64_C(0x100000) /* the struct of a worker has 260 KiB */

static bool begun;
static atomic_uint held;
static _Atomic uint64_t used = HEAD_BYTES;

/* Returns zeroed memory that is never given back: what is freed stays jemalloc's. */
static void *take(size_t bytes, size_t align)
{
	uint64_t was = atomic_load(&used), at;

	do {
		at = (was + align - 1) & ~(uint64_t)(align - 1);
		if (bytes > OWN_HEAP_BYTES - at)
			return NULL;
	} while (!atomic_compare_exchange_weak(&used, &was, at + bytes));
	return (void *)(uintptr_t)(OWN_HEAP + at);
}

static void *take_pages(size_t bytes)
{
	return take((bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1), PAGE_BYTES);
}

static int reserve(void)
{
	void *at = (void *)(OWN_HEAP - PAGE_BYTES);
	void *p = mmap(at, PAGE_BYTES + OWN_HEAP_BYTES, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

	return p == at ? 0 : p == MAP_FAILED ? -errno : -EEXIST;
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static void *extent_alloc(extent_hooks_t *hooks, void *at, size_t bytes, size_t align, bool *zero,
			  bool *commit, unsigned arena)
{
	void *p = at ? NULL : take(bytes, align);

	(void)hooks, (void)arena;
	if (p)
		*zero = *commit = true;
	return p;
}

static bool extent_split(extent_hooks_t *hooks, void *p, size_t bytes, size_t a, size_t b,
			 bool committed, unsigned arena)
{
	(void)hooks, (void)p, (void)bytes, (void)a, (void)b, (void)committed, (void)arena;
	return false;
}

static bool extent_merge(extent_hooks_t *hooks, void *p, size_t a, void *q, size_t b,
			 bool committed, unsigned arena)
{
	(void)hooks, (void)p, (void)a, (void)q, (void)b, (void)committed, (void)arena;
	return false;
}

/* Blocks of the former arena in the thread's cache go back to that arena. */
static int use_arena(void)
{
	static extent_hooks_t hooks = { .alloc = extent_alloc, .split = extent_split,
					.merge = extent_merge };
	extent_hooks_t *h = &hooks;
	unsigned arena;
	size_t n = sizeof arena;
	bool cached = false;
	int rc = mallctl("arenas.create", &arena, &n, &h, sizeof h);

	if (rc == 0)
		rc = mallctl("thread.tcache.enabled", NULL, NULL, &cached, sizeof cached);
	return -(rc ? rc : mallctl("thread.arena", NULL, NULL, &arena, sizeof arena));
}
#else
static int use_arena(void)
{
	return 0; /* the sanitizer's allocator has its own places */
}
#endif

int own_heap_begin(void)
{
	int rc = reserve();

	if (rc == 0)
		rc = use_arena();
	begun = rc == 0;
	if (begun)
		pages_from(take_pages);
	return rc;
}

void *own_heap_worker(size_t bytes)
{
	return bytes <= HEAD_BYTES ? (void *)(OWN_HEAP - OWN_HEAP_CELL_BYTES) : NULL;
}

void own_heap_set(int protection)
{
	if (!begun || (held && !(protection & PROT_WRITE)))
		return;
	mprotect((void *)OWN_HEAP, (used + PAGE_BYTES - 1) & ~(uint64_t)(PAGE_BYTES - 1),
		 protection);
}

bool own_heap_holds(uint64_t address)
{
	return begun && address - OWN_HEAP < OWN_HEAP_BYTES;
}

void own_heap_hold(void)
{
	held++;
	own_heap_set(PROT_READ | PROT_WRITE);
}

void own_heap_release(void)
{
	held--;
}
