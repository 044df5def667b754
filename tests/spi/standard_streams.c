/* standard_streams.c - where the standard streams and the first block of the heap lie, what the
 * kernel tells of a heap from which nothing was taken, and that a stream that was closed or opened
 * again is where it was.  Argument: whether the streams are in the image, 1 or 0. */
#include "spi_test.h"

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

extern char _end[];
int main(int argc, char **argv);

#define PAGE 4096u
/* The heap's own words, and the room that the streams had there. */
#define FIRST_BLOCK 2848u
#define STREAMS_HAD 864u

static bool is_in_image(const FILE *f)
{
	return (uintptr_t)f > (uintptr_t)main && (const char *)(f + 1) <= _end;
}

static uint64_t size_of(int which)
{
	uint64_t bytes = 0;

	CHECK(Kernel_GetMemorySize(which, &bytes) == 0);
	return bytes;
}

int main(int argc, char **argv)
{
	FILE *const in = stdin, *const out = stdout, *const error = stderr;
	uintptr_t heap = ((uintptr_t)_end + PAGE - 1) & ~(uintptr_t)(PAGE - 1);

	bool wanted = argc == 2 && argv[1][0] == '1';

	CHECK(is_in_image(stdin) == wanted && is_in_image(stdout) == wanted);
	CHECK(is_in_image(stderr) == wanted);
	CHECK(size_of(KERNEL_MEMSIZE_HEAP) == STREAMS_HAD);
	CHECK(size_of(KERNEL_MEMSIZE_HEAPMAX) == FIRST_BLOCK);
	printf("before\n");
	CHECK(size_of(KERNEL_MEMSIZE_HEAP) == STREAMS_HAD); /* nothing was allocated for that */
	char *first = malloc(8);

	CHECK((uintptr_t)first - heap == FIRST_BLOCK);
	CHECK(size_of(KERNEL_MEMSIZE_HEAP) == STREAMS_HAD + 32);
	free(first);

	int kept = dup(STDOUT_FILENO);

	CHECK(kept >= 0 && freopen("/dev/null", "w", stdout) == out);
	printf("nowhere\n");
	CHECK(fclose(stdout) == 0 && stdout == out && printf("nowhere\n") < 0);
	CHECK(stdin == in && stderr == error && getchar() == EOF);
	fprintf(stderr, "still there\n");
	return dprintf(kept, "behind\n") != 7;
}
