/*
 * own_state.c - rank 1 stores to memory of bgq-run: what stands there already, so that
 * nothing else can go wrong.  Arguments: how, and the address in hexadecimal.
 */
#include "spi_test.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* By a system call, which refuses a bad address. */
static void by_read(char *at)
{
	int fd = open("/dev/zero", O_RDONLY);

	CHECK(fd >= 0);
	printf("read %zd\n", read(fd, at, 1));
}

static void store(const char *how, char *at)
{
	char value = *(volatile char *)at, text[2] = { value, 0 };
	volatile size_t one = 1;

	if (!strcmp(how, "store"))
		*(volatile char *)at = value;
	if (!strcmp(how, "memcpy"))
		memcpy(at, text, one);
	if (!strcmp(how, "strtol")) /* the place of its end, which libc fills in */
		strtol("", (char **)at, 10);
	if (!strcmp(how, "malloc")) { /* behind a call that has opened it */
		free(malloc(100));
		*(volatile char *)at = value;
	}
	if (!strcmp(how, "read"))
		by_read(at);
}

int main(int argc, char **argv)
{
	CHECK(argc == 3);
	if (Kernel_GetRank() == 1)
		store(argv[1], (char *)strtoul(argv[2], NULL, 16));
	usleep(1000);
	printf("rank %u lives\n", Kernel_GetRank());
	return 0;
}
