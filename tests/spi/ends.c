/* ends.c - ends one rank in the way that the first argument names; the others
 * return 0 without waiting for it. */
#include "spi_test.h"

#include <assert.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <spi/include/kernel/spec.h>

#define EVERYBODY 99999u

static volatile int *nowhere;
static void (*volatile nowhere_to_go)(void) = (void (*)(void))0x1fc1b;
static char *volatile block;
static volatile int inside = 16;

static int deeper(int n)
{
	volatile char page[4096];

	page[0] = (char)n;
	return n < 0 ? n : deeper(n + 1) + page[0];
}

__attribute__((noinline)) static void die_by(const char *how)
{
	if (!strcmp(how, "null"))
		*nowhere = 1;
	if (!strcmp(how, "jump"))
		nowhere_to_go();
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "assert"))
		assert(how == NULL);
	if (!strcmp(how, "exit"))
		exit(7);
	if (!strcmp(how, "_exit"))
		_exit(8);
	if (!strcmp(how, "stack"))
		exit(deeper(0) & 1);
	if (!strcmp(how, "free")) {
		block = malloc(64);
		free(block + inside);
	}
	if (!strcmp(how, "unsupported")) {
		printf("pending");
		(void)Kernel_ExitSpecJailMode();
	}
	if (!strcmp(how, "syscall")) {
		printf("pending");
		syscall(SYS_sched_setscheduler, 0, 0, NULL);
	}
	if (!strcmp(how, "barrier"))
		test_barrier();
	if (!strcmp(how, "hang"))
		for (volatile unsigned i = 0;; i++)
			;
}

int main(int argc, char **argv)
{
	uint32_t who = argc > 2 ? (uint32_t)atoi(argv[2]) : 5;

	printf("rank %u lives\n", Kernel_GetRank());
	if (argc > 1 && (Kernel_GetRank() == who || who == EVERYBODY))
		die_by(argv[1]);
	return 0;
}
