/*
 * l2_memory.h - which memory of a process L2 atomics work on: that of which it has told
 * Kernel_L2AtomicsAllocate(), and shared memory of which a process of its node has, or for whose
 * descriptor it has asked ioctl(FIOBGQATOMIC).
 *
 * On the machine a thread reaches an atomic through the TLB, at an alias address at which each
 * byte of memory takes 32; CNK maps aliases in pages of 1 MiB at least, so 32 KiB of memory are
 * the least that a call allocates.  It may map more, as neighbouring pages allow: a program that
 * relies on that is refused here.  The message unit has physical addresses and asks nobody.
 *
 * Never: a cost for the word after one in the same range.
 */
#ifndef BGQ_EMU_L2_MEMORY_H
#define BGQ_EMU_L2_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "process.h"

#define L2_MEMORY_REFUSED "L2 atomic on memory that Kernel_L2AtomicsAllocate() was not called for"

/* The running process may use atomics on [va, va + bytes), which is its own or shared memory of
 * its node: 0 or ENOMEM. */
int l2_memory_allocate(const void *va, size_t bytes);
/* Forgets what p has been allowed in its own memory. */
void l2_memory_release(struct process *p);

/* Whether p may use them on the word, by all that is known; and quickly. */
bool l2_memory_search(struct process *p, const volatile void *word);
static inline bool l2_memory_holds(struct process *p, const volatile void *word)
{
	return (uintptr_t)word - p->l2_last.low < p->l2_last.bytes || l2_memory_search(p, word);
}

#endif
