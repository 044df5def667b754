/*
 * image.c - the ELF loader; see image.h.  It binds symbols in this order: the
 * image itself, the runtime (resolve), the host's libraries (image_bind.c).
 */
#include "image.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "include/bgqemu/abi.h"
#include "elf_file.h"
#include "host_library.h"
#include "image_bind.h"
#include "relocation.h"
#include "space.h"
#include "net/base/pages.h"

#define PAGE_UP(x) (((x) + PAGE_BYTES - 1) & ~(uint64_t)(PAGE_BYTES - 1))
/* Text above this is mapped from the file, shared by all clones, at the price
 * of a mapping a node; below, copying is cheaper than a mapping. */
#define TEXT_COPY_MAX (128u * 1024)
/* Copied text is write-protected only with at most so many slots: each costs two of the
 * 65,530 mappings that the host allows, beside those of guards (space.c), and 10 us of boot. */
#define FIXED_SLOTS_MAX 256u

/* State needed only while loading. */
struct loader {
	struct image *img;
	struct bindings bind;
	char *err;
	size_t err_bytes;
	const ElfW(Sym) *sym;
	const char *str;
	const ElfW(Rela) *rela, *plt;
	uint64_t sym_at, str_at, str_bytes, rela_at, plt_at; /* offsets in the image */
	size_t relas, plts, syms;
	size_t rebase_capacity;
};

static int fail(struct loader *l, int rc, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(l->err, l->err_bytes, fmt, ap);
	va_end(ap);
	return rc;
}

static int foreign(struct loader *l, const char *what)
{
	return fail(l, -ENOEXEC, "%s: not a program built by bgq-cc: %s", l->img->path, what);
}

static bool is_script(int fd)
{
	char head[2];

	return pread(fd, head, sizeof head, 0) == sizeof head && !memcmp(head, "#!", 2);
}

static int map_file(struct loader *l, const char *path)
{
	struct image *img = l->img;
	struct stat st;

	img->file_fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* also opens a FIFO */
	if (img->file_fd < 0)
		return fail(l, -errno, "%s: %s", path, strerror(errno));
	if (fstat(img->file_fd, &st) != 0 || !S_ISREG(st.st_mode))
		return fail(l, -EACCES, "%s: not a regular file", path);
	if (is_script(img->file_fd))
		return foreign(l, "a script; give the program that it runs");
	if ((size_t)st.st_size < sizeof(ElfW(Ehdr)))
		return fail(l, -ENOEXEC, "%s: not a program built by bgq-cc: it has %zu bytes",
			    path, (size_t)st.st_size);
	img->file_bytes = (size_t)st.st_size;
	void *p = mmap(NULL, img->file_bytes, PROT_READ, MAP_PRIVATE, img->file_fd, 0);

	if (p == MAP_FAILED)
		return fail(l, -errno, "%s: %s", path, strerror(errno));
	img->file = p;
	return 0;
}

static int damaged(struct loader *l)
{
	return fail(l, -ENOEXEC, "%s: damaged program file", l->img->path);
}

/* Whether [at, at + len) lies in the template, which begins at a page. */
static bool in_image(const struct image *img, uint64_t at, uint64_t len, uint64_t align)
{
	return at <= img->copy_bytes && len <= img->copy_bytes - at && at % align == 0;
}

static bool is_power_of_two(uint64_t n)
{
	return n && !(n & (n - 1));
}

static int check_header(struct loader *l)
{
	struct image *img = l->img;
	const ElfW(Ehdr) *eh = (const void *)img->file;

	if (memcmp(eh->e_ident, ELFMAG, SELFMAG) != 0)
		return foreign(l, "not an ELF file");
	if (eh->e_ident[EI_CLASS] != ELFCLASS64 || eh->e_machine != MACHINE)
		return fail(l, -ENOEXEC,
			    "%s: built for another processor; rebuild it with bgq-cc",
			    img->path);
	if (eh->e_shoff &&
	    !elf_in_file(img, eh->e_shoff, (uint64_t)eh->e_shnum * sizeof(ElfW(Shdr))))
		return fail(l, -ENOEXEC, "%s: truncated program file: it ends after %zu bytes",
			    img->path, img->file_bytes);
	if (eh->e_type == ET_REL)
		return foreign(l, "an object file; link it with bgq-cc");
	if (eh->e_type != ET_DYN || eh->e_phentsize != sizeof(ElfW(Phdr)) || eh->e_phoff % 8 ||
	    !elf_in_file(img, eh->e_phoff, (uint64_t)eh->e_phnum * sizeof(ElfW(Phdr))))
		return foreign(l, "another kind of ELF file");
	img->phdr = (const void *)(img->file + eh->e_phoff);
	img->phdrs = eh->e_phnum;
	return 0;
}

/* The note that emu/target/rt/note.c puts into every image: its ABI version. */
#define NOTE_BYTES 12 /* "bgqemu" and the number */
static int check_note(struct loader *l)
{
	struct image *img = l->img;

	for (unsigned i = 0; i < img->phdrs; i++) {
		const ElfW(Phdr) *ph = &img->phdr[i];
		uint64_t at = 0;

		if (ph->p_type != PT_NOTE || !elf_in_file(img, ph->p_offset, ph->p_filesz) ||
		    ph->p_offset % 4)
			continue;
		while (at + sizeof(ElfW(Nhdr)) + NOTE_BYTES <= ph->p_filesz) {
			const ElfW(Nhdr) *n = (const void *)(img->file + ph->p_offset + at);
			const char *name = (const char *)(n + 1);
			uint32_t version;

			if (n->n_namesz == 7 && memcmp(name, "bgqemu", 7) == 0 &&
			    n->n_descsz >= 4) {
				memcpy(&version, name + 8, 4);
				if (version == BGQEMU_ABI_VERSION)
					return 0;
				return fail(l, -ENOEXEC,
					    "%s: built for ABI version %u, this bgq-run has %u;"
					    " rebuild it with bgq-cc",
					    img->path, version, BGQEMU_ABI_VERSION);
			}
			at += sizeof *n + (((uint64_t)n->n_namesz + 3) & ~UINT64_C(3)) +
			      (((uint64_t)n->n_descsz + 3) & ~UINT64_C(3));
		}
	}
	return foreign(l, "compile it with bgq-cc or bgq-mpicc");
}

#define TLS_MAX_BYTES (UINT64_C(1) << 30)
#define ALIGN_MAX     (UINT64_C(1) << 30)

/* Where nothing is in the file, the offset may be any: new linkers have one behind its end. */
static bool is_sound(const struct image *img, const ElfW(Phdr) *ph)
{
	return (!ph->p_filesz || elf_in_file(img, ph->p_offset, ph->p_filesz)) &&
	       ph->p_filesz <= ph->p_memsz && ph->p_vaddr <= UINT32_MAX - ph->p_filesz &&
	       ph->p_memsz <= (UINT64_C(1) << 40) &&
	       (!ph->p_align || is_power_of_two(ph->p_align)) && ph->p_align <= ALIGN_MAX;
}

static int load_segments(struct loader *l)
{
	struct image *img = l->img;

	for (unsigned i = 0; i < img->phdrs; i++) {
		const ElfW(Phdr) *ph = &img->phdr[i];

		if (ph->p_type == PT_TLS) {
			img->tls_offset = ph->p_vaddr;
			img->tls_file_bytes = ph->p_filesz;
			img->tls_bytes = ph->p_memsz;
			img->tls_align = ph->p_align ? ph->p_align : 1;
			if (ph->p_filesz > ph->p_memsz || ph->p_memsz > TLS_MAX_BYTES ||
			    !is_power_of_two(img->tls_align) || img->tls_align > ALIGN_MAX)
				return damaged(l);
		}
		if (ph->p_type != PT_LOAD)
			continue;
		if (!is_sound(img, ph))
			return damaged(l);
		if (!(ph->p_flags & PF_W) && ph->p_vaddr == ph->p_offset &&
		    img->text_bytes == (ph->p_vaddr & ~(uint64_t)(PAGE_BYTES - 1)))
			img->text_bytes = (ph->p_vaddr + ph->p_filesz) &
					  ~(uint64_t)(PAGE_BYTES - 1);
		if (!(ph->p_flags & PF_W) && ph->p_vaddr == 0)
			img->fixed_bytes = PAGE_UP(ph->p_filesz);
		else if (img->fixed_bytes > ph->p_vaddr)
			img->fixed_bytes = ph->p_vaddr & ~(uint64_t)(PAGE_BYTES - 1);
		if (ph->p_filesz && ph->p_vaddr + ph->p_filesz > img->copy_bytes)
			img->copy_bytes = ph->p_vaddr + ph->p_filesz;
		if (ph->p_align > img->align)
			img->align = ph->p_align;
		if (ph->p_vaddr + ph->p_memsz > img->total_bytes)
			img->total_bytes = ph->p_vaddr + ph->p_memsz;
	}
	if (!img->copy_bytes || (img->tls_bytes && !in_image(img, img->tls_offset,
							      img->tls_file_bytes, 1)))
		return damaged(l);
	img->master = mmap(NULL, PAGE_UP(img->copy_bytes), PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (img->master == MAP_FAILED) {
		img->master = NULL;
		return fail(l, -ENOMEM, "%s: out of memory", img->path);
	}
	for (unsigned i = 0; i < img->phdrs; i++) {
		const ElfW(Phdr) *ph = &img->phdr[i];

		if (ph->p_type == PT_LOAD)
			memcpy(img->master + ph->p_vaddr, img->file + ph->p_offset,
			       ph->p_filesz);
	}
	return 0;
}

/* The entries of the dynamic section up to its end; NULL, and *count 0, if there is none. */
static const ElfW(Dyn) *dynamic(const struct image *img, size_t *count)
{
	const ElfW(Dyn) *dyn = NULL;

	*count = 0;
	for (unsigned i = 0; i < img->phdrs && !dyn; i++) {
		const ElfW(Phdr) *ph = &img->phdr[i];

		if (ph->p_type != PT_DYNAMIC || !in_image(img, ph->p_vaddr, ph->p_filesz, 8))
			continue;
		dyn = (const void *)(img->master + ph->p_vaddr);
		while (*count < ph->p_filesz / sizeof *dyn && dyn[*count].d_tag != DT_NULL)
			++*count;
	}
	return dyn;
}

/* Whether the tables that the loader uses lie in the image. */
static bool are_tables_in_image(const struct loader *l)
{
	const struct image *img = l->img;

	return in_image(img, l->str_at, l->str_bytes, 1) && l->str_bytes &&
	       !img->master[l->str_at + l->str_bytes - 1] &&
	       in_image(img, l->sym_at, sizeof *l->sym, 8) &&
	       in_image(img, l->rela_at, l->relas * sizeof *l->rela, 8) &&
	       in_image(img, l->plt_at, l->plts * sizeof *l->plt, 8) &&
	       in_image(img, img->init, img->init_count * sizeof(void *), 8) &&
	       in_image(img, img->fini, img->fini_count * sizeof(void *), 8);
}

static int need_library(struct loader *l, const char *name)
{
	if (strncmp(name, "libbgqemu.so", 12) == 0)
		return 0; /* bgq-run itself */
	if (!host_library_is_given(name))
		return fail(l, -ENOEXEC, "%s: needs %s, a shared library: all ranks would share "
			    "its variables; link its archive, or its sources compiled by bgq-cc",
			    l->img->path, name);
	return 0;
}

static int read_dynamic(struct loader *l)
{
	struct image *img = l->img;
	size_t count;
	const ElfW(Dyn) *dyn = dynamic(img, &count);

	if (!dyn)
		return foreign(l, "it has no dynamic section");
	for (const ElfW(Dyn) *d = dyn; d < dyn + count; d++) {
		switch (d->d_tag) {
		case DT_SYMTAB: l->sym_at = d->d_un.d_ptr; break;
		case DT_STRTAB: l->str_at = d->d_un.d_ptr; break;
		case DT_STRSZ: l->str_bytes = d->d_un.d_val; break;
		case DT_RELA: l->rela_at = d->d_un.d_ptr; break;
		case DT_RELASZ: l->relas = d->d_un.d_val / sizeof(ElfW(Rela)); break;
		case DT_JMPREL: l->plt_at = d->d_un.d_ptr; break;
		case DT_PLTRELSZ: l->plts = d->d_un.d_val / sizeof(ElfW(Rela)); break;
		case DT_INIT_ARRAY: img->init = d->d_un.d_ptr; break;
		case DT_INIT_ARRAYSZ: img->init_count = d->d_un.d_val / sizeof(void *); break;
		case DT_FINI_ARRAY: img->fini = d->d_un.d_ptr; break;
		case DT_FINI_ARRAYSZ: img->fini_count = d->d_un.d_val / sizeof(void *); break;
		case DT_TEXTREL:
			return fail(l, -ENOEXEC, "%s: has code that is not position "
				    "independent; rebuild all of it with bgq-cc", img->path);
		default: break;
		}
	}
	if (!are_tables_in_image(l))
		return damaged(l);
	l->sym = (const void *)(img->master + l->sym_at);
	l->str = (const char *)img->master + l->str_at;
	l->rela = (const void *)(img->master + l->rela_at);
	l->plt = (const void *)(img->master + l->plt_at);
	for (const ElfW(Dyn) *d = dyn; d < dyn + count; d++) {
		if (d->d_tag == DT_NEEDED && d->d_un.d_val >= l->str_bytes)
			return damaged(l);
		int rc = d->d_tag == DT_NEEDED ? need_library(l, l->str + d->d_un.d_val) : 0;

		if (rc)
			return rc;
	}
	return 0;
}

static int rebase_add(struct loader *l, uint64_t off)
{
	struct image *img = l->img;

	if (img->rebases == l->rebase_capacity) {
		l->rebase_capacity = l->rebase_capacity ? 2 * l->rebase_capacity : 256;
		uint32_t *p = realloc(img->rebase, l->rebase_capacity * sizeof *p);

		if (!p)
			return fail(l, -ENOMEM, "%s: out of memory", img->path);
		img->rebase = p;
	}
	img->rebase[img->rebases++] = (uint32_t)off;
	return 0;
}

/* Sets a word, which need not be aligned: pointers in packed structures are not. */
static void word_set(const struct image *img, uint64_t at, uint64_t value)
{
	memcpy(img->master + at, &value, sizeof value);
}

static bool overlaps(uint64_t at, uint64_t table, size_t bytes)
{
	return at < table + bytes && table < at + 8;
}

/* Whether a word overlaps the tables, which have been checked and are in use. */
static bool is_of_tables(const struct loader *l, uint64_t at)
{
	return overlaps(at, l->sym_at, l->syms * sizeof *l->sym) ||
	       overlaps(at, l->str_at, l->str_bytes) ||
	       overlaps(at, l->rela_at, l->relas * sizeof *l->rela) ||
	       overlaps(at, l->plt_at, l->plts * sizeof *l->plt);
}

/* A thread-local of GCC's Fortran library is read by code for programs that are no image, at a
 * fixed distance from the host thread's: there is one here that is always NULL, as without
 * transfers in threads (emu/target/fortran/async.c). */
static uint64_t null_offset(void)
{
	static __thread void *volatile always_null;

	return (uintptr_t)&always_null - (uintptr_t)__builtin_thread_pointer();
}

static int relocate_one(struct loader *l, const ElfW(Rela) *r)
{
	struct image *img = l->img;
	const ElfW(Sym) *s = &l->sym[ELF64_R_SYM(r->r_info)];
	unsigned type = (unsigned)ELF64_R_TYPE(r->r_info);

	if (type == 0)
		return 0;
	if (!in_image(img, r->r_offset, 8, 1) || is_of_tables(l, r->r_offset) ||
	    s->st_name >= l->str_bytes)
		return damaged(l);
	if (type == REL_RELATIVE) {
		word_set(img, r->r_offset, (uint64_t)r->r_addend);
		return rebase_add(l, r->r_offset);
	}
	if (type == REL_ABS || type == REL_GOT || type == REL_PLT) {
		uint64_t addend = type == REL_ABS ? (uint64_t)r->r_addend : 0;

		if (s->st_shndx != SHN_UNDEF) {
			word_set(img, r->r_offset, s->st_value + addend);
			return rebase_add(l, r->r_offset);
		}
		word_set(img, r->r_offset,
			 (uint64_t)(uintptr_t)bindings_value(&l->bind, s) + addend);
		return 0;
	}
	if (type == REL_TLS_MODULE) {
		word_set(img, r->r_offset, 1);
		return 0;
	}
	if (type == REL_TLS_OFFSET) {
		word_set(img, r->r_offset, s->st_value + (uint64_t)r->r_addend);
		return 0;
	}
#if defined(__aarch64__)
	if (type == REL_TLS_DESCRIPTOR && in_image(img, r->r_offset, 16, 8)) {
		enum export_kind kind;
		const void *function = l->bind.resolve("bgqemu_tls_descriptor", &kind);

		word_set(img, r->r_offset, (uintptr_t)function);
		word_set(img, r->r_offset + 8, s->st_value + (uint64_t)r->r_addend);
		return 0;
	}
#endif
	if (type == REL_TLS_STATIC && strcmp(l->str + s->st_name, "thread_unit") == 0) {
		word_set(img, r->r_offset, null_offset());
		return 0;
	}
	if (type == REL_IFUNC)
		return fail(l, -ENOEXEC,
			    "%s: a function's code is chosen when it is loaded (ifunc or "
			    "target_clones, of an archive or in a source), which is not done for "
			    "ranks; compile it without", img->path);
	return fail(l, -ENOEXEC,
		    "%s: relocation type %u (symbol %s) cannot be cloned; "
		    "rebuild all objects with bgq-cc", img->path, type, l->str + s->st_name);
}

static size_t symbols_used(const struct loader *l)
{
	size_t most = 0;

	for (size_t i = 0; i < l->relas; i++)
		if (ELF64_R_SYM(l->rela[i].r_info) > most)
			most = ELF64_R_SYM(l->rela[i].r_info);
	for (size_t i = 0; i < l->plts; i++)
		if (ELF64_R_SYM(l->plt[i].r_info) > most)
			most = ELF64_R_SYM(l->plt[i].r_info);
	return most + 1;
}

static int relocate(struct loader *l)
{
	l->syms = symbols_used(l);
	if (!in_image(l->img, l->sym_at, l->syms * sizeof *l->sym, 8))
		return damaged(l);
	int rc = bindings_begin(&l->bind, l->sym, l->syms, l->str);

	if (rc)
		return fail(l, rc, "%s: out of memory", l->img->path);
	for (size_t i = 0; rc == 0 && i < l->relas; i++)
		rc = relocate_one(l, &l->rela[i]);
	for (size_t i = 0; rc == 0 && i < l->plts; i++)
		rc = relocate_one(l, &l->plt[i]);
	if (rc == 0 && l->bind.missing)
		rc = fail(l, -ENOEXEC, "%s: undefined symbol %s", l->img->path, l->bind.missing);
	if (l->bind.aligns) /* it may ask for any power of two */
		l->img->align = ALIGN_MAX;
	l->img->reaches = l->bind.reaches;
	l->img->allocates = l->bind.allocates;
	l->img->mix.wanted = l->bind.mixes;
	if (rc == 0 && bindings_end(&l->bind) != 0)
		rc = fail(l, -ENOMEM, "%s: out of memory", l->img->path);
	free(l->bind.value);
	return rc;
}

static uint64_t section_symbol(const struct image *img, const char *want)
{
	unsigned count;
	const ElfW(Shdr) *sh = elf_sections(img, &count);

	for (unsigned i = 0; i < count; i++) {
		if (sh[i].sh_type != SHT_DYNSYM)
			continue;
		size_t symbols;
		const ElfW(Sym) *s = elf_symbols(img, &sh[i], &symbols);

		for (size_t k = 0; k < symbols; k++)
			if (s[k].st_shndx != SHN_UNDEF && s[k].st_value < img->copy_bytes &&
			    !strcmp(elf_string_of(img, sh[i].sh_link, s[k].st_name), want))
				return s[k].st_value;
	}
	return 0;
}

static int read_budget_map(struct loader *l)
{
	struct image *img = l->img;
	const ElfW(Ehdr) *eh = (const void *)img->file;
	unsigned count; /* 0: stripped */
	const ElfW(Shdr) *sh = elf_sections(img, &count);

	for (unsigned i = 0; i < count; i++)
		if (!strcmp(elf_string_of(img, eh->e_shstrndx, sh[i].sh_name), ".bgq_budget") &&
		    elf_in_file(img, sh[i].sh_offset, sh[i].sh_size) &&
		    budget_map_add(&img->budget, img->file + sh[i].sh_offset, sh[i].sh_size,
				    img->total_bytes) != 0)
			return fail(l, -ENOMEM, "%s: out of memory", img->path);
	return 0;
}

int image_load(struct image *img, const char *path, image_resolver *resolve, bool timed,
	       char *err, size_t err_bytes)
{
	struct loader l = { .img = img, .err = err, .err_bytes = err_bytes,
			    .bind = { .resolve = resolve, .thunks = &img->thunks } };
	int rc;

	*img = (struct image){ .file_fd = -1, .path = strdup(path), .thunks.timed = timed,
			      .resolve = resolve };
	if ((rc = map_file(&l, path)) || (rc = check_header(&l)) || (rc = check_note(&l)) ||
	    (rc = load_segments(&l)) || (rc = read_dynamic(&l)) || (rc = relocate(&l)) ||
	    (rc = read_budget_map(&l)))
		goto fail;
	elf_find_got(img);
	img->start = section_symbol(img, "bgqrt_start");
	img->flush = section_symbol(img, "bgqrt_flush");
	img->streams = section_symbol(img, "bgqrt_streams");
	img->flttrap = section_symbol(img, "bgqrt_flttrap_start");
	img->main = section_symbol(img, "main");
	img->mpi_call = section_symbol(img, "bgqmpi_call");
	img->mpi_layout = section_symbol(img, "bgqmpi_layout");
	if (!img->main || !img->start) {
		rc = fail(&l, -ENOEXEC, "%s: has no main()", path);
		goto fail;
	}
	if (img->text_bytes < TEXT_COPY_MAX)
		img->text_bytes = 0;
	return 0;
fail:
	image_unload(img);
	return rc;
}

void image_unload(struct image *img)
{
	if (img->file)
		munmap((void *)img->file, img->file_bytes);
	if (img->master)
		munmap(img->master, PAGE_UP(img->copy_bytes));
	if (img->file_fd >= 0)
		close(img->file_fd);
	call_thunks_free(&img->thunks);
	call_thunks_free(&img->late);
	budget_map_free(&img->budget);
	image_mix_free(&img->mix);
	free(img->rebase);
	free(img->path);
	*img = (struct image){ .file_fd = -1 };
}

void image_fix(const struct image *img)
{
	bool all = (uint64_t)space.nodes * space.slots <= FIXED_SLOTS_MAX;

	space.fixed = space.image + (all ? img->fixed_bytes : img->text_bytes);
}

int image_clone(const struct image *img, uint8_t *base)
{
	uint64_t text = img->text_bytes;

	if (text && mmap(base, text, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED,
			 img->file_fd, 0) == MAP_FAILED)
		return -errno;
	if (text) /* otherwise the caller has populated all of it */
		madvise(base + text, PAGE_UP(img->copy_bytes - text), MADV_POPULATE_WRITE);
	memcpy(base + text, img->master + text, img->copy_bytes - text);
	if (img->mix.stub_bytes)
		memcpy(base + img->mix.stub_at, img->mix.stub, img->mix.stub_bytes);
	for (size_t i = 0; i < img->rebases; i++) {
		uint64_t word;

		memcpy(&word, base + img->rebase[i], sizeof word);
		word += (uintptr_t)base;
		memcpy(base + img->rebase[i], &word, sizeof word);
	}
	if (space.fixed > space.image + text &&
	    mprotect(base, space.fixed - space.image, PROT_READ | PROT_EXEC) != 0)
		return -errno;
#if !defined(__x86_64__)
	__builtin___clear_cache((char *)base, (char *)base + img->copy_bytes);
#endif
	return 0;
}

void image_tls(const struct image *img, const uint8_t *base, uint8_t *tls)
{
	memcpy(tls, base + img->tls_offset, img->tls_file_bytes);
	memset(tls + img->tls_file_bytes, 0, img->tls_bytes - img->tls_file_bytes);
}
