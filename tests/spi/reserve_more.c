/*
 * reserve_more.c - what the host's kernel fills in where a page has been closed for a
 * reservation, and reservations in many pages one after the other.  Usage: reserve_more
 */
#define _GNU_SOURCE
#include "spi_test.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

#define PAGE 4096
#define PAGES 200
#define FILE_BYTES (64 * 1024)

static struct page {
	volatile uint64_t word, same_line[7];
	unsigned char beside[PAGE - 64];
} page[PAGES] __attribute__((aligned(PAGE)));

static volatile uint64_t go, done;

/* ---- one page: filled in beside the line that another thread has reserved, or over it */

static int file;

static int random_bytes(void *at, size_t n)
{
	return getrandom(at, n, 0) == (ssize_t)n;
}

static int random_by_number(void *at, size_t n)
{
	return syscall(SYS_getrandom, at, n, 0) == (long)n;
}

static int entropy(void *at, size_t n)
{
	return getentropy(at, n < 256 ? n : 256) == 0;
}

static int groups(void *at, size_t n)
{
	int count = getgroups(0, NULL);

	if (count == 0) /* none to fill in */
		memset(at, 1, 1);
	return getgroups((int)(n / sizeof(gid_t)), at) == count;
}

static int users(void *at, size_t n)
{
	uid_t *u = at;

	(void)n;
	return getresuid(u, u + 1, u + 2) == 0 && getresgid(u, u + 1, u + 2) == 0;
}

static int status(void *at, size_t n)
{
	struct stat st;

	memset(&st, 0, sizeof st);
	return n >= sizeof st && fstat(file, at) == 0;
}

static int read_some(void *at, size_t n)
{
	return pread(file, at, n, 0) == (ssize_t)n;
}

static int name(void *at, size_t n)
{
	return n >= sizeof(struct utsname) && uname(at) == 0;
}

static int where(void *at, size_t n)
{
	return getcwd(at, n) != NULL;
}

static int times_of(void *at, size_t n)
{
	(void)n;
	return clock_gettime(CLOCK_REALTIME, at) == 0;
}

static int (*const fill[])(void *at, size_t n) = {
	random_bytes, random_by_number, entropy, groups, users, status, read_some, name, where,
	times_of,
};
#define FILLS (sizeof fill / sizeof *fill)

static void *fills(void *arg)
{
	for (uint64_t i = 0; i < 2 * FILLS; i++) {
		while (go != i + 1)
			;
		page[0].beside[8] = 1; /* the page is closed, and this is let through */
		void *at = i % 2 ? (void *)page : page[0].beside;

		if (!fill[i / 2](at, PAGE - 64))
			printf("fill %u at %s: errno %d\n", (unsigned)i / 2,
			       i % 2 ? "the line" : "beside", errno);
		CHECK(done == i);
		done = i + 1;
	}
	return arg;
}

static void filled(void)
{
	pthread_t t;

	CHECK(pthread_create(&t, NULL, fills, NULL) == 0);
	for (uint64_t i = 0; i < 2 * FILLS; i++) {
		uint64_t was = LoadReserved(&page[0].word);

		go = i + 1;
		while (done != i + 1)
			;
		int stored = StoreConditional(&page[0].word, was);

		if (stored != !(i % 2))
			printf("fill %u: stored %d\n", (unsigned)i / 2, stored);
	}
	CHECK(pthread_join(t, NULL) == 0);
}

/* ---- a long read by the only thread that is left, where a page is closed still */

static void *passes(void *arg)
{
	while (!go)
		;
	page[3].beside[9]++;
	done = 1;
	return arg;
}

static void read_alone(void)
{
	pthread_t t;

	go = done = 0;
	CHECK(pthread_create(&t, NULL, passes, NULL) == 0);
	uint64_t was = LoadReserved(&page[3].word);

	go = 1;
	while (!done)
		;
	CHECK(pthread_join(t, NULL) == 0);
	CHECK(pread(file, page, FILE_BYTES, 0) == FILE_BYTES);
	CHECK(was == 0 && page[3].word == UINT64_C(0x0101010101010101));
}

/* ---- many pages: those that were closed before do not keep the last one open */

static void *stores(void *arg)
{
	for (uint64_t i = 0; i < PAGES; i++) {
		while (go != i + 1)
			;
		if (i % 10 == 9) { /* the others stay closed */
			page[i].word = 1;
			page[i].word = 0;
		}
		done = i + 1;
	}
	return arg;
}

static void many(void)
{
	pthread_t t;
	int wrong = 0;

	memset(page, 0, sizeof page);
	go = done = 0;
	CHECK(pthread_create(&t, NULL, stores, NULL) == 0);
	for (uint64_t i = 0; i < PAGES; i++) {
		CHECK(LoadReserved(&page[i].word) == 0);
		go = i + 1;
		while (done != i + 1)
			;
		wrong += StoreConditional(&page[i].word, 2) != (i % 10 != 9);
	}
	CHECK(pthread_join(t, NULL) == 0);
	CHECK(wrong == 0);
}

/* A file of ones. */
static void file_make(void)
{
	static unsigned char ones[FILE_BYTES];
	char path[] = "/tmp/bgqemu_reserve_XXXXXX";

	memset(ones, 1, sizeof ones);
	file = mkstemp(path);
	CHECK(file >= 0 && unlink(path) == 0);
	CHECK(write(file, ones, sizeof ones) == sizeof ones);
}

int main(void)
{
	file_make();
	filled();
	memset(page, 0, sizeof page);
	read_alone();
	many();
	printf("rank %u done\n", Kernel_GetRank());
	return 0;
}
