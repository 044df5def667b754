/*
 * symbolize.c - symbolizer: from an image offset to functions and source line.
 * Functions come from the program's symbol table; lines from addr2line, when
 * it is installed and the program has line tables (bgq-cc adds them).
 */
#include "addr2line.h"
#include "elf_file.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANSWERS 31
#define ADDR2LINE_BYTES 4096
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

/* The output of addr2line for off: for each function that is inlined there, the innermost
 * first, and the one that it is in, a line with its name and one with "file.c:12".  False:
 * nothing. */
static bool ask(const struct image *img, uint64_t off, char *buf, size_t bytes)
{
	char address[32];
	char *argv[] = { "addr2line", "-s", "-i", "-f", "-C", "-e", img->path, address, NULL };
	FILE *answer;

	snprintf(address, sizeof address, "0x%llx", (unsigned long long)off);

	pid_t pid = addr2line_open(argv, &answer);

	if (pid < 0)
		return false;
	size_t got = fread(buf, 1, bytes - 1, answer);

	buf[got] = '\0';
	addr2line_close(pid, answer);
	return got > 0;
}

/* True for functions of programs, false for parts of the SPI's inline functions. */
static bool is_worth_naming(const char *name)
{
	return strncmp(name, "bgqemu_", 7) && strncmp(name, "muspi_", 6) && *name != '?' &&
	       *name != '_';
}

/* " (file.c:12, in called, that_it_calls)": the line of the function that is there, and what
 * is inlined in it, the outermost first. */
static void add_line(const struct image *img, uint64_t off, char *buf, size_t bytes)
{
	char text[ADDR2LINE_BYTES], *line[2 * INLINED_MAX], *rest = text;
	unsigned lines = 0, shown = 0;
	size_t n = strlen(buf);

	if (!ask(img, off, text, sizeof text))
		return;
	while (lines < 2 * INLINED_MAX && (line[lines] = strsep(&rest, "\n")) && *line[lines])
		lines++;
	lines &= ~1u;
	char *part = lines ? strstr(line[lines - 1], " (discriminator") : NULL;

	if (part)
		*part = '\0';
	if (!lines || line[lines - 1][0] == '?' || line[lines - 1][0] == ':')
		return;
	n += (size_t)snprintf(buf + n, bytes - n, " (%s", line[lines - 1]);
	for (unsigned i = lines - 2; i >= 2 && n < bytes && shown < INLINED_SHOWN; i -= 2)
		if (is_worth_naming(line[i - 2]))
			n += (size_t)snprintf(buf + n, bytes - n, "%s%s", shown++ ? ", " : ", in ",
					      line[i - 2]);
	if (n < bytes)
		snprintf(buf + n, bytes - n, ")");
}

static void describe(const struct image *img, uint64_t off, char *buf, size_t bytes)
{
	uint64_t start = 0;
	const char *name = function_at(img, off, &start);

	if (name)
		snprintf(buf, bytes, "%s+0x%llx", name, (unsigned long long)(off - start));
	else
		snprintf(buf, bytes, "program offset 0x%llx", (unsigned long long)off);
	add_line(img, off, buf, bytes);
}

/* Ranks tend to fail at the same places: answers are cached. */
void image_describe(const struct image *img, uint64_t off, char *buf, size_t bytes)
{
	static __thread struct answer {
		uint64_t off;
		char text[256];
	} kept[ANSWERS];
	struct answer *a = &kept[off % ANSWERS];

	if (off != a->off || !*a->text)
		describe(img, off, a->text, sizeof a->text);
	a->off = off;
	snprintf(buf, bytes, "%s", a->text);
}
