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
/* A guard by mprotect costs two mappings of the 65,530 a process may have, and text that cannot be
 * stored to as many. */
#define GUARDED_SLOTS_MAX 16384u
#define GUARDED_THREADS_SLOTS_MAX (GUARDED_SLOTS_MAX / 64)
/* Hosts may use huge pages unasked.  The stack and the image of a process then take two, of 2 MiB,
 * where small ones take a few KiB: little memory with few processes, whose heaps may gain. */
#define HUGE_SLOTS_MAX 64u

struct space space;

/* The emulator's need beside windows, if addresses are few: for threads, and for each node. */
#define REST_BYTES      (UINT64_C(512) << 20)
#define REST_NODE_BYTES (UINT64_C(512) << 10)

uint64_t space_least(uint32_t slots)
{
	return 2 * slots * SLOT_MIN;
}

/* Windows of so many bytes: all but where they lie.  False: the image is too large. */
static bool lay_out(struct space *s, uint64_t bytes, uint64_t image_bytes)
{
	uint64_t slot = bytes / 2 / s->slots;
	uint64_t image = slot / 4 > IMAGE_MAX   ? IMAGE_MAX :
			 slot / 2 > IMAGE_USUAL ? IMAGE_USUAL :
						  SPACE_STACK + STACK_MIN;

	s->window_bytes = bytes;
	s->shift = (unsigned)__builtin_ctzll(bytes);
	s->slot_bytes = slot;
	s->slot_shift = (unsigned)__builtin_ctzll(slot);
	s->image = image;
	s->heap = image + ((image_bytes + PAGE_BYTES - 1) & -(uint64_t)PAGE_BYTES);
	s->bytes = bytes * s->nodes + SPACE_COLOURS * s->colour_bytes;
	return image_bytes <= slot - image - slot / 8;
}

static uint64_t all_slots(const struct space *s)
{
	return (uint64_t)s->nodes * s->slots;
}

static int reserve(const struct space *s)
{
	void *p = mmap((void *)SPACE_BASE, s->bytes, PROT_READ | PROT_WRITE | PROT_EXEC,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

	if (p == MAP_FAILED)
		return -errno;
	if (p != (void *)SPACE_BASE) {
		munmap(p, s->bytes); /* a kernel without NOREPLACE */
		return -EEXIST;
	}
	if (all_slots(s) > HUGE_SLOTS_MAX)
		madvise(p, s->bytes, MADV_NOHUGEPAGE);
	return 0;
}

/* Room for windows that are smaller than wanted: only if the rest has room, too. */
static int reserve_smaller(const struct space *s)
{
	uint64_t rest = REST_BYTES + s->nodes * REST_NODE_BYTES;
	int rc = reserve(s);
	void *p = rc == 0 ? mmap(NULL, rest, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) : NULL;

	if (p == MAP_FAILED) {
		rc = -errno;
		munmap((void *)SPACE_BASE, s->bytes);
	} else if (p) {
		munmap(p, rest);
	}
	return rc;
}

int space_reserve(uint32_t nodes, uint32_t slots, uint64_t image_bytes, uint64_t align)
{
	struct space s = { .nodes = nodes, .slots = slots,
			   .colour_bytes = align <= SPACE_COLOUR_BYTES ? SPACE_COLOUR_BYTES : 0 };
	uint64_t least = space_least(slots), bytes = WINDOW_MAX;
	int rc = -ENOMEM;

	while (bytes > least && bytes * nodes > SPACE_MAX)
		bytes >>= 1;
	s.wanted_bytes = bytes;
	if (bytes * nodes > SPACE_MAX || !lay_out(&s, bytes, image_bytes))
		return -ENOMEM;
	rc = reserve(&s);
	while (rc == -ENOMEM && (bytes >>= 1) >= least && lay_out(&s, bytes, image_bytes))
		rc = reserve_smaller(&s);
	if (rc == 0)
		space = s;
	return rc;
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
	bool fixed = space.fixed > space.image;

	if (madvise(guard, SPACE_GUARD_BYTES, MADV_GUARD_INSTALL) == 0)
		return;
	if (all_slots(&space) <= (fixed ? GUARDED_SLOTS_MAX / 2 : GUARDED_SLOTS_MAX))
		mprotect(guard, SPACE_GUARD_BYTES, PROT_NONE);
}

void space_protect(void *p, uint64_t bytes)
{
	if (madvise(p, bytes, MADV_GUARD_INSTALL) == 0)
		return;
	if (all_slots(&space) <= GUARDED_THREADS_SLOTS_MAX)
		mprotect(p, bytes, PROT_NONE);
}

void space_unprotect(void *p, uint64_t bytes)
{
	if (madvise(p, bytes, MADV_GUARD_REMOVE) == 0)
		return;
	if (all_slots(&space) <= GUARDED_THREADS_SLOTS_MAX)
		mprotect(p, bytes, PROT_READ | PROT_WRITE | PROT_EXEC);
}

bool space_has_guards(void)
{
	void *p = (void *)SPACE_BASE;

	return madvise(p, SPACE_GUARD_BYTES, MADV_GUARD_INSTALL) == 0 &&
		madvise(p, SPACE_GUARD_BYTES, MADV_GUARD_REMOVE) == 0;
}
