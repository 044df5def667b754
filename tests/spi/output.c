/*
 * output.c - ranks that print, read and complain; what comes of it is seen by
 * test_output.sh.
 * Usage: output lines N [WIDTH] | read | complain | lack | wait
 */
#include "mail.h"

#include <spi/include/kernel/debug.h>

#define PLACE __attribute__((noinline)) static void /* a name in reports */
#define RECORDS 30 /* more than bgq-run shows of a kind */

static char pad[2001];
static volatile unsigned rounds;
static volatile int *nowhere;

__attribute__((noinline)) static int leaf(int n)
{
	return *nowhere + n;
}

PLACE print_lines(unsigned n, unsigned width)
{
	CHECK(width < sizeof pad);
	memset(pad, 'x', width);
	for (unsigned i = 0; i < n; i++)
		printf("rank %u line %u %s\n", Kernel_GetRank(), i, pad);
}

/* Rank 0 reads; the others work, and then print. */
PLACE read_all(void)
{
	char line[80];

	if (Kernel_GetRank() == 0)
		printf("what is it? ");
	else
		while (rounds < 100000)
			rounds++;
	while (fgets(line, sizeof line, stdin))
		printf("rank %u has read %s", Kernel_GetRank(), line);
	printf("rank %u is at the end\n", Kernel_GetRank());
}

PLACE complain(void)
{
	char text[256] = "";

	if (Kernel_GetRank() == 0)
		for (unsigned i = 0; i < RECORDS; i++) {
			snprintf(text, sizeof text, "record %u", i);
			CHECK(Kernel_InjectASCIIRAS(0xd0001, (const uint8_t *)text) == 0);
		}
	mail_init();
	test_barrier();
	if (Kernel_GetRank() == 3)
		rounds = (unsigned)leaf(1) + 1;
}

PLACE work_for_ever(void)
{
	while (rounds != 1)
		rounds += 2;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "lines"))
		print_lines(argc > 2 ? (unsigned)atoi(argv[2]) : 1,
			    argc > 3 ? (unsigned)atoi(argv[3]) : 80);
	else if (!strcmp(what, "read"))
		read_all();
	else if (!strcmp(what, "complain"))
		complain();
	else if (!strcmp(what, "lack")) {
		if (Kernel_GetRank() != 1)
			test_barrier();
	} else if (!strcmp(what, "wait")) {
		printf("rank %u waits", Kernel_GetRank()); /* not flushed */
		fflush(stdout);
		if (Kernel_GetRank() == 1)
			work_for_ever();
		test_barrier();
	}
	return 0;
}
