/* elf_file.c - see elf_file.h. */
#include "elf_file.h"

#include <string.h>

/* The array of `count` objects of so many bytes at off, aligned to 8; NULL if it is not in
 * the file. */
static const void *array_at(const struct image *img, uint64_t off, uint64_t count, size_t bytes)
{
	if (off % 8 || count > img->file_bytes / bytes || !elf_in_file(img, off, count * bytes))
		return NULL;
	return img->file + off;
}

const ElfW(Shdr) *elf_sections(const struct image *img, unsigned *count)
{
	const ElfW(Ehdr) *eh = (const void *)img->file;
	const ElfW(Shdr) *sh = array_at(img, eh->e_shoff, eh->e_shnum, sizeof *sh);

	*count = sh ? eh->e_shnum : 0;
	return sh;
}

const ElfW(Sym) *elf_symbols(const struct image *img, const ElfW(Shdr) *table, size_t *count)
{
	const ElfW(Sym) *s = array_at(img, table->sh_offset, table->sh_size / sizeof *s, sizeof *s);

	*count = s ? table->sh_size / sizeof *s : 0;
	return s;
}

const char *elf_string_of(const struct image *img, unsigned section, uint64_t at)
{
	unsigned count;
	const ElfW(Shdr) *sh = elf_sections(img, &count);

	if (section >= count)
		return "";
	sh += section;
	if (!elf_in_file(img, sh->sh_offset, sh->sh_size) || at >= sh->sh_size)
		return "";
	const char *p = (const char *)img->file + sh->sh_offset + at;

	return memchr(p, '\0', sh->sh_size - at) ? p : "";
}

void elf_find_got(struct image *img)
{
	const ElfW(Ehdr) *eh = (const void *)img->file;
	uint64_t low = UINT64_MAX, high = 0;
	unsigned count;
	const ElfW(Shdr) *sh = elf_sections(img, &count);

	for (unsigned i = 0; i < count; i++) {
		const char *name = elf_string_of(img, eh->e_shstrndx, sh[i].sh_name);

		if (strcmp(name, ".got") && strcmp(name, ".got.plt"))
			continue;
		low = sh[i].sh_addr < low ? sh[i].sh_addr : low;
		high = sh[i].sh_addr + sh[i].sh_size > high ? sh[i].sh_addr + sh[i].sh_size : high;
	}
	if (high > low) {
		img->got = low;
		img->got_bytes = high - low;
	}
}
