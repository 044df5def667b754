/* image_find.c - see image_find.h. */
#include "image_find.h"

#include <pthread.h>
#include <string.h>

#include "elf_file.h"
#include "host_library.h"

#define LATE_MAX 256u /* functions found that have no thunk yet */

static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static bool is_defined(const ElfW(Sym) *s)
{
	unsigned type = ELF64_ST_TYPE(s->st_info);

	return s->st_shndx != SHN_UNDEF && s->st_shndx < SHN_LORESERVE &&
	       (type == STT_FUNC || type == STT_OBJECT || type == STT_NOTYPE || type == STT_TLS);
}

/* The linker made global symbols local (bgq.map), and put them behind the files' own. */
static const ElfW(Sym) *last_of(const struct image *img, const ElfW(Shdr) *table,
				const char *name)
{
	const ElfW(Sym) *found = NULL;
	size_t symbols;
	const ElfW(Sym) *s = elf_symbols(img, table, &symbols);

	for (size_t i = 0; i < symbols; i++)
		if (is_defined(&s[i]) &&
		    !strcmp(elf_string_of(img, table->sh_link, s[i].st_name), name))
			found = &s[i];
	return found;
}

/* Whether the program binds to a name outside of itself. */
static bool is_bound(const struct image *img, const char *name)
{
	unsigned count;
	const ElfW(Shdr) *sh = elf_sections(img, &count);

	for (unsigned i = 0; i < count; i++) {
		size_t symbols = 0;
		const ElfW(Sym) *s = NULL;

		if (sh[i].sh_type == SHT_DYNSYM)
			s = elf_symbols(img, &sh[i], &symbols);
		for (size_t k = 0; k < symbols; k++)
			if (s[k].st_shndx == SHN_UNDEF &&
			    !strcmp(elf_string_of(img, sh[i].sh_link, s[k].st_name), name))
				return true;
	}
	return false;
}

static bool find_own(const struct image *img, const char *name, struct image_found *found)
{
	unsigned count;
	const ElfW(Shdr) *sh = elf_sections(img, &count);
	const ElfW(Sym) *s = NULL;

	for (unsigned i = 0; i < count && !s; i++)
		if (sh[i].sh_type == SHT_SYMTAB || sh[i].sh_type == SHT_DYNSYM)
			s = last_of(img, &sh[i], name);
	if (!s)
		return false;
	found->offset = s->st_value;
	found->is_tls = ELF64_ST_TYPE(s->st_info) == STT_TLS;
	return true;
}

static int late_open(struct image *img)
{
	int rc = 0;

	if (img->late.code)
		return 0;
	rc = call_thunks_open(&img->late, LATE_MAX, img->thunks.timed);
	return rc ? rc : call_thunks_run_early(&img->late);
}

/* A thunk for the function at p, unless there is no room for one. */
static const void *late_bind(struct image *img, const char *name, const void *p)
{
	const void *made = call_thunks_named(&img->late, name);
	char *kept = made || img->late.count == LATE_MAX ? NULL : strdup(name);

	return kept ? call_thunks_bind(&img->late, kept, p) : made;
}

static const void *find_other(struct image *img, const char *name)
{
	enum export_kind kind;
	const void *p = call_thunks_named(&img->thunks, name);

	if (p)
		return p;
	p = img->resolve(name, &kind);
	if (p && kind != EXPORT_CALL)
		return p;
	if (!p)
		p = is_bound(img, name) ? host_library_symbol(name) : host_library_math(name);
	if (!p || late_open(img) != 0)
		return NULL;
	return late_bind(img, name, p);
}

bool image_find(struct image *img, const char *name, bool behind, struct image_found *found)
{
	*found = (struct image_found){ 0 };
	if (!behind && find_own(img, name, found))
		return true;
	pthread_mutex_lock(&making);
	found->at = find_other(img, name);
	pthread_mutex_unlock(&making);
	return found->at != NULL;
}
