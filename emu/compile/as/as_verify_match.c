/*
 * as_verify_match.c - which statements of the finished text are the program's.
 *
 * Line by line, in their order, letter by letter; a branch may lead to a label that was added,
 * which the flow follows.  All others were added.  So directives of unwinding, of debugging
 * and of data are what they were, where they were.
 */
#include "as_verify.h"

#include <stdio.h>
#include <string.h>

bool verify_fails(const struct statements *t, uint32_t at, const char *why)
{
	const struct statement *s = at < t->n ? &t->s[at] : NULL;
	int length = s == NULL ? 0 : (int)(s->text.end - s->text.at);
	fprintf(stderr, "bgq-as: verify: line %u: %s: %.*s\n", s == NULL ? 0 : s->line, why,
		length < 200 ? length : 200, s == NULL ? "" : s->text.at);
	return false;
}

/* A branch to an added label in place of the program's. */
static bool redirected(struct span before, struct span after)
{
	struct span to_before, to_after;
	struct span name = word_first(before, &to_before), other = word_first(after, &to_after);
	return *name.at == 'j' && statement_equal(name, other) && span_starts(to_after, ".Lbgq");
}

/* A call, or a jump in its place, through %r11 instead of another pointer. */
static bool retargeted(struct span before, struct span after)
{
	struct span was, is, name = word_first(before, &was), other = word_first(after, &is);
	return (*name.at == 'j' || *name.at == 'c') && statement_equal(name, other) &&
		*was.at == '*' && span_is(is, "*%r11");
}

static bool same(const struct statement *a, const struct statement *b)
{
	return a->kind == b->kind && a->line == b->line &&
		(statement_equal(a->text, b->text) || redirected(a->text, b->text) ||
			retargeted(a->text, b->text));
}

/* data16 alone is written as its byte. */
static bool same_prefix(const struct statement *a, const struct statement *b)
{
	return a->line == b->line && span_is(a->text, "data16") &&
		span_is(b->text, ".byte 0x66");
}

bool statements_match(const struct statements *before, struct statements *after)
{
	uint32_t i = 0;
	for (uint32_t k = 0; k < after->n; k++) {
		struct statement *s = &after->s[k];
		bool own = i < before->n && (same(&before->s[i], s) ||
			same_prefix(&before->s[i], s));
		s->added = !own;
		if (own && retargeted(before->s[i].text, s->text))
			s->was = before->s[i].text;
		i += own;
	}
	return i == before->n || verify_fails(before, i, "lost or moved");
}

/* ---- directives of unwinding that were added */

static bool changes_frame(struct span s)
{
	static const char *const known[] = { ".cfi_def_cfa ", ".cfi_offset ", ".cfi_restore ",
		".cfi_adjust_cfa_offset ", NULL };
	for (int i = 0; known[i] != NULL; i++)
		if (span_starts(s, known[i]))
			return true;
	return false;
}

/* Says what an added one does to the program's: NULL, nothing. */
static const char *unwinding_added(struct span s, bool *aside)
{
	bool begins = span_is(s, ".cfi_remember_state"), ends = span_is(s, ".cfi_restore_state");
	if (!begins && !ends && !changes_frame(s))
		return "an unknown directive";
	if (begins == *aside)
		return "unwinding of the program is changed";
	*aside = !ends;
	return NULL;
}

/* Added lines stand between a pair that undoes them, and nothing of the program's does. */
static bool unwinding_kept(const struct statements *t)
{
	bool aside = false;
	for (uint32_t k = 0; k < t->n; k++) {
		const struct statement *s = &t->s[k];
		const char *why = NULL;
		if (s->added && span_starts(s->text, ".cfi_"))
			why = unwinding_added(s->text, &aside);
		else if (aside && !s->added)
			why = "unwinding of the program is changed";
		if (why != NULL)
			return verify_fails(t, k, why);
	}
	return true;
}

/* ---- the whole */

bool verify_text(struct span before, struct span after)
{
	struct statements was = { 0 }, is = { 0 };
	statements_read(&was, before);
	statements_read(&is, after);
	return statements_match(&was, &is) && unwinding_kept(&is) && states_follow(&is);
}
