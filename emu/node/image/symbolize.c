/*
 * symbolize.c - symbolizer: from an image offset to functions and source line.
 * Functions come from the program's symbol table; lines from addr2line, when
 * it is installed and the program has line tables (bgq-cc adds them).
 */
#include "addr2line.h"
#include "elf_file.h"
#include "host_heap.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANSWERS 31
#define INLINED_MAX  32 /* functions at a place */
#define INLINED_SHOWN 3

static const char *function_at(const struct image *img, uint64_t off, uint64_t *start)
{
	unsigned count;
	const ElfW(Shdr) *sh = elf_sections(img, &count);
	const char *best = NULL;

	for (unsigned i = 0; i < count; i++) {
		if (sh[i].sh_type != SHT_SYMTAB && sh[i].sh_type != SHT_DYNSYM)
			continue;
		size_t symbols;
		const ElfW(Sym) *s = elf_symbols(img, &sh[i], &symbols);

		for (size_t k = 0; k < symbols; k++) {
			if (ELF64_ST_TYPE(s[k].st_info) != STT_FUNC ||
			    s[k].st_shndx == SHN_UNDEF || s[k].st_value > off ||
			    off >= s[k].st_value + (s[k].st_size ? s[k].st_size : 1))
				continue;
			best = elf_string_of(img, sh[i].sh_link, s[k].st_name);
			*start = s[k].st_value;
		}
	}
	return best;
}

/* True for functions of programs, false for parts of the SPI's inline functions. */
static bool is_worth_naming(const char *name)
{
	return strncmp(name, "bgqemu_", 7) && strncmp(name, "muspi_", 6) && *name != '?' &&
	       *name != '_';
}

/* Names and place that addr2line says of one address. */
struct inlining {
	char *name[INLINED_MAX]; /* the innermost first; the last is the function around them */
	unsigned names;
	char *place; /* in the outermost function */
	char *path;  /* of that place's file, as the compiler was given it */
};

/* "/home/me/file.c" of "/home/me/file.c:12". */
static char *path_of(const char *line)
{
	const char *end = strrchr(line, ':');

	return end && *line == '/' ? strndup(line, (size_t)(end - line)) : NULL;
}

static void read_inlining(struct inlining *in)
{
	char line[ADDR2LINE_LINE_BYTES];

	*in = (struct inlining){ 0 };
	for (unsigned lines = 0; addr2line_next(line); lines++) {
		if (!lines)
			continue; /* the address */
		if (lines % 2 == 0) {
			free(in->place);
			free(in->path);
			in->path = path_of(line);
			in->place = strdup(addr2line_place(line));
		} else if (in->names < INLINED_MAX) {
			in->name[in->names++] = strdup(line);
		}
	}
}

static void free_inlining(struct inlining *in)
{
	for (unsigned i = 0; i < in->names; i++)
		free(in->name[i]);
	free(in->place);
	free(in->path);
}

/* " (file.c:12, in called, that_it_calls)": the line of the function that is there, and what
 * is inlined in it, the outermost first. */
static void add_line(const struct inlining *in, char *buf, size_t bytes)
{
	size_t n = strlen(buf);
	unsigned shown = 0;

	if (!in->place || *in->place == '?' || *in->place == ':')
		return;
	n += (size_t)snprintf(buf + n, bytes - n, " (%s", in->place);
	for (unsigned i = in->names; i-- > 1 && n < bytes && shown < INLINED_SHOWN;)
		if (in->name[i - 1] && is_worth_naming(in->name[i - 1]))
			n += (size_t)snprintf(buf + n, bytes - n, "%s%s", shown++ ? ", " : ", in ",
					      in->name[i - 1]);
	if (n < bytes)
		snprintf(buf + n, bytes - n, ")");
}

/* "ns::Queue::push", from "void ns::Queue<int>::push<long>(long) const", in place. */
static void shorten(char *name)
{
	unsigned depth = 0;
	char *to = name;

	for (const char *c = name; *c; c++) {
		bool brackets = to - name < 8 || strncmp(to - 8, "operator", 8);

		if (*c == '<' && brackets)
			depth++;
		else if (*c == '>' && depth)
			depth--;
		else if (depth)
			continue;
		else if (*c == '(' && strncmp(c, "(anonymous namespace)", 21) && brackets)
			break;
		else if (*c == ' ' && strncmp(c, " namespace)", 11) && brackets)
			to = name; /* that was its type */
		else
			*to++ = *c;
	}
	*to = '\0';
}

static void describe(const struct image *img, uint64_t off, char *buf, size_t bytes)
{
	uint64_t start = 0;
	const char *name = function_at(img, off, &start);
	struct inlining in = { 0 };

	if (addr2line_ask(img->path, &off, 1))
		read_inlining(&in);
	if (name && !strncmp(name, "_Z", 2) && in.names && in.name[in.names - 1] &&
	    *in.name[in.names - 1] != '?') {
		shorten(in.name[in.names - 1]);
		name = in.name[in.names - 1];
	}
	if (name)
		snprintf(buf, bytes, "%s+0x%llx", name, (unsigned long long)(off - start));
	else
		snprintf(buf, bytes, "program offset 0x%llx", (unsigned long long)off);
	add_line(&in, buf, bytes);
	free_inlining(&in);
}

char *image_source(const struct image *img, uint64_t off)
{
	struct inlining in = { 0 };
	char *path;

	if (addr2line_ask(img->path, &off, 1))
		read_inlining(&in);
	path = in.path;
	in.path = NULL;
	free_inlining(&in);
	return path;
}

/* Ranks tend to fail at the same places: answers are cached. */
void image_describe(const struct image *img, uint64_t off, char *buf, size_t bytes)
{
	static __thread struct answer {
		uint64_t off;
		char text[256];
	} kept[ANSWERS];
	struct answer *a = &kept[off % ANSWERS];

	if (off != a->off || !*a->text) {
		host_heap_enter();
		describe(img, off, a->text, sizeof a->text);
		host_heap_leave();
	}
	a->off = off;
	snprintf(buf, bytes, "%s", a->text);
}
