/* call_stack.c - see call_stack.h. */
#include "call_stack.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "net/base/pages.h"

/* Stacks that are mapped at a time: few where they have guards, which a small job pays for; */
#define PIECE 32u
#define PIECE_LATER 1024u
/* Guards are for this many stacks: each costs the host a microsecond at the start, and before Linux
 * 6.13 a mapping or two of the 65,530 that a process may have.  What a call of the emulator's own
 * needs does not depend on the rank, so that one of the first meets its guard. */
#define GUARDED_MAX 512u
/* Stacks whose highest page is made present together, which is cheaper than a fault each: few at
 * first, as most jobs are small. */
#define PRESENT_MAX 32u

_Static_assert(CALL_STACK_USABLE == CALL_STACK_BYTES - PAGE_BYTES - CALL_STACK_HEAD - 8,
	       "read by assembly");

static __thread uint64_t *free_list;
static __thread uint8_t *fresh; /* of the last piece, those not used yet: */
static __thread unsigned fresh_count;
static __thread unsigned present, present_next; /* of those; and how many are next */
static __thread uint64_t *left; /* in call_stack_program(), the newest first */

/* Maps so many at that address, or anywhere if another mapping is in the way. */
static uint8_t *map(uint64_t at, unsigned stacks)
{
	size_t bytes = (size_t)stacks * CALL_STACK_BYTES;
	void *p = mmap((void *)at, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED) {
		perror("bgq-run: cannot reserve stacks for calls");
		exit(EXIT_FAILURE);
	}
	madvise(p, bytes, MADV_NOHUGEPAGE); /* of each a page or two is used */
	return p;
}

/* The lowest pages of a piece's stacks. */
static void guard(uint8_t *piece)
{
	struct iovec page[PIECE];

	for (unsigned i = 0; i < PIECE; i++)
		page[i] = (struct iovec){ piece + (size_t)i * CALL_STACK_BYTES, PAGE_BYTES };
	if (pages_advise(page, PIECE, MADV_GUARD_INSTALL))
		return;
	for (unsigned i = 0; i < PIECE; i++)
		mprotect(page[i].iov_base, PAGE_BYTES, PROT_NONE);
}

/* Maps a piece for the calling worker. */
static void map_more(void)
{
	static atomic_uint_fast64_t mapped;
	bool guarded = atomic_load(&mapped) < GUARDED_MAX;
	uint64_t first;

	fresh_count = guarded ? PIECE : PIECE_LATER;
	first = atomic_fetch_add(&mapped, fresh_count);
	fresh = map(CALL_STACKS + first * CALL_STACK_BYTES, fresh_count);
	if (guarded)
		guard(fresh);
}

static void make_present(void)
{
	struct iovec page[PRESENT_MAX];
	unsigned n = present_next ? present_next : 1;

	present_next = n < PRESENT_MAX ? 2 * n : n;
	n = n < fresh_count ? n : fresh_count;
	for (unsigned i = 0; i < n; i++)
		page[i] = (struct iovec){
			fresh + (size_t)(i + 1) * CALL_STACK_BYTES - PAGE_BYTES, PAGE_BYTES };
	pages_advise(page, n, MADV_POPULATE_WRITE);
	present = n;
}

uint64_t *call_stack_take(void)
{
	uint64_t *top = free_list;

	if (top) {
		free_list = (uint64_t *)(uintptr_t)top[0];
		return top;
	}
	if (!fresh_count)
		map_more();
	if (!present)
		make_present();
	present--;
	fresh_count--;
	fresh += CALL_STACK_BYTES;
	return (uint64_t *)(void *)(fresh - CALL_STACK_HEAD);
}

void call_stack_free(uint64_t *top)
{
	if (!top)
		return;
	top[0] = (uintptr_t)free_list;
	free_list = top;
}

struct call_guard call_stack_guarded; /* read by assembly */

bool call_stack_is_guarded(void)
{
	return call_stack_guarded.before;
}

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

const void *call_stack_way = (const void *)call_stack_enter; /* read by assembly */

void call_stack_guard(const struct call_guard *guard)
{
	call_stack_guarded = *guard;
	call_stack_way = (const void *)call_stack_enter_guarded;
}

extern char __executable_start, etext;

static bool is_of_host(const void *fn)
{
	return fn < (const void *)&__executable_start || fn >= (const void *)&etext;
}

const void *call_stack_entry(const void *fn, bool words)
{
	if (!call_stack_is_guarded())
		return words ? (const void *)call_stack_enter_words
			     : (const void *)call_stack_enter;
	if (is_of_host(fn))
		return words ? (const void *)call_stack_enter_words_closed
			     : (const void *)call_stack_enter_closed;
	return words ? (const void *)call_stack_enter_words_guarded
		     : (const void *)call_stack_enter_guarded;
}

long call_stack_run(uint64_t place, const void *fn, long a, long b, long c);
extern const char call_stack_code[], call_stack_code_end[];

static uint64_t *cell_top(void)
{
	uint64_t *top;

	__asm__ volatile("movq %%gs:%c1, %0" : "=r"(top) : "i"(CALL_STACK_CELL));
	return top;
}

void call_stack_use(uint64_t *top)
{
	__asm__ volatile("movq %0, %%gs:%c1" : : "r"(top), "i"(CALL_STACK_CELL) : "memory");
}

bool call_stack_is_own(const void *p)
{
	return (uintptr_t)cell_top() - (uintptr_t)p < CALL_STACK_USABLE;
}

bool call_stack_in_host(const void *sp)
{
	uint64_t *host;

	__asm__ volatile("movq %%gs:%c1, %0" : "=r"(host) : "i"(CALL_STACK_HOST));
	return host == cell_top() && call_stack_is_own(sp);
}

/* Takes top out of those that were left. */
static void found(const uint64_t *top)
{
	uint64_t **at = &left;

	while (*at && *at != top)
		at = (uint64_t **)(*at + 1);
	if (*at)
		*at = (uint64_t *)(uintptr_t)top[1];
}

/* Frees the stacks of calls that were left at this place of a program's stack: the program has used
 * the place again, so it never returns to them. */
static void forget(uint64_t place)
{
	for (uint64_t **at = &left, *top; (top = *at) != NULL;) {
		if (top[-1] != place) {
			at = (uint64_t **)(top + 1);
			continue;
		}
		*at = (uint64_t *)(uintptr_t)top[1];
		call_stack_free(top);
	}
}

uint64_t *call_stack_leave(const void *sp)
{
	uint64_t *top = cell_top();

	if (!call_stack_is_own(sp))
		return NULL;
	forget(top[-1]);
	top[1] = (uintptr_t)left;
	left = top;
	call_stack_use(call_stack_take());
	return top;
}

void call_stack_back(uint64_t *top)
{
	call_stack_free(cell_top());
	found(top);
	call_stack_use(top);
}

long call_stack_program(const void *fn, long a, long b, long c)
{
	uint64_t *own = call_stack_leave(__builtin_frame_address(0));

	if (!own)
		return ((long (*)(long, long, long))(uintptr_t)fn)(a, b, c);
	if (call_stack_is_guarded())
		call_stack_guarded.behind();
	long rc = call_stack_run(own[-1], fn, a, b, c);

	if (call_stack_is_guarded())
		call_stack_guarded.before();
	call_stack_back(own);
	return rc;
}

bool call_stack_is_back(const void *return_address)
{
	uintptr_t at = (uintptr_t)return_address;

	return at >= (uintptr_t)call_stack_code && at < (uintptr_t)call_stack_code_end;
}

const void *call_stack_caller(const void *return_address)
{
	if (!call_stack_is_back(return_address))
		return return_address;
	return ((const void **)(uintptr_t)cell_top()[-1])[1];
}

#else

void call_stack_guard(const struct call_guard *guard)
{
	call_stack_guarded = *guard;
}

void call_stack_use(uint64_t *top)
{
	(void)top;
}

uint64_t *call_stack_leave(const void *sp)
{
	(void)sp;
	return NULL;
}

void call_stack_back(uint64_t *top)
{
	(void)top, (void)left;
}

long call_stack_program(const void *fn, long a, long b, long c)
{
	return ((long (*)(long, long, long))(uintptr_t)fn)(a, b, c);
}

long call_stack_call(const void *fn, long a, long b, long c, long d, long e)
{
	return ((long (*)(long, long, long, long, long))(uintptr_t)fn)(a, b, c, d, e);
}

bool call_stack_is_own(const void *p)
{
	(void)p;
	return false;
}

bool call_stack_in_host(const void *sp)
{
	(void)sp;
	return false;
}

bool call_stack_is_back(const void *return_address)
{
	(void)return_address;
	return false;
}

const void *call_stack_caller(const void *return_address)
{
	return return_address;
}

#endif
