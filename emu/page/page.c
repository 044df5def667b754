/* page.c - see page.h. */
#include "page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emu/cli/file_write.h"

#define FILES_MAX 4
/* Where the data go, in page.html. */
#define PLACE "@DATA@"

/* page_text.S: page.html. */
extern const char page_text[], page_text_end[];

static struct {
	FILE *to;
	bool html;
} files[FILES_MAX];
static unsigned count;

int page_open(const char *name)
{
	if (count == FILES_MAX)
		return -EMFILE;
	files[count].html = !strcmp(name + strlen(name) - 5, ".html");
	files[count].to = file_write(name);
	return files[count].to ? (count++, 0) : -errno;
}

static void write_html(FILE *to, const char *data, size_t bytes)
{
	const char *place = memmem(page_text, (size_t)(page_text_end - page_text), PLACE,
				   strlen(PLACE));
	const char *rest = place + strlen(PLACE);

	fwrite(page_text, 1, (size_t)(place - page_text), to);
	fwrite(data, 1, bytes, to);
	fwrite(rest, 1, (size_t)(page_text_end - rest), to);
}

int page_write(void)
{
	char *data = NULL;
	size_t bytes = 0;
	FILE *memory = open_memstream(&data, &bytes);
	int rc = 0;

	if (!memory)
		return -errno;
	page_data(memory);
	if (fclose(memory) != 0)
		rc = -ENOMEM;
	for (unsigned i = 0; i < count; i++) {
		if (rc == 0 && files[i].html)
			write_html(files[i].to, data, bytes);
		else if (rc == 0)
			fwrite(data, 1, bytes, files[i].to);
		bool bad = ferror(files[i].to);

		errno = 0;
		if (fclose(files[i].to) != 0 || bad)
			rc = -(errno ? errno : EIO);
	}
	free(data);
	return rc;
}
