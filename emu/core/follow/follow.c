/* follow.c - the interpreter's main loop, and the comparison of states; see follow.h. */
#include "follow.h"

#include <limits.h>
#include <string.h>

#include "emu/node/image/image.h"
#include "ops.h"

#define ROUNDS_MAX 256

struct follow_model follow_model;

/* Code that has cost so much of the budget. */
static inline void spend(struct follow *f, int64_t cost)
{
	ps_t cost_ps = thread_cost_ps(f->thread, cost);

	f->time_ps += cost_ps;
	f->lost_ps += cost_ps - (ps_t)(cost >> BUDGET_DEMAND_BITS) * CORE_CYCLE_PS;
}

void follow_settle(struct follow *f)
{
	spend(f, (int64_t)(FOLLOW_BUDGET - f->left));
	f->left = FOLLOW_BUDGET;
}

void follow_check(struct follow *f)
{
	f->last_ps = f->check_ps;
	f->check_ps = f->time_ps;
}

uint64_t follow_dead_below(const struct follow *f)
{
	uint64_t sp = f->start[REG_RSP], leaf = sp - RED_ZONE_BYTES;

	/* A function that makes calls keeps nothing below its stack pointer there. */
	return f->stack.called < leaf ? leaf : f->stack.called < sp ? f->stack.called : sp;
}

bool follow_is_dead(const struct follow *f, uint64_t at)
{
	return at >= f->stack.low && at < follow_dead_below(f);
}

/* ---- words that nothing reads before they are stored to again */

/* Where it runs, what is below is not in use; if the emulator is entered, it is overwritten. */
static void mark_below(struct follow *f, uint64_t below)
{
	while (f->stack.marks && f->stack.mark[f->stack.marks - 1].below <= below)
		f->stack.marks--;
	if (f->stack.marks < FOLLOW_MARKS)
		f->stack.mark[f->stack.marks++] = (struct follow_mark){ below, f->stores };
}

/* Whether the stack has been above the word since its last store. */
static bool was_given_up(const struct follow *f, const struct follow_cell *c)
{
	for (unsigned i = 0; i < f->stack.marks; i++)
		if (f->stack.mark[i].stores >= c->stores)
			return c->at >= f->stack.low && c->at < f->stack.mark[i].below;
	return false;
}

/* ---- the state at the head */

/* Whether memory is as at the head, but for words that are not live there: this round has stored
 * to them before it loaded them, such as those of a stack frame that each round makes, where calls
 * had left something else.  They hold what a round leaves there once it has been executed. */
static bool same_memory(struct follow *f)
{
	bool needs_warmup = false;

	for (unsigned i = 0; i < f->cells; i++) {
		struct follow_cell *c = &f->cell[i];

		if (!c->stored || follow_is_dead(f, c->at))
			continue;
		follow_cell_read(f, c);
		if (c->value == c->memory)
			continue;
		if (!c->written_first)
			return false;
		needs_warmup |= !was_given_up(f, c);
	}
	f->needs_warmup = needs_warmup;
	return !needs_warmup;
}

/* Where words of the head's own function are, if it makes no calls. */
static bool is_below_frame(const struct follow *f, uint64_t at)
{
	return f->start[REG_RSP] - 1 - at < RED_ZONE_BYTES;
}

void follow_yields(struct follow *f)
{
	if (!f->begun)
		return;
	for (unsigned i = 0; i < f->seen_store.count; i++) {
		struct follow_cell *c = &f->cell[f->seen_store.cell[i]];

		if (follow_is_dead(f, c->at))
			continue;
		follow_cell_read(f, c);
		if (c->value == c->memory)
			continue;
		if (!f->may_differ && is_below_frame(f, c->at)) {
			f->must_be_dead_below = f->must_be_dead_below > c->at
						? f->must_be_dead_below : c->at + 1;
			continue;
		}
		c->differs = f->differs = true;
		if (f->may_differ)
			continue;
		follow_give_up(f, FOLLOW_STATE);
		f->has_deferred_stores |= f->may_count && c->at >= f->start[REG_RSP] &&
					  c->at < f->stack.high;
	}
}

/* Compares the registers that the round reads before it writes them: if equal, the next round
 * is the same and ends with the same registers.  A register that a call has left undefined
 * must not be read. */
static bool same_registers(const struct follow *f)
{
	uint32_t regs = f->read_first & ((1u << REG_IMAGE) - 1); /* the image stays where it is */

	if (f->junk & regs)
		return false;
	for (; regs; regs &= regs - 1) {
		unsigned i = (unsigned)__builtin_ctz(regs);

		if (f->reg[i] != f->start[i])
			return false;
	}
	return true;
}

/* Whether an address of the stack below the head's frame escapes to a word that others see: they
 * could look there while functions that the loop calls are at work, and what those store is
 * compared no more once they have returned. */
static bool stack_address_escapes(const struct follow *f)
{
	for (unsigned i = 0; i < f->seen_store.count; i++) {
		const struct follow_cell *c = &f->cell[f->seen_store.cell[i]];

		if (!follow_is_dead(f, c->at) && c->value >= f->stack.low &&
		    c->value < f->start[REG_RSP])
			return true;
	}
	return false;
}

bool follow_stack_is_own(const struct follow *f)
{
	return f->must_be_dead_below <= follow_dead_below(f) && !stack_address_escapes(f);
}

static bool same_state(struct follow *f)
{
	return follow_stack_is_own(f) && same_registers(f) && follow_vectors_same(f) &&
	       same_memory(f) && (f->hidden || follow_fetch_same(f));
}

/* ---- checks */

static void normalize(struct follow *f, const struct op *op)
{
	if (op->check_reg == REG_NONE) {
		follow_settle(f);
	} else {
		spend(f, (int64_t)(FOLLOW_BUDGET - f->reg[op->check_reg]));
		f->reg[op->check_reg] = FOLLOW_BUDGET;
	}
	follow_check(f);
	mark_below(f, f->reg[REG_RSP] - RED_ZONE_BYTES);
	if (f->begun && f->reg[REG_RSP] > f->outer) {
		f->outer = f->reg[REG_RSP];
		f->outer_ps = f->time_ps;
	}
}

/* So that a copy is not made by vectors: some words have just been stored one by one, and a
 * load of two would wait until those are in the cache. */
static inline uint64_t word_alone(uint64_t v)
{
	__asm__("" : "+r"(v));
	return v;
}

/* At the return from a check: the loop begins at the address it returns to. */
static void begin(struct follow *f, uint64_t head)
{
	if (follow_model.image->mix.sites)
		memset(f->mix, 0, sizeof f->mix);
	f->head = head;
	f->begun = true;
	f->stack.called = f->stack.marks = 0;
	for (unsigned i = 0; i < REG_IMAGE; i++)
		f->start[i] = word_alone(f->reg[i]);
	f->read_first = f->written = f->junk = 0;
	f->outer = f->reg[REG_RSP];
	f->outer_ps = f->must_be_dead_below = 0;
	follow_vectors_begin(f);
	follow_skip_begin(f);
	if (f->count.on)
		follow_skip_look_begin(f);
}

/* ---- from instruction to instruction */

/* Continues at an absolute address; one outside the image is a call of the runtime, which
 * returns to the address on the stack. */
static uint64_t go_to(struct follow *f, uint64_t at)
{
	uint64_t offset = at - (uintptr_t)f->base;

	if (offset < f->image_bytes || f->why)
		return offset;
	follow_returned(f);
	mark_below(f, f->reg[REG_RSP]);
	follow_call(f, at);
	if (f->slope.on) {
		follow_slope_returned(f, f->junk | 1u << REG_RAX);
		follow_slope_read(f, f->reg[REG_RSP], 8);
	}
	offset = follow_load(f, f->reg[REG_RSP], 8) - (uintptr_t)f->base;
	f->reg[REG_RSP] += 8;
	if (offset >= f->image_bytes)
		follow_give_up(f, FOLLOW_CODE);
	f->returned = f->steps;
	return offset;
}

static uint64_t call(struct follow *f, const struct op *op)
{
	uint64_t to = op->indirect ? follow_operand(f, &op->from)
				   : (uintptr_t)f->base + op->target;

	if (f->stack.called < f->reg[REG_RSP])
		f->stack.called = f->reg[REG_RSP];
	f->reg[REG_RSP] -= 8;
	follow_store(f, f->reg[REG_RSP], 8, (uintptr_t)f->base + op->next);
	return go_to(f, to);
}

static uint64_t jump(struct follow *f, const struct op *op)
{
	if (op->indirect)
		return go_to(f, follow_operand(f, &op->from));
	if (!f->begun)
		begin(f, op->target);
	return op->target;
}

static uint64_t ret(struct follow *f)
{
	uint64_t to = follow_load(f, f->reg[REG_RSP], 8);

	f->reg[REG_RSP] += 8;
	return go_to(f, to);
}

static bool is_head(const struct follow *f, const struct op *op, uint64_t at)
{
	if (at != f->head || !f->begun || f->reg[REG_RSP] != f->start[REG_RSP])
		return false;
	return f->vectors ? op->kind == OP_CHECK
			  : f->returned == f->steps && f->left == f->start_left;
}

/* Interprets op; returns the address of the next one. */
static uint64_t next(struct follow *f, const struct op *op)
{
	if (op->kind < OP_JUMP) {
		follow_operate(f, op);
		return op->next;
	}
	switch (op->kind) {
	case OP_JUMP: return jump(f, op);
	case OP_CALL: return call(f, op);
	case OP_RET: return ret(f);
	case OP_BRANCH: return follow_condition(f, op->condition) ? op->target : op->next;
	case OP_CHECK:
		normalize(f, op);
		if (!is_head(f, op, op->next))
			follow_yields(f);
		return op->next;
	case OP_FETCH:
		follow_fetch(f, op);
		return op->next;
	default:
		follow_give_up(f, FOLLOW_INSTRUCTION);
		return op->next;
	}
}

/* The op at `at`, linked to its predecessor op so that the next round needs no search. */
static struct op *op_after(const struct follow *f, struct op *op, uint64_t at)
{
	struct op **known = at == op->next ? &op->next_op
			    : at == op->target ? &op->target_op : NULL;

	if (!known)
		return ops_find(f->base, at);
	if (!*known)
		*known = ops_find(f->base, at);
	return *known;
}

static void line_add(struct follow *f, uint64_t at)
{
	for (unsigned i = 0; i < f->lines; i++)
		if (f->line[i] == at / FOLLOW_LINE)
			return;
	f->line[f->lines++] = at / FOLLOW_LINE;
}

static __attribute__((noinline)) void count_mix(struct follow *f, const struct mix_site *s)
{
	const struct mix_part *p = follow_model.image->mix.part + s->part;

	for (uint32_t i = 0; i < s->parts; i++)
		f->mix[p[i].class] += p[i].number;
}

/* Before op is interpreted. */
static inline void look_at(struct follow *f, const struct op *op)
{
	if (op->mix)
		count_mix(f, op->mix);
	if (__builtin_expect(f->hidden != NULL, false))
		f->hidden->op = op;
	if (f->zero.on)
		follow_zero_step(f, op);
	if (f->slope.on && !f->slope.nonlinear)
		follow_slope_step(f, op);
	if (f->lines < FOLLOW_LINES)
		line_add(f, op->at);
}

static bool go_round(struct follow *f)
{
	struct op *op = ops_find(f->base, f->frame->pc - (uintptr_t)f->base);
	unsigned rounds = 0;

	for (; f->steps < f->steps_most; f->steps++) {
		look_at(f, op);
		uint64_t at = next(f, op);

		if (f->why)
			return false;
		if (is_head(f, op, at)) {
			follow_skip_look_end(f);
			if (follow_fetch_changes(f))
				f->skip.good = false;
			if (f->count.on)
				return follow_counts(f);
			if (same_state(f))
				return true;
			if (!f->hidden)
				follow_skip(f);
			follow_yields(f);
			if (f->needs_warmup || f->skip.endless || f->why ||
			    ++rounds == ROUNDS_MAX)
				return false;
		}
		op = op_after(f, op, at);
	}
	return false;
}

/* Begins at the return from a load of the L2: its charge for the way back is not in the thread's
 * clock yet. */
static void begin_at_return(struct follow *f)
{
	f->left -= follow_model.l2_way_cycles * BUDGET_CYCLE;
	f->start_left = f->left;
	begin(f, f->frame->pc - (uintptr_t)f->base);
	follow_returned(f);
}

/* A program may have put its code on a stack of its own making: where that ends is not known. */
static void find_stack(struct follow *f)
{
	uint64_t low = (uintptr_t)f->thread->stack_low, high = (uintptr_t)f->thread->stack_high;
	bool own = f->frame->reg[REG_RSP] - low <= high - low;

	f->stack.low = own ? low : UINT64_MAX;
	f->stack.high = own ? high : 0;
}

static bool go_from_check(struct follow *f)
{
	find_stack(f);
	follow_forget(f);
	follow_fetch_begin(f);
	memcpy(f->reg, f->frame->reg, sizeof f->frame->reg);
	f->reg[REG_IMAGE] = (uintptr_t)f->base;
	f->left = FOLLOW_BUDGET;
	f->why = FOLLOW_WAITS;
	f->begun = f->needs_warmup = f->differs = f->vector.taken = false;
	f->has_deferred_stores = false;
	f->slope.on = f->skip.endless = false;
	f->flags.bytes = 0;
	f->time_ps = f->lost_ps = f->check_ps = f->last_ps = 0;
	f->seen_store.count = f->steps = f->stores = f->stack.marks = 0;
	f->lines = 0;
	f->wait_kind = 0;
	f->wait_what = NULL;
	f->rounds = 0;
	f->returned = UINT_MAX;
	if (!f->vectors)
		begin_at_return(f);
	return go_round(f) && f->time_ps > 0;
}

bool follow_loop(struct follow *f)
{
	if (!decode_ready())
		return false;
	f->image_bytes = follow_model.image->copy_bytes;
	f->count.on = false;
	f->steps_before = 0;
	if (go_from_check(f))
		return true;
	f->steps_before = f->steps;
	f->count.on = follow_count_may(f);
	if (f->count.on && go_from_check(f))
		return true;
	if (!f->why)
		f->why = f->needs_warmup ? FOLLOW_WARMUP : f->fetch.round ? FOLLOW_COLD
			 : f->steps >= f->steps_most || f->skip.endless ? FOLLOW_LONG
			 : FOLLOW_CHANGES;
	return false;
}
