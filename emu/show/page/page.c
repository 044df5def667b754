/* page.c - see page.h. */
#include "page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emu/cmd/cli/file_write.h"

#define FILES_MAX 4
/* Where the data go, in page.html. */
#define PLACE "@DATA@"

/* page_text.S: page.html. */
extern const char page_text[], page_text_end[];

static struct file {
	const char *name;
	FILE *to;
	bool html;
	int error; /* the first one: an errno */
} files[FILES_MAX];
static unsigned count;

int page_open(const char *name)
{
	if (count == FILES_MAX)
		return -EMFILE;
	files[count].name = name;
	files[count].html = !strcmp(name + strlen(name) - 5, ".html");
	files[count].to = file_write(name);
	return files[count].to ? (count++, 0) : -errno;
}

static void put(struct file *f, const char *text, size_t bytes)
{
	errno = 0;
	if (!f->error && fwrite(text, 1, bytes, f->to) != bytes)
		f->error = errno ? errno : EIO;
}

static void write_html(struct file *f, const char *data, size_t bytes)
{
	const char *place = memmem(page_text, (size_t)(page_text_end - page_text), PLACE,
				   strlen(PLACE));
	const char *rest = place + strlen(PLACE);

	put(f, page_text, (size_t)(place - page_text));
	put(f, data, bytes);
	put(f, rest, (size_t)(page_text_end - rest));
}

static void write_file(struct file *f, const char *data, size_t bytes)
{
	if (f->html)
		write_html(f, data, bytes);
	else
		put(f, data, bytes);
	f->error = -file_write_end(f->to, f->error);
}

int page_write(const struct page_end *end, const char **failed)
{
	char *data = NULL;
	size_t bytes = 0;
	FILE *memory = open_memstream(&data, &bytes);

	*failed = files[0].name;
	if (!memory)
		return -errno;
	page_data(memory, end);
	int rc = fclose(memory) != 0 ? -ENOMEM : 0;

	for (unsigned i = 0; data && i < count; i++) {
		write_file(&files[i], data, bytes);
		if (rc != 0 || !files[i].error)
			continue;
		rc = -files[i].error;
		*failed = files[i].name;
	}
	free(data);
	return rc;
}
