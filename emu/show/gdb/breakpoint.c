/* breakpoint.c - see gdb_internal.h.  Memory is read and written by the host's file of it, which
 * reports what is not there, and stores to code that the program itself cannot store to. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "gdb_internal.h"

#define BREAKPOINTS_MAX 4096
#define INT3 0xcc
#define NOWHERE UINT64_MAX

static struct breakpoint {
	uint64_t at;
	uint8_t was;
	bool users, set;
} table[BREAKPOINTS_MAX];
static unsigned count;
static uint32_t ranks;
static uint64_t awaited = NOWHERE;
static const struct thread *awaited_of;
static struct breakpoint *lifted;

static int memory(void)
{
	static int fd = -1;

	if (fd < 0)
		fd = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
	return fd;
}

static bool byte_write(uint64_t at, uint8_t byte)
{
	return pwrite(memory(), &byte, 1, (off_t)at) == 1;
}

static struct breakpoint *find(uint64_t at)
{
	for (unsigned i = 0; i < count; i++)
		if (table[i].at == at)
			return &table[i];
	return NULL;
}

size_t memory_read(uint64_t address, void *to, size_t bytes)
{
	ssize_t n = pread(memory(), to, bytes, (off_t)address);

	for (unsigned i = 0; i < count; i++)
		if (table[i].set && n > 0 && table[i].at - address < (size_t)n)
			((uint8_t *)to)[table[i].at - address] = table[i].was;
	return n < 0 ? 0 : (size_t)n;
}

size_t memory_write(uint64_t address, const void *from, size_t bytes)
{
	ssize_t n = pwrite(memory(), from, bytes, (off_t)address);

	for (unsigned i = 0; i < count; i++) {
		struct breakpoint *b = &table[i];

		if (!b->set || n <= 0 || b->at - address >= (size_t)n)
			continue;
		b->was = ((const uint8_t *)from)[b->at - address];
		byte_write(b->at, INT3);
	}
	return n < 0 ? 0 : (size_t)n;
}

/* One that is in no program is on a stack, where a function that gdb has called returns to. */
static bool in_effect(const struct breakpoint *b)
{
	const struct process *p = target_process(b->at);

	if (b->at == awaited)
		return true;
	return b->users && (p ? ranks == RANKS_ALL || p->rank == ranks
			      : space_contains((const void *)(uintptr_t)b->at));
}

/* Brings memory to what is in effect. */
static bool settle(struct breakpoint *b)
{
	bool wanted = in_effect(b) && b != lifted;
	bool done = true;

	if (wanted && !b->set)
		done = pread(memory(), &b->was, 1, (off_t)b->at) == 1 && byte_write(b->at, INT3);
	else if (!wanted && b->set)
		byte_write(b->at, b->was);
	b->set = wanted && done;
	return done;
}

static struct breakpoint *add(uint64_t address)
{
	struct breakpoint *b = find(address);

	if (b || count == BREAKPOINTS_MAX)
		return b;
	b = &table[count++];
	*b = (struct breakpoint){ .at = address };
	return b;
}

static void drop_unused(void)
{
	while (count > 0 && !table[count - 1].users && !table[count - 1].set &&
	       &table[count - 1] != lifted)
		count--;
}

bool breakpoint_add(uint64_t address)
{
	struct breakpoint *b = add(address);

	if (!b)
		return false;
	b->users = true;
	b->users = settle(b);
	return b->users;
}

void breakpoint_remove(uint64_t address)
{
	struct breakpoint *b = find(address);

	if (!b)
		return;
	b->users = false;
	settle(b);
	drop_unused();
}

void breakpoint_remove_all(void)
{
	awaited = NOWHERE;
	lifted = NULL;
	for (unsigned i = 0; i < count; i++) {
		table[i].users = false;
		settle(&table[i]);
	}
	count = 0;
}

void breakpoint_ranks(uint32_t rank)
{
	ranks = rank;
	for (unsigned i = 0; i < count; i++)
		settle(&table[i]);
}

bool breakpoint_is_at(uint64_t address)
{
	const struct breakpoint *b = find(address);

	return b && b->users && in_effect(b);
}

void breakpoint_await(uint64_t address, const struct thread *t)
{
	struct breakpoint *before = find(awaited);

	awaited = address;
	awaited_of = t;
	if (before)
		settle(before);
	drop_unused();
	struct breakpoint *b = address == NOWHERE ? NULL : add(address);

	if (b)
		settle(b);
}

bool breakpoint_is_awaited(uint64_t address, const struct thread *t)
{
	return address == awaited && t == awaited_of;
}

bool breakpoint_is_set(uint64_t address)
{
	const struct breakpoint *b = find(address);

	return b && (b->set || b == lifted);
}

void breakpoint_lift(uint64_t address)
{
	lifted = find(address);
	if (lifted)
		settle(lifted);
}

void breakpoint_lower(void)
{
	struct breakpoint *b = lifted;

	lifted = NULL;
	if (b)
		settle(b);
	drop_unused();
}
