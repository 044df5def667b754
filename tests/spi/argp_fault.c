/*
 * argp_fault.c - rank 1 gives argp a domain of messages that is nowhere, and faults as libc prints
 * about a wrong option, with a lock of the host's; the others have a table that is right, or none.
 */
#include "spi_test.h"

#include <argp.h>
#include <unistd.h>

int main(void)
{
	char *argv[] = { "program", "--wrong", NULL };
	struct argp wild = { .argp_domain = (char *)8 }, none = { 0 };
	uint32_t rank = Kernel_GetRank();
	const struct argp *argp = rank == 1 ? &wild : rank == 2 ? NULL : &none;
	int rc;

	for (int i = 0; i < 20; i++) {
		rc = argp_parse(argp, 2, argv, ARGP_NO_EXIT, NULL, NULL);
		usleep(1);
	}
	printf("rank %u: %s\n", rank, rc ? "refused" : "taken");
	return 0;
}
