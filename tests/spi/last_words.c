/*
 * last_words.c - one rank, 1, destroys so many bytes at an address of bgq-run's own data and
 * faults; or runs on in code that nothing counts ("endless"); or faults where libc holds a lock
 * ("calendar"); or all of a signal handler, a destructor and printf ("handler", "destructor",
 * "print"). The others say that they live, but for "busy", where all compute for ever.
 */
#define _GNU_SOURCE
#include "spi_test.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile int *volatile nowhere = (volatile int *)0x10;

static void fault(void)
{
	*nowhere = 1;
}

static void on_signal(int sig)
{
	(void)sig;
	fault();
}

static ssize_t write_wild(void *cookie, const char *text, size_t n)
{
	(void)cookie, (void)text;
	fault();
	return (ssize_t)n;
}

static __attribute__((destructor)) void at_end(void)
{
	if (nowhere == (volatile int *)0x14)
		fault();
}

static void busy(void)
{
	static volatile unsigned x;

	for (;;)
		x = x * 3 + 1;
}

static void print(void)
{
	FILE *f = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = write_wild });

	CHECK(f);
	setvbuf(f, NULL, _IONBF, 0);
	fprintf(f, "%d %s\n", 1, "two");
}

static void calendar(void)
{
	time_t now = 0;

	localtime_r(&now, (struct tm *)nowhere);
}

static void do_it(char **argv)
{
	if (!strcmp(argv[1], "endless"))
		__asm__ volatile("1: jmp 1b");
	if (!strcmp(argv[1], "calendar"))
		calendar();
	if (!strcmp(argv[1], "print"))
		print();
	if (!strcmp(argv[1], "handler")) {
		CHECK(signal(SIGUSR1, on_signal) != SIG_ERR);
		raise(SIGUSR1);
	}
	if (!strcmp(argv[1], "destructor")) {
		nowhere = (volatile int *)0x14;
		exit(0);
	}
	CHECK(argv[2]);
	memset((void *)strtoul(argv[1], NULL, 0), 0xd8, strtoul(argv[2], NULL, 0));
	fault();
}

int main(int argc, char **argv)
{
	time_t now = 0;
	struct tm tm;

	CHECK(argc >= 2);
	if (!strcmp(argv[1], "busy"))
		busy();
	usleep(5);
	if (Kernel_GetRank() == 1)
		do_it(argv);
	usleep(100);
	CHECK(localtime_r(&now, &tm) && tm.tm_year == 70);
	printf("rank %u lives\n", Kernel_GetRank());
	return 0;
}
