/* space.c - see space.h. */
#include "space.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

#include "net/base/pages.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define WINDOW_MAX   (UINT64_C(1) << 34)
#define SLOT_MIN     (UINT64_C(1) << 26)
/* The image, on top of the main stack, lies at the first of these that leaves three quarters
 * of the slot behind it, at the second if that leaves half, else lower. */
#define IMAGE_MAX    UINT64_C(0x07e00000)
#define IMAGE_USUAL  UINT64_C(0x03e00000)
#define STACK_MIN    (UINT64_C(8) << 20)
#define SPACE_MAX    (UINT64_C(48) << 40) /* of all windows: PIE programs are above */
/* A guard by mprotect costs two mappings of the 65,530 a process may have. */
#define GUARDED_SLOTS_MAX 16384u
#define GUARDED_THREADS_SLOTS_MAX (GUARDED_SLOTS_MAX / 64)

struct space space;

int space_reserve(uint32_t nodes, uint32_t slots, uint64_t image_bytes, uint64_t align)
{
	uint64_t least = 2 * slots * SLOT_MIN, bytes = WINDOW_MAX;

	while (bytes > least && bytes * nodes > SPACE_MAX)
		bytes >>= 1;
	uint64_t slot = bytes / 2 / slots;
	uint64_t image = slot / 4 > IMAGE_MAX   ? IMAGE_MAX :
			 slot / 2 > IMAGE_USUAL ? IMAGE_USUAL :
						  SPACE_STACK + STACK_MIN;

	if (bytes * nodes > SPACE_MAX || image_bytes > slot - image - slot / 8)
		return -ENOMEM;
	uint64_t colour = align <= SPACE_COLOUR_BYTES ? SPACE_COLOUR_BYTES : 0;
	uint64_t all = bytes * nodes + SPACE_COLOURS * colour;
	void *p = mmap((void *)SPACE_BASE, all, PROT_READ | PROT_WRITE | PROT_EXEC,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

	if (p == MAP_FAILED)
		return -errno;
	if (p != (void *)SPACE_BASE) { /* a kernel without NOREPLACE */
		munmap(p, all);
		return -EEXIST;
	}
	space = (struct space){
		.window_bytes = bytes, .shift = (unsigned)__builtin_ctzll(bytes),
		.colour_bytes = colour, .slot_bytes = slot,
		.slot_shift = (unsigned)__builtin_ctzll(slot), .image = image,
		.heap = image + ((image_bytes + PAGE_BYTES - 1) & -(uint64_t)PAGE_BYTES),
		.nodes = nodes, .slots = slots, .bytes = all,
	};
	return 0;
}

void space_release(void)
{
	if (space.nodes)
		munmap((void *)SPACE_BASE, space.bytes);
	space = (struct space){ 0 };
}

void space_guard(uint8_t *slot)
{
	void *guard = slot + SPACE_STACK;

	if (madvise(guard, SPACE_GUARD_BYTES, MADV_GUARD_INSTALL) == 0)
		return;
	if (space.nodes * space.slots <= GUARDED_SLOTS_MAX)
		mprotect(guard, SPACE_GUARD_BYTES, PROT_NONE);
}

void space_protect(void *p, uint64_t bytes)
{
	if (madvise(p, bytes, MADV_GUARD_INSTALL) == 0)
		return;
	if (space.nodes * space.slots <= GUARDED_THREADS_SLOTS_MAX)
		mprotect(p, bytes, PROT_NONE);
}

void space_unprotect(void *p, uint64_t bytes)
{
	if (madvise(p, bytes, MADV_GUARD_REMOVE) == 0)
		return;
	if (space.nodes * space.slots <= GUARDED_THREADS_SLOTS_MAX)
		mprotect(p, bytes, PROT_READ | PROT_WRITE | PROT_EXEC);
}

bool space_has_guards(void)
{
	void *p = (void *)SPACE_BASE;

	return madvise(p, SPACE_GUARD_BYTES, MADV_GUARD_INSTALL) == 0 &&
		madvise(p, SPACE_GUARD_BYTES, MADV_GUARD_REMOVE) == 0;
}
