/*
 * atomic.c - atomic accesses to objects that no instruction takes at once: what compilers call
 * libatomic for, which is the host's.  One lock for all: threads of a node seldom meet there.
 */
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "rt.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Names that compilers keep for themselves. */
void bgqrt_atomic_load(size_t bytes, const void *at, void *to, int order) __asm__("__atomic_load");
void bgqrt_atomic_store(size_t bytes, void *at, const void *from, int order)
	__asm__("__atomic_store");
void bgqrt_atomic_exchange(size_t bytes, void *at, const void *from, void *old, int order)
	__asm__("__atomic_exchange");
bool bgqrt_atomic_compare_exchange(size_t bytes, void *at, void *expected, const void *desired,
				   int success, int failure) __asm__("__atomic_compare_exchange");

void bgqrt_atomic_load(size_t bytes, const void *at, void *to, int order)
{
	(void)order;
	pthread_mutex_lock(&lock);
	memcpy(to, at, bytes);
	pthread_mutex_unlock(&lock);
}

void bgqrt_atomic_store(size_t bytes, void *at, const void *from, int order)
{
	(void)order;
	pthread_mutex_lock(&lock);
	memcpy(at, from, bytes);
	pthread_mutex_unlock(&lock);
}

void bgqrt_atomic_exchange(size_t bytes, void *at, const void *from, void *old, int order)
{
	(void)order;
	pthread_mutex_lock(&lock);
	memcpy(old, at, bytes);
	memcpy(at, from, bytes);
	pthread_mutex_unlock(&lock);
}

bool bgqrt_atomic_compare_exchange(size_t bytes, void *at, void *expected, const void *desired,
				   int success, int failure)
{
	bool equal;

	(void)success, (void)failure;
	pthread_mutex_lock(&lock);
	equal = memcmp(at, expected, bytes) == 0;
	if (equal)
		memcpy(at, desired, bytes);
	else
		memcpy(expected, at, bytes);
	pthread_mutex_unlock(&lock);
	return equal;
}
