/* machine.c - descriptions of machines (net/machine/describe*.c): what is accepted, printed, is
 * read as the same. */
#include "guided.h"

#include "net/machine/describe.h"

#define TEXT_BYTES (1 << 16)

/* The figures, without the lines that say where they are from. */
static void print(const struct net_description *d, char *text)
{
	static char all[TEXT_BYTES];
	char *to = text;
	FILE *f = fmemopen(all, sizeof all, "w");

	guided_require(f != NULL, "memory");
	net_description_print(d, f);
	fclose(f);
	for (char *line = all, *end; *line; line = end) {
		end = strchrnul(line, '\n');
		end += *end != '\0';
		if (*line != '#')
			to = mempcpy(to, line, (size_t)(end - line));
	}
	*to = '\0';
}

static void again(const struct net_description *d)
{
	static char first[TEXT_BYTES], second[TEXT_BYTES];
	struct net_description_error e;
	struct net_description read;

	print(d, first);
	FILE *f = fmemopen(first, strlen(first), "r");

	guided_require(f && net_description_read(&read, f, &e) == 0,
		       "what is printed can be read");
	fclose(f);
	print(&read, second);
	guided_require(!strcmp(first, second), "what is printed is read as the same");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	struct net_description_error e = { 0 };
	static struct net_description d;
	FILE *f;

	if (!bytes)
		return 0;
	f = fmemopen((void *)(uintptr_t)data, bytes, "r");
	guided_require(f != NULL, "memory");
	int rc = net_description_read(&d, f, &e);

	fclose(f);
	guided_require(rc == 0 || e.text[0], "what is refused has a message");
	if (rc == 0)
		again(&d);
	return 0;
}
