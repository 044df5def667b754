/*
 * test_heap.c - pins what emu/node/image/heap.h promises: blocks do not overlap and keep
 * their contents, alignment, zeroed memory after any history, placement that
 * depends on the calls only, errors, and memory given back.  Leaves out which of several fitting
 * places is chosen, and speed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <errno.h>
#include <sys/mman.h>

#include "emu/node/image/heap.h"

#define MIB        (UINT64_C(1) << 20)
#define REGION     (1024 * MIB)
#define SMALL      (1 * MIB)
#define BLOCKS     400
#define STEPS      20000
#define LARGE_MAX (3 * MIB)

static void *region_map(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	assert_ptr_not_equal(p, MAP_FAILED);
	return p;
}

/* A heap whose window starts at a page that is not aligned to anything more. */
static struct heap *heap_new(size_t bytes)
{
	struct heap *h = heap_init((char *)region_map(bytes + 4096) + 4096, bytes);

	assert_non_null(h);
	return h;
}

static void heap_drop(struct heap *h, size_t bytes)
{
	munmap((char *)h - 4096, bytes + 4096);
}

static uint64_t offset_of(const struct heap *h, const void *p)
{
	return (uintptr_t)p - (uintptr_t)h;
}

static void assert_empty(const struct heap *h)
{
	struct heap_stats s;

	assert_int_equal(heap_check(h, &s), 0);
	assert_int_equal(s.used_blocks, 0);
	assert_int_equal(s.free_blocks, 0);
	assert_int_equal(heap_used(h), 0);
}

static void assert_zero(const unsigned char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i])
			fail_msg("byte %zu of %zu is %u", i, n, p[i]);
}

static size_t resident_bytes(void *p, size_t bytes)
{
	uintptr_t from = (uintptr_t)p & ~(uintptr_t)4095;
	size_t pages = ((uintptr_t)p + bytes - from + 4095) / 4096, n = 0;
	unsigned char *map = malloc(pages);

	assert_int_equal(mincore((void *)from, pages * 4096, map), 0);
	for (size_t i = 0; i < pages; i++)
		n += map[i] & 1;
	free(map);
	return n * 4096;
}

/* The shadow map. */
struct shadow {
	unsigned char *p;
	size_t bytes;
	unsigned char fill;
};

static uint32_t step_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33);
}

static size_t random_bytes(uint64_t *r)
{
	switch (step_random(r) % 16) {
	case 0: return step_random(r) % LARGE_MAX;
	case 1: case 2: case 3: return step_random(r) % 65536;
	default: return step_random(r) % 600;
	}
}

/* Ends only, and a sample between: whole megabytes would take too long. */
static size_t sample_next(size_t i, size_t bytes)
{
	if (i < 256 || bytes - i <= 256)
		return i + 1;
	return bytes - i > 256 + 97 ? i + 97 : bytes - 256;
}

static void shadow_fill(struct shadow *s, size_t bytes, unsigned char fill)
{
	s->bytes = bytes;
	s->fill = fill;
	for (size_t i = 0; i < bytes; i = sample_next(i, bytes))
		s->p[i] = (unsigned char)(fill + i);
}

static void shadow_verify(const struct shadow *s, size_t bytes)
{
	for (size_t i = 0; i < bytes; i = sample_next(i, s->bytes))
		if (s->p[i] != (unsigned char)(s->fill + i))
			fail_msg("byte %zu of block of %zu changed", i, s->bytes);
}

static int shadow_order(const void *a, const void *b)
{
	const struct shadow *x = a, *y = b;

	return x->p < y->p ? -1 : x->p > y->p;
}

static void shadow_verify_apart(const struct shadow *s, const struct heap *h)
{
	static struct shadow copy[BLOCKS];

	memcpy(copy, s, sizeof copy);
	qsort(copy, BLOCKS, sizeof *copy, shadow_order);
	for (int i = 1; i < BLOCKS; i++)
		if (copy[i - 1].p &&
		    copy[i - 1].p + heap_usable(h, copy[i - 1].p) > copy[i].p)
			fail_msg("blocks at %p and %p overlap", copy[i - 1].p, copy[i].p);
}

static void check_aligned(const void *p, size_t bytes, size_t align)
{
	size_t want = bytes >= HEAP_LARGE_BYTES ? HEAP_LINE_BYTES : HEAP_ALIGN_BYTES;

	if (align > want)
		want = align;
	assert_int_equal((uintptr_t)p % want, 0);
}

static void step_alloc(struct heap *h, struct shadow *s, uint64_t *r)
{
	size_t bytes = random_bytes(r), align = 0;
	bool zero = step_random(r) % 4 == 0;

	if (step_random(r) % 8 == 0)
		align = (size_t)1 << step_random(r) % 17;
	s->p = zero ? heap_calloc(h, bytes, align) : heap_alloc(h, bytes, align);
	assert_non_null(s->p);
	check_aligned(s->p, bytes, align);
	assert_true(heap_usable(h, s->p) >= bytes);
	if (zero)
		assert_zero(s->p, bytes);
	shadow_fill(s, bytes, (unsigned char)step_random(r));
}

static void step_realloc(struct heap *h, struct shadow *s, uint64_t *r)
{
	size_t bytes = random_bytes(r);
	unsigned char *p = heap_realloc(h, s->p, bytes);

	assert_non_null(p);
	check_aligned(p, bytes, 0);
	assert_true(heap_usable(h, p) >= bytes);
	s->p = p;
	shadow_verify(s, bytes < s->bytes ? bytes : s->bytes);
	shadow_fill(s, bytes, (unsigned char)step_random(r));
}

static void step(struct heap *h, struct shadow *all, uint64_t *r)
{
	struct shadow *s = &all[step_random(r) % BLOCKS];

	if (!s->p) {
		step_alloc(h, s, r);
	} else if (step_random(r) % 3 == 0) {
		step_realloc(h, s, r);
	} else {
		shadow_verify(s, s->bytes);
		assert_int_equal(heap_free(h, s->p), 0);
		s->p = NULL;
	}
}

static void blocks_stay_apart_and_keep_contents_in_random_use(void **state)
{
	(void)state;
	struct heap *h = heap_new(REGION);
	static struct shadow all[BLOCKS];
	uint64_t r = 20120601;
	struct heap_stats s;

	for (int i = 0; i < STEPS; i++) {
		step(h, all, &r);
		if (i % 500)
			continue;
		assert_int_equal(heap_check(h, &s), 0);
		shadow_verify_apart(all, h);
		for (int k = 0; k < BLOCKS; k++)
			if (all[k].p)
				shadow_verify(&all[k], all[k].bytes);
	}
	for (int k = 0; k < BLOCKS; k++)
		if (all[k].p)
			assert_int_equal(heap_free(h, all[k].p), 0);
	assert_empty(h);
	heap_drop(h, REGION);
}

/* Offsets, because the two windows lie elsewhere. */
static void same_calls_give_same_offsets(void **state)
{
	(void)state;
	struct heap *h[2] = { heap_new(REGION), heap_new(REGION) };
	static struct shadow all[2][BLOCKS];
	uint64_t r[2] = { 7, 7 };

	memset(all, 0, sizeof all);
	for (int i = 0; i < 20000; i++) {
		for (int k = 0; k < 2; k++) {
			struct shadow *s = &all[k][step_random(&r[k]) % BLOCKS];
			size_t bytes = random_bytes(&r[k]);

			if (!s->p)
				s->p = heap_alloc(h[k], bytes, 0);
			else if (bytes % 2)
				s->p = heap_realloc(h[k], s->p, bytes);
			else if (heap_free(h[k], s->p) == 0)
				s->p = NULL;
		}
		for (int b = 0; b < BLOCKS && i % 100 == 0; b++) {
			assert_int_equal(!all[0][b].p, !all[1][b].p);
			if (all[0][b].p)
				assert_int_equal(offset_of(h[0], all[0][b].p),
					offset_of(h[1], all[1][b].p));
		}
	}
	heap_drop(h[0], REGION);
	heap_drop(h[1], REGION);
}

static void untouched_heap_uses_no_memory(void **state)
{
	(void)state;
	char *region = region_map(REGION);

	assert_int_equal(heap_extent((struct heap *)region), 0);
	assert_int_equal(heap_used((struct heap *)region), 0);
	assert_int_equal(resident_bytes(region + 4096, REGION - 4096), 0);
	struct heap *h = heap_init(region, REGION);

	assert_ptr_equal(h, region);
	assert_non_null(heap_alloc(h, 1000, 0));
	assert_int_equal(resident_bytes(region, REGION), 4096);
	munmap(region, REGION);
}

static void init_finds_a_heap_that_is_set_up(void **state)
{
	(void)state;
	struct heap *h = heap_new(SMALL);
	char *p = heap_alloc(h, 100, 0);

	assert_ptr_equal(heap_init(h, SMALL), h);
	assert_int_equal(heap_usable(h, p), 120);
	assert_ptr_not_equal(heap_alloc(h, 100, 0), p);
	heap_drop(h, SMALL);
}

/* Blocks lie as if some had been there before the first, which counts as used, also before any. */
static void room_before_the_first_block_is_left_alone(void **state)
{
	(void)state;
	char *region = region_map(SMALL), *other = region_map(SMALL);
	struct heap *h = heap_init_behind(region, SMALL, 864), *plain = heap_init(other, SMALL);
	struct heap_stats stats;

	assert_int_equal(heap_used(h), 864);
	assert_int_equal(heap_extent(h), heap_extent(plain) + 864);
	assert_int_equal(heap_extent(h), heap_extent_behind(864));
	char *a = heap_alloc(h, 100, 0), *b = heap_alloc(plain, 100, 0);

	assert_int_equal(a - region, b - other + 864);
	assert_int_equal(heap_used(h), heap_used(plain) + 864);
	assert_int_equal(heap_check(h, &stats), 0);
	assert_int_equal(heap_free(h, a), 0);
	assert_int_equal(heap_used(h), 864);
	assert_int_equal(heap_check(h, &stats), 0);
	munmap(region, SMALL);
	munmap(other, SMALL);
}

static void init_refuses_unfit_regions(void **state)
{
	(void)state;
	char *region = region_map(SMALL);

	assert_null(heap_init(region + 8, SMALL - 8));
	assert_null(heap_init(region, 4096));
	assert_zero((unsigned char *)region, SMALL);
	munmap(region, SMALL);
}

static void free_of_everything_leaves_one_free_run(void **state)
{
	(void)state;
	struct heap *h = heap_new(REGION);
	char *p[300];
	struct heap_stats s;
	char *first = heap_alloc(h, 50, 0), *last;

	for (int i = 0; i < 300; i++)
		p[i] = heap_alloc(h, (size_t)i * i + 1, 0);
	last = heap_alloc(h, 50, 0);
	for (int i = 0; i < 300; i += 2) /* no two neighbours */
		assert_int_equal(heap_free(h, p[i]), 0);
	assert_int_equal(heap_check(h, &s), 0);
	assert_int_equal(s.free_blocks, 150);
	for (int i = 299; i > 0; i -= 2) /* each joins the two beside it */
		assert_int_equal(heap_free(h, p[i]), 0);
	assert_int_equal(heap_check(h, &s), 0);
	assert_int_equal(s.free_blocks, 1);
	assert_int_equal(s.used_blocks, 2);
	assert_int_equal(s.free_bytes + s.used_bytes,
		s.top_bytes - (offset_of(h, first) - 16));
	assert_int_equal(heap_free(h, first), 0);
	assert_int_equal(heap_free(h, last), 0);
	assert_empty(h);
	assert_ptr_equal(heap_alloc(h, 50, 0), first);
	heap_drop(h, REGION);
}

static void freed_place_serves_the_next_request_of_its_size(void **state)
{
	(void)state;
	static const size_t sizes[] = { 1, 24, 25, 1000, 4096, 5000, 70001, 3 * MIB + 5 };
	struct heap *h = heap_new(REGION);

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *p = heap_alloc(h, sizes[i], 0);

		assert_non_null(heap_alloc(h, 1, 0)); /* keeps it off the top */
		assert_int_equal(heap_free(h, p), 0);
		assert_ptr_equal(heap_alloc(h, sizes[i], 0), p);
	}
	heap_drop(h, REGION);
}

static void alignment_up_to_256_mib(void **state)
{
	(void)state;
	struct heap *h = heap_new(4 * REGION);
	struct heap_stats s;
	char *p[29];

	for (unsigned log = 0; log <= 28; log++) {
		p[log] = heap_alloc(h, 40, (size_t)1 << log);
		assert_non_null(p[log]);
		check_aligned(p[log], 40, (size_t)1 << log);
	}
	assert_int_equal(heap_check(h, &s), 0);
	assert_int_equal(s.used_blocks, 29);
	for (unsigned log = 0; log <= 28; log++)
		assert_int_equal(heap_free(h, p[log]), 0);
	assert_empty(h);
	assert_null(heap_alloc(h, 40, (size_t)1 << 29));
	assert_null(heap_alloc(h, 40, 48));
	heap_drop(h, 4 * REGION);
}

static void large_blocks_start_a_line(void **state)
{
	(void)state;
	struct heap *h = heap_new(REGION);

	assert_non_null(heap_alloc(h, 1, 0));
	for (size_t bytes = 4096; bytes < 3 * MIB; bytes = bytes * 5 / 4 + 1) {
		check_aligned(heap_alloc(h, bytes, 0), bytes, 128);
		assert_non_null(heap_alloc(h, 24, 0));
	}
	/* A small block grown where it stands would not. */
	char *p = heap_alloc(h, 40, 0);

	p = (uintptr_t)p % 128 ? p : heap_alloc(h, 40, 0);
	assert_int_not_equal((uintptr_t)p % 128, 0);
	check_aligned(heap_realloc(h, p, 8192), 8192, 128);
	heap_drop(h, REGION);
}

static void calloc_is_zero_whatever_was_there(void **state)
{
	(void)state;
	static const size_t sizes[] = { 1, 100, 4096, 65536, 200000, MIB - 1, MIB,
		MIB + 65536, 5 * MIB + 3 };
	struct heap *h = heap_new(REGION);

	for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
		size_t bytes = sizes[i / 2];
		char *before = heap_alloc(h, 33, 0), *p = heap_alloc(h, bytes, 0), *after;

		memset(before, 0xee, heap_usable(h, before));
		memset(p, 0xff, heap_usable(h, p));
		/* Once inside the heap, once at its top. */
		after = i % 2 ? heap_alloc(h, 33, 0) : NULL;
		if (after)
			memset(after, 0xdd, heap_usable(h, after));
		assert_int_equal(heap_free(h, p), 0);
		assert_ptr_equal(heap_calloc(h, bytes, 0), p);
		assert_zero((unsigned char *)p, bytes);
		assert_int_equal((unsigned char)before[32], 0xee);
		if (after)
			assert_int_equal((unsigned char)after[0], 0xdd);
	}
	heap_drop(h, REGION);
}

static void calloc_of_fresh_memory_touches_nothing(void **state)
{
	(void)state;
	struct heap *h = heap_new(REGION);

	assert_non_null(heap_calloc(h, 512 * MIB, 0));
	assert_int_equal(resident_bytes(h, REGION), 4096);
	heap_drop(h, REGION);
}

static void large_free_gives_memory_back(void **state)
{
	(void)state;
	struct heap *h = heap_new(REGION);
	char *p = heap_alloc(h, 8 * MIB, 0), *end = heap_alloc(h, 1, 0);

	memset(p, 1, 8 * MIB);
	assert_true(resident_bytes(h, REGION) > 8 * MIB);
	assert_int_equal(heap_free(h, p), 0);
	assert_true(resident_bytes(h, REGION) <= 3 * 65536);
	assert_ptr_equal(heap_calloc(h, 8 * MIB, 0), p);
	assert_true(resident_bytes(h, REGION) <= 3 * 65536); /* nor cleared by hand */
	(void)end;
	heap_drop(h, REGION);
}

static void many_small_frees_give_memory_back(void **state)
{
	(void)state;
	enum { COUNT = 20000 };
	static char *p[COUNT];
	struct heap *h = heap_new(REGION);

	for (int end = 0; end < 2; end++) { /* inside the heap, then at its top */
		for (int i = 0; i < COUNT; i++) {
			p[i] = heap_alloc(h, 1000, 0);
			memset(p[i], 1, 1000);
		}
		char *last = end ? NULL : heap_alloc(h, 1, 0);

		for (int i = 0; i < COUNT; i++)
			assert_int_equal(heap_free(h, p[i]), 0);
		assert_true(resident_bytes(h, REGION) < 2 * MIB);
		if (last)
			assert_int_equal(heap_free(h, last), 0);
		assert_empty(h);
	}
	heap_drop(h, REGION);
}

static void wild_and_double_frees_are_refused(void **state)
{
	(void)state;
	struct heap *h = heap_new(SMALL);
	char *a = heap_alloc(h, 100, 0), *b = heap_alloc(h, 100, 0);
	char *c = heap_alloc(h, 100, 0), *d = heap_alloc(h, 100, 0);
	int local = 0;
	struct heap_stats s;

	assert_int_equal(heap_free(h, &local), -EINVAL);
	assert_int_equal(heap_free(h, b + 16), -EINVAL);
	assert_int_equal(heap_free(h, b + 1), -EINVAL);
	assert_int_equal(heap_free(h, h), -EINVAL);
	assert_int_equal(heap_free(h, (char *)h + SMALL - 16), -EINVAL);
	assert_int_equal(heap_free(h, NULL), -EINVAL);
	assert_int_equal(heap_free(h, b), 0);
	assert_int_equal(heap_free(h, b), -EALREADY);
	assert_int_equal(heap_free(h, c), 0);
	assert_int_equal(heap_free(h, c), -EALREADY); /* by now inside b's run */
	assert_int_equal(heap_free(h, d), 0);
	assert_int_equal(heap_free(h, d), -EALREADY); /* by now behind the top */
	assert_int_equal(heap_usable(h, d), 0);
	assert_null(heap_realloc(h, d, 10));
	assert_int_equal(heap_check(h, &s), 0);
	assert_int_equal(s.used_blocks, 1);
	assert_int_equal(heap_free(h, a), 0);
	assert_empty(h);
	heap_drop(h, SMALL);
}

static void overrun_into_the_next_header_is_noticed(void **state)
{
	(void)state;
	struct heap *h = heap_new(SMALL);
	char *a = heap_alloc(h, 24, 0);
	struct heap_stats s;

	assert_non_null(heap_alloc(h, 24, 0));
	memset(a, 0x55, 32);
	assert_int_equal(heap_free(h, a), -EFAULT);
	assert_int_equal(heap_check(h, &s), -EFAULT);
	heap_drop(h, SMALL);
}

/* A byte behind the block, before another block and before the top. */
static void overrun_by_any_byte_is_noticed(void **state)
{
	(void)state;
	struct heap *h = heap_new(SMALL);
	char *a = heap_alloc(h, 24, 0), *b = heap_alloc(h, 24, 0);
	struct heap_stats s;

	assert_int_equal(heap_usable(h, a), 24);
	for (int i = 24; i < 32; i++)
		for (int bit = 0; bit < 8; bit++) {
			a[i] ^= (char)(1 << bit);
			/* flags in the lowest bits of the tag are not covered */
			if (i != 28 || bit > 1)
				assert_int_equal(heap_free(h, a), -EFAULT);
			a[i] ^= (char)(1 << bit);
			b[i] ^= (char)(1 << bit);
			assert_int_equal(heap_free(h, b), -EFAULT);
			b[i] ^= (char)(1 << bit);
		}
	assert_int_equal(heap_check(h, &s), 0);
	assert_int_equal(heap_free(h, b), 0);
	assert_int_equal(heap_free(h, a), 0);
	assert_empty(h);
	heap_drop(h, SMALL);
}

/* The overwritten links lead nowhere: the block is neither taken, nor joined, nor are they
 * followed out of the region. */
static void a_freed_block_that_was_overwritten_is_noticed(void **state)
{
	(void)state;
	struct heap *h = heap_new(SMALL);
	char *a = heap_alloc(h, 24, 0), *b = heap_alloc(h, 24, 0), *c = heap_alloc(h, 24, 0);

	assert_non_null(heap_alloc(h, 24, 0));
	assert_int_equal(heap_free(h, b), 0);
	memset(b, 0x55, 8);
	assert_int_equal(heap_free(h, a), -ENOTRECOVERABLE);
	assert_int_equal(heap_free(h, c), -ENOTRECOVERABLE);
	assert_null(heap_alloc(h, 24, 0));
	assert_ptr_equal(heap_damage(h), b);
	heap_drop(h, SMALL);
}

static void full_region_refuses_and_recovers(void **state)
{
	(void)state;
	struct heap *h = heap_new(SMALL);
	char *p[300];
	int n = 0;

	assert_null(heap_alloc(h, SMALL, 0));
	assert_null(heap_alloc(h, SIZE_MAX, 0));
	assert_null(heap_alloc(h, SIZE_MAX - 100, 16));
	while ((p[n] = heap_alloc(h, 5000, 0)))
		memset(p[n++], 0x33, 5000);
	/* 15 of 16 pages of 64 KiB are the region's, 5120 bytes each block. */
	assert_in_range(n, 15 * 65536 / 5120 - 1, 16 * 65536 / 5120);
	assert_int_equal(heap_free(h, p[7]), 0);
	assert_ptr_equal(heap_alloc(h, 5000, 0), p[7]);
	memset(p[0], 0x77, 5000);
	assert_null(heap_realloc(h, p[0], 6000));
	assert_int_equal(p[0][4999], 0x77);
	for (int i = 0; i < n; i++)
		assert_int_equal(heap_free(h, p[i]), 0);
	assert_empty(h);
	heap_drop(h, SMALL);
}

static void realloc_grows_in_place_when_it_can(void **state)
{
	(void)state;
	struct heap *h = heap_new(REGION);
	char *a = heap_alloc(h, 100, 0), *b, *c;

	assert_ptr_equal(heap_realloc(h, a, 2000), a); /* at the top */
	b = heap_alloc(h, 2000, 0);
	c = heap_alloc(h, 2000, 0);
	assert_int_equal(heap_free(h, b), 0);
	assert_ptr_equal(heap_realloc(h, a, 3000), a); /* into b's place */
	assert_ptr_equal(heap_realloc(h, a, 10), a);
	assert_true(heap_alloc(h, 2900, 0) < (void *)c); /* what was given back */
	assert_ptr_not_equal(heap_realloc(h, a, 3000), a);
	assert_int_equal(heap_usable(h, a), 0);
	heap_drop(h, REGION);
}

static void a_freed_place_can_be_taken_again(void **state)
{
	(void)state;
	struct heap *h = heap_new(REGION);
	char *a = heap_alloc(h, MIB, 4096), *b = heap_alloc(h, MIB, 4096);
	char *c = heap_alloc(h, MIB, 4096);

	memset(a, 1, MIB);
	memset(b, 1, MIB);
	memset(c, 1, MIB);
	assert_int_equal(heap_calloc_at(h, b, MIB), -EBUSY);
	assert_int_equal(heap_calloc_at(h, b + 4096, MIB - 4096), -EBUSY);
	assert_int_equal(heap_calloc_at(h, b + 4096, MIB), -ENOMEM);
	assert_int_equal(heap_calloc_at(h, (char *)h + REGION, 4096), -EINVAL);
	assert_int_equal(heap_calloc_at(h, h, 4096), -EINVAL);
	assert_int_equal(heap_free(h, b), 0);
	assert_int_equal(heap_calloc_at(h, b + 8192, MIB), -ENOMEM);
	assert_int_equal(heap_calloc_at(h, b + 8192, 4096), 0);
	assert_zero((unsigned char *)b + 8192, 4096);
	assert_int_equal(heap_calloc_at(h, b + 8192, 4096), -EBUSY);
	memset(b + 8192, 1, 4096);
	assert_int_equal(heap_free(h, b + 8192), 0);
	assert_int_equal(heap_calloc_at(h, b, MIB), 0);
	assert_zero((unsigned char *)b, MIB);
	assert_int_equal(heap_free(h, c), 0); /* the top comes down */
	assert_int_equal(heap_calloc_at(h, c + MIB, MIB), 0);
	assert_int_equal(heap_calloc_at(h, c + 2 * MIB + 4096, REGION), -ENOMEM);
	assert_zero((unsigned char *)c + MIB, MIB);
	assert_ptr_equal(heap_alloc(h, MIB / 2, 4096), c);
	assert_int_equal(heap_free(h, a), 0);
	assert_int_equal(heap_free(h, b), 0);
	assert_int_equal(heap_free(h, c), 0);
	assert_int_equal(heap_free(h, c + MIB), 0);
	assert_empty(h);
	heap_drop(h, REGION);
}

static void extent_keeps_its_highest_value(void **state)
{
	(void)state;
	struct heap *h = heap_new(REGION);
	char *p = heap_alloc(h, 8 * MIB, 0);
	uint64_t extent = heap_extent(h);

	assert_true(extent >= offset_of(h, p) + 8 * MIB);
	assert_true(extent <= offset_of(h, p) + 8 * MIB + 256);
	assert_int_equal(heap_free(h, p), 0);
	assert_int_equal(heap_extent(h), extent);
	heap_drop(h, REGION);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_stay_apart_and_keep_contents_in_random_use),
		cmocka_unit_test(same_calls_give_same_offsets),
		cmocka_unit_test(untouched_heap_uses_no_memory),
		cmocka_unit_test(init_finds_a_heap_that_is_set_up),
		cmocka_unit_test(room_before_the_first_block_is_left_alone),
		cmocka_unit_test(init_refuses_unfit_regions),
		cmocka_unit_test(free_of_everything_leaves_one_free_run),
		cmocka_unit_test(freed_place_serves_the_next_request_of_its_size),
		cmocka_unit_test(alignment_up_to_256_mib),
		cmocka_unit_test(large_blocks_start_a_line),
		cmocka_unit_test(calloc_is_zero_whatever_was_there),
		cmocka_unit_test(calloc_of_fresh_memory_touches_nothing),
		cmocka_unit_test(large_free_gives_memory_back),
		cmocka_unit_test(many_small_frees_give_memory_back),
		cmocka_unit_test(wild_and_double_frees_are_refused),
		cmocka_unit_test(overrun_into_the_next_header_is_noticed),
		cmocka_unit_test(overrun_by_any_byte_is_noticed),
		cmocka_unit_test(a_freed_block_that_was_overwritten_is_noticed),
		cmocka_unit_test(full_region_refuses_and_recovers),
		cmocka_unit_test(realloc_grows_in_place_when_it_can),
		cmocka_unit_test(a_freed_place_can_be_taken_again),
		cmocka_unit_test(extent_keeps_its_highest_value),
	};

	return cmocka_run_group_tests_name("heap", tests, NULL, NULL);
}
