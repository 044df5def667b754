/*
 * ppc_member.c - calls of member templates without the word "template", p->f<T>(x), where the
 * type of p depends on a parameter.  GCC up to version 11 looked f up where the call stands;
 * C++98 wants the word, and GCC 12 needs it.  It is put in if the source declares a template
 * of a function with that name; where it is not needed it does no harm.
 *
 * Never: a change to what could be two comparisons.
 */
#include "ppc.h"

#include <string.h>

/* The token behind the > that closes the < at i; 0 if something between them is no list of
 * types and constants. */
static uint32_t angle_end(const struct tokens *t, uint32_t i)
{
	uint32_t depth = 0;
	for (; i < t->count; i++) {
		const struct token *k = &t->at[i];
		if (token_is(t, i, "<"))
			depth++;
		else if (token_is(t, i, ">") && --depth == 0)
			return i + 1;
		else if (k->kind == TOKEN_STRING || k->kind == TOKEN_LINE ||
			(k->kind == TOKEN_PUNCT && strchr("<>,:*", *k->text.at) == NULL))
			return 0;
	}
	return 0;
}

/* Returns the token behind the parameters of a template, whose defaults may be anything; 0 if they
 * do not end. */
static uint32_t parameters_end(const struct tokens *t, uint32_t i)
{
	uint32_t depth = 0;
	while (i < t->count) {
		if (token_is(t, i, "(")) {
			i = tokens_skip(t, i);
			continue;
		}
		if (token_is(t, i, "<"))
			depth++;
		if (token_is(t, i, ">") && --depth == 0)
			return i + 1;
		if (token_is(t, i, ";") || token_is(t, i, "{"))
			return 0;
		i++;
	}
	return 0;
}

/* Returns the name's index, or n->count. */
static uint32_t name_find(const struct names *n, struct span name)
{
	size_t size = name.end - name.at;
	uint32_t i = 0;
	while (i < n->count && ((size_t)(n->at[i].end - n->at[i].at) != size ||
		memcmp(n->at[i].at, name.at, size) != 0))
		i++;
	return i;
}

bool names_have(const struct names *n, struct span name)
{
	return name_find(n, name) < n->count;
}

void name_add(struct names *n, struct span name)
{
	if (names_have(n, name))
		return;
	n->at = as_grow(n->at, n->count, &n->room, sizeof *n->at);
	n->at[n->count++] = name;
}

void name_drop(struct names *n, struct span name)
{
	uint32_t i = name_find(n, name);
	if (i < n->count)
		n->at[i] = n->at[--n->count];
}

void members_find(const struct tokens *t, struct names *n)
{
	for (uint32_t i = 0; i < t->count; i++) {
		uint32_t k = token_is(t, i, "template") && token_is(t, i + 1, "<") ?
			parameters_end(t, i + 1) : 0;
		if (k == 0)
			continue;
		while (k < t->count && !token_is(t, k, ";") && !token_is(t, k, "{") &&
			!token_is(t, k, "(") && !token_is(t, k, "="))
			k++;
		if (token_is(t, k, "(") && t->at[k - 1].kind == TOKEN_NAME)
			name_add(n, t->at[k - 1].text);
	}
}

bool member_lacks_template(const struct tokens *t, uint32_t i, const struct names *n)
{
	bool member = i > 1 && (token_is(t, i - 1, ".") ||
		(token_is(t, i - 1, ">") && token_is(t, i - 2, "-")));
	if (!member || !token_is(t, i + 1, "<") || !names_have(n, t->at[i].text))
		return false;
	uint32_t end = angle_end(t, i + 1);
	return end != 0 && token_is(t, end, "(");
}
