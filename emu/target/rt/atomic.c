/*
 * atomic.c - atomic accesses to objects of any size: what compilers call libatomic for where no
 * instruction takes the object at once.
 * Never: libatomic itself, which is the host's.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "atomic.h"

pthread_mutex_t bgqrt_atomics = PTHREAD_MUTEX_INITIALIZER;

/* Names that compilers keep for themselves. */
void bgqrt_atomic_load(size_t bytes, const void *at, void *to, int order) __asm__("__atomic_load");
void bgqrt_atomic_store(size_t bytes, void *at, const void *from, int order)
	__asm__("__atomic_store");
void bgqrt_atomic_exchange(size_t bytes, void *at, const void *from, void *old, int order)
	__asm__("__atomic_exchange");
bool bgqrt_atomic_compare_exchange(size_t bytes, void *at, void *expected, const void *desired,
				   int success, int failure) __asm__("__atomic_compare_exchange");
bool bgqrt_atomic_is_lock_free(size_t bytes, const void *at) __asm__("__atomic_is_lock_free");

void bgqrt_atomic_load(size_t bytes, const void *at, void *to, int order)
{
	(void)order;
	atomics_lock();
	memcpy(to, at, bytes);
	atomics_unlock();
}

void bgqrt_atomic_store(size_t bytes, void *at, const void *from, int order)
{
	(void)order;
	atomics_lock();
	memcpy(at, from, bytes);
	atomics_unlock();
}

/* Old may be from: byte by byte, neither is lost. */
void bgqrt_atomic_exchange(size_t bytes, void *at, const void *from, void *old, int order)
{
	unsigned char *object = at, *before = old;
	const unsigned char *after = from;

	(void)order;
	atomics_lock();
	for (size_t i = 0; i < bytes; i++) {
		unsigned char byte = after[i];

		before[i] = object[i];
		object[i] = byte;
	}
	atomics_unlock();
}

bool bgqrt_atomic_compare_exchange(size_t bytes, void *at, void *expected, const void *desired,
				   int success, int failure)
{
	bool equal;

	(void)success, (void)failure;
	atomics_lock();
	equal = memcmp(at, expected, bytes) == 0;
	if (equal)
		memcpy(at, desired, bytes);
	else
		memcpy(expected, at, bytes);
	atomics_unlock();
	return equal;
}

/* Whether the machine has an instruction for it; at NULL is as if well aligned. */
bool bgqrt_atomic_is_lock_free(size_t bytes, const void *at)
{
	return (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) && (uintptr_t)at % bytes == 0;
}
