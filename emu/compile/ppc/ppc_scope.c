/*
 * ppc_scope.c - register variables of PowerPC that are visible where the source is read.
 */
#include "ppc.h"

#include <ctype.h>
#include <string.h>

static int number_of(const char *p, const char *end, int most)
{
	int n = 0;
	if (p == end || end - p > 2)
		return -1;
	for (; p < end; p++) {
		if (!isdigit((unsigned char)*p))
			return -1;
		n = n * 10 + *p - '0';
	}
	return n <= most ? n : -1;
}

struct ppc_register register_of(struct span s)
{
	static const struct { char prefix[4], class; int most; } kinds[] = {
		{ "fr", 'f', 31 }, { "cr", 'c', 7 }, { "qr", 'f', 31 }, { "vr", 'v', 31 },
		{ "r", 'r', 31 }, { "f", 'f', 31 }, { "q", 'f', 31 }, { "", 0, 0 },
	};
	static const char *const others[] = { "ctr", "lr", "xer", "cc", "ca", NULL };
	struct ppc_register reg = { 0, 0 };
	if (s.at < s.end && *s.at == '%')
		s.at++;
	for (int i = 0; kinds[i].class != 0; i++) {
		size_t n = strlen(kinds[i].prefix);
		if (!span_starts(s, kinds[i].prefix))
			continue;
		int number = number_of(s.at + n, s.end, kinds[i].most);
		if (number >= 0)
			return (struct ppc_register){ kinds[i].class, number };
	}
	for (int i = 0; others[i] != NULL; i++)
		if (span_is(s, others[i]))
			reg.class = 'o';
	return reg;
}

struct ppc_register register_named(struct span s)
{
	int number = number_of(s.at, s.end, 31);
	return number >= 0 ? (struct ppc_register){ 'r', number } : register_of(s);
}

static bool same(struct span a, struct span b)
{
	return a.end - a.at == b.end - b.at && memcmp(a.at, b.at, a.end - a.at) == 0;
}

const struct ppc_variable *scope_find(const struct scope *s, struct span name)
{
	for (uint32_t i = s->count; i-- > 0;)
		if (same(s->at[i].name, name))
			return &s->at[i];
	return NULL;
}

const struct ppc_variable *scope_register(const struct scope *s, char class, int number)
{
	for (uint32_t i = s->count; i-- > 0;)
		if (s->at[i].reg.class == class && s->at[i].reg.number == number &&
			!s->at[i].global)
			return &s->at[i];
	return NULL;
}

struct ppc_variable *scope_add(struct scope *s, struct span name, struct ppc_register reg,
	uint32_t depth)
{
	s->at = as_grow(s->at, s->count, &s->room, sizeof *s->at);
	s->at[s->count] = (struct ppc_variable){ name, reg, depth, s->made++, false };
	return &s->at[s->count++];
}

void scope_leave(struct scope *s, uint32_t depth)
{
	while (s->count > 0 && s->at[s->count - 1].depth > depth)
		s->count--;
}

const char *register_unset(int number)
{
	return number == 1 ? "(_bgq_u)__builtin_frame_address(0)" :
	       number == 13 ? "bgqrt_thread_pointer()" : NULL;
}

bool scope_global(const struct scope *s, struct span name, struct out *o)
{
	const struct ppc_variable *v = scope_find(s, name);
	if (v == NULL || !v->global)
		return false;
	out_format(o, "((__typeof__(_bgq_r%u_", v->id);
	out_span(o, name.at, name.end);
	out_format(o, "))%s)", register_unset(v->reg.number));
	return true;
}
