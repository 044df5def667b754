/* mix.c - see mix.h.  x86-64 only; elsewhere nothing is counted. */
#include "mix.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "elf_file.h"
#include "image.h"
#include "net/base/pages.h"

#define JUMP_BYTES 5
#define STUB_BYTES_MAX 96 /* beside its parts */
#define PART_BYTES 20     /* of a part, at most */

static int by_place(const void *a, const void *b)
{
	const struct mix_site *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

const struct mix_site *image_mix_at(const struct image_mix *m, uint64_t at)
{
	struct mix_site key = { .at = at };

	return m->sites ? bsearch(&key, m->site, m->sites, sizeof *m->site, by_place) : NULL;
}

void image_mix_free(struct image_mix *m)
{
	free(m->site);
	free(m->part);
	free(m->plain);
	free(m->stub);
	*m = (struct image_mix){ 0 };
}

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

/* ---- the list */

static bool room_for(struct image_mix *m, size_t bytes)
{
	size_t sites = m->sites + bytes / MIX_HEAD_BYTES, parts = m->parts + bytes / MIX_PART_BYTES;
	struct mix_site *site = realloc(m->site, (sites + 1) * sizeof *site);
	struct mix_part *part = realloc(m->part, (parts + 1) * sizeof *part);

	m->site = site ? site : m->site;
	m->part = part ? part : m->part;
	return site && part;
}

/* Code that the linker has dropped has place 0. */
static const uint8_t *entry_take(struct image_mix *m, const uint8_t *p)
{
	struct mix_site s = { .part = (uint32_t)m->parts, .flags = p[8], .parts = p[9] };

	memcpy(&s.at, p, sizeof s.at);
	p += MIX_HEAD_BYTES;
	for (unsigned i = 0; i < s.parts; i++, p += MIX_PART_BYTES) {
		struct mix_part *part = &m->part[m->parts++];

		part->class = p[0] < MIX_COUNT ? p[0] : 0;
		memcpy(&part->number, p + 1, sizeof part->number);
	}
	if (s.at)
		m->site[m->sites++] = s;
	return p;
}

static int list_take(struct image_mix *m, const uint8_t *p, size_t bytes)
{
	const uint8_t *end = p + bytes;

	if (!room_for(m, bytes))
		return -ENOMEM;
	while (end - p >= MIX_HEAD_BYTES && end - p >= MIX_HEAD_BYTES + p[9] * MIX_PART_BYTES)
		p = entry_take(m, p);
	return p == end ? 0 : -ENOEXEC;
}

static int lists_take(struct image *img)
{
	const ElfW(Ehdr) *eh = (const void *)img->file;
	unsigned count;
	const ElfW(Shdr) *sh = elf_sections(img, &count);
	int rc = 0;

	for (unsigned i = 0; rc == 0 && i < count; i++)
		if (!strcmp(elf_string_of(img, eh->e_shstrndx, sh[i].sh_name),
			    ".bgq_budget_mix") &&
		    elf_in_file(img, sh[i].sh_offset, sh[i].sh_size))
			rc = list_take(&img->mix, img->file + sh[i].sh_offset, sh[i].sh_size);
	return rc;
}

/* ---- code */

/* The bytes of a subtraction from the budget, or 0: of a number, or of a register. */
static unsigned payment_bytes(const uint8_t *p)
{
	if (p[0] == 0x65 && p[1] == 0x48) /* %gs:0 */
		return p[2] == 0x83 ? 10 : p[2] == 0x81 ? 13 : p[2] == 0x29 || p[2] == 0x01 ? 9 : 0;
	if (p[0] != 0x48 && p[0] != 0x49)
		return 0;
	return p[1] == 0x81 ? 7 : p[1] == 0x2d ? 6 : p[1] == 0x29 || p[1] == 0x01 ? 3 : 0;
}

static unsigned site_bytes(const struct mix_site *s, const uint8_t *p)
{
	static const uint8_t nothing[JUMP_BYTES] = { 0x0f, 0x1f, 0x44 };
	static const uint8_t shift[3] = { 0x48, 0xc1, 0xe1 }; /* shl $n, %rcx */

	if (s->flags & MIX_NOTHING)
		return memcmp(p, nothing, sizeof nothing) ? 0 : sizeof nothing;
	if (!(s->flags & MIX_TIMES_RCX))
		return payment_bytes(p);
	unsigned more = memcmp(p, shift, sizeof shift) ? 0 : payment_bytes(p + 4);

	return more ? 4 + more : 0;
}

struct stub_code {
	uint8_t *at;
};

static void put(struct stub_code *c, const void *bytes, size_t n)
{
	memcpy(c->at, bytes, n);
	c->at += n;
}

#define PUT(c, ...)                                                    \
	do {                                                           \
		static const uint8_t put_bytes[] = { __VA_ARGS__ };    \
		put(c, put_bytes, sizeof put_bytes);                   \
	} while (0)

static void put_number(struct stub_code *c, int32_t n)
{
	put(c, &n, sizeof n);
}

/* addq $number, %gs:cell; or %rax, which is rcx times the number. */
static void put_part(struct stub_code *c, const struct mix_part *p, uint32_t offset, bool times)
{
	int32_t cell = (int32_t)(offset + 8u * p->class);

	if (times) {
		PUT(c, 0x48, 0x69, 0xc1);
		put_number(c, p->number);
		PUT(c, 0x65, 0x48, 0x01, 0x04, 0x25);
		put_number(c, cell);
	} else {
		PUT(c, 0x65, 0x48, 0x81, 0x04, 0x25);
		put_number(c, cell);
		put_number(c, p->number);
	}
}

static void put_jump(struct stub_code *c, int64_t from, int64_t to)
{
	PUT(c, 0xe9);
	put_number(c, (int32_t)(to - from - JUMP_BYTES));
}

static void put_stub(struct stub_code *c, const struct image *img, const struct mix_site *s,
		     uint32_t offset)
{
	bool keeps = s->flags & MIX_KEEPS_FLAGS, times = s->flags & MIX_TIMES_RCX;

	if (keeps)
		PUT(c, 0x48, 0x8d, 0x64, 0x24, 0x80, 0x9c); /* lea -128(%rsp), %rsp; pushfq */
	if (times)
		PUT(c, 0x50); /* push %rax: the stack pointer is below the red zone */
	for (uint32_t i = 0; i < s->parts; i++)
		put_part(c, &img->mix.part[s->part + i], offset, times);
	if (times)
		PUT(c, 0x58);
	if (keeps)
		PUT(c, 0x9d, 0x48, 0x8d, 0xa4, 0x24, 0x80, 0, 0, 0);
	if (!(s->flags & MIX_NOTHING))
		put(c, img->mix.plain + s->at, s->bytes);
}

static void replace(struct image *img, const struct mix_site *s, uint64_t stub)
{
	struct stub_code c = { img->master + s->at };

	put_jump(&c, (int64_t)s->at, (int64_t)stub);
	memset(c.at, 0xcc, s->bytes - JUMP_BYTES);
}

static int sites_replace(struct image *img, uint32_t offset)
{
	struct image_mix *m = &img->mix;
	struct stub_code c = { m->stub };

	for (size_t i = 0; i < m->sites; i++) {
		struct mix_site *s = &m->site[i];
		uint64_t stub = m->stub_at + (uint64_t)(c.at - m->stub);

		if (s->at + STUB_BYTES_MAX > img->copy_bytes)
			return -ENOEXEC;
		s->bytes = (uint8_t)site_bytes(s, m->plain + s->at);
		if (s->bytes < JUMP_BYTES)
			return -ENOEXEC;
		put_stub(&c, img, s, offset);
		put_jump(&c, (int64_t)(m->stub_at + (uint64_t)(c.at - m->stub)),
			 (int64_t)(s->at + s->bytes));
		replace(img, s, stub);
	}
	m->stub_bytes = (uint64_t)(c.at - m->stub);
	return 0;
}

int image_mix_apply(struct image *img, uint32_t offset)
{
	struct image_mix *m = &img->mix;
	int rc = m->wanted ? lists_take(img) : 0;

	if (rc || !m->sites)
		return rc;
	qsort(m->site, m->sites, sizeof *m->site, by_place);
	m->plain = malloc(img->copy_bytes);
	m->stub = malloc(m->sites * STUB_BYTES_MAX + m->parts * PART_BYTES);
	if (!m->plain || !m->stub)
		return -ENOMEM;
	memcpy(m->plain, img->master, img->copy_bytes);
	m->stub_at = (img->total_bytes + PAGE_BYTES - 1) & -(uint64_t)PAGE_BYTES;
	if (m->stub_at + m->sites * STUB_BYTES_MAX + m->parts * PART_BYTES > INT32_MAX)
		return -EFBIG;
	rc = sites_replace(img, offset);
	img->total_bytes = m->stub_at + m->stub_bytes;
	img->text_bytes = 0; /* it is not that of the file */
	return rc;
}

#else

int image_mix_apply(struct image *img, uint32_t offset)
{
	(void)img, (void)offset;
	return 0;
}

#endif
