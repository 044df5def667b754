/*
 * emit.h - between as_emit.c, as_stub.c and as_range.c.
 */
#ifndef BGQ_AS_EMIT_H
#define BGQ_AS_EMIT_H

#include "as.h"

#include "include/bgqemu/mix.h"

/* Budget's place in a range: all its loops have checks, wherever the budget is. */
#define REG_COUNTED 16

/* Instructions that are paid in advance and by itself, by class: as_mix_place.c. */
struct node_mix {
	int32_t own[MIX_COUNT], ahead[MIX_COUNT], before[MIX_COUNT], after[MIX_COUNT];
	int32_t pay[MIX_COUNT], next_pay[MIX_COUNT], jump_pay[MIX_COUNT];
};

/* An instruction that stands for others, which as_site.c lists. */
struct site {
	uint32_t label, section;
	uint8_t flags; /* of bgqemu/mix.h */
	int32_t mix[MIX_COUNT];
};

/* Code with the budget in a register, or that is counted, from one label to another. */
struct range {
	uint32_t start, end; /* labels */
	uint32_t section;
	uint8_t reg;
};

/* Where a function's frame is: the address behind its return address, by a register, and
 * relative to that the registers that it has saved. */
struct frame_rule {
	bool known;
	uint32_t reg;   /* by DWARF's numbers */
	int32_t offset, at[UNWIND_REGS];
	uint32_t saved; /* a bit for each register */
};

/* State of unwinding at an instruction, by the directives before it. */
struct unwinding {
	uint32_t next;  /* of the notes */
	bool open;      /* in a function that has directives */
	uint32_t section, ever; /* of that function; registers that it saves anywhere */
	struct frame_rule now, kept[8];
	uint32_t depth;
	struct span line; /* of the last .loc; or empty */
	bool telling;   /* the stubs so far end with directives for: */
	struct frame_rule told;
};

struct emitter {
	struct unit_text *f;
	struct out *o;
	struct out stubs;     /* out of line, for the next gap */
	uint32_t labels;      /* made so far */
	uint32_t section;
	struct range open[2]; /* in the text and in the stubs */
	struct range counted; /* in the text */
	struct range *range;
	uint32_t ranges, range_room;
	struct unwinding unwinding;
	struct site *site;
	uint32_t sites, site_room;
};

bool mix_is_nothing(const int32_t *mix);
void code_pay(struct emitter *e, struct out *o, cost_t cost, const int32_t *mix, uint8_t reg,
	bool flags);
void code_load(struct out *o, uint8_t reg, uint8_t keep);
void code_store(struct out *o, uint8_t reg);
void code_restore(struct out *o, uint8_t reg, uint8_t keep);
void code_check(struct emitter *e, const struct node *n, bool flags);
void code_fetch(struct emitter *e, const struct node *n);
void code_target(struct emitter *e, const struct insn *i);
/* Whether a conditional branch reaches its place however the text grows; if not, code_reach()
 * writes the branch, to a label or to its own target (NONE). */
bool target_reaches(const struct unit_text *f, const struct insn *i);
void code_reach(struct emitter *e, const struct insn *i, uint32_t to);
void code_count(struct emitter *e, const struct insn *i, bool back, uint8_t reg, bool flags);
void site_add(struct emitter *e, struct out *o, const int32_t *mix, uint8_t flags);
void site_nothing(struct emitter *e, struct out *o, const int32_t *mix, bool flags);
void sites_write(struct emitter *e);
/* Follows the directives before an instruction. */
void unwind_follow(struct emitter *e, uint32_t insn);
/* Text that comes next out of line belongs to the place in the text. */
void unwind_stub(struct emitter *e);
/* The stack pointer is so much lower from here on, out of line. */
void unwind_lower(struct emitter *e, int bytes);
void unwind_end(struct emitter *e, struct out *o);
/* Behind what is out of line; goes_on: the function may. */
void unwind_gap(struct emitter *e, bool goes_on);
void range_start(struct emitter *e);
void range_set(struct emitter *e, struct out *o, uint8_t reg);
void counted_set(struct emitter *e, bool on);
void ranges_write(struct emitter *e);

#endif
