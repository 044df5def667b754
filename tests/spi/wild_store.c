/* wild_store.c - rank 1 stores through a null pointer with the index that its argument says. */
#include "spi_test.h"

#include <unistd.h>

static char *volatile null;

int main(int argc, char **argv)
{
	CHECK(argc == 2);
	if (Kernel_GetRank() == 1)
		null[strtoul(argv[1], NULL, 0)] = 1;
	usleep(1000);
	printf("rank %u lives\n", Kernel_GetRank());
	return 0;
}
