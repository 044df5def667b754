/*
 * ppc_pragma.c - pragmas of XL that make statements atomic, or run them ahead.
 *
 *   #pragma tm_atomic       the next statement is a transaction.  With -qtm it is put between
 *                           bgqrt_tm_enter() and bgqrt_tm_leave(), however it is left; bgxlc
 *                           ignores it without that option, and so does this, with a warning.
 *   #pragma speculative     iterations and sections that bgxlc runs side by side and repeats
 *                           where they conflict, so that results are those of one after the
 *                           other.  That is how they run here, with a warning.
 *
 * Never: another pragma.
 */
#include "ppc.h"

#include <ctype.h>

static struct span word(const char **at, const char *end)
{
	while (*at < end && isspace((unsigned char)**at))
		++*at;
	struct span s = { *at, *at };
	while (s.end < end && (isalnum((unsigned char)*s.end) || *s.end == '_'))
		s.end++;
	*at = s.end;
	return s;
}

enum ppc_pragma pragma_read(struct span line)
{
	const char *at = line.at + 1;
	if (!span_is(word(&at, line.end), "pragma"))
		return PRAGMA_OTHER;
	struct span name = word(&at, line.end);
	return span_is(name, "tm_atomic") ? PRAGMA_TRANSACTION :
		span_is(name, "speculative") ? PRAGMA_SPECULATIVE : PRAGMA_OTHER;
}

static uint32_t lines_skip(const struct tokens *t, uint32_t i)
{
	while (i < t->count && t->at[i].kind == TOKEN_LINE)
		i++;
	return i;
}

static bool begins_with_condition(const struct tokens *t, uint32_t i)
{
	return token_is(t, i, "if") || token_is(t, i, "for") || token_is(t, i, "while") ||
		token_is(t, i, "switch");
}

uint32_t statement_skip(const struct tokens *t, uint32_t i)
{
	i = lines_skip(t, i);
	if (token_is(t, i, "{"))
		return tokens_skip(t, i);
	if (begins_with_condition(t, i)) {
		bool branches = token_is(t, i, "if");
		i = statement_skip(t, tokens_skip(t, lines_skip(t, i + 1)));
		uint32_t next = lines_skip(t, i);
		return branches && token_is(t, next, "else") ? statement_skip(t, next + 1) : i;
	}
	if (token_is(t, i, "do"))
		i = statement_skip(t, i + 1);
	while (i < t->count && !token_is(t, i, ";"))
		i = tokens_skip(t, i);
	return i < t->count ? i + 1 : i;
}
