/*
 * ppc_place.c - where a token of a preprocessed source is: its file and line, as line markers
 * say, and whether a brace begins statements.
 */
#include "ppc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* # 12 "file" 1 3 */
void marker_read(struct line_marker *m, struct span s)
{
	const char *at = s.at + 1, *quote;
	char *end;
	while (at < s.end && (isspace((unsigned char)*at) || isalpha((unsigned char)*at))) {
		if (*at == 'p')
			return; /* #pragma */
		at++;
	}
	if (at == s.end || !isdigit((unsigned char)*at))
		return;
	m->line = strtol(at, &end, 10);
	m->line_at = s.end + 1;
	quote = memchr(end, '"', s.end - end);
	if (quote == NULL)
		return;
	const char *close = quote + 1;
	while (close < s.end && *close != '"')
		close += *close == '\\' ? 2 : 1;
	m->file = (struct span){ quote + 1, close < s.end ? close : s.end };
	m->system = close < s.end && memchr(close, '3', s.end - close) != NULL;
}

long marker_line(const struct line_marker *m, const char *at)
{
	long line = m->line;
	for (const char *c = m->line_at; c != NULL && c < at; c++)
		line += *c == '\n';
	return line;
}

bool brace_begins_body(const struct tokens *t, uint32_t i)
{
	static const char *const not_body[] = { "=", ",", "(", "return", NULL };
	while (i > 0 && t->at[i - 1].kind == TOKEN_LINE)
		i--;
	if (i == 0)
		return false;
	if (token_is(t, i - 1, ";"))
		return true; /* behind declarations of parameters, as before 1989 */
	for (int k = 0; not_body[k] != NULL; k++)
		if (token_is(t, i - 1, not_body[k]))
			return false;
	for (uint32_t back = 0; i > 0 && back < 64; back++) {
		i--;
		if (token_is(t, i, ")"))
			return true;
		if (token_is(t, i, ";") || token_is(t, i, "}") ||
			token_is(t, i, "{") || token_is(t, i, "struct") ||
			token_is(t, i, "class") || token_is(t, i, "union") ||
			token_is(t, i, "enum") || token_is(t, i, "namespace") ||
			t->at[i].kind == TOKEN_STRING)
			return false;
	}
	return false;
}

