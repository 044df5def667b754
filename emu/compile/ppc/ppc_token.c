/*
 * ppc_token.c - tokens of a preprocessed C or C++ source.  Line markers and pragmas are one
 * token each; white space and comments are between tokens.
 */
#include "ppc.h"

#include <ctype.h>
#include <string.h>

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

static const char *line_end(const char *p, const char *end)
{
	const char *newline = memchr(p, '\n', end - p);
	return newline != NULL ? newline : end;
}

/* Behind white space and comments; *fresh: only white space is before it on its line. */
static const char *space_skip(const char *p, const char *end, bool *fresh)
{
	while (p < end) {
		if (*p == '\n')
			*fresh = true;
		if (isspace((unsigned char)*p)) {
			p++;
		} else if (*p == '\\' && p + 1 < end && p[1] == '\n') {
			p += 2;
		} else if (*p == '/' && p + 1 < end && p[1] == '*') {
			const char *close = memmem(p + 2, end - p - 2, "*/", 2);
			p = close != NULL ? close + 2 : end;
		} else if (*p == '/' && p + 1 < end && p[1] == '/') {
			p = line_end(p, end);
		} else {
			break;
		}
	}
	return p;
}

static const char *quoted_end(const char *p, const char *end)
{
	char quote = *p++;
	while (p < end && *p != quote && *p != '\n')
		p += *p == '\\' && p + 1 < end ? 2 : 1;
	return p < end && *p == quote ? p + 1 : p;
}

/* R"x( ... )x" of C++: p is at the quote. */
static const char *raw_end(const char *p, const char *end)
{
	const char *open = memchr(p, '(', end - p);
	char mark[32];
	size_t n = open != NULL ? (size_t)(open - p - 1) : sizeof mark;
	if (n > 16)
		return quoted_end(p, end);
	mark[0] = ')';
	memcpy(mark + 1, p + 1, n);
	mark[n + 1] = '"';
	const char *close = memmem(open, end - open, mark, n + 2);
	return close != NULL ? close + n + 2 : end;
}

static bool raw_prefix(struct span s)
{
	return span_is(s, "R") || span_is(s, "LR") || span_is(s, "uR") || span_is(s, "UR") ||
		span_is(s, "u8R");
}

static bool string_prefix(struct span s)
{
	return span_is(s, "L") || span_is(s, "u") || span_is(s, "U") || span_is(s, "u8");
}

static struct token token_read(const char *p, const char *end)
{
	struct token t = { { p, p }, TOKEN_PUNCT };
	if (in_name(*p) && !isdigit((unsigned char)*p)) {
		t.kind = TOKEN_NAME;
		while (p < end && in_name(*p))
			p++;
		t.text.end = p;
		if (p < end && *p == '"' && raw_prefix(t.text)) {
			t.kind = TOKEN_STRING;
			t.text.end = raw_end(p, end);
		} else if (p < end && (*p == '"' || *p == '\'') && string_prefix(t.text)) {
			t.kind = *p == '"' ? TOKEN_STRING : TOKEN_CHAR;
			t.text.end = quoted_end(p, end);
		}
	} else if (isdigit((unsigned char)*p)) {
		t.kind = TOKEN_NUMBER;
		for (; p < end && (in_name(*p) || *p == '.' || *p == '\''); p++)
			if (strchr("eEpP", *p) != NULL && p + 1 < end &&
				(p[1] == '+' || p[1] == '-'))
				p++;
		t.text.end = p;
	} else if (*p == '"' || *p == '\'') {
		t.kind = *p == '"' ? TOKEN_STRING : TOKEN_CHAR;
		t.text.end = quoted_end(p, end);
	} else {
		t.text.end = p + 1;
	}
	return t;
}

void tokens_scan(struct span text, struct tokens *t)
{
	const char *p = text.at;
	bool fresh = true;
	for (;;) {
		p = space_skip(p, text.end, &fresh);
		if (p == text.end)
			return;
		struct token k = { { p, p }, TOKEN_LINE };
		if (fresh && *p == '#')
			k.text.end = line_end(p, text.end);
		else
			k = token_read(p, text.end);
		t->at = as_grow(t->at, t->count, &t->room, sizeof *t->at);
		t->at[t->count++] = k;
		p = k.text.end;
		fresh = false;
	}
}

bool token_is(const struct tokens *t, uint32_t i, const char *text)
{
	return i < t->count && t->at[i].kind != TOKEN_STRING && span_is(t->at[i].text, text);
}

uint32_t tokens_skip(const struct tokens *t, uint32_t i)
{
	uint32_t depth = 0;
	for (; i < t->count; i++) {
		if (token_is(t, i, "(") || token_is(t, i, "[") || token_is(t, i, "{"))
			depth++;
		else if (token_is(t, i, ")") || token_is(t, i, "]") || token_is(t, i, "}"))
			depth--;
		if (depth == 0)
			return i + 1;
	}
	return i;
}

/* The character that an escape stands for; *p is behind the backslash. */
static char escape(const char **p, const char *end)
{
	static const char from[] = "ntrfvab", to[] = "\n\t\r\f\v\a\b";
	char c = *(*p)++;
	const char *known = strchr(from, c);
	unsigned value = 0;
	if (known != NULL && c != '\0')
		return to[known - from];
	if (c == 'x') {
		for (; *p < end && isxdigit((unsigned char)**p); ++*p)
			value = value * 16 + (isdigit((unsigned char)**p) ? **p - '0' :
				(**p | 32) - 'a' + 10);
		return (char)value;
	}
	if (c < '0' || c > '7')
		return c;
	value = c - '0';
	for (int n = 1; n < 3 && *p < end && **p >= '0' && **p <= '7'; n++)
		value = value * 8 + *(*p)++ - '0';
	return (char)value;
}

void token_unescape(struct span s, struct out *o)
{
	const char *p = memchr(s.at, '"', s.end - s.at);
	if (p == NULL)
		return;
	if (p > s.at && p[-1] == 'R') {
		const char *open = memchr(p, '(', s.end - p);
		if (open != NULL && s.end - (open - p) - 1 > open)
			out_span(o, open + 1, s.end - (open - p) - 1);
		return;
	}
	for (p++; p < s.end - 1;) {
		char c = *p++;
		if (c == '\\' && p < s.end)
			c = escape(&p, s.end);
		out_span(o, &c, &c + 1);
	}
}
