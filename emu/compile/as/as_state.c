/*
 * as_state.c - assembly that may leave flags or segment registers as no function of C may find
 * them is followed by a check that it has not (bgqemu_asm_state, emu/core/wait): behind a
 * statement in a function of C, before each return of a file of assembly.
 *
 * Threads of all ranks share a host thread: code that runs next, in the emulator or in another
 * rank, relies on these as compilers do.  Instructions written as bytes may be any.
 *
 * Never: a check in assembly that has no such instruction, in a statement that changes sections,
 * or among data.
 */
#include "as.h"

#include <ctype.h>
#include <string.h>

static const char check[] =
	"leaq -128(%rsp),%rsp;pushfq;call bgqemu_asm_state@PLT;popfq;leaq 128(%rsp),%rsp\n\t";

/* Names, or their beginnings, and operands. */
static const char *const suspects[] = { "std", "popf", "iret", "wrfsbase", "wrgsbase", "swapgs",
	"%ds", "%es", "%fs", "%gs", "%ss", "lfs", "lgs", "lss", NULL };

static const char *const bytes[] = { ".byte", ".2byte", ".4byte", ".8byte", ".short", ".value",
	".word", ".hword", ".int", ".long", ".quad", ".octa", ".ascii", ".string", ".incbin",
	".insn", NULL };

static const char app[] = "#APP\n", no_app[] = "#NO_APP\n";

static bool begins_word(const char *text, const char *at)
{
	return at == text || strchr("\t\n ;:,", at[-1]) != NULL;
}

/* Whether next, behind what, makes it another word: %esi is not %es, and %gs: is in an address. */
static bool goes_on(const char *what, char next)
{
	return next == ':' || (*what == '%' && isalnum((unsigned char)next));
}

static bool has(struct span s, const char *what)
{
	size_t n = strlen(what);
	for (const char *p = s.at; (p = memmem(p, s.end - p, what, n)) != NULL; p += n)
		if (begins_word(s.at, p) && (p + n == s.end || !goes_on(what, p[n])))
			return true;
	return false;
}

static bool has_one(struct span s, const char *const *list)
{
	for (; *list != NULL; list++)
		if (has(s, *list))
			return true;
	return false;
}

/* Between the line that says so and the one of its size; else at the file's top level. */
static bool in_function(const char *start, const char *at)
{
	while (at > start) {
		const char *line = memrchr(start, '\n', at - start);
		line = line == NULL ? start : line + 1;
		struct span s = { line, at };
		if (span_starts(s, "\t.size"))
			return false;
		if (span_starts(s, "\t.type") && memmem(s.at, s.end - s.at, "@function", 9) != NULL)
			return true;
		at = line == start ? start : line - 1;
	}
	return false;
}

static bool is_suspect(const char *start, struct span assembly)
{
	if (memmem(assembly.at, assembly.end - assembly.at, "section", 7) != NULL)
		return false;
	return has_one(assembly, suspects) ||
		(has_one(assembly, bytes) && in_function(start, assembly.at));
}

static void statements_check(struct out *text)
{
	const char *end = text->text + text->size, *done = text->text, *p = done;
	struct out o = { 0 };
	while ((p = memmem(p, end - p, app, sizeof app - 1)) != NULL) {
		struct span s = { p + sizeof app - 1, end };
		s.end = memmem(s.at, end - s.at, no_app, sizeof no_app - 1);
		if (s.end == NULL)
			break;
		p = s.end;
		if (!is_suspect(text->text, s))
			continue;
		out_span(&o, done, s.end);
		out_text(&o, check);
		done = s.end;
	}
	if (done == text->text)
		return;
	out_span(&o, done, end);
	*text = o;
}

/* ---- files of assembly */

/* One with the prefixes that compilers have given it. */
static bool is_return(struct span statement)
{
	static const char *const prefixes[] = { "rep", "repz", "bnd" };
	struct span word = statement_word(statement.at, statement.end);
	for (int i = 0; i < 3; i++)
		if (span_is(word, prefixes[i])) {
			word = statement_word(word.end, statement.end);
			break;
		}
	return span_is(word, "ret") || span_is(word, "retq");
}

static void returns_check(struct out *text)
{
	char *end = text->text + text->size;
	const char *done = text->text;
	struct out o = { 0 };
	for (char *p = text->text; p < end;) {
		char *stop = statement_stop(p, end), *name = statement_name(p, stop);
		if (is_return((struct span){ name, stop })) {
			out_span(&o, done, name);
			out_text(&o, check);
			done = name;
		}
		p = stop + 1;
	}
	out_span(&o, done, end);
	*text = o;
}

/* Whether the text comes from a compiler; text_read() goes by that, too. */
static bool is_compiled(struct span text)
{
	return memmem(text.at, text.end - text.at, app, sizeof app - 1) != NULL ||
		memmem(text.at, text.end - text.at, "GCC: (", 6) != NULL ||
		memmem(text.at, text.end - text.at, "clang version", 13) != NULL;
}

void states_check(struct out *text)
{
	struct span all = { text->text, text->text + text->size };
	if (is_compiled(all))
		statements_check(text);
	else if (has_one(all, suspects))
		returns_check(text);
}
