/* stores.c - rank 1 stores to memory of rank 0, plainly, by a library or in a loop, or
 * loads from there; or, with "own", all ranks use all kinds of memory of their own only. */
#include "spi_test.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile int here = 7;
static __thread int local;
static char buffer[100000];

static volatile int *of_rank_0(volatile int *mine)
{
	return (volatile int *)((uintptr_t)mine - ((uintptr_t)1 << 34) - 4096);
}

static void own(void)
{
	int fd = shm_open("/stores", O_RDWR | O_CREAT, 0600);
	char *block = malloc(1 << 20), *shared;

	CHECK(fd >= 0 && ftruncate(fd, 65536) == 0);
	shared = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(shared != MAP_FAILED && block);
	memset(shared, 1, 65536);
	for (int i = 0; i < 100; i++) {
		here++;
		local++;
		memset(buffer, i, sizeof buffer);
		memset(block, i, 1 << 20);
		usleep(1);
	}
	free(block);
	CHECK(local == 100);
}

int main(int argc, char **argv)
{
	volatile int *foreign = of_rank_0(&here);
	uint32_t rank = Kernel_GetRank();

	test_barrier();
	own();
	test_barrier();
	CHECK(argc == 2);
	if (rank == 1 && !strcmp(argv[1], "plain"))
		*foreign = 8;
	if (rank == 1 && !strcmp(argv[1], "library"))
		memset((void *)foreign, 8, sizeof here);
	if (rank == 1 && !strcmp(argv[1], "loop"))
		for (;;)
			++*foreign;
	if (rank == 1 && !strcmp(argv[1], "load"))
		local = *foreign;
	if (rank == 1 && !strcmp(argv[1], "read"))
		memcpy(buffer, (void *)foreign, sizeof here);
	usleep(1000);
	printf("rank %u has %d\n", rank, here);
	return 0;
}
