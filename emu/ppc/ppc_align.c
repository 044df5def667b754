/*
 * ppc_align.c - typedef struct S { ... } T __attribute__((aligned(N))), where the size of S is
 * no multiple of N.  GCC 4 made arrays of T, with elements that are not aligned; since GCC 11
 * they are errors.  The alignment is asked for on condition that the size is a multiple.
 *
 * Never: a change to the size of T, or to its alignment where arrays of it are possible.
 */
#include "ppc.h"

/* The bracket that the one at i closes, or 0. */
static uint32_t brace_open(const struct tokens *t, uint32_t i)
{
	uint32_t depth = 0;
	for (;; i--) {
		if (token_is(t, i, "}"))
			depth++;
		else if (token_is(t, i, "{") && --depth == 0)
			return i;
		if (i == 0)
			return 0;
	}
}

/* The argument of aligned() between tokens i and end. */
static bool argument_find(const struct tokens *t, uint32_t i, uint32_t end, struct span *s)
{
	for (; i + 3 < end; i++) {
		if (!(token_is(t, i, "aligned") || token_is(t, i, "__aligned__")) ||
			!token_is(t, i + 1, "("))
			continue;
		uint32_t close = tokens_skip(t, i + 1) - 1;
		if (close < i + 3 || close >= end)
			return false;
		*s = (struct span){ t->at[i + 2].text.at, t->at[close - 1].text.end };
		return true;
	}
	return false;
}

bool typedef_find(const struct tokens *t, uint32_t i, struct aligned_typedef *a)
{
	if (i < 5 || t->at[i - 1].kind != TOKEN_NAME || !token_is(t, i - 2, "}") ||
		!token_is(t, i + 1, "("))
		return false;
	uint32_t open = brace_open(t, i - 2), end = tokens_skip(t, i + 1);
	if (open < 2 || !argument_find(t, i, end, &a->argument))
		return false;
	bool tagged = !token_is(t, open - 1, "struct") && !token_is(t, open - 1, "union");
	uint32_t kind = tagged ? open - 2 : open - 1;
	if (kind == 0 || !token_is(t, kind - 1, "typedef") ||
		!(token_is(t, kind, "struct") || token_is(t, kind, "union")))
		return false;
	a->kind = t->at[kind].text;
	a->tag = tagged ? t->at[open - 1].text : (struct span){ 0 };
	return true;
}
