/* streams.c - all ranks have streams of each kind open at the same time, and close them one by
 * one while others open and close theirs; or rank 1 destroys one of its own and leaves. */
#define _GNU_SOURCE
#include "spi_test.h"

#include <string.h>
#include <unistd.h>

static ssize_t take(void *cookie, const char *from, size_t n)
{
	(void)from;
	*(size_t *)cookie += n;
	return (ssize_t)n;
}

static FILE *named(const char *mode)
{
	char name[64];

	snprintf(name, sizeof name, "/tmp/bgqemu-streams.%u.%d", Kernel_GetRank(), getpid());
	return fopen(name, mode);
}

static void name_forget(void)
{
	char name[64];

	snprintf(name, sizeof name, "/tmp/bgqemu-streams.%u.%d", Kernel_GetRank(), getpid());
	unlink(name);
}

static void destroy(FILE *f, const char *how)
{
	if (!strcmp(how, "chain"))
		memset(&f->_chain, 0xd8, sizeof f->_chain);
	if (!strcmp(how, "circle"))
		f->_chain = f;
	if (!strcmp(how, "all"))
		memset(f, 0xd8, 216);
	usleep(5000);
	name_forget();
	_exit(0);
}

int main(int argc, char **argv)
{
	cookie_io_functions_t io = { .write = take };
	size_t taken = 0, n;
	char text[32], *grown;
	FILE *f[5];

	CHECK(argc == 2);
	usleep(7 * Kernel_GetRank());
	f[0] = named("w");
	f[1] = tmpfile();
	f[2] = fmemopen(text, sizeof text, "w");
	f[3] = fopencookie(&taken, "w", io);
	f[4] = open_memstream(&grown, &n);
	for (int i = 0; i < 5; i++) {
		CHECK(f[i]);
		usleep(100);
		CHECK(fprintf(f[i], "%u", Kernel_GetRank()) > 0);
	}
	if (Kernel_GetRank() == 1 && strcmp(argv[1], "own"))
		destroy(f[0], argv[1]);
	usleep(1000);
	f[0] = freopen("/dev/null", "w", f[0]);
	for (int i = 0; i < 5; i++) {
		CHECK(f[i] && fclose(f[i]) == 0);
		usleep(100);
	}
	CHECK(taken == 1 && strtoul(text, NULL, 10) == Kernel_GetRank());
	CHECK(strtoul(grown, NULL, 10) == Kernel_GetRank());
	free(grown);
	name_forget();
	printf("rank %u has closed all\n", Kernel_GetRank());
	return 0;
}
