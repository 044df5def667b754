/*
 * elf_file.h - the sections of a program's file, which may be damaged.
 *
 * Never: an address outside the file, or a string without an end.
 */
#ifndef BGQ_EMU_IMAGE_ELF_FILE_H
#define BGQ_EMU_IMAGE_ELF_FILE_H

#include "image.h"

/* [off, off + len) is in the file. */
static inline bool elf_in_file(const struct image *img, uint64_t off, uint64_t len)
{
	return off <= img->file_bytes && len <= img->file_bytes - off;
}

/* The section headers; NULL, and *count 0, if there are none. */
const ElfW(Shdr) *elf_sections(const struct image *img, unsigned *count);
/* The symbols of a table of symbols; NULL, and *count 0, if it is not in the file. */
const ElfW(Sym) *elf_symbols(const struct image *img, const ElfW(Shdr) *table, size_t *count);
/* The string at `at` of section number `section`, or of a string table; "" if it is not
 * there. */
const char *elf_string_of(const struct image *img, unsigned section, uint64_t at);

/* Sets img->got and got_bytes: where the tables of addresses are, side by side. */
void elf_find_got(struct image *img);

#endif
