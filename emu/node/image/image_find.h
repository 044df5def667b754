/*
 * image_find.h - a program's symbols by name while it runs: what dlsym(3) gives.
 *
 * Never: a function of the C library that the program does not call by name, unless it is of
 * libm: the library that every image is linked with may have one of its own in its place, which
 * only the linker can add.
 */
#ifndef BGQ_EMU_IMAGE_FIND_H
#define BGQ_EMU_IMAGE_FIND_H

#include "image.h"

/* Where a symbol is for one process. */
struct image_found {
	const void *at;  /* NULL: in the image or thread-local, */
	uint64_t offset; /* at this offset */
	bool is_tls;
};

/* Any thread.  behind: not the image's own (RTLD_NEXT). */
bool image_find(struct image *img, const char *name, bool behind, struct image_found *found);

#endif
