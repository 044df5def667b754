/* describe_read.c - reads machine descriptions; see describe.h. */
#include "describe_internal.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "net/base/text_line.h"

#define LINE_BYTES 400

__attribute__((format(printf, 2, 3)))
static int wrong(struct net_description_error *e, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(e->text, sizeof e->text, format, ap);
	va_end(ap);
	return -EINVAL;
}

/* ---- values: what follows them is returned in end */

/* Digits only, no more than most. */
static bool read_number(const char *text, char **end, uint32_t most, uint32_t *v)
{
	if (!isdigit((unsigned char)*text))
		return false;
	unsigned long long wide = strtoull(text, end, 10);

	*v = (uint32_t)wide;
	return *end - text < 12 && wide <= most;
}

static int read_plain(struct net_machine *m, const struct describe_figure *g, const char *text,
		      char **end, struct net_description_error *e)
{
	uint32_t v;
	uint8_t narrow;

	if (!read_number(text, end, g->most, &v) || v < g->least)
		return wrong(e, "%s: expected a number from %u to %u", g->name, g->least, g->most);
	narrow = (uint8_t)v;
	memcpy((char *)m + g->offset, g->bytes == 1 ? (void *)&narrow : (void *)&v, g->bytes);
	return 0;
}

static int read_rate(struct net_machine *m, const struct describe_figure *g, const char *text,
		     char **end, struct net_description_error *e)
{
	struct net_rate r = { .bytes = 1 };
	bool good = read_number(text, end, 1000000000, &r.ps) && r.ps;

	if (good && **end == '/')
		good = read_number(*end + 1, end, 1000000, &r.bytes) && r.bytes;
	if (!good)
		return wrong(e, "%s: expected picoseconds for a byte, as 500 or 40000/17", g->name);
	memcpy((char *)m + g->offset, &r, sizeof r);
	return 0;
}

static int read_box(struct net_machine *m, const struct describe_figure *g, const char *text,
		    char **end, struct net_description_error *e)
{
	uint8_t size[NET_DIMS_MAX] = { 0 };
	uint32_t v;

	for (unsigned d = 0; d < m->dims; d++) {
		if (!read_number(text, end, NET_SIZE_MOST, &v) || !v ||
		    (d + 1 < m->dims && **end != 'x'))
			return wrong(e, "%s: expected %u numbers from 1 to %u, joined by x",
				     g->name, m->dims, NET_SIZE_MOST);
		size[d] = (uint8_t)v;
		text = *end + 1;
	}
	if (!m->dims)
		return wrong(e, "%s: expected dimensions in a line before", g->name);
	memcpy((char *)m + g->offset, size, sizeof size);
	return 0;
}

static int read_letters(struct net_machine *m, const struct describe_figure *g, const char *text,
			char **end, struct net_description_error *e)
{
	unsigned n = 0;

	while (isupper((unsigned char)text[n]) && !memchr(text, text[n], n))
		n++;
	if (n < 1 || n > NET_DIMS_MAX || isalnum((unsigned char)text[n]))
		return wrong(e, "%s: expected one to six capital letters, each once, as XYZ",
			     g->name);
	if (m->dims != n) { /* those of another machine say nothing */
		memset(m->shape, 0, sizeof m->shape);
		memset(m->board, 0, sizeof m->board);
		memset(m->midplane, 0, sizeof m->midplane);
		m->mesh = 0;
	}
	m->dims = (uint8_t)n;
	memset(m->letters, 0, sizeof m->letters);
	memcpy(m->letters, text, n);
	*end = (char *)text + n;
	return 0;
}

static int read_set(struct net_machine *m, const struct describe_figure *g, const char *text,
		    char **end, struct net_description_error *e)
{
	const char *at;

	m->mesh = 0;
	*end = (char *)text;
	if (!strncmp(text, "none", 4) && !isalnum((unsigned char)text[4])) {
		*end += 4;
		return 0;
	}
	for (; **end && !isspace((unsigned char)**end); ++*end) {
		at = strchr(m->letters, **end);
		if (!at)
			return wrong(e, "%s: expected letters out of %s, or none", g->name,
				     m->letters);
		m->mesh |= (uint8_t)(1u << (at - m->letters));
	}
	return *end > text ? 0 : wrong(e, "%s: expected letters of dimensions, or none", g->name);
}

static int read_name(struct net_description *d, const struct describe_figure *g,
		     const char *text, char **end, struct net_description_error *e)
{
	size_t length = strlen(text);

	if (!length || length >= sizeof d->name)
		return wrong(e, "%s: expected a text of up to %zu bytes", g->name,
			     sizeof d->name - 1);
	memcpy(d->name, text, length + 1);
	*end = (char *)text + length;
	return 0;
}

static int read_value(struct net_description *d, const struct describe_figure *g,
		      const char *text, char **end, struct net_description_error *e)
{
	switch (g->form) {
	case DESCRIBE_NAME: return read_name(d, g, text, end, e);
	case DESCRIBE_LETTERS: return read_letters(&d->m, g, text, end, e);
	case DESCRIBE_SET: return read_set(&d->m, g, text, end, e);
	case DESCRIBE_BOX: return read_box(&d->m, g, text, end, e);
	case DESCRIBE_RATE: return read_rate(&d->m, g, text, end, e);
	default: return read_plain(&d->m, g, text, end, e);
	}
}

static bool is_unit(const struct describe_figure *g, const char *unit, const char *text)
{
	if (!*text || !strcmp(text, unit))
		return true;
	/* Which of them it is may stand in a later line. */
	return g->unit && !strcmp(g->unit, "units") &&
	       (!strcmp(text, "packets") || !strcmp(text, "chunks"));
}

/* The value of a figure, and perhaps its unit. */
static int set(struct net_description *d, const struct describe_figure *g, const char *text,
	       struct net_description_error *e)
{
	char *end = NULL;
	int rc = read_value(d, g, text, &end, e);

	if (rc)
		return rc;
	if (*end && !isspace((unsigned char)*end))
		return wrong(e, "%s: unexpected '%.40s' behind the value", g->name, end);
	while (isspace((unsigned char)*end))
		end++;
	const char *unit = describe_unit(&d->m, g);

	if (!is_unit(g, unit, end))
		return wrong(e, "%s: expected %s%s, not '%.40s'", g->name,
			     *unit ? "the unit " : "nothing behind the value", unit, end);
	d->changed[(g - describe_figures) / 64] |= UINT64_C(1) << (g - describe_figures) % 64;
	return 0;
}

static const struct describe_figure *find(const char *name, size_t length)
{
	for (unsigned i = 0; i < describe_figure_count; i++) {
		const char *const names[] = { describe_figures[i].name, describe_figures[i].alias };

		for (unsigned k = 0; k < 2; k++)
			if (names[k] && strlen(names[k]) == length &&
			    !strncmp(names[k], name, length))
				return &describe_figures[i];
	}
	return NULL;
}

int net_description_set(struct net_description *d, const char *text,
			struct net_description_error *e)
{
	size_t length = strcspn(text, "=");
	const struct describe_figure *g = find(text, length);

	*e = (struct net_description_error){ 0 };
	if (!g)
		return -ENOENT;
	if (!text[length])
		return wrong(e, "%s: expected NAME=VALUE", g->name);
	return set(d, g, text + length + 1, e);
}

/* ---- lines */

/* Returns the line without comment, and without space at both ends. */
static char *trim(char *line)
{
	char *end = line + strcspn(line, "#\n");

	while (end > line && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	while (isspace((unsigned char)*line))
		line++;
	return line;
}

static int read_like(struct net_description *d, const char *name, bool first,
		     struct net_description_error *e)
{
	if (!first)
		return wrong(e, "like: expected before all figures");
	if (net_description_named(d, name))
		return 0;
	return wrong(e, "like: expected one of %s, not '%.40s'", net_description_names(), name);
}

struct reading {
	unsigned line[NET_FIGURES_MAX]; /* that has given each; 0: none */
	bool any, like;
};

static int read_line(struct net_description *d, char *line, struct reading *r,
		     struct net_description_error *e)
{
	size_t length = strcspn(line, " \t=");
	char *value = line + length + strspn(line + length, " \t");

	if (!length || *value != '=')
		return wrong(e, "expected NAME = VALUE, not '%.40s'", line);
	value += 1 + strspn(value + 1, " \t");
	if (length == 4 && !strncmp(line, "like", 4)) {
		r->like = true;
		return read_like(d, value, !r->any, e);
	}
	r->any = true;
	const struct describe_figure *g = find(line, length);

	if (!g)
		return wrong(e, "'%.*s' names no figure; bgq-net --print lists them",
			     (int)(length < 40 ? length : 40), line);
	if (r->line[g - describe_figures])
		return wrong(e, "%s: given before, in line %u", g->name,
			     r->line[g - describe_figures]);
	r->line[g - describe_figures] = e->line;
	return set(d, g, value, e);
}

/* Where a description without a shape is used, another text has to give one. */
static int check_complete(const struct net_description *d, const struct reading *r,
			  struct net_description_error *e)
{
	e->line = 0;
	for (unsigned i = 0; !r->like && i < describe_figure_count; i++)
		if (!r->line[i] && !describe_figures[i].optional)
			return wrong(e, "no line gives %s, and no 'like = MACHINE' comes first",
				     describe_figures[i].name);
	if (!d->m.board[0] || !d->m.midplane[0])
		return wrong(e, "no line gives %s for the dimensions %s",
			     d->m.board[0] ? "midplane" : "board", d->m.letters);
	return 0;
}

int net_description_read(struct net_description *d, FILE *f, struct net_description_error *e)
{
	char buffer[LINE_BYTES];
	struct reading r = { .any = false };

	*d = (struct net_description){ .m.name = "" };
	*e = (struct net_description_error){ 0 };
	for (const char *why; text_line(f, buffer, sizeof buffer, &why);) {
		e->line++;
		if (why)
			return wrong(e, "%s", why);
		char *line = trim(buffer);
		int rc = *line ? read_line(d, line, &r, e) : 0;

		if (rc)
			return rc;
	}
	if (ferror(f)) {
		e->line = 0;
		return wrong(e, "%s", strerror(errno));
	}
	return check_complete(d, &r, e);
}
