/*
 * ppc_vector.c - names of the type vector4double, and arrays in registers, as bgxlc takes them:
 *
 *	typedef vector4double vector;
 *	register vector v[3];
 *	v[i] = (vector)(a, b, c, d);
 *
 * ppc_rewrite.c writes such literals as GCC has them, and arrays without their register: C lets
 * none of their elements be named by a variable.
 *
 * Never: a type that only may be one of vectors; the register of another variable than an array.
 */
#include "ppc.h"

#include <string.h>

static bool qualifies(const struct tokens *t, uint32_t i)
{
	return token_is(t, i, "const") || token_is(t, i, "volatile");
}

/* The token behind a type of vectors, with its qualifiers, at token i; 0: another type. */
uint32_t vector_type(const struct tokens *t, uint32_t i, const struct names *vectors)
{
	bool type = false;
	while (i < t->count && t->at[i].kind == TOKEN_NAME && (qualifies(t, i) || (!type &&
		(token_is(t, i, "vector4double") || names_have(vectors, t->at[i].text))))) {
		type |= !qualifies(t, i);
		i++;
	}
	return type ? i : 0;
}

static uint32_t attributes_skip(const struct tokens *t, uint32_t i)
{
	while (token_is(t, i, "__attribute__") && token_is(t, i + 1, "("))
		i = tokens_skip(t, i + 1);
	return i;
}

/* Names that a typedef at token i gives to another type, in a scope of its own perhaps: behind it
 * they are no names of vectors. */
static void other_names(const struct tokens *t, uint32_t i, struct names *vectors)
{
	for (; i + 1 < t->count && !token_is(t, i, ";"); i++)
		if (token_is(t, i, "{") || token_is(t, i, "(") || token_is(t, i, "["))
			i = tokens_skip(t, i) - 1;
		else if (t->at[i].kind == TOKEN_NAME && t->at[i + 1].kind == TOKEN_PUNCT)
			name_drop(vectors, t->at[i].text);
}

/* Names that the typedef, or C++'s using, at token i gives to a type of vectors. */
void vector_names(const struct tokens *t, uint32_t i, struct names *vectors)
{
	if (token_is(t, i, "using")) {
		uint32_t end = token_is(t, i + 2, "=") ? vector_type(t, i + 3, vectors) : 0;
		if (end != 0 && token_is(t, end, ";"))
			name_add(vectors, t->at[i + 1].text);
		else
			name_drop(vectors, t->at[i + 1].text);
		return;
	}
	uint32_t k = vector_type(t, attributes_skip(t, i + 1), vectors);
	if (k == 0) {
		other_names(t, i + 1, vectors);
		return;
	}
	for (k = attributes_skip(t, k); k + 1 < t->count && !token_is(t, k, ";"); k++) {
		uint32_t end = attributes_skip(t, k + 1);
		if (t->at[k].kind == TOKEN_NAME && !token_is(t, k - 1, "*") &&
			(token_is(t, end, ",") || token_is(t, end, ";"))) {
			name_add(vectors, t->at[k].text);
			k = end - 1;
		}
	}
}

/* The declaration behind the register at token i has an array in it. */
bool register_arrays(const struct tokens *t, uint32_t i)
{
	bool value = false;
	while (++i < t->count && !token_is(t, i, ";") && !token_is(t, i, ")")) {
		if (token_is(t, i, "[") && !value && t->at[i - 1].kind == TOKEN_NAME)
			return true;
		value = !token_is(t, i, ",") && (value || token_is(t, i, "="));
		if (token_is(t, i, "(") || token_is(t, i, "{") || token_is(t, i, "["))
			i = tokens_skip(t, i) - 1;
	}
	return false;
}
