/*
 * boot_bench.c - what is done for each node before its process can run: a window
 * and a clone of the program's image.  The C side of bench_boot.cc.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/node/image/exports.h"
#include "emu/node/image/image.h"
#include "emu/node/image/space.h"

int boot_bench_load(void);
int boot_bench_clone(unsigned nodes);
void boot_bench_release(void);

static struct image image;

/* tests/spi/boot of the build that this program belongs to. */
int boot_bench_load(void)
{
	char path[PATH_MAX], err[256];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 64);

	if (n < 0)
		return -1;
	path[n] = '\0';
	strcpy(strrchr(path, '/'), "/../tests/spi/boot");
	if (image_load(&image, path, exports_find, true, err, sizeof err) == 0)
		return 0;
	fprintf(stderr, "bench_boot: %s\n", err);
	return -1;
}

int boot_bench_clone(unsigned nodes)
{
	if (space_reserve(nodes, 1, image.total_bytes, image.align) != 0)
		return -1;
	for (unsigned i = 0; i < nodes; i++) {
		if (image_clone(&image, space_window(i) + space.image) != 0)
			return -1;
		space_guard(space_window(i));
	}
	return 0;
}

void boot_bench_release(void)
{
	space_release();
}
