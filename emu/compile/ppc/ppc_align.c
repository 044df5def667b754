/*
 * ppc_align.c - arrays of a type that its typedef aligns to more than its size is a multiple
 * of:
 *
 *	typedef struct { char c[40]; } T __attribute__((aligned(32)));
 *	T t[3];
 *
 * GCC 4 puts the elements one behind the other; today's refuses the array.  So the typedef
 * gets a second name without the attribute, which arrays are made of:
 *
 *	typedef struct { char c[40]; } T __attribute__((aligned(32))),_bgq_plain_T;
 *	_bgq_plain_T __attribute__((aligned(32))) t[3];
 *
 * In C++ a type without a name of its own gets the typedef's, or it would be aligned itself.
 */
#include "ppc.h"

#include <string.h>

static bool is_attribute(const struct tokens *t, uint32_t i)
{
	return (token_is(t, i, "__attribute__") || token_is(t, i, "__attribute")) &&
		token_is(t, i + 1, "(");
}

static bool aligns(const struct tokens *t, uint32_t i, uint32_t end)
{
	for (; i < end; i++)
		if (token_is(t, i, "aligned") || token_is(t, i, "__aligned__"))
			return true;
	return false;
}

/* The typedef at token i is such a one: of a struct or union that is defined there. */
bool aligned_read(const struct tokens *t, uint32_t i, struct ppc_aligned *a)
{
	uint32_t k = i + 1;
	while (k < t->count && (t->at[k].kind == TOKEN_NAME || t->at[k].kind == TOKEN_LINE))
		k = is_attribute(t, k) ? tokens_skip(t, k + 1) : k + 1;
	if (!token_is(t, k, "{"))
		return false;
	bool tag = t->at[k - 1].kind == TOKEN_NAME && !token_is(t, k - 1, "struct") &&
		!token_is(t, k - 1, "union");
	const char *brace = t->at[k].text.at;
	k = tokens_skip(t, k);
	while (is_attribute(t, k))
		k = tokens_skip(t, k + 1);
	if (k >= t->count || t->at[k].kind != TOKEN_NAME || !is_attribute(t, k + 1))
		return false;
	uint32_t end = tokens_skip(t, k + 2);
	if (!token_is(t, end, ";") || !aligns(t, k + 2, end))
		return false;
	*a = (struct ppc_aligned){ t->at[k].text,
		{ t->at[k + 1].text.at, t->at[end - 1].text.end }, end,
		tag ? NULL : brace };
	return true;
}

/* Token i begins the declaration of an array of one. */
const struct ppc_aligned *aligned_array(const struct ppc_aligned *list, uint32_t count,
	const struct tokens *t, uint32_t i)
{
	if (i + 2 >= t->count || t->at[i + 1].kind != TOKEN_NAME || !token_is(t, i + 2, "["))
		return NULL;
	struct span s = t->at[i].text;
	for (uint32_t k = count; k-- > 0;)
		if (list[k].name.end - list[k].name.at == s.end - s.at &&
			memcmp(list[k].name.at, s.at, s.end - s.at) == 0)
			return &list[k];
	return NULL;
}
