/*
 * as_version.c - versions of symbols become plain symbols.
 *
 * Libraries whose archives are linked with -static give their functions versions (.symver),
 * of which an executable knows nothing: the default one is what the name means, others
 * cannot be reached.  An image is linked as a shared object, which would have to list them.
 *
 * Never: a version of a symbol that another object defines, such as one of libc.
 */
#include "as.h"

#include <string.h>

static const char blanks[] = " \t";

static bool in_word(char c)
{
	return strchr(" \t\n;:,\"#@", c) == NULL;
}

static struct span word_at(const char *p, const char *end)
{
	while (p < end && strchr(blanks, *p) != NULL)
		p++;
	struct span s = { p, p };
	while (s.end < end && in_word(*s.end))
		s.end++;
	return s;
}

/* Whether a statement may begin at p: what stands before it in the line is no comment and no
 * text in quotes. */
static bool begins_statement(const struct out *text, const char *p)
{
	const char *line = p;
	bool quoted = false;
	if (p > text->text && strchr(" \t\n;", p[-1]) == NULL)
		return false;
	while (line > text->text && line[-1] != '\n')
		line--;
	for (; line < p; line++) {
		if (*line == '"')
			quoted = !quoted;
		else if (quoted && *line == '\\')
			line++;
		else if (!quoted && *line == '#')
			return false;
	}
	return !quoted;
}

/* Whether the text has this label. */
static bool has_label(const struct out *text, struct span name)
{
	const char *end = text->text + text->size, *p = text->text;
	size_t n = name.end - name.at;
	while (n > 0 && (p = memmem(p, end - p, name.at, n)) != NULL) {
		bool begins = p == text->text || !in_word(p[-1]);
		p += n;
		if (begins && p < end && *p == ':')
			return true;
	}
	return false;
}

/* The directive at p, behind its name: what stands for it is written to o.  Returns where it
 * ends, or NULL: it stays. */
static const char *version_replace(const struct out *text, const char *p, struct out *o)
{
	const char *end = text->text + text->size;
	struct span name = word_at(p, end), alias;
	size_t marks = 0;
	p = name.end;
	while (p < end && strchr(blanks, *p) != NULL)
		p++;
	if (p == end || *p != ',')
		return NULL;
	alias = word_at(p + 1, end);
	for (p = alias.end; p < end && *p == '@'; p++)
		marks++;
	while (p < end && *p != '\n' && *p != ';' && *p != '#')
		p++;
	if (marks == 0 || marks > 3 || (marks != 2 && !has_label(text, name)))
		return NULL;
	size_t n = name.end - name.at;
	bool same = n == (size_t)(alias.end - alias.at) && memcmp(name.at, alias.at, n) == 0;
	if (marks == 1 || same)
		return p;
	out_text(o, ".globl ");
	out_span(o, alias.at, alias.end);
	out_text(o, ";.set ");
	out_span(o, alias.at, alias.end);
	out_text(o, ",");
	out_span(o, name.at, name.end);
	return p;
}

void versions_drop(struct out *text)
{
	static const char directive[] = ".symver";
	const size_t length = sizeof directive - 1;
	const char *end = text->text + text->size, *done = text->text, *p = done;
	struct out o = { 0 };
	while ((p = memmem(p, end - p, directive, length)) != NULL) {
		const char *start = p;
		p += length;
		if (p == end || strchr(blanks, *p) == NULL || !begins_statement(text, start))
			continue;
		struct out with = { 0 };
		const char *behind = version_replace(text, p, &with);
		if (behind == NULL)
			continue;
		out_span(&o, done, start);
		out_span(&o, with.text, with.text + with.size);
		done = p = behind;
	}
	if (done == text->text)
		return;
	out_span(&o, done, end);
	*text = o;
}
