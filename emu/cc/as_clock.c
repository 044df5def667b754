/*
 * as_clock.c - reads of the host's clock become reads of the node's time base.
 *
 * Portable programs ask for the processor by its macros and read rdtsc where they take
 * themselves to be on the host; what they print must not hang on it.
 *
 * Never: anything but the instructions rdtsc and rdtscp.
 */
#include "as.h"

#include <string.h>

/* All is kept but rax and rdx, and rcx with rdtscp, which has the processor's number there. */
static const char read_clock[] = "leaq -128(%rsp),%rsp;pushfq;call bgqemu_read_tsc@PLT;"
	"popfq;leaq 128(%rsp),%rsp";
static const char no_processor[] = ";movl $0,%ecx";

static char *statement_end(char *p, char *end)
{
	bool quoted = false;
	for (; p < end && *p != '\n' && (quoted || *p != ';'); p++) {
		if (*p == '"')
			quoted = !quoted;
		else if (*p == '\\' && p + 1 < end && p[1] != '\n')
			p++;
	}
	return p;
}

/* Behind blanks and labels. */
static char *statement_name(char *p, char *end)
{
	for (;;) {
		while (p < end && (*p == '\t' || *p == ' '))
			p++;
		char *word = p;
		while (p < end && strchr("\t ;:\"#", *p) == NULL)
			p++;
		if (p == end || *p != ':')
			return word;
		p++;
	}
}

static void clock_write(struct out *o, bool processor, bool assembly)
{
	if (!assembly) /* a piece of assembly in code that has been compiled */
		out_text(o, "\n#APP\n");
	out_text(o, read_clock);
	if (processor)
		out_text(o, no_processor);
	if (!assembly)
		out_text(o, "\n#NO_APP\n");
}

void clocks_replace(struct out *text)
{
	char *end = text->text + text->size, *done = text->text;
	struct out o = { 0 };
	bool assembly = false;
	if (memmem(text->text, text->size, "rdtsc", 5) == NULL)
		return;
	for (char *p = text->text; p < end;) {
		if (end - p >= 4 && memcmp(p, "#APP", 4) == 0)
			assembly = true;
		if (end - p >= 7 && memcmp(p, "#NO_APP", 7) == 0)
			assembly = false;
		char *stop = statement_end(p, end), *name = statement_name(p, stop);
		size_t length = 0;
		while (name + length < stop && strchr("\t #", name[length]) == NULL)
			length++;
		if ((length == 5 || length == 6) && memcmp(name, "rdtscp", length) == 0) {
			out_span(&o, done, name);
			clock_write(&o, length == 6, assembly);
			done = name + length;
		}
		p = stop + 1;
	}
	out_span(&o, done, end);
	*text = o;
}
