/*
 * profiled_blocks.c - blocks of memory that are copied and cleared, of lengths that fit the L2, and
 * that do not, with readings of the time base around them: for test_profile.sh.  Behind each block
 * its function has no check any more.  Prints "NAME CYCLES" as profiled.c does.
 */
#include "spi_test.h"

#include <hwi/include/bqc/A2_inlines.h>

#define ROUNDS 10
#define FITS   (512 << 10)
#define LONG   (24 << 20)

static char from[LONG], to[LONG];
static volatile int words;

static __attribute__((noinline)) void compute(void)
{
	NOT_UNROLLED
	for (int i = 0; i < 20000; i++)
		words++;
}

static __attribute__((noinline)) void copy(void)
{
	memcpy(to, from, FITS);
	words = to[0];
}

static __attribute__((noinline)) void copy_long(void)
{
	memmove(to, from, LONG);
	words = to[0];
}

static __attribute__((noinline)) void clear(void)
{
	memset(to, 0, FITS);
	words = to[0];
}

static __attribute__((noinline)) uint64_t now(void)
{
	return GetTimeBase();
}

static uint64_t time_of(void (*fn)(void))
{
	uint64_t begin = now();

	fn();
	return now() - begin;
}

int main(void)
{
	uint64_t spent[4] = { 0 };

	for (int i = 0; i < ROUNDS; i++) {
		spent[0] += time_of(compute);
		spent[1] += time_of(copy);
		spent[2] += time_of(clear);
	}
	spent[3] += time_of(copy_long);
	printf("compute %llu\ncopy %llu\nclear %llu\ncopy_long %llu\n",
	       (unsigned long long)spent[0], (unsigned long long)spent[1],
	       (unsigned long long)spent[2], (unsigned long long)spent[3]);
	return 0;
}
