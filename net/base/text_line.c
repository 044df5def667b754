/* text_line.c - see text_line.h. */
#include "text_line.h"

#include <string.h>

const char *text_line_whole(const char *line, size_t n)
{
	return memchr(line, '\0', n) ? "a byte of it is 0" : NULL;
}

bool text_line(FILE *f, char *line, size_t bytes, const char **why)
{
	size_t n = 0;
	int c = getc(f);
	bool read = c != EOF;

	for (; c != EOF && c != '\n' && n < bytes - 1; c = getc(f))
		line[n++] = (char)c;
	line[n] = '\0';
	*why = c != EOF && c != '\n' ? "too long" : text_line_whole(line, n);
	return read && !ferror(f);
}
