/* backed.c - see backed.h. */
#include "backed.h"

#include <stdlib.h>
#include <string.h>

#include "emu/node/machine/protect.h"
#include "net/base/pages.h"
#include "io_internal.h"

struct backed {
	struct backed *next;
	unsigned refs;   /* the list's, and of calls that wait */
	uint8_t *at;
	size_t pages, left; /* that it is behind */
	bool *gone;      /* [pages]: it no longer is */
	struct file *file;
	off_t offset;
};

static void backed_put(struct backed *b)
{
	if (--b->refs)
		return;
	free(b->gone);
	free(b);
}

int backed_add(int fd, void *at, size_t bytes, off_t offset)
{
	struct files *f = files_self();
	struct backed *b = calloc(1, sizeof *b);
	size_t pages = bytes / PAGE_BYTES;
	bool *gone = b ? calloc(pages, sizeof *gone) : NULL;
	struct file *file = gone ? file_get(fd) : NULL;

	if (!file) {
		int rc = gone ? -EBADF : -ENOMEM;

		free(gone);
		free(b);
		return rc;
	}
	*b = (struct backed){ .next = f->backed, .refs = 1, .at = at, .pages = pages, .left = pages,
			      .gone = gone, .file = file, .offset = offset };
	f->backed = b;
	return 0;
}

static bool covers(const struct backed *b, const uint8_t *page)
{
	size_t i = (size_t)(page - b->at) / PAGE_BYTES;

	return page >= b->at && i < b->pages && !b->gone[i];
}

bool backed_page(const void *page)
{
	const struct backed *b = files_self()->backed;

	while (b && !covers(b, page))
		b = b->next;
	return b != NULL;
}

static void cut(struct backed *b, const uint8_t *at, size_t bytes)
{
	for (size_t i = 0; i < b->pages; i++) {
		const uint8_t *page = b->at + i * PAGE_BYTES;

		if (b->gone[i] || page < at || page >= at + bytes)
			continue;
		b->gone[i] = true;
		b->left--;
	}
}

void backed_cut(void *at, size_t bytes)
{
	struct backed **link = &files_self()->backed, *b;

	for (b = *link; b; b = b->next)
		cut(b, at, bytes);
	while ((b = *link) != NULL) {
		if (b->left) {
			link = &b->next;
			continue;
		}
		*link = b->next;
		file_put(b->file);
		backed_put(b);
		link = &files_self()->backed; /* closing has let others run */
	}
}

static long read_all(struct backed *b, uint8_t *to, size_t first, size_t bytes)
{
	off_t from = b->offset + (off_t)(first * PAGE_BYTES);
	size_t done = 0;
	long rc = 1;

	b->file->refs++;
	for (struct file *f = b->file; done < bytes && rc > 0; done += rc > 0 ? (size_t)rc : 0)
		rc = file_get_bytes(f, to + done, bytes - done, from + (off_t)done);
	file_put(b->file);
	return rc < 0 ? rc : 0;
}

/* Pages [first, end) of b; other threads may have unmapped some while the file was read. */
static long load(struct backed *b, size_t first, size_t end)
{
	size_t bytes = (end - first) * PAGE_BYTES;
	uint8_t *now = calloc(1, bytes);
	long rc = now ? read_all(b, now, first, bytes) : -ENOMEM;
	bool lifted = rc == 0 && protect_lift(process_self(), b->at + first * PAGE_BYTES, bytes);

	for (size_t i = first; i < end && rc == 0; i++)
		if (!b->gone[i])
			memcpy(b->at + i * PAGE_BYTES, now + (i - first) * PAGE_BYTES, PAGE_BYTES);
	if (lifted)
		protect_again(process_self());
	free(now);
	return rc;
}

long backed_load(void *at, size_t bytes)
{
	uintptr_t low = (uintptr_t)at, high = low + bytes;
	struct backed *b = files_self()->backed, *next;
	long rc = 0;

	for (; b && rc == 0; b = next) {
		uintptr_t from = (uintptr_t)b->at, to = from + b->pages * PAGE_BYTES;
		size_t first = low > from ? (low - from) / PAGE_BYTES : 0;

		b->refs++;
		if (low < to && from < high)
			rc = load(b, first, ((high < to ? high : to) - from) / PAGE_BYTES);
		/* Others may have unmapped it meanwhile. */
		next = b->left ? b->next : files_self()->backed;
		backed_put(b);
	}
	return rc;
}

void backed_files(const struct files *f, void (*visit)(struct file *file))
{
	for (const struct backed *b = f->backed; b; b = b->next)
		visit(b->file);
}

void backed_end(struct process *p, struct files *f)
{
	struct backed *b;

	while ((b = f->backed) != NULL) {
		table_drop(p, b->file);
		f->backed = b->next;
		b->refs = 1;
		backed_put(b);
	}
}
