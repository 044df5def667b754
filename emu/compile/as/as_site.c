/*
 * as_site.c - lists in section .bgq_budget_mix which instructions of the program each payment
 * stands for, for counters (bgqemu/mix.h, emu/node/image/mix.h).
 *
 * The text itself is the same whether anybody counts: a label, and where nothing is paid an
 * instruction of five bytes that does nothing, and may be replaced.
 */
#include "emit.h"

#include <string.h>

bool mix_is_nothing(const int32_t *mix)
{
	for (unsigned c = 0; c < MIX_COUNT; c++)
		if (mix[c] != 0)
			return false;
	return true;
}

void site_add(struct emitter *e, struct out *o, const int32_t *mix, uint8_t flags)
{
	if (mix_is_nothing(mix))
		return;
	e->site = as_grow(e->site, e->sites, &e->site_room, sizeof *e->site);
	struct site *s = &e->site[e->sites++];
	*s = (struct site){ .label = e->labels++, .section = e->section, .flags = flags };
	memcpy(s->mix, mix, sizeof s->mix);
	out_format(o, ".Lbgq%u:", s->label);
}

void site_nothing(struct emitter *e, struct out *o, const int32_t *mix, bool flags)
{
	if (mix_is_nothing(mix))
		return;
	site_add(e, o, mix, MIX_NOTHING | (flags ? MIX_KEEPS_FLAGS : 0));
	out_text(o, ".byte 0x0f,0x1f,0x44,0,0;");
}

#define PART_MAX 32000

static unsigned parts_of(int32_t n)
{
	return (unsigned)((n < 0 ? -(int64_t)n : n) + PART_MAX - 1) / PART_MAX;
}

/* A number that is too large for a part is several. */
static void class_write(struct out *o, unsigned class, int32_t n)
{
	for (; n != 0;) {
		int32_t part = n > PART_MAX ? PART_MAX : n < -PART_MAX ? -PART_MAX : n;
		out_format(o, "\t.byte %u\n\t.value %d\n", class, part);
		n -= part;
	}
}

static void site_write(struct out *o, const struct site *s)
{
	unsigned parts = 0;
	for (unsigned c = 0; c < MIX_COUNT; c++)
		parts += parts_of(s->mix[c]);
	out_format(o, "\t.quad .Lbgq%u\n\t.byte %u,%u\n", s->label, s->flags,
		parts < UINT8_MAX ? parts : 0);
	for (unsigned c = 0; parts < UINT8_MAX && c < MIX_COUNT; c++)
		class_write(o, c, s->mix[c]);
}

/* A list goes with the code that it describes, as in as_range.c. */
static void list_begin(struct emitter *e, const struct site *s)
{
	struct span group = e->f->section[s->section].group;
	bool grouped = group.at < group.end;
	out_format(e->o, "\n\t.section .bgq_budget_mix,\"o%s\",@progbits,.Lbgq%u",
		grouped ? "G" : "", s->label);
	if (grouped) {
		out_text(e->o, ",");
		out_span(e->o, group.at, group.end);
		out_text(e->o, ",comdat");
	}
	out_text(e->o, "\n");
}

void sites_write(struct emitter *e)
{
	uint32_t *first = as_alloc(e->f->sections, sizeof *first); /* one more than its number */
	uint32_t *next = as_alloc(e->sites, sizeof *next);
	for (uint32_t i = e->sites; i-- > 0;) {
		next[i] = first[e->site[i].section];
		first[e->site[i].section] = i + 1;
	}
	for (uint32_t s = 0; s < e->f->sections; s++) {
		if (first[s] != 0)
			list_begin(e, &e->site[first[s] - 1]);
		for (uint32_t i = first[s]; i != 0; i = next[i - 1])
			site_write(e->o, &e->site[i - 1]);
	}
}
