/*
 * libc_state.h - what the lines of libc_state.txt need: the program that test_libc_state.sh makes
 * of them runs on the nodes, and alone on the host, where the argument is the rank.
 */
#ifndef LIBC_STATE_H
#define LIBC_STATE_H

#include <aliases.h>
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <error.h>
#include <getopt.h>
#include <grp.h>
#include <langinfo.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <mntent.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <pwd.h>
#include <rpc/netdb.h>
#include <search.h>
#include <shadow.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>

#ifdef __bgqemu__
#include "spi_test.h"

static int rank_of(char **argv)
{
	(void)argv;
	return (int)Kernel_GetRank();
}

static void others_run(void)
{
	test_barrier();
}
#else
static int rank_of(char **argv)
{
	return atoi(argv[1]);
}

static void others_run(void)
{
}
#endif

static char noted[400];

static void note_text(const char *text)
{
	size_t at = strlen(noted);

	snprintf(noted + at, sizeof noted - at, " %s", text);
	for (char *c = noted; *c; c++)
		if (*c == '\n') /* of asctime */
			*c = '.';
}

static void note_number(long n)
{
	size_t at = strlen(noted);

	snprintf(noted + at, sizeof noted - at, " %ld", n);
}
#define S(text)   note_text(text)
#define N(number) note_number((long)(number))

static long lrand48_after(long seed)
{
	(void)seed;
	return lrand48();
}

static void in_utf8(void)
{
	uselocale(LC_GLOBAL_LOCALE);
	setlocale(LC_ALL, "C.UTF-8");
}

static FILE *text_file(const char *fmt, int r)
{
	static char text[100];

	snprintf(text, sizeof text, fmt, r, r);
	return fmemopen(text, strlen(text), "r");
}

/* Variables that the lines use, kept from one phase to the next. */
#define VARIABLES \
	static char *p, t[100], u[100]; \
	static void *q; \
	static double x; \
	static int a, b; \
	static FILE *f; \
	static DIR *d; \
	static wchar_t wide, wides[8]; \
	static const wchar_t *w; \
	static char16_t c16; \
	static char32_t c32; \
	static sigset_t set; \
	static struct sigaction sa;

typedef void state_test(int phase, int r);

/* Each line three times: a rank sets, all others do, it gets. */
static void run_tests(state_test *const *tests, const char *const *names, int r)
{
	char *lines = malloc(1 << 20), *end = lines;

	for (int round = 0; round < 3; round++)
		for (int i = 0; names[i]; i++)
			for (int phase = 0; phase < 2; phase++) {
				*noted = '\0';
				tests[i](phase, r);
				end += sprintf(end, "%d %s%s\n", r, names[i], noted);
				others_run();
			}
	for (int turn = 0; turn < 4; turn++) { /* long output of ranks is not mixed */
		if (turn == r) {
			fputs(lines, stdout);
			fflush(stdout);
		}
		others_run();
	}
	free(lines);
}

#endif
