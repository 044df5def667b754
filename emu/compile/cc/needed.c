/*
 * needed.c - bgq-needed PROGRAM: prints, in one line, the shared libraries that a linked program
 * needs and bgq-run will not load: all but the C library's parts (emu/node/image/host_library.c)
 * and libbgqemu.so, which stands for bgq-run.  Nothing if there are none.
 *
 * bgq-cc asks after each link, so it is one small process.
 * Never: a word about a file that is no program: bgq-run says what it is.
 */
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct program {
	const uint8_t *at;
	size_t bytes;
	const ElfW(Phdr) *segment;
	size_t segments;
};

/* NULL: it does not lie in the file. */
static const void *part(const struct program *p, uint64_t from, uint64_t bytes)
{
	return from <= p->bytes && bytes <= p->bytes - from ? p->at + from : NULL;
}

static bool read_headers(struct program *p)
{
	const ElfW(Ehdr) *h = part(p, 0, sizeof *h);

	if (!h || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 || h->e_phentsize != sizeof *p->segment)
		return false;
	p->segments = h->e_phnum;
	p->segment = part(p, h->e_phoff, p->segments * sizeof *p->segment);
	return p->segment;
}

/* Returns the part of the file that is loaded at an address, up to the end of its segment, with its
 * length in *bytes; NULL: the file has none. */
static const void *loaded(const struct program *p, uint64_t address, uint64_t *bytes)
{
	for (size_t i = 0; i < p->segments; i++) {
		const ElfW(Phdr) *s = &p->segment[i];

		if (s->p_type != PT_LOAD || address - s->p_vaddr >= s->p_filesz)
			continue;
		*bytes = s->p_filesz - (address - s->p_vaddr);
		return part(p, s->p_offset + (address - s->p_vaddr), *bytes);
	}
	return NULL;
}

/* A name and its version: libm.so.6. */
static bool is_given(const char *name)
{
	static const char *const given[] = { "libbgqemu", "libc", "libm", "libmvec", "libpthread",
					     "libdl", "librt" };
	const char *version = strstr(name, ".so.");

	if (!version || !version[4] || strspn(version + 4, "0123456789") != strlen(version + 4))
		return false;
	if (!strncmp(name, "ld-linux", 8))
		return true;
	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		if (strlen(given[i]) == (size_t)(version - name) &&
		    !strncmp(name, given[i], (size_t)(version - name)))
			return true;
	return false;
}

static void print_needed(const struct program *p, const ElfW(Dyn) *dynamic, size_t count)
{
	const char *names = NULL, *before = "";
	uint64_t bytes = 0;

	for (size_t i = 0; i < count; i++)
		if (dynamic[i].d_tag == DT_STRTAB)
			names = loaded(p, dynamic[i].d_un.d_ptr, &bytes);
	for (size_t i = 0; names && i < count && dynamic[i].d_tag != DT_NULL; i++) {
		uint64_t at = dynamic[i].d_un.d_val;

		if (dynamic[i].d_tag != DT_NEEDED || at >= bytes ||
		    !memchr(names + at, '\0', bytes - at) || is_given(names + at))
			continue;
		printf("%s%s", before, names + at);
		before = " ";
	}
	if (*before)
		putchar('\n');
}

static void look(struct program *p)
{
	if (!read_headers(p))
		return;
	for (size_t i = 0; i < p->segments; i++) {
		const ElfW(Phdr) *s = &p->segment[i];

		if (s->p_type == PT_DYNAMIC && part(p, s->p_offset, s->p_filesz))
			print_needed(p, part(p, s->p_offset, s->p_filesz),
				     s->p_filesz / sizeof(ElfW(Dyn)));
	}
}

int main(int argc, char **argv)
{
	struct program p = { 0 };
	struct stat file;

	if (argc != 2) {
		fprintf(stderr, "Usage: bgq-needed PROGRAM\n");
		return 2;
	}
	int fd = open(argv[1], O_RDONLY | O_CLOEXEC);

	if (fd < 0 || fstat(fd, &file) != 0 || file.st_size <= 0)
		return 0;
	p.bytes = (size_t)file.st_size;
	void *at = mmap(NULL, p.bytes, PROT_READ, MAP_PRIVATE, fd, 0);

	if (at == MAP_FAILED)
		return 0;
	p.at = at;
	look(&p);
	return 0;
}
