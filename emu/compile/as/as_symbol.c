/*
 * as_symbol.c - names in the assembly text.  Numeric labels (1:, 1b, 1f) get names of
 * their own, one for each definition.
 */
#include "as.h"

#include <stdio.h>
#include <string.h>

bool span_is(struct span s, const char *text)
{
	size_t n = strlen(text);
	return (size_t)(s.end - s.at) == n && memcmp(s.at, text, n) == 0;
}

bool span_starts(struct span s, const char *text)
{
	size_t n = strlen(text);
	return (size_t)(s.end - s.at) >= n && memcmp(s.at, text, n) == 0;
}

static uint32_t hash_of(struct span s)
{
	uint32_t h = 2166136261u;
	for (const char *p = s.at; p < s.end; p++)
		h = (h ^ (unsigned char)*p) * 16777619u;
	return h;
}

static uint32_t *slot_of(const struct unit_text *f, struct span name)
{
	uint32_t i = hash_of(name) & (f->hash_size - 1);
	size_t n = name.end - name.at;
	for (; f->hash[i] != 0; i = (i + 1) & (f->hash_size - 1)) {
		struct span known = f->symbol[f->hash[i] - 1].name;
		if ((size_t)(known.end - known.at) == n && memcmp(known.at, name.at, n) == 0)
			break;
	}
	return &f->hash[i];
}

static void rehash(struct unit_text *f)
{
	f->hash_size = f->hash_size ? 2 * f->hash_size : 4096;
	f->hash = as_alloc(f->hash_size, sizeof *f->hash);
	for (uint32_t i = 0; i < f->symbols; i++)
		*slot_of(f, f->symbol[i].name) = i + 1;
}

uint32_t symbol_get(struct unit_text *f, struct span name)
{
	if (2 * (f->symbols + 1) > f->hash_size)
		rehash(f);
	uint32_t *slot = slot_of(f, name);
	if (*slot == 0) {
		f->symbol = as_grow(f->symbol, f->symbols, &f->symbol_room, sizeof *f->symbol);
		f->symbol[f->symbols] = (struct symbol){ .name = name, .insn = NONE };
		*slot = ++f->symbols;
	}
	return *slot - 1;
}

static bool numeric(struct span s)
{
	for (const char *p = s.at; p < s.end; p++)
		if (*p < '0' || *p > '9')
			return false;
	return s.end > s.at;
}

static uint32_t numbered(struct unit_text *f, struct span number, uint32_t count)
{
	char *name = as_alloc(1, 32);
	int n = snprintf(name, 32, "%.*s\001%u", (int)(number.end - number.at) % 12, number.at,
		count);
	return symbol_get(f, (struct span){ name, name + n });
}

/* The symbol that a label defines. */
uint32_t symbol_defined(struct unit_text *f, struct span label)
{
	uint32_t s = symbol_get(f, label);
	if (!numeric(label))
		return s;
	return numbered(f, label, ++f->symbol[s].count);
}

/* The symbol that an operand names. */
uint32_t symbol_referred(struct unit_text *f, struct span name)
{
	struct span number = { name.at, name.end - 1 };
	if (name.end - name.at < 2 || (name.end[-1] != 'b' && name.end[-1] != 'f') ||
		!numeric(number))
		return symbol_get(f, name);
	uint32_t s = symbol_get(f, number);
	return numbered(f, number, f->symbol[s].count + (name.end[-1] == 'f'));
}

static bool starts_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

static bool in_name(char c)
{
	return starts_name(c) || (c >= '0' && c <= '9') || c == '$' || (c & 0x80);
}

/* The next name in a piece of text (of an operand or a directive), which is moved
 * behind it; empty at the end.  Registers and what follows @ are no names. */
struct span symbol_scan(struct span *rest)
{
	const char *p = rest->at, *end = rest->end;
	while (p < end) {
		const char *start = p;
		if (*p == '"') {
			for (p++; p < end && *p != '"'; p++)
				p += *p == '\\';
			rest->at = p < end ? p + 1 : end;
			return (struct span){ start + 1, p < end ? p : end };
		}
		if (*p == '%' || *p == '@') {
			for (p++; p < end && in_name(*p); p++)
				;
		} else if (starts_name(*p) || (*p >= '0' && *p <= '9')) {
			for (; p < end && in_name(*p); p++)
				;
			bool name = starts_name(*start) || p[-1] == 'b' || p[-1] == 'f';
			if (name && !(start[0] == '0' && p - start > 1 && start[1] == 'x')) {
				rest->at = p;
				return (struct span){ start, p };
			}
		} else {
			p++;
		}
	}
	rest->at = end;
	return (struct span){ end, end };
}

/* The first name gets a value: what it leads to is not looked for. */
void symbol_alias(struct unit_text *f, struct span rest)
{
	struct span all = rest, name = symbol_scan(&rest);
	if (name.at < name.end) {
		uint32_t s = symbol_referred(f, name); /* may move the symbols */
		f->symbol[s].alias = true;
	}
	symbols_taken(f, all);
}

/* Marks every name as one whose address is used. */
void symbols_taken(struct unit_text *f, struct span rest)
{
	for (;;) {
		struct span name = symbol_scan(&rest);
		if (name.at == name.end)
			break;
		uint32_t s = symbol_referred(f, name);
		f->symbol[s].taken = true;
	}
}

/* The symbol of a direct branch; text that is more than a symbol cannot be followed. */
void branch_target(struct reader *r, struct insn *i, struct span where)
{
	struct unit_text *f = r->f;
	struct span rest = where, name = symbol_scan(&rest);
	i->where = where;
	if (span_is(where, ".")) {
		i->self = true;
		return;
	}
	bool quoted = *where.at == '"';
	if (name.at != where.at + quoted || (rest.at < where.end && *rest.at != '@')) {
		f->strange = true;
		return;
	}
	i->target = symbol_referred(f, name);
	if (i->kind == INSN_CALL)
		f->symbol[i->target].called = true;
	else
		f->symbol[i->target].branched = true;
}
