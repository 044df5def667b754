/* own_state.c - see own_state.h. */
#include "own_state.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

#include "emu/core/calls/call_stack.h"
#include "emu/core/check/check.h"
#include "emu/node/image/own_heap.h"
#include "emu/node/machine/process.h"
#include "net/base/pages.h"

extern char __data_start[], _end[]; /* the linker's: .data and .bss */

/* Builds whose compiler stores to static data in every function, in the handler's too, define
 * it (tests/coverage_exit.c). */
extern const bool own_state_stays_open __attribute__((weak));

/* Whole pages of them, and nothing else on these. */
static struct {
	uint8_t *at;
	uint64_t bytes; /* 0: they are not guarded */
	atomic_bool *closed; /* elsewhere, as it changes while they are closed */
} guarded;

static struct {
	uint64_t low, bytes; /* its code */
} libc;

static void set(int protection)
{
	mprotect(guarded.at, guarded.bytes, protection);
	own_heap_set(protection);
}

void own_state_open(void)
{
	if (!guarded.bytes)
		return;
	set(PROT_READ | PROT_WRITE);
	*guarded.closed = false;
}

bool own_state_is_closed(void)
{
	return guarded.bytes && *guarded.closed;
}

static void open_if_closed(void)
{
	if (own_state_is_closed())
		own_state_open();
}

/* Code of a process that has ended is its last words, on a stack of bgq-run's. */
static bool is_last_words(void)
{
	return thread_self && process_self()->status != PROCESS_ALIVE;
}

void own_state_close(void)
{
	if (is_last_words()) { /* others may have run, and closed them */
		open_if_closed();
		return;
	}
	if (!guarded.bytes || *guarded.closed)
		return;
	*guarded.closed = true;
	set(PROT_READ);
}

int own_state_prepare(void)
{
	static const struct call_guard guard = { open_if_closed, own_state_close };

	call_stack_guard(&guard);
	check_tell(&guard);
	return own_heap_begin();
}

static int find_libc(struct dl_phdr_info *object, size_t bytes, void *function)
{
	(void)bytes;
	for (unsigned i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &object->dlpi_phdr[i];
		uint64_t low = object->dlpi_addr + h->p_vaddr;

		if (h->p_type != PT_LOAD || (uintptr_t)function - low >= h->p_memsz)
			continue;
		libc.low = low;
		libc.bytes = h->p_memsz;
		return 1;
	}
	return 0;
}

bool own_state_is_libc(uint64_t pc)
{
	return pc - libc.low < libc.bytes;
}

void own_state_begin(void)
{
	uintptr_t mask = PAGE_BYTES - 1;
	uintptr_t low = ((uintptr_t)__data_start + mask) & ~mask, high = (uintptr_t)_end & ~mask;

	if (&own_state_stays_open)
		return;
	void *closed = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			    -1, 0);

	if (closed == MAP_FAILED)
		return;
	guarded.closed = closed;
	dl_iterate_phdr(find_libc, dlsym(RTLD_DEFAULT, "gnu_get_libc_version"));
	guarded.at = (uint8_t *)low;
	guarded.bytes = high - low;
}

bool own_state_holds(uint64_t address)
{
	return address - (uintptr_t)guarded.at < guarded.bytes || own_heap_holds(address);
}
