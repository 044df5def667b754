/*
 * atomic_sized.c - libatomic's functions for integers of 1 to 16 bytes, which compilers call for
 * 16, where an address may not be aligned, and with -fno-inline-atomics.
 * Never: an access without the lock, not even of a size that an instruction takes.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "atomic.h"

/* Names that compilers keep for themselves. */
#define NAMED(what, bytes) __asm__("__atomic_" #what "_" #bytes)

/* before: of the object; after: what expression makes of it; the function returns one of them. */
#define UPDATE(what, bytes, type, expression, result) \
	type bgqrt_atomic_##what##_##bytes(void *at, type with, int order) NAMED(what, bytes); \
	type bgqrt_atomic_##what##_##bytes(void *at, type with, int order) \
	{ \
		type before, after; \
\
		(void)order; \
		atomics_lock(); \
		memcpy(&before, at, sizeof before); \
		after = (type)(expression); \
		memcpy(at, &after, sizeof after); \
		atomics_unlock(); \
		return result; \
	}

#define UPDATES(operation, bytes, type, expression) \
	UPDATE(fetch_##operation, bytes, type, expression, before) \
	UPDATE(operation##_fetch, bytes, type, expression, after)

#define ACCESSES(bytes, type) \
	type bgqrt_atomic_load_##bytes(const void *at, int order) NAMED(load, bytes); \
	type bgqrt_atomic_load_##bytes(const void *at, int order) \
	{ \
		type value; \
\
		(void)order; \
		atomics_lock(); \
		memcpy(&value, at, sizeof value); \
		atomics_unlock(); \
		return value; \
	} \
\
	void bgqrt_atomic_store_##bytes(void *at, type value, int order) NAMED(store, bytes); \
	void bgqrt_atomic_store_##bytes(void *at, type value, int order) \
	{ \
		(void)order; \
		atomics_lock(); \
		memcpy(at, &value, sizeof value); \
		atomics_unlock(); \
	} \
\
	bool bgqrt_atomic_test_and_set_##bytes(void *at, int order) NAMED(test_and_set, bytes); \
	bool bgqrt_atomic_test_and_set_##bytes(void *at, int order) \
	{ \
		return bgqrt_atomic_exchange_##bytes(at, 1, order) != 0; \
	} \
\
	bool bgqrt_atomic_compare_exchange_##bytes(void *at, void *expected, type desired, \
						   int success, int failure) \
		NAMED(compare_exchange, bytes); \
	bool bgqrt_atomic_compare_exchange_##bytes(void *at, void *expected, type desired, \
						   int success, int failure) \
	{ \
		type value, wanted; \
\
		(void)success, (void)failure; \
		atomics_lock(); \
		memcpy(&value, at, sizeof value); \
		memcpy(&wanted, expected, sizeof wanted); \
		if (value == wanted) \
			memcpy(at, &desired, sizeof desired); \
		else \
			memcpy(expected, &value, sizeof value); \
		atomics_unlock(); \
		return value == wanted; \
	}

#define SIZED(bytes, type) \
	UPDATE(exchange, bytes, type, with, before) \
	UPDATES(add, bytes, type, before + with) \
	UPDATES(sub, bytes, type, before - with) \
	UPDATES(and, bytes, type, before & with) \
	UPDATES(or, bytes, type, before | with) \
	UPDATES(xor, bytes, type, before ^ with) \
	UPDATES(nand, bytes, type, ~(before & with)) \
	ACCESSES(bytes, type)

SIZED(1, uint8_t)
SIZED(2, uint16_t)
SIZED(4, uint32_t)
SIZED(8, uint64_t)
SIZED(16, unsigned __int128)
