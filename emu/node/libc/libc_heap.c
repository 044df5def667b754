/*
 * libc_heap.c - malloc and friends for programs: each process has a heap of its
 * own, behind the image in its slot, so that what a program allocates can be
 * handed to the message unit and has the same address in every run.
 * What libc allocates on behalf of programs: host_malloc.c.
 */
#include "libc.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/calls/call_stack.h"
#include "emu/core/calls/call_wrap.h"
#include "emu/node/image/heap.h"
#include "emu/node/machine/call.h"
#include "emu/node/machine/booted.h"
#include "emu/node/machine/job.h"
#include "emu/node/machine/protect.h"
#include "emu/show/report/report.h"
#include "net/base/pages.h"

#define DEFAULT_ALIGN 16
#define LOW_BYTES 65536

static struct heap *heap_self(void)
{
	return machine_heap(process_self());
}

/* True if p, which is in some window, is in the caller's slot. */
static bool is_own(const void *p)
{
	return (uintptr_t)p - (uintptr_t)process_self()->base < space.slot_bytes;
}

/* ---- misuse: reported, then as abort(3), unless MALLOC_CHECK_ says otherwise */

/* Bits of MALLOC_CHECK_: what the C library of the machine does on misuse. */
#define SAYS_SO 1
#define ABORTS 2

/* Returns MALLOC_CHECK_ of the job's environment; one digit counts, as in mallopt(3). */
static unsigned check_action(void)
{
	static const char name[] = "MALLOC_CHECK_=";

	for (char **e = job.opt.env; *e; e++) {
		const char *value = *e + sizeof name - 1;

		if (!strncmp(*e, name, sizeof name - 1) && *value >= '0' && *value <= '9')
			return (unsigned)(*value - '0') & (SAYS_SO | ABORTS);
	}
	return SAYS_SO | ABORTS;
}

static const char *misuse(int error)
{
	switch (error) {
	case -EALREADY: return "double free";
	case -EFAULT: return "memory behind the block was overwritten";
	case -ENOTRECOVERABLE: return "a freed block beside it was overwritten";
	default: return "invalid pointer";
	}
}

static void die_apart(const char *call, const void *p, const char *what, const void *pc)
{
	char text[128];

	snprintf(text, sizeof text, "%s(%p): %s", call, p, what);
	process_abort(text, pc ? (uintptr_t)pc - 1 : 0); /* in the call, not behind it */
}

/* pc: where the program has called. */
static void die(const char *call, const void *p, const char *what, const void *pc)
{
	call_stack_call((const void *)die_apart, (long)call, (long)p, (long)what, (long)pc, 0);
}

/* The block is left as it is, if the program goes on. */
static void complain_apart(const char *call, const void *p, long error_code, const void *pc)
{
	int error = (int)error_code;
	unsigned action = check_action();

	if (action & ABORTS)
		die(call, p, misuse(error), pc);
	if (action & SAYS_SO) {
		call_begin(); /* what is said has a time */
		report_misuse(thread_self, call, p, misuse(error), (uintptr_t)pc);
	}
}

static void complain(const char *call, const void *p, int error, const void *pc)
{
	call_stack_call((const void *)complain_apart, (long)call, (long)p, error, (long)pc, 0);
}

static void *or_enomem(void *p)
{
	const void *damage;

	if (p)
		return p;
	damage = heap_damage(heap_self());
	if (damage)
		die("malloc", damage, "a freed block was overwritten", NULL);
	errno = ENOMEM;
	return NULL;
}

/* ---- */

void *emu_malloc(size_t bytes)
{
	return or_enomem(heap_alloc(heap_self(), bytes, DEFAULT_ALIGN));
}

void *emu_calloc(size_t n, size_t bytes)
{
	size_t total;

	if (__builtin_mul_overflow(n, bytes, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	return or_enomem(heap_calloc(heap_self(), total, DEFAULT_ALIGN));
}

/* The host's blocks are aligned, and lie above all that programs may ask for. */
static bool is_hosts(const void *p)
{
	return !space_contains(p) && (uintptr_t)p % 8 == 0 && (uintptr_t)p >= LOW_BYTES &&
		(uintptr_t)p < UINT64_C(1) << 47;
}

/* Frees a block, and undoes its protection: that is its next owner's right. */
static int release(void *p)
{
	struct process *self = process_self();

	if (self->protections)
		protect_undo(self, p, heap_usable(heap_self(), p));
	return heap_free(heap_self(), p);
}

void emu_free(void *p)
{
	if (!p)
		return;
	if (is_hosts(p)) {
		free(p);
		return;
	}
	int rc = is_own(p) ? release(p) : -EINVAL;

	if (rc)
		complain("free", p, rc, CALL_PLACE());
}

void libc_free(void *p)
{
	/* The block may be another process's, whose heap may be in use by another worker: it is
	 * left alone. */
	if (is_own(p))
		emu_free(p);
}

/* A block that has to move is copied. */
static void *resize(void *p, size_t bytes)
{
	struct heap *h = heap_self();
	size_t had = heap_usable(h, p);

	if (process_self()->protections)
		protect_undo(process_self(), p, had); /* it may move */
	void *now = heap_realloc(h, p, bytes);

	if (now && now != p && !job.model->host_code)
		call_charge(0, CALL_COPY_RATE, had < bytes ? had : bytes);
	return or_enomem(now);
}

void *emu_realloc(void *p, size_t bytes)
{
	if (!p)
		return emu_malloc(bytes);
	if (is_hosts(p))
		return realloc(p, bytes);
	int rc = is_own(p) ? heap_probe(heap_self(), p) : -EINVAL;

	if (rc) {
		complain("realloc", p, rc, CALL_PLACE());
		return emu_malloc(bytes);
	}
	if (bytes == 0) {
		emu_free(p);
		return NULL;
	}
	return resize(p, bytes);
}

void *emu_reallocarray(void *p, size_t n, size_t bytes)
{
	size_t total;

	if (__builtin_mul_overflow(n, bytes, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	return emu_realloc(p, total);
}

int emu_posix_memalign(void **out, size_t align, size_t bytes)
{
	if (align < sizeof(void *) || (align & (align - 1)))
		return EINVAL;
	int saved = errno;
	void *block = or_enomem(heap_alloc(heap_self(), bytes, align));

	errno = saved;
	if (!block)
		return ENOMEM; /* *out is left as it is */
	*out = block;
	return 0;
}

void *libc_zeroed(size_t align, size_t bytes)
{
	return or_enomem(heap_calloc(heap_self(), bytes, align));
}

int libc_zeroed_at(void *p, size_t bytes)
{
	return heap_calloc_at(heap_self(), p, bytes);
}

void *emu_aligned_alloc(size_t align, size_t bytes)
{
	if (!align || (align & (align - 1))) {
		errno = EINVAL;
		return NULL;
	}
	return or_enomem(heap_alloc(heap_self(), bytes,
				    align < DEFAULT_ALIGN ? DEFAULT_ALIGN : align));
}

void *emu_valloc(size_t bytes)
{
	return emu_aligned_alloc(PAGE_BYTES, bytes);
}

void *emu_pvalloc(size_t bytes)
{
	return emu_aligned_alloc(PAGE_BYTES, (bytes + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1));
}

size_t emu_malloc_usable_size(void *p)
{
	return p && space_contains(p) && is_own(p) ? heap_usable(heap_self(), p) : 0;
}
