/*
 * ppc_template.c - instructions and labels of a template.
 */
#include "ppc.h"

#include <ctype.h>
#include <string.h>

/* Keeps the second of {old|new}; comments and directives that only align become blank. */
static void clean(struct out *text)
{
	char *end = text->text + text->size, *bar = NULL;
	bool comment = false, braces = false;
	for (char *p = text->text; p < end; p++) {
		if (*p == '\n')
			comment = false;
		if (*p == '#' || (*p == '/' && p + 1 < end && p[1] == '/'))
			comment = true;
		if (*p == '/' && p + 1 < end && p[1] == '*') {
			char *close = memmem(p + 2, end - p - 2, "*/", 2);
			char *to = close != NULL ? close + 2 : end;
			memset(p, ' ', to - p);
			p = to - 1;
			continue;
		}
		if (comment) {
			*p = ' ';
		} else if (*p == '{' && memchr(p, '|', end - p) != NULL) {
			braces = true;
			bar = p;
		} else if (*p == '|' && braces && bar != NULL) {
			memset(bar, ' ', p + 1 - bar);
			bar = NULL;
		} else if (*p == '}' && braces) {
			*p = ' ';
			braces = false;
		}
	}
}

static struct span trim(const char *at, const char *end)
{
	while (at < end && isspace((unsigned char)*at))
		at++;
	while (end > at && isspace((unsigned char)end[-1]))
		end--;
	return (struct span){ at, end };
}

static bool in_label(char c)
{
	return isalnum((unsigned char)c) || strchr("_.$%=", c) != NULL;
}

static struct ppc_line *append(struct ppc_lines *lines)
{
	lines->at = as_grow(lines->at, lines->count, &lines->room, sizeof *lines->at);
	lines->at[lines->count] = (struct ppc_line){ 0 };
	return &lines->at[lines->count++];
}

static void instruction(struct ppc_line *l, struct span s)
{
	const char *p = s.at;
	while (p < s.end && !isspace((unsigned char)*p))
		p++;
	l->name = (struct span){ s.at, p };
	struct span rest = trim(p, s.end);
	while (rest.at < rest.end) {
		int depth = 0;
		for (p = rest.at; p < rest.end && (*p != ',' || depth > 0); p++)
			depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
		if (l->operands < PPC_INSN_OPERANDS)
			l->operand[l->operands++] = trim(rest.at, p);
		rest = trim(p < rest.end ? p + 1 : p, rest.end);
	}
}

static void statement(struct ppc_lines *lines, struct span s)
{
	static const char *const layout[] = { ".align", ".balign", ".p2align", ".machine",
		".text", NULL };
	struct ppc_line *l = NULL;
	for (;;) {
		const char *p = s.at;
		while (p < s.end && in_label(*p))
			p++;
		if (p == s.at || p == s.end || *p != ':')
			break;
		l = append(lines);
		l->label = (struct span){ s.at, p };
		s = trim(p + 1, s.end);
	}
	for (int i = 0; layout[i] != NULL; i++)
		if (span_starts(s, layout[i]))
			return;
	if (s.at < s.end)
		instruction(append(lines), s);
}

void template_read(struct out *text, struct ppc_lines *lines)
{
	clean(text);
	const char *end = text->text + text->size;
	for (const char *p = text->text; p < end;) {
		const char *stop = p;
		while (stop < end && *stop != '\n' && *stop != ';')
			stop++;
		struct span s = trim(p, stop);
		if (s.at < s.end)
			statement(lines, s);
		p = stop + 1;
	}
}
