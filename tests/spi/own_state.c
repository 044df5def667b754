/*
 * own_state.c - rank 1 stores to static data of bgq-run: what stands there already, so that
 * nothing else can go wrong.  Arguments: how, and the address in hexadecimal.
 */
#include "spi_test.h"

#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	CHECK(argc == 3);
	char *at = (char *)strtoul(argv[2], NULL, 16);
	char value = *(volatile char *)at;

	if (Kernel_GetRank() == 1 && !strcmp(argv[1], "store"))
		*(volatile char *)at = value;
	usleep(1000);
	printf("rank %u lives\n", Kernel_GetRank());
	return 0;
}
