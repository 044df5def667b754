/*
 * last_end.c - what is on its way when the last rank ends: descriptors that the message unit
 * refuses at about that time, or a message for a rank that is started by it.
 * Usage: last_end WAY CYCLES, after which rank 0 ends, rank 1 ten cycles later, and so on; or
 * last_end message, with --on-demand, of rank 0 to rank 3.
 */
#include "mail.h"

#include <hwi/include/bqc/A2_inlines.h>
#include <unistd.h>

static int *volatile nowhere;

int main(int argc, char **argv)
{
	uint32_t rank = Kernel_GetRank();

	mail_init();
	if (argc < 3) {
		if (rank == 0)
			mail_send(3, "", 1, 1);
		else
			printf("rank %u was started\n", rank);
		return 0;
	}
	test_barrier();
	uint64_t from = GetTimeBase(), cycles = (uint64_t)atol(argv[2]) + 10 * rank;

	mail_inject_wild();
	while (GetTimeBase() - from < cycles)
		;
	if (!strcmp(argv[1], "fault"))
		*nowhere = 1;
	if (!strcmp(argv[1], "abort"))
		abort();
	if (!strcmp(argv[1], "_exit"))
		_exit(0);
	return 0;
}
