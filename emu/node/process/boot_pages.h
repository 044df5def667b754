/*
 * boot_pages.h - the pages that any program touches as it starts, made present for many
 * processes by one call of the host: a fault or a call for each page is most of what booting a
 * process costs.
 *
 * Never: a page whose contents it sets; where the host refuses, faults do the same later.
 */
#ifndef BGQ_EMU_BOOT_PAGES_H
#define BGQ_EMU_BOOT_PAGES_H

#include <stdint.h>
#include <sys/uio.h>

/* Pages that so many processes touch stay in a core's L2 until they are booted. */
#define BOOT_PAGES_MAX 32u

struct boot_pages {
	unsigned count;
	struct iovec touched[BOOT_PAGES_MAX], guard[BOOT_PAGES_MAX];
};

/* Adds the process whose slot of a window that is; pages holds fewer than BOOT_PAGES_MAX. */
void boot_pages_add(struct boot_pages *pages, uint8_t *slot);
/* Makes their pages present and their stacks' guards fault; pages is empty then. */
void boot_pages_settle(struct boot_pages *pages);

#endif
