/* boot_pages.c - see boot_pages.h. */
#include "boot_pages.h"

#include "emu/node/machine/booted.h"
#include "net/base/pages.h"

/* The top of the stack; and the first page of the heap, of programs that allocate. */
#define STACK_TOUCHED_BYTES 4096u
#define HEAP_TOUCHED_BYTES 4096u
#define BSS_TOUCHED_MAX (64 * 1024) /* a larger one is mostly left alone */

/* Bytes of the image and the heap that any program touches: of a big image, whose text is mapped,
 * only the stack is adjacent.  A page more for each process that stays idle costs more than the
 * faults of programs that do touch it. */
static uint64_t image_touched(void)
{
	const struct image *img = &booted.image;

	if (img->text_bytes)
		return 0;
	if (img->total_bytes - img->copy_bytes > BSS_TOUCHED_MAX)
		return img->copy_bytes;
	return space.heap - space.image + (img->allocates ? HEAP_TOUCHED_BYTES : 0);
}

void boot_pages_add(struct boot_pages *pages, uint8_t *slot)
{
	unsigned i = pages->count++;

	pages->touched[i] = (struct iovec){ slot + space.image - STACK_TOUCHED_BYTES,
					    STACK_TOUCHED_BYTES + image_touched() };
	pages->guard[i] = (struct iovec){ slot + SPACE_STACK, SPACE_GUARD_BYTES };
}

void boot_pages_settle(struct boot_pages *pages)
{
	pages_advise(pages->touched, pages->count, MADV_POPULATE_WRITE);
	if (!pages_advise(pages->guard, pages->count, MADV_GUARD_INSTALL))
		for (unsigned i = 0; i < pages->count; i++)
			space_guard((uint8_t *)pages->guard[i].iov_base - SPACE_STACK);
	pages->count = 0;
}
