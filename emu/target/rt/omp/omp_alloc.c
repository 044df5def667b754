/*
 * omp_alloc.c - OpenMP's allocators.  All memory spaces are the process's heap; an
 * allocator has an alignment, perhaps a limit, and what to do when it is reached.
 */
#include "omp_rt.h"

#include <stdlib.h>
#include <string.h>

/* Numbers as in GCC's <omp.h>. */
enum { TRAIT_SYNC = 1, TRAIT_ALIGNMENT, TRAIT_ACCESS, TRAIT_POOL_SIZE, TRAIT_FALLBACK,
       TRAIT_FALLBACK_DATA, TRAIT_PINNED, TRAIT_PARTITION };
enum { FALLBACK_DEFAULT = 11, FALLBACK_NULL, FALLBACK_ABORT, FALLBACK_ALLOCATOR };
#define VALUE_DEFAULT ((uintptr_t)-1)
#define VALUE_TRUE    1
#define DEFAULT_ALLOCATOR 1
#define PREDEFINED        9 /* handles below are numbers, others pointers */

struct trait {
	int key;
	uintptr_t value;
};

struct allocator {
	size_t alignment, pool_bytes, used_bytes;
	uintptr_t fallback, fallback_data;
};

/* In front of every block. */
struct block {
	void *raw;
	size_t bytes;
	uintptr_t allocator;
};

static bool trait_apply(struct allocator *a, const struct trait *t)
{
	bool usual = t->value == VALUE_DEFAULT;

	switch (t->key) {
	case TRAIT_ALIGNMENT:
		a->alignment = usual ? 1 : t->value;
		return a->alignment && !(a->alignment & (a->alignment - 1));
	case TRAIT_POOL_SIZE:
		a->pool_bytes = usual ? SIZE_MAX : t->value;
		return a->pool_bytes > 0;
	case TRAIT_FALLBACK:
		a->fallback = usual ? FALLBACK_DEFAULT : t->value;
		return a->fallback >= FALLBACK_DEFAULT &&
		       a->fallback <= FALLBACK_ALLOCATOR;
	case TRAIT_FALLBACK_DATA:
		a->fallback_data = t->value;
		return true;
	case TRAIT_PINNED: /* memory never moves, but no interface promises it */
		return t->value != VALUE_TRUE;
	default: /* hints */
		return t->key == TRAIT_SYNC || t->key == TRAIT_ACCESS ||
		       t->key == TRAIT_PARTITION;
	}
}

/* 0 if the traits cannot be had. */
uintptr_t omp_init_allocator(uintptr_t space, int count, const struct trait *traits)
{
	struct allocator a = { .alignment = 1, .pool_bytes = SIZE_MAX,
			       .fallback = FALLBACK_DEFAULT };
	struct allocator *new;

	(void)space;
	for (int i = 0; i < count; i++)
		if (!trait_apply(&a, &traits[i]))
			return 0;
	new = omprt_alloc(sizeof *new);
	*new = a;
	return (uintptr_t)new;
}

void omp_destroy_allocator(uintptr_t allocator)
{
	if (allocator >= PREDEFINED)
		free((void *)allocator);
}

uintptr_t omp_get_default_allocator(void)
{
	return omprt_icv()->allocator;
}

void omp_set_default_allocator(uintptr_t allocator)
{
	omprt_icv()->allocator = allocator ? allocator : DEFAULT_ALLOCATOR;
}

static bool reserve(struct allocator *a, size_t bytes)
{
	bool fits;

	omprt_enter();
	fits = bytes <= a->pool_bytes - a->used_bytes;
	if (fits)
		a->used_bytes += bytes;
	omprt_leave();
	return fits;
}

static void give_back(struct allocator *a, size_t bytes)
{
	omprt_enter();
	a->used_bytes -= bytes;
	omprt_leave();
}

static void *block_new(size_t align, size_t bytes, uintptr_t allocator)
{
	size_t front;
	struct block *b;
	char *raw;

	if (align < _Alignof(max_align_t))
		align = _Alignof(max_align_t);
	front = (sizeof *b + align - 1) & -align;
	if (bytes > SIZE_MAX - front || posix_memalign((void **)&raw, align, front + bytes))
		return NULL;
	b = (struct block *)(raw + front) - 1;
	*b = (struct block){ raw, bytes, allocator };
	return b + 1;
}

void *omp_aligned_alloc(size_t align, size_t bytes, uintptr_t allocator)
{
	struct allocator *a;
	void *p;

	if (!bytes || (align & (align - 1)))
		return NULL;
	if (!allocator)
		allocator = omp_get_default_allocator();
	if (allocator < PREDEFINED)
		return block_new(align, bytes, allocator);
	a = (struct allocator *)allocator;
	if (reserve(a, bytes)) {
		p = block_new(align > a->alignment ? align : a->alignment, bytes, allocator);
		if (p)
			return p;
		give_back(a, bytes);
	}
	switch (a->fallback) {
	case FALLBACK_DEFAULT:
		return block_new(align > a->alignment ? align : a->alignment, bytes,
				 DEFAULT_ALLOCATOR);
	case FALLBACK_ALLOCATOR:
		return omp_aligned_alloc(align, bytes, a->fallback_data);
	case FALLBACK_ABORT:
		omprt_die("out of memory (allocator with abort_fb, %zu bytes)", bytes);
	default:
		return NULL;
	}
}

void *omp_alloc(size_t bytes, uintptr_t allocator)
{
	return omp_aligned_alloc(1, bytes, allocator);
}

void *omp_aligned_calloc(size_t align, size_t count, size_t bytes, uintptr_t allocator)
{
	size_t total;
	void *p;

	if (__builtin_mul_overflow(count, bytes, &total))
		return NULL;
	p = omp_aligned_alloc(align, total, allocator);
	return p ? memset(p, 0, total) : NULL;
}

void *omp_calloc(size_t count, size_t bytes, uintptr_t allocator)
{
	return omp_aligned_calloc(1, count, bytes, allocator);
}

/* The block knows its allocator. */
void omp_free(void *p, uintptr_t allocator)
{
	struct block *b = (struct block *)p - 1;

	(void)allocator;
	if (!p)
		return;
	if (b->allocator >= PREDEFINED)
		give_back((struct allocator *)b->allocator, b->bytes);
	free(b->raw);
}

/* In place of b, in the same allocator: its pool has to hold only what is added. */
static void *block_resize(struct block *b, size_t bytes)
{
	struct allocator *a = (struct allocator *)b->allocator;
	size_t old = b->bytes;
	void *new;

	if (bytes > old && !reserve(a, bytes - old))
		return NULL;
	new = block_new(a->alignment, bytes, b->allocator);
	if (new) {
		memcpy(new, b + 1, old < bytes ? old : bytes);
		free(b->raw);
	}
	if (new && bytes < old)
		give_back(a, old - bytes);
	if (!new && bytes > old)
		give_back(a, bytes - old);
	return new;
}

void *omp_realloc(void *p, size_t bytes, uintptr_t allocator, uintptr_t old)
{
	struct block *b = (struct block *)p - 1;
	void *new;

	if (!bytes) {
		omp_free(p, old);
		return NULL;
	}
	if (p && !allocator)
		allocator = b->allocator;
	if (!allocator)
		allocator = omp_get_default_allocator();
	if (p && allocator == b->allocator && allocator >= PREDEFINED &&
	    (new = block_resize(b, bytes)))
		return new;
	new = omp_alloc(bytes, allocator);
	if (new && p) {
		memcpy(new, p, b->bytes < bytes ? b->bytes : bytes);
		omp_free(p, old);
	}
	return new;
}

/* The allocate clause. */
void *GOMP_alloc(size_t align, size_t bytes, uintptr_t allocator)
{
	return omp_aligned_alloc(align, bytes, allocator);
}

void GOMP_free(void *p, uintptr_t allocator)
{
	omp_free(p, allocator);
}
