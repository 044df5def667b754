/*
 * as_instead.c - instructions that ask the host's clock or kernel become calls of the emulator:
 * rdtsc reads the node's time base, and a system call is the rank's own.
 *
 * Portable programs ask for the processor by its macros and read rdtsc, or enter the kernel,
 * where they take themselves to be on the host; what they print must not hang on it, and what
 * they do must not reach other ranks.
 *
 * Never: anything but these instructions.
 */
#include "as.h"

#include <string.h>

/* All registers are kept but those in which the instruction has its results, and the flags. */
#define CALL(what) "leaq -128(%rsp),%rsp;pushfq;call " what "@PLT;popfq;leaq 128(%rsp),%rsp"

static const struct instead {
	const char *name, *operand; /* NULL: none */
	const char *code;
} instead[] = {
	{ "rdtsc", NULL, CALL("bgqemu_read_tsc") },
	{ "rdtscp", NULL, CALL("bgqemu_read_tsc") ";movl $0,%ecx" }, /* the processor's number */
	{ "syscall", NULL, CALL("bgqemu_system_call") },
	{ "sysenter", NULL, CALL("bgqemu_system_call_32") },
	{ "int", "$0x80", CALL("bgqemu_system_call_32") },
	{ "int", "$128", CALL("bgqemu_system_call_32") },
};

#define INSTEADS (sizeof instead / sizeof *instead)

char *statement_stop(char *p, char *end)
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
char *statement_name(char *p, char *end)
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

struct span statement_word(const char *p, const char *end)
{
	while (p < end && (*p == '\t' || *p == ' '))
		p++;
	struct span word = { p, p };
	while (word.end < end && strchr("\t #", *word.end) == NULL)
		word.end++;
	return word;
}

/* The instruction at name, which is put off up to *behind; NULL: it stays. */
static const struct instead *find(const char *name, const char *stop, const char **behind)
{
	struct span word = statement_word(name, stop), operand = statement_word(word.end, stop);
	for (size_t i = 0; i < INSTEADS; i++) {
		if (!span_is(word, instead[i].name) ||
			(instead[i].operand != NULL && !span_is(operand, instead[i].operand)))
			continue;
		*behind = instead[i].operand != NULL ? operand.end : word.end;
		return &instead[i];
	}
	return NULL;
}

static void code_write(struct out *o, const char *code, bool assembly)
{
	if (!assembly) /* a piece of assembly in code that has been compiled */
		out_text(o, "\n#APP\n");
	out_text(o, code);
	if (!assembly)
		out_text(o, "\n#NO_APP\n");
}

static bool has_some(const struct out *text)
{
	for (size_t i = 0; i < INSTEADS; i++) {
		const char *what = instead[i].operand ? instead[i].operand : instead[i].name;
		if (memmem(text->text, text->size, what, strlen(what)) != NULL)
			return true;
	}
	return false;
}

void instructions_replace(struct out *text)
{
	char *end = text->text + text->size;
	const char *done = text->text, *behind;
	struct out o = { 0 };
	bool assembly = false;
	if (!has_some(text))
		return;
	for (char *p = text->text; p < end;) {
		if (end - p >= 4 && memcmp(p, "#APP", 4) == 0)
			assembly = true;
		if (end - p >= 7 && memcmp(p, "#NO_APP", 7) == 0)
			assembly = false;
		char *stop = statement_stop(p, end), *name = statement_name(p, stop);
		const struct instead *i = find(name, stop, &behind);
		if (i != NULL) {
			out_span(&o, done, name);
			code_write(&o, i->code, assembly);
			done = behind;
		}
		p = stop + 1;
	}
	out_span(&o, done, end);
	*text = o;
}
