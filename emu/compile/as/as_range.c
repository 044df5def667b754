/*
 * as_range.c - lists in section .bgq_budget where the budget is in a register, and which text is
 * counted, for whoever stops the program there.
 */
#include "emit.h"
#include "include/bgqemu/abi.h"

void range_start(struct emitter *e)
{
	e->open[0].reg = e->open[1].reg = e->counted.reg = NO_REG;
}

static void range_add(struct emitter *e, struct range *open, uint32_t end)
{
	open->end = end;
	open->section = e->section;
	e->range = as_grow(e->range, e->ranges, &e->range_room, sizeof *e->range);
	e->range[e->ranges++] = *open;
}

/* Text whose loops all have checks, from here on or up to here. */
void counted_set(struct emitter *e, bool on)
{
	struct range *c = &e->counted;
	uint8_t reg = on ? REG_COUNTED : NO_REG;
	uint32_t label = e->labels++;
	out_format(e->o, ".Lbgq%u:", label);
	if (!on)
		range_add(e, c, label);
	c->reg = reg;
	c->start = label;
}

/* From here on the budget is in reg, or in memory (NO_REG). */
void range_set(struct emitter *e, struct out *o, uint8_t reg)
{
	struct range *open = &e->open[o != e->o];
	if (open->reg == reg)
		return;
	uint32_t label = e->labels++;
	out_format(o, ".Lbgq%u:", label);
	if (open->reg != NO_REG)
		range_add(e, open, label);
	open->reg = reg;
	open->start = label;
}

/* A list goes with the code that it describes: it is dropped if the linker drops that.  bgqnote.o
 * defines the name of its own ABI version: what was compiled for another one is not linked. */
void ranges_write(struct emitter *e)
{
	for (uint32_t i = 0; i < e->ranges; i++) {
		const struct range *r = &e->range[i];
		struct span group = e->f->section[r->section].group;
		out_text(e->o, "\n\t.section .bgq_budget,\"o");
		out_format(e->o, "%s\",@progbits,.Lbgq%u", group.at < group.end ? "G" : "",
			r->start);
		if (group.at < group.end) {
			out_text(e->o, ",");
			out_span(e->o, group.at, group.end);
			out_text(e->o, ",comdat");
		}
		out_format(e->o, "\n\t.quad .Lbgq%u,.Lbgq%u\n\t.long %u,0\n", r->start, r->end,
			r->reg);
		out_format(e->o, "\t.reloc .-4," NO_RELOCATION ",bgqemu_abi_%u_compile_anew\n",
			BGQEMU_ABI_VERSION);
	}
}
