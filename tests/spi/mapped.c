/*
 * mapped.c - mappings: files that ranks share by them, and what munmap gives back.
 * Usage: mapped CASE DIRECTORY.  Ranks end with 0 if all is right.
 */
#include "spi_test.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define BYTES 8292 /* not whole pages */
#define RW (PROT_READ | PROT_WRITE)

static unsigned rank, ranks;
static char *volatile wild = (char *)8;

static char *map(int fd, size_t bytes, int prot)
{
	char *p = mmap(NULL, bytes, prot, MAP_SHARED, fd, 0);

	CHECK(p != MAP_FAILED);
	return p;
}

static int open_sized(const char *name, off_t bytes)
{
	int fd = open(name, O_RDWR | O_CREAT, 0666);

	CHECK(fd >= 0 && ftruncate(fd, bytes) == 0);
	return fd;
}

/* Every rank stores every so-many-eth byte of one file. */
static void shared(void)
{
	static char text[BYTES];
	struct stat st;
	int fd = open_sized("map", BYTES), ro;
	char *p = map(fd, BYTES, RW), *look;

	ro = open("map", O_RDONLY);
	look = map(ro, BYTES, PROT_READ);
	CHECK(mmap(NULL, BYTES, RW, MAP_SHARED, ro, 0) == MAP_FAILED && errno == EACCES);
	test_barrier();
	for (unsigned i = rank; i < BYTES; i += ranks)
		p[i] = (char)('A' + i % 50);
	p[BYTES + 7] = 'x'; /* behind the end: nowhere */
	CHECK(msync(p, BYTES, MS_SYNC) == 0);
	test_barrier();
	CHECK(pread(fd, text, BYTES, 0) == BYTES);
	CHECK(msync(p, BYTES, MS_SYNC | MS_INVALIDATE) == 0 && !memcmp(p, text, BYTES));
	CHECK(look[rank] == 0 && msync(look, BYTES, MS_SYNC) == 0 && !memcmp(look, text, BYTES));
	for (unsigned i = 0; i < BYTES; i++)
		CHECK(text[i] == (char)('A' + i % 50));
	CHECK(fstat(fd, &st) == 0 && st.st_size == BYTES);
	/* A file that grows; its descriptor is not needed any more. */
	CHECK(ftruncate(fd, BYTES + 1000) == 0 && close(fd) == 0);
	if (rank == 0)
		strcpy(p + BYTES, "behind");
	CHECK(munmap(p, BYTES) == 0);
	test_barrier();
	CHECK(pread(ro, text, 7, BYTES) == 7 && !strcmp(text, "behind"));
	CHECK(msync(p, 1, 77) == -1 && errno == EINVAL);
}

/* Stored data are written however a rank ends: rank 0 exits, 1 aborts, 2 faults. */
static void ends(void)
{
	char name[16], *p;

	snprintf(name, sizeof name, "end.%u", rank);
	p = map(open_sized(name, 100), 100, RW);
	strcpy(p, "stored");
	if (rank == 1)
		abort();
	if (rank == 2)
		*(volatile char *)wild = 1;
}

/* Parts of mappings that are unmapped: the rest stays the program's. */
static void parts(void)
{
	enum { PAGE = 4096, PAGES = 16 };
	char *p = mmap(NULL, PAGES * PAGE, RW, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *q[64];

	CHECK(p != MAP_FAILED);
	memset(p, 'p', PAGES * PAGE);
	CHECK(munmap(p, 3 * PAGE) == 0 && munmap(p + 13 * PAGE, 3 * PAGE) == 0);
	CHECK(munmap(p + 5 * PAGE, PAGE) == 0);
	for (int i = 0; i < 64; i++)
		memset(q[i] = malloc(3000), 'q', 3000);
	for (int i = 3 * PAGE; i < 13 * PAGE; i++)
		CHECK(i / PAGE == 5 || p[i] == 'p');
	CHECK(munmap(p, PAGES * PAGE) == 0); /* those that are left */
	for (int i = 0; i < 64; i++)
		free(q[i]);
	/* All of it was given back: the same place is found again. */
	q[0] = mmap(NULL, PAGES * PAGE, RW, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(q[0] == p && q[0][0] == 0);
	CHECK(mmap(p + 1, PAGE, RW, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED);
	CHECK(mmap(NULL, PAGE, RW, MAP_PRIVATE, 77, 0) == MAP_FAILED && errno == EBADF);
}

static char byte_at(int fd, off_t at)
{
	char c = 0;

	CHECK(pread(fd, &c, 1, at) == 1);
	return c;
}

/* The protection of pages changes nothing of what the file gets, and a call never writes to
 * protected ones. */
static void protected(void)
{
	enum { PAGE = 4096 };
	char name[16], *p;
	int fd, ro;

	snprintf(name, sizeof name, "protected.%u", rank);
	fd = open_sized(name, 4 * PAGE);
	p = map(fd, 4 * PAGE, RW);
	p[1] = 'a';
	CHECK(mprotect(p, PAGE, PROT_NONE) == 0 && msync(p, 4 * PAGE, MS_SYNC) == 0);
	CHECK(byte_at(fd, 1) == 'a');
	CHECK(mprotect(p, PAGE, PROT_READ) == 0 && pwrite(fd, "b", 1, 2) == 1);
	CHECK(msync(p, 4 * PAGE, MS_SYNC) == 0 && p[2] == 'b');
	CHECK(read(fd, p, 1) == -1 && errno == EFAULT);
	CHECK(munmap(p, 4 * PAGE) == 0);
	p = map(fd, 4 * PAGE, PROT_READ);
	CHECK(mprotect(p, PAGE, RW) == 0);
	p[3] = 'c';
	CHECK(munmap(p, 4 * PAGE) == 0 && byte_at(fd, 3) == 'c');
	ro = open(name, O_RDONLY);
	p = map(ro, PAGE, PROT_READ);
	CHECK(mprotect(p, PAGE, RW) == -1 && errno == EACCES);
	CHECK(mprotect(p, PAGE, PROT_NONE) == 0 && write(fd, p, 1) == -1 && errno == EFAULT);
	p = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(write(1, p, 1) == -1 && errno == EFAULT);
	CHECK(madvise(p, PAGE, MADV_DONTNEED) == 0 && mprotect(p, PAGE, RW) == 0 && !*p);
	p = map(fd, PAGE, RW);
	p[4] = 'd'; /* and it ends like this */
	CHECK(mprotect(p, PAGE, PROT_NONE) == 0);
}

/* A page that is replaced, one whose contents are not needed, and a file that is appended to. */
static void pages(void)
{
	enum { PAGE = 4096 };
	struct stat st;
	char name[16], *p;
	int fd;

	snprintf(name, sizeof name, "pages.%u", rank);
	fd = open_sized(name, 4 * PAGE);
	p = map(fd, 4 * PAGE, RW);
	p[PAGE] = 'k';
	CHECK(mmap(p, PAGE, RW, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == p);
	CHECK(madvise(p, 2 * PAGE, MADV_DONTNEED) == 0 && p[PAGE] == 'k');
	p[0] = 'n';
	p[2 * PAGE] = 'y';
	CHECK(munmap(p, 4 * PAGE) == 0);
	CHECK(byte_at(fd, 0) == 0 && byte_at(fd, PAGE) == 'k' && byte_at(fd, 2 * PAGE) == 'y');
	fd = open(name, O_RDWR | O_APPEND);
	p = map(fd, PAGE, RW);
	p[7] = 'z';
	CHECK(munmap(p, PAGE) == 0 && byte_at(fd, 7) == 'z');
	CHECK(write(fd, "end", 3) == 3 && fstat(fd, &st) == 0 && st.st_size == 4 * PAGE + 3);
	CHECK(mmap(NULL, (size_t)1 << 42, RW, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED &&
	      errno == ENOMEM);
	CHECK(mmap(NULL, PAGE, RW, MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
}

/* Drops data stored in private pages of a file: the file's bytes come back, as they are by now,
 * but for pages that are something else meanwhile; its descriptor is not needed. */
static void private(void)
{
	enum { PAGE = 4096 };
	char name[16], *p;
	int fd;

	snprintf(name, sizeof name, "private.%u", rank);
	fd = open_sized(name, 4 * PAGE);
	CHECK(pwrite(fd, "old", 3, PAGE) == 3 && pwrite(fd, "last", 4, 4 * PAGE - 4) == 4);
	p = mmap(NULL, 5 * PAGE, RW, MAP_PRIVATE, fd, 0);
	CHECK(p != MAP_FAILED && !memcmp(p + PAGE, "old", 4));
	memset(p, 'm', 5 * PAGE);
	CHECK(pwrite(fd, "new", 3, PAGE) == 3 && p[PAGE] == 'm');
	CHECK(mmap(p, PAGE, RW, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == p);
	CHECK(mmap(p + 2 * PAGE, PAGE, RW, MAP_PRIVATE | MAP_FIXED, fd, PAGE) == p + 2 * PAGE);
	CHECK(close(fd) == 0);
	p[0] = p[2 * PAGE] = 'm';
	CHECK(mprotect(p + PAGE, PAGE, PROT_READ) == 0);
	CHECK(madvise(p, 2 * PAGE, MADV_DONTNEED) == 0);
	CHECK(p[0] == 0 && !memcmp(p + PAGE, "new", 4) && p[2 * PAGE] == 'm');
	CHECK(madvise(p, 5 * PAGE, MADV_DONTNEED) == 0);
	CHECK(!memcmp(p + 2 * PAGE, "new", 4) && !p[4 * PAGE - 5] && !p[4 * PAGE] &&
	      !memcmp(p + 4 * PAGE - 4, "last", 4));
	CHECK(munmap(p, 2 * PAGE) == 0 && munmap(p + 2 * PAGE, 3 * PAGE) == 0);
	/* Nothing is left of it. */
	p = mmap(NULL, 5 * PAGE, RW, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memset(p, 'm', 5 * PAGE);
	CHECK(madvise(p, 5 * PAGE, MADV_DONTNEED) == 0 && !p[PAGE] && !p[4 * PAGE - 1]);
	CHECK(mmap(NULL, PAGE, RW, MAP_PRIVATE, open(name, O_RDONLY), 0) != MAP_FAILED);
}

/* Drops data stored in private pages of shared memory. */
static void private_shared(void)
{
	enum { PAGE = 4096 };
	char *p, *q, *s;
	int fd = shm_open("/mapped", O_RDWR | O_CREAT, 0600);

	CHECK(fd >= 0 && ftruncate(fd, PAGE) == 0);
	s = map(fd, PAGE, RW);
	s[0] = 's';
	p = mmap(NULL, 2 * PAGE, RW, MAP_PRIVATE, fd, 0);
	CHECK(p != MAP_FAILED && p != s && p[0] == 's' && p[PAGE] == 0);
	p[0] = 'p';
	CHECK(s[0] == 's' && madvise(p, PAGE, MADV_DONTNEED) == 0 && p[0] == 's');
	q = mmap(p + PAGE, PAGE, RW, MAP_PRIVATE | MAP_FIXED, fd, 0);
	CHECK(q == p + PAGE && q[0] == 's');
	CHECK(mmap(p, PAGE, RW, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED && errno == ENODEV);
	CHECK(munmap(p, 2 * PAGE) == 0);
}

/* A place that was unmapped is mapped again: it is the program's alone. */
static void again(void)
{
	enum { ALL = 1 << 24 };
	char *p = mmap(NULL, ALL, RW, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *q[32];

	CHECK(p != MAP_FAILED);
	memset(p, 'p', ALL);
	CHECK(munmap(p, ALL) == 0);
	CHECK(mmap(p, ALL, RW, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == p);
	for (int i = 0; i < ALL; i++)
		CHECK(p[i] == 0);
	for (int i = 0; i < 32; i++)
		memset(q[i] = malloc(100000), 'q', 100000);
	for (int i = 0; i < ALL; i++)
		CHECK(p[i] == 0);
	for (int i = 0; i < 32; i++)
		free(q[i]);
	CHECK(munmap(p, ALL) == 0);
	CHECK(munmap(p, 0) == -1);
}

/* Gigabytes, of which little is used: as in a search for the largest segment that there is. */
static void large(void)
{
	const size_t bytes = (size_t)3 << 30;

	for (int i = 0; i < 50; i++) {
		char *p = mmap(NULL, bytes, RW, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		CHECK(p != MAP_FAILED);
		for (size_t at = 17; at < bytes; at += bytes / 8) {
			CHECK(p[at] == 0);
			p[at] = 'x';
		}
		CHECK(p[bytes - 1] == 0);
		CHECK(munmap(p, bytes) == 0);
	}
}

int main(int argc, char **argv)
{
	rank = Kernel_GetRank();
	CHECK(argc == 3 && chdir(argv[2]) == 0);
	ranks = 4;
	if (!strcmp(argv[1], "shared"))
		shared();
	else if (!strcmp(argv[1], "ends"))
		ends();
	else if (!strcmp(argv[1], "protected"))
		protected();
	else if (!strcmp(argv[1], "pages"))
		pages();
	else if (!strcmp(argv[1], "private"))
		private(), private_shared();
	else if (!strcmp(argv[1], "large"))
		again(), large();
	else
		parts();
	return 0;
}
