/*
 * emit.h - between as_emit.c, as_stub.c and as_range.c.
 */
#ifndef BGQ_AS_EMIT_H
#define BGQ_AS_EMIT_H

#include "as.h"

/* Of a range: all its loops have checks, wherever the budget is. */
#define REG_COUNTED 16

/* Code with the budget in a register, or that is counted, from one label to another. */
struct range {
	uint32_t start, end; /* labels */
	uint32_t section;
	uint8_t reg;
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
};

void code_pay(struct out *o, cost_t cost, uint8_t reg, bool flags);
void code_load(struct out *o, uint8_t reg, uint8_t keep);
void code_store(struct out *o, uint8_t reg);
void code_restore(struct out *o, uint8_t reg, uint8_t keep);
void code_check(struct emitter *e, const struct node *n, bool flags);
void code_count(struct out *o, const char *operation, uint8_t reg, bool flags);
void code_target(struct emitter *e, const struct insn *i);
void range_start(struct emitter *e);
void range_set(struct emitter *e, struct out *o, uint8_t reg);
void counted_set(struct emitter *e, bool on);
void ranges_write(struct emitter *e);

#endif
