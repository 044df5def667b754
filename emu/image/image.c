/*
 * image.c - the ELF loader; see image.h.  It binds symbols in this order: the
 * image itself, the runtime (resolve), the host's libraries (image_bind.c).
 */
#include "image.h"

#include <dlfcn.h>
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
#include "image_bind.h"

#define PAGE 4096u
#define PAGE_UP(x) (((x) + PAGE - 1) & ~(uint64_t)(PAGE - 1))
/* Text above this is mapped from the file, shared by all clones, at the price
 * of a mapping a node; below, copying is cheaper than a mapping. */
#define TEXT_COPY_MOST (128u * 1024)

#if defined(__x86_64__)
enum {
	MACHINE = EM_X86_64, REL_RELATIVE = R_X86_64_RELATIVE, REL_ABS = R_X86_64_64,
	REL_GOT = R_X86_64_GLOB_DAT, REL_PLT = R_X86_64_JUMP_SLOT,
	REL_TLS_MODULE = R_X86_64_DTPMOD64, REL_TLS_OFFSET = R_X86_64_DTPOFF64,
	REL_IFUNC = R_X86_64_IRELATIVE
};
#elif defined(__aarch64__)
enum {
	MACHINE = EM_AARCH64, REL_RELATIVE = R_AARCH64_RELATIVE, REL_ABS = R_AARCH64_ABS64,
	REL_GOT = R_AARCH64_GLOB_DAT, REL_PLT = R_AARCH64_JUMP_SLOT,
	REL_TLS_MODULE = R_AARCH64_TLS_DTPMOD, REL_TLS_OFFSET = R_AARCH64_TLS_DTPREL,
	REL_IFUNC = R_AARCH64_IRELATIVE
};
#endif

/* State needed only while loading. */
struct loader {
	struct image *img;
	struct bindings bind;
	char *err;
	size_t err_bytes;
	const ElfW(Sym) *sym;
	const char *str;
	const ElfW(Rela) *rela, *plt;
	size_t relas, plts;
	size_t rebase_room;
};

static int fail(struct loader *l, int rc, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(l->err, l->err_bytes, fmt, ap);
	va_end(ap);
	return rc;
}

static int map_file(struct loader *l, const char *path)
{
	struct image *img = l->img;
	struct stat st;

	img->file_fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* of a FIFO, too */
	if (img->file_fd < 0)
		return fail(l, -errno, "%s: %s", path, strerror(errno));
	if (fstat(img->file_fd, &st) != 0 || !S_ISREG(st.st_mode))
		return fail(l, -EACCES, "%s: not a regular file", path);
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

static bool in_file(const struct image *img, uint64_t off, uint64_t len)
{
	return off <= img->file_bytes && len <= img->file_bytes - off;
}

static int check_header(struct loader *l)
{
	struct image *img = l->img;
	const ElfW(Ehdr) *eh = (const void *)img->file;

	if (memcmp(eh->e_ident, ELFMAG, SELFMAG) != 0)
		return fail(l, -ENOEXEC, "%s: not a program built by bgq-cc (no ELF file)",
			    img->path);
	if (eh->e_ident[EI_CLASS] != ELFCLASS64 || eh->e_machine != MACHINE)
		return fail(l, -ENOEXEC,
			    "%s: built for another processor; rebuild it with bgq-cc",
			    img->path);
	if (eh->e_shoff &&
	    !in_file(img, eh->e_shoff, (uint64_t)eh->e_shnum * sizeof(ElfW(Shdr))))
		return fail(l, -ENOEXEC, "%s: truncated program file: it ends after %zu bytes",
			    img->path, img->file_bytes);
	if (eh->e_type != ET_DYN || eh->e_phentsize != sizeof(ElfW(Phdr)) ||
	    !in_file(img, eh->e_phoff, (uint64_t)eh->e_phnum * sizeof(ElfW(Phdr))))
		return fail(l, -ENOEXEC, "%s: not a program built by bgq-cc", img->path);
	img->phdr = (const void *)(img->file + eh->e_phoff);
	img->phdrs = eh->e_phnum;
	return 0;
}

/* The note that emu/rt/note.c puts into every image: its ABI version. */
static int check_note(struct loader *l)
{
	struct image *img = l->img;

	for (unsigned i = 0; i < img->phdrs; i++) {
		const ElfW(Phdr) *ph = &img->phdr[i];
		uint64_t at = 0;

		if (ph->p_type != PT_NOTE || !in_file(img, ph->p_offset, ph->p_filesz))
			continue;
		while (at + sizeof(ElfW(Nhdr)) <= ph->p_filesz) {
			const ElfW(Nhdr) *n = (const void *)(img->file + ph->p_offset + at);
			const char *name = (const char *)(n + 1);
			const uint8_t *desc = (const uint8_t *)name + ((n->n_namesz + 3u) & ~3u);
			uint32_t version;

			if (n->n_namesz == 7 && memcmp(name, "bgqemu", 7) == 0 &&
			    n->n_descsz >= 4) {
				memcpy(&version, desc, 4);
				if (version == BGQEMU_ABI_VERSION)
					return 0;
				return fail(l, -ENOEXEC,
					    "%s: built for ABI version %u, this bgq-run has %u;"
					    " rebuild it with bgq-cc",
					    img->path, version, BGQEMU_ABI_VERSION);
			}
			at += sizeof *n + ((n->n_namesz + 3u) & ~3u) + ((n->n_descsz + 3u) & ~3u);
		}
	}
	return fail(l, -ENOEXEC, "%s: not built by bgq-cc", img->path);
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
		}
		if (ph->p_type != PT_LOAD)
			continue;
		if (!in_file(img, ph->p_offset, ph->p_filesz) || ph->p_filesz > ph->p_memsz ||
		    ph->p_vaddr > UINT32_MAX || ph->p_memsz > (UINT64_C(1) << 40))
			return fail(l, -ENOEXEC, "%s: damaged program file", img->path);
		if (!(ph->p_flags & PF_W) && ph->p_vaddr == ph->p_offset &&
		    img->text_bytes == (ph->p_vaddr & ~(uint64_t)(PAGE - 1)))
			img->text_bytes = (ph->p_vaddr + ph->p_filesz) & ~(uint64_t)(PAGE - 1);
		if (ph->p_vaddr + ph->p_filesz > img->copy_bytes)
			img->copy_bytes = ph->p_vaddr + ph->p_filesz;
		if (ph->p_align > img->align)
			img->align = ph->p_align;
		if (ph->p_vaddr + ph->p_memsz > img->total_bytes)
			img->total_bytes = ph->p_vaddr + ph->p_memsz;
	}
	if (!img->copy_bytes)
		return fail(l, -ENOEXEC, "%s: damaged program file", img->path);
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

static const ElfW(Dyn) *dynamic(const struct image *img)
{
	for (unsigned i = 0; i < img->phdrs; i++)
		if (img->phdr[i].p_type == PT_DYNAMIC)
			return (const void *)(img->master + img->phdr[i].p_vaddr);
	return NULL;
}

static int need_library(struct loader *l, const char *name)
{
	if (strncmp(name, "libbgqemu.so", 12) == 0)
		return 0; /* bgq-run itself */
	if (!dlopen(name, RTLD_NOW | RTLD_GLOBAL))
		return fail(l, -ENOENT, "%s: needs %s: %s", l->img->path, name, dlerror());
	return 0;
}

static int read_dynamic(struct loader *l)
{
	struct image *img = l->img;
	const ElfW(Dyn) *dyn = dynamic(img);

	if (!dyn)
		return fail(l, -ENOEXEC, "%s: not a program built by bgq-cc", img->path);
	for (const ElfW(Dyn) *d = dyn; d->d_tag != DT_NULL; d++) {
		switch (d->d_tag) {
		case DT_SYMTAB: l->sym = (const void *)(img->master + d->d_un.d_ptr); break;
		case DT_STRTAB: l->str = (const void *)(img->master + d->d_un.d_ptr); break;
		case DT_RELA: l->rela = (const void *)(img->master + d->d_un.d_ptr); break;
		case DT_RELASZ: l->relas = d->d_un.d_val / sizeof(ElfW(Rela)); break;
		case DT_JMPREL: l->plt = (const void *)(img->master + d->d_un.d_ptr); break;
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
	for (const ElfW(Dyn) *d = dyn; d->d_tag != DT_NULL; d++) {
		int rc = d->d_tag == DT_NEEDED ? need_library(l, l->str + d->d_un.d_val) : 0;

		if (rc)
			return rc;
	}
	return 0;
}

static int rebase_add(struct loader *l, uint64_t off)
{
	struct image *img = l->img;

	if (img->rebases == l->rebase_room) {
		l->rebase_room = l->rebase_room ? 2 * l->rebase_room : 256;
		uint32_t *p = realloc(img->rebase, l->rebase_room * sizeof *p);

		if (!p)
			return fail(l, -ENOMEM, "%s: out of memory", img->path);
		img->rebase = p;
	}
	img->rebase[img->rebases++] = (uint32_t)off;
	return 0;
}

static int relocate_one(struct loader *l, const ElfW(Rela) *r)
{
	struct image *img = l->img;
	const ElfW(Sym) *s = &l->sym[ELF64_R_SYM(r->r_info)];
	unsigned type = (unsigned)ELF64_R_TYPE(r->r_info);
	uint64_t *word = (uint64_t *)(img->master + r->r_offset);

	if (r->r_offset > img->copy_bytes - 8)
		return fail(l, -ENOEXEC, "%s: damaged program file", img->path);
	if (type == REL_RELATIVE) {
		*word = (uint64_t)r->r_addend;
		return rebase_add(l, r->r_offset);
	}
	if (type == REL_ABS || type == REL_GOT || type == REL_PLT) {
		uint64_t addend = type == REL_ABS ? (uint64_t)r->r_addend : 0;

		if (s->st_shndx != SHN_UNDEF) {
			*word = s->st_value + addend;
			return rebase_add(l, r->r_offset);
		}
		*word = (uint64_t)(uintptr_t)bindings_value(&l->bind, s) + addend;
		return 0;
	}
	if (type == REL_TLS_MODULE) {
		*word = 1;
		return 0;
	}
	if (type == REL_TLS_OFFSET) {
		*word = s->st_value + (uint64_t)r->r_addend;
		return 0;
	}
	if (type == 0)
		return 0;
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
	int rc = bindings_begin(&l->bind, l->sym, symbols_used(l), l->str);

	if (rc)
		return fail(l, rc, "%s: out of memory", l->img->path);
	for (size_t i = 0; rc == 0 && i < l->relas; i++)
		rc = relocate_one(l, &l->rela[i]);
	for (size_t i = 0; rc == 0 && i < l->plts; i++)
		rc = relocate_one(l, &l->plt[i]);
	if (rc == 0 && l->bind.missing)
		rc = fail(l, -ENOEXEC, "%s: undefined symbol %s", l->img->path, l->bind.missing);
	if (rc == 0 && bindings_end(&l->bind) != 0)
		rc = fail(l, -ENOMEM, "%s: out of memory", l->img->path);
	free(l->bind.value);
	return rc;
}

static uint64_t section_symbol(const struct image *img, const char *want)
{
	const ElfW(Ehdr) *eh = (const void *)img->file;
	const ElfW(Shdr) *sh = (const void *)(img->file + eh->e_shoff);

	if (!in_file(img, eh->e_shoff, (uint64_t)eh->e_shnum * sizeof *sh))
		return 0;
	for (unsigned i = 0; i < eh->e_shnum; i++) {
		if (sh[i].sh_type != SHT_DYNSYM)
			continue;
		const ElfW(Sym) *s = (const void *)(img->file + sh[i].sh_offset);
		const char *str = (const char *)img->file + sh[sh[i].sh_link].sh_offset;

		for (size_t k = 0; k < sh[i].sh_size / sizeof *s; k++)
			if (s[k].st_shndx != SHN_UNDEF && !strcmp(str + s[k].st_name, want))
				return s[k].st_value;
	}
	return 0;
}

static const char *section_name(const struct image *img, const ElfW(Shdr) *names, uint32_t at)
{
	const char *p = (const char *)img->file + names->sh_offset + at;

	if (!in_file(img, names->sh_offset, names->sh_size) || at >= names->sh_size ||
	    !memchr(p, '\0', names->sh_size - at))
		return "";
	return p;
}

static int read_budget_map(struct loader *l)
{
	struct image *img = l->img;
	const ElfW(Ehdr) *eh = (const void *)img->file;
	const ElfW(Shdr) *sh = (const void *)(img->file + eh->e_shoff);

	if (!in_file(img, eh->e_shoff, (uint64_t)eh->e_shnum * sizeof *sh) ||
	    eh->e_shstrndx >= eh->e_shnum)
		return 0; /* stripped */
	for (unsigned i = 0; i < eh->e_shnum; i++)
		if (!strcmp(section_name(img, &sh[eh->e_shstrndx], sh[i].sh_name), ".bgq_budget") &&
		    in_file(img, sh[i].sh_offset, sh[i].sh_size) &&
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

	*img = (struct image){ .file_fd = -1, .path = strdup(path), .thunks.timed = timed };
	if ((rc = map_file(&l, path)) || (rc = check_header(&l)) || (rc = check_note(&l)) ||
	    (rc = load_segments(&l)) || (rc = read_dynamic(&l)) || (rc = relocate(&l)) ||
	    (rc = read_budget_map(&l)))
		goto fail;
	img->start = section_symbol(img, "bgqrt_start");
	img->flush = section_symbol(img, "bgqrt_flush");
	img->main = section_symbol(img, "main");
	if (!img->main || !img->start) {
		rc = fail(&l, -ENOEXEC, "%s: has no main()", path);
		goto fail;
	}
	if (img->text_bytes < TEXT_COPY_MOST)
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
	budget_map_free(&img->budget);
	free(img->rebase);
	free(img->path);
	*img = (struct image){ .file_fd = -1 };
}

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

int image_clone(const struct image *img, uint8_t *base)
{
	uint64_t text = img->text_bytes;

	if (text && mmap(base, text, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED,
			 img->file_fd, 0) == MAP_FAILED)
		return -errno;
	if (text) /* otherwise the caller has populated all of it */
		madvise(base + text, PAGE_UP(img->copy_bytes - text), MADV_POPULATE_WRITE);
	memcpy(base + text, img->master + text, img->copy_bytes - text);
	for (size_t i = 0; i < img->rebases; i++)
		*(uint64_t *)(base + img->rebase[i]) += (uintptr_t)base;
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
