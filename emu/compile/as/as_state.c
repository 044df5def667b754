/*
 * as_state.c - inline assembly that may leave flags or segment registers as no function of C
 * may find them is followed by a check that it has not (bgqemu_asm_state, emu/core/wait).
 *
 * Threads of all ranks share a host thread: code that runs next, in the emulator or in another
 * rank, relies on these as compilers do.
 *
 * Never: a check in assembly that has no such instruction, or that changes sections.
 */
#include "as.h"

#include <string.h>

static const char check[] =
	"leaq -128(%rsp),%rsp;pushfq;call bgqemu_asm_state@PLT;popfq;leaq 128(%rsp),%rsp\n";

/* Names, or their beginnings, and operands. */
static const char *const suspects[] = { "std", "popf", "iret", "wrfsbase", "wrgsbase", "swapgs",
	"%ds", "%es", "%fs", "%gs", "%ss", "lfs", "lgs", "lss", NULL };

static bool begins_word(const char *text, const char *at)
{
	return at == text || strchr("\t\n ;:,", at[-1]) != NULL;
}

static bool has(struct span s, const char *what)
{
	size_t n = strlen(what);
	for (const char *p = s.at; (p = memmem(p, s.end - p, what, n)) != NULL; p += n)
		if (begins_word(s.at, p))
			return true;
	return false;
}

static bool is_suspect(struct span assembly)
{
	if (memmem(assembly.at, assembly.end - assembly.at, "section", 7) != NULL)
		return false;
	for (int i = 0; suspects[i] != NULL; i++)
		if (has(assembly, suspects[i]))
			return true;
	return false;
}

void states_check(struct out *text)
{
	static const char app[] = "#APP\n", no_app[] = "#NO_APP\n";
	const char *end = text->text + text->size, *done = text->text, *p = done;
	struct out o = { 0 };
	while ((p = memmem(p, end - p, app, sizeof app - 1)) != NULL) {
		struct span s = { p + sizeof app - 1, end };
		s.end = memmem(s.at, end - s.at, no_app, sizeof no_app - 1);
		if (s.end == NULL)
			break;
		p = s.end;
		if (!is_suspect(s))
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
