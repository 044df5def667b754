/* call_thunk.c - see call_thunk.h. */
#include "call_thunk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "budget.h"
#include "call_code.h"
#include "call_stack.h"
#include "call_switch.h"
#include "net/base/pages.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif
#define THUNK_MAX_BYTES 192u
#define THUNK_ALIGN 32u /* half a line of the host's cache, often all of it */
/* Where the first ones are: what a program prints, or sorts, of functions' addresses repeats from
 * run to run.  Between bgq-run and its heap (emu/node/image/own_heap.h). */
#define THUNKS_AT ((void *)UINT64_C(0x1e4000000000))

static struct {
	const char *names; /* NULL: none */
	const void *hook;
	const void *of_lengths; /* NULL: none */
	const void *(*instead)(const char *name); /* may be NULL */
} hooked;

void call_thunks_tell(const char *names, const void *hook)
{
	hooked.names = names;
	hooked.hook = hook;
}

void call_thunks_tell_lengths(const void *hook)
{
	hooked.of_lengths = hook;
}

void call_thunks_instead(const void *(*instead)(const char *name))
{
	hooked.instead = instead;
}

/* Pages at that place, or elsewhere if other thunks are there. */
static void *pages_take(size_t bytes)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
	void *at = mmap(THUNKS_AT, bytes, PROT_READ | PROT_WRITE, flags | MAP_FIXED_NOREPLACE, -1,
			0);

	return at != MAP_FAILED ? at :
		mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
}

int call_thunks_open(struct call_thunks *c, size_t most, bool timed)
{
	size_t bytes = (most * THUNK_MAX_BYTES + PAGE_BYTES - 1) & ~(size_t)(PAGE_BYTES - 1);

	*c = (struct call_thunks){ .timed = timed };
	if (!most)
		return 0;
	c->list = calloc(most, sizeof *c->list);
	if (!c->list)
		return -ENOMEM;
	c->code = pages_take(bytes);
	if (c->code == MAP_FAILED) {
		c->code = NULL;
		call_thunks_free(c);
		return -ENOMEM;
	}
	c->room_bytes = bytes;
	return 0;
}

/* Processors that fetch instructions past their data caches are told. */
static void code_seen(const struct call_thunks *c)
{
	if (c->code)
		__builtin___clear_cache((char *)c->code, (char *)c->code + c->used_bytes);
}

int call_thunks_run_early(struct call_thunks *c)
{
	if (c->code && mprotect(c->code, c->room_bytes, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
		return -errno;
	code_seen(c);
	return 0;
}

const void *call_thunks_named(const struct call_thunks *c, const char *name)
{
	for (size_t i = 0; i < c->count; i++)
		if (!strcmp(c->list[i].name, name))
			return c->code + c->list[i].offset;
	return NULL;
}

int call_thunks_close(struct call_thunks *c)
{
	if (c->code && mprotect(c->code, c->room_bytes, PROT_READ | PROT_EXEC) != 0)
		return -errno;
	code_seen(c);
	return 0;
}

void call_thunks_free(struct call_thunks *c)
{
	if (c->code)
		munmap(c->code, c->room_bytes);
	free(c->list);
	*c = (struct call_thunks){ .timed = c->timed };
}

const struct call_thunk *call_thunks_find(const struct call_thunks *c, uintptr_t pc)
{
	size_t low = 0, high = c->count;

	if (pc - (uintptr_t)c->code >= c->used_bytes)
		return NULL;
	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;

		if (c->list[mid].offset <= pc - (uintptr_t)c->code)
			low = mid;
		else
			high = mid;
	}
	return &c->list[low];
}

#if !defined(BGQ_PORTABLE)

/* The function, or what has it called on the thread's stack for calls. */
static const void *way_of(enum call_switch how, const void *to)
{
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	return how == CALL_STAYS ? to : call_stack_entry(to, how == CALL_SWITCHES_WORDS);
#else
	(void)how; /* threads of this processor have no such stack */
	return to;
#endif
}

static void put_call(struct code *c, const struct call_thunk *thunk)
{
	if (thunk->way == thunk->to)
		code_jump(c, thunk->to);
	else
		code_jump_with(c, thunk->to, thunk->way);
}

static bool is_hooked(const char *name)
{
	return hooked.names && !strncmp(name, hooked.names, strlen(hooked.names));
}

/* Functions that stay on the program's stack, store to the emulator's data, and are called as C
 * has it. */
static bool is_to_be_guarded(const char *name)
{
	static const char *const names[] = { "bgqemu_charge", "bgqemu_mpi", "malloc", "free",
					     "__libc_malloc", "__libc_free" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (call_stack_is_guarded() && !strcmp(name, names[i]))
			return true;
	return false;
}

/* Functions that call_thunks_instead() puts in the place of others always switch stacks: they do
 * more than those, and may need more than 512 bytes. */
static enum call_switch switch_of(const char *name, const void *to)
{
	if ((hooked.instead && hooked.instead(name) == to) || is_to_be_guarded(name))
		return CALL_SWITCHES;
	return call_switch_of(name);
}

/* Makes a thunk that jumps to `to`, which stands for its target. */
static const void *thunk_make(struct call_thunks *c, struct call_thunk thunk, const void *to)
{
	const struct call_cost *cost = thunk.cost;
	uint8_t *start = c->code + c->used_bytes;
	struct code code = { start };

	if (c->room_bytes - c->used_bytes < THUNK_MAX_BYTES)
		return to;
	thunk.to = to;
	thunk.way = way_of(switch_of(thunk.name, to), to);
	if (cost->argument)
		code_charge_by_length(&code, cost);
	else if (cost->cycles)
		code_charge(&code, cost->cycles);
	if (is_hooked(thunk.name))
		code_jump_charged(&code, &c->list[c->count], hooked.hook);
	else if (cost->argument && hooked.of_lengths && !call_stack_is_guarded())
		code_jump_charged(&code, &c->list[c->count], hooked.of_lengths);
	else
		put_call(&code, &thunk);
	thunk.offset = (uint32_t)c->used_bytes;
	c->list[c->count++] = thunk;
	c->used_bytes += ((size_t)(code.at - start) + THUNK_ALIGN - 1) &
			 ~(size_t)(THUNK_ALIGN - 1);
	return start;
}

/* The wrapper sees to it that the function is the rank's own, whatever the clock. */
static bool takes_function(const char *name)
{
	return !strncmp(name, "qsort", 5) || !strcmp(name, "bsearch");
}

/* The function behind a name: its wrapper, its form with a va_list, what stands in its place, or
 * the target itself. */
static const void *function_of(const struct call_thunks *c, const struct call_cost *cost,
			       const char *name, const void *target)
{
	const void *instead = hooked.instead ? hooked.instead(name) : NULL;
	const void *variadic = call_variadic_of(name);

	if (cost->wrap && (c->timed || takes_function(name)))
		return cost->wrap;
	if (variadic)
		return variadic;
	return instead && !cost->cycles ? instead : target;
}

const void *call_thunks_bind(struct call_thunks *c, const char *name, const void *target)
{
	static const struct call_cost one = { .cycles = 1 }, none = { .name = NULL };
	const struct call_cost *cost = call_cost_of(name);
	const void *to = function_of(c, cost, name, target);

	if (cost->wrap && c->timed)
		cost = &none; /* it charges by itself */
	else if (!c->timed && (cost->cycles || cost->wrap))
		cost = &one;
	if (!cost->cycles && switch_of(name, to) == CALL_STAYS)
		return to;
	return thunk_make(c, (struct call_thunk){ .name = name, .cost = cost, .target = target },
			  to);
}

const void *call_thunks_reach(struct call_thunks *c, const char *name, const void *target)
{
	static const struct call_cost none = { .name = NULL };

	return thunk_make(c, (struct call_thunk){ .name = name, .cost = &none, .target = target },
			  target);
}

#else

const void *call_thunks_reach(struct call_thunks *c, const char *name, const void *target)
{
	(void)c, (void)name;
	return target;
}

const void *call_thunks_bind(struct call_thunks *c, const char *name, const void *target)
{
	(void)c, (void)name;
	return target;
}

#endif
