/*
 * a64_operand.c - operands of an AArch64 instruction: what each is, and which registers it names.
 */
#include "a64.h"

#include <stdlib.h>
#include <string.h>

static bool in_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		c == '_' || c == '.' || c == '$';
}

/* The number of a register with one of these letters, or -1. */
static int number_of(struct span word, const char *letters)
{
	char *end;
	if (word.end - word.at < 2 || strchr(letters, *word.at | 32) == NULL ||
		word.at[1] < '0' || word.at[1] > '9')
		return -1;
	long n = strtol(word.at + 1, &end, 10);
	bool whole = end == word.end || (end < word.end && *end == '.');
	return whole && n < 32 ? (int)n : -1;
}

static values_t value_of(struct span word)
{
	int n = number_of(word, "xw");
	if (n >= 0)
		return n < 31 ? (values_t)1 << n : 0;
	n = number_of(word, "vdsqhbz");
	if (n >= 0)
		return (values_t)1 << (32 + n);
	return span_is(word, "lr") ? (values_t)1 << 30 : 0;
}

/* The next word of a piece of text, which is moved behind it; empty at the end. */
static struct span word_next(struct span *s)
{
	while (s->at < s->end && !in_word(*s->at))
		s->at++;
	struct span word = { s->at, s->at };
	while (word.end < s->end && in_word(*word.end))
		word.end++;
	s->at = word.end;
	return word;
}

static values_t values_of(struct span s)
{
	values_t values = 0;
	struct span word = word_next(&s);
	for (; word.at < word.end; word = word_next(&s))
		values |= value_of(word);
	return values;
}

regs_t a64_scratch(values_t values)
{
	return (regs_t)(values >> SCRATCH_FIRST) & REGS_FLAGS;
}

/* v0.2d, {v0.4s - v3.4s}: the number behind the point. */
static uint8_t lanes_of(struct span s)
{
	const char *point = memchr(s.at, '.', s.end - s.at);
	return point != NULL ? (uint8_t)strtoul(point + 1, NULL, 10) : 0;
}

static void operand_parse(struct a64_operand *op)
{
	struct span s = op->text;
	op->values = values_of(s);
	op->kind = A64_OTHER;
	op->width = s.at < s.end ? (char)(*s.at | 32) : 0;
	if (s.at == s.end)
		return;
	if (*s.at == '[')
		op->kind = A64_MEMORY;
	else if (*s.at == '{' || number_of(s, "vdsqhbz") >= 0) {
		op->kind = A64_VECTOR;
		op->lanes = lanes_of(s);
	} else if (number_of(s, "xw") >= 0 || span_is(s, "xzr") || span_is(s, "wzr") ||
		span_is(s, "sp") || span_is(s, "lr"))
		op->kind = A64_REGISTER;
}

uint32_t a64_operands(struct span s, struct a64_operand *op)
{
	uint32_t n = 0;
	while (s.at < s.end && n < OPERANDS_MAX) {
		op[n] = (struct a64_operand){ .text = operand_take(&s) };
		operand_parse(&op[n++]);
	}
	return n;
}
