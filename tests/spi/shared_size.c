/*
 * shared_size.c - how much memory the processes of a node share: one line of what is granted,
 * in MiB, and names of objects as the machine's C library takes them.  Each process of a node
 * does the same in its turn.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <spi/include/kernel/memory.h>
#include "spi_test.h"

#define MIB (1L << 20)

/* The largest object of whole MiB that a node grants. */
static long most(void)
{
	int fd = shm_open("/most", O_RDWR | O_CREAT, 0600);
	long mib = 0;

	while (ftruncate(fd, (mib + 1) * MIB) == 0)
		mib++;
	CHECK(errno == ENOSPC);
	CHECK(ftruncate(fd, 0) == 0 && close(fd) == 0 && shm_unlink("/most") == 0);
	return mib;
}

/* Objects that are gone take nothing; one that is mapped does, also without a name. */
static void objects_come_and_go(long mib)
{
	int fd = -1;
	void *p = NULL;

	for (int i = 0; i < 3; i++) {
		fd = shm_open("/gone", O_RDWR | O_CREAT | O_EXCL, 0600);
		CHECK(fd >= 0 && ftruncate(fd, mib * MIB) == 0);
		p = mmap(NULL, MIB, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		CHECK(p != MAP_FAILED && shm_unlink("/gone") == 0 && close(fd) == 0);
		fd = shm_open("/more", O_RDWR | O_CREAT, 0600);
		CHECK(ftruncate(fd, MIB) == -1 && errno == ENOSPC);
		CHECK(close(fd) == 0 && shm_unlink("/more") == 0);
		CHECK(munmap(p, MIB) == 0);
	}
}

/* All are names of one object, which grows by a byte at each. */
static void one_object(const char *const name[])
{
	struct stat st;

	for (long i = 0; name[i]; i++) {
		int fd = shm_open(name[i], O_RDWR | O_CREAT, 0600);

		CHECK(fd >= 0 && fstat(fd, &st) == 0 && st.st_size == i);
		CHECK(ftruncate(fd, i + 1) == 0 && close(fd) == 0);
	}
}

/* The C library takes slashes off the front; else a name is a text to the machine's kernel. */
static void names_with_slashes(void)
{
	one_object((const char *const[]){ "seg", "/seg", "//seg", NULL });
	one_object((const char *const[]){ "./seg", "/./seg", NULL });
	CHECK(shm_open("a/b", O_RDWR, 0600) == -1 && errno == ENOENT);
	CHECK(shm_open("/a/b", O_RDWR | O_CREAT | O_EXCL, 0600) >= 0);
	CHECK(shm_unlink("a/b") == 0 && shm_unlink("./seg") == 0 && shm_unlink("seg") == 0);
	CHECK(shm_unlink("seg") == -1 && errno == ENOENT);
	CHECK(shm_open("/", O_RDWR | O_CREAT, 0600) == -1 && errno == EINVAL);
}

int main(void)
{
	uint64_t bytes = 0;
	long mib = most();

	CHECK(Kernel_GetMemorySize(KERNEL_MEMSIZE_SHARED, &bytes) == 0);
	CHECK(bytes == (uint64_t)(mib * MIB));
	printf("%ld MiB\n", mib);
	if (mib) {
		names_with_slashes();
		objects_come_and_go(mib);
	}
	return 0;
}
