/*
 * ppc_base.c - names of dependent bases.  XL looks up the names in a template when it is used,
 * so members of a base that depends on a parameter are found without this->; for GCC they are
 * undeclared.  From the compiler's words: undeclared names get "this->" where it met them, and
 * up to the end of the block, since it names each once in a function.
 *
 * What is no member of a base is an error then, too: "this" says nothing else.
 * Never: a name that the compiler found; a header of the host's.
 */
#include "ppc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct missed {
	struct span file, name;
	long line;
	uint32_t until;      /* the depth that its block is left for; UINT32_MAX: not met yet */
	bool over;
};
struct missed_list {
	struct missed *at;
	uint32_t count, room;
};

/* Words without colours, and with one kind of quotes. */
static void plain(struct span words, struct out *o)
{
	for (const char *c = words.at; c < words.end; c++) {
		if (*c == '\033') {
			while (c < words.end && *c != 'm' && *c != 'K')
				c++;
		} else if (words.end - c > 2 && (memcmp(c, "\u2018", 3) == 0 ||
			memcmp(c, "\u2019", 3) == 0)) {
			out_text(o, "'");
			c += 2;
		} else {
			out_span(o, c, c + 1);
		}
	}
}

/* Where the first text stands in the line, and past it; NULL: nowhere. */
static const char *find(struct span line, const char *text, const char **past)
{
	const char *at = memmem(line.at, line.end - line.at, text, strlen(text));
	*past = at != NULL ? at + strlen(text) : NULL;
	return at;
}

/* file:12:3: error: 'name' was not declared in this scope; since GCC 15 it is a warning in a
 * template, and an error where that is used. */
static bool missed_read(struct span line, struct missed *m)
{
	static const char undeclared[] = "' was not declared in this scope";
	size_t tail = sizeof undeclared - 1;
	const char *end, *at = find(line, ": error: '", &m->name.at);
	if (at == NULL)
		at = find(line, ": warning: '", &m->name.at);
	if (at == NULL)
		return false;
	end = memchr(m->name.at, '\'', line.end - m->name.at);
	if (end == NULL || (size_t)(line.end - end) < tail || memcmp(end, undeclared, tail) != 0)
		return false;
	m->name.end = end;
	for (int number = 0; number < 2; number++) { /* column, line */
		while (at > line.at && isdigit((unsigned char)at[-1]))
			at--;
		m->line = strtol(at, NULL, 10);
		if (at == line.at || *--at != ':')
			return false;
	}
	m->file = (struct span){ line.at, at };
	m->until = UINT32_MAX;
	m->over = false;
	return true;
}

static void missed_find(struct span words, struct missed_list *l)
{
	struct missed m;
	while (words.at < words.end) {
		const char *end = memchr(words.at, '\n', words.end - words.at);
		end = end != NULL ? end : words.end;
		if (missed_read((struct span){ words.at, end }, &m)) {
			l->at = as_grow(l->at, l->count, &l->room, sizeof m);
			l->at[l->count++] = m;
		}
		words.at = end + 1;
	}
}

static bool same(struct span a, struct span b)
{
	return a.end - a.at == b.end - b.at && memcmp(a.at, b.at, a.end - a.at) == 0;
}

/* Not behind . -> or ::, nor in front of ::. */
static bool unqualified(const struct tokens *t, uint32_t i)
{
	bool arrow = i > 1 && token_is(t, i - 1, ">") && token_is(t, i - 2, "-") &&
		t->at[i - 2].text.end == t->at[i - 1].text.at;
	bool before = i > 0 && (token_is(t, i - 1, ".") || arrow ||
		(i > 1 && token_is(t, i - 1, ":") && token_is(t, i - 2, ":")));
	return !before && !(token_is(t, i + 1, ":") && token_is(t, i + 2, ":"));
}

struct walk {
	struct tokens t;
	struct missed_list missed;
	struct line_marker mark;
	uint32_t depth;
	uint32_t body;       /* the depth outside of a function's statements, or UINT32_MAX */
};

/* The name at token i is one of those, here. */
static bool is_missed(struct walk *w, uint32_t i)
{
	struct span name = w->t.at[i].text;
	bool found = false;
	for (uint32_t k = 0; k < w->missed.count; k++) {
		struct missed *m = &w->missed.at[k];
		bool met = m->until != UINT32_MAX;
		if (m->over || !same(m->name, name) || (!met && (m->line !=
			marker_line(&w->mark, name.at) || !same(m->file, w->mark.file))))
			continue;
		if (w->body != UINT32_MAX)
			m->until = met ? m->until : w->depth;
		else
			m->over = true;
		found = true;
	}
	return found;
}

/* using other::name; from there on it is that one. */
static void using(struct walk *w, uint32_t i)
{
	while (i < w->t.count && !token_is(&w->t, i, ";"))
		i++;
	for (uint32_t k = 0; i > 0 && k < w->missed.count; k++)
		if (w->missed.at[k].until != UINT32_MAX &&
			same(w->missed.at[k].name, w->t.at[i - 1].text))
			w->missed.at[k].over = true;
}

static void braces(struct walk *w, uint32_t i)
{
	if (token_is(&w->t, i, "{")) {
		if (w->body == UINT32_MAX && brace_begins_body(&w->t, i))
			w->body = w->depth;
		w->depth++;
	} else if (token_is(&w->t, i, "}") && w->depth > 0) {
		w->depth--;
		if (w->depth == w->body)
			w->body = UINT32_MAX;
		for (uint32_t k = 0; k < w->missed.count; k++)
			if (w->missed.at[k].until != UINT32_MAX && w->missed.at[k].until > w->depth)
				w->missed.at[k].over = true;
	}
}

bool base_names(struct span text, struct span words, struct out *o)
{
	struct walk w = { .body = UINT32_MAX };
	struct out read = { 0 };
	const char *copied = text.at;
	bool changed = false;
	plain(words, &read);
	missed_find((struct span){ read.text, read.text + read.size }, &w.missed);
	if (w.missed.count == 0)
		return false;
	tokens_scan(text, &w.t);
	for (uint32_t i = 0; i < w.t.count; i++) {
		const struct token *k = &w.t.at[i];
		if (k->kind == TOKEN_LINE)
			marker_read(&w.mark, k->text);
		else if (k->kind == TOKEN_PUNCT)
			braces(&w, i);
		else if (token_is(&w.t, i, "using"))
			using(&w, i);
		else if (k->kind == TOKEN_NAME && !w.mark.system && unqualified(&w.t, i) &&
			is_missed(&w, i)) {
			out_span(o, copied, k->text.at);
			out_text(o, "this->");
			copied = k->text.at;
			changed = true;
		}
	}
	out_span(o, copied, text.end);
	return changed;
}
