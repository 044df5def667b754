/*
 * as_depend.c - what a node costs: its instructions go through the A2, one a cycle, each one
 * when what it works with is there.
 *
 * An instruction of the host is a load, an operation and a store, of which it may have any;
 * each is one of the machine's.  Results come after their latencies (net/machine/core.c).
 * The A2 issues in order.  The order is taken to be one that suits it, as a compiler for it
 * would have chosen within the node: so a node takes as long as it has instructions, or as
 * its longest chain of dependent ones, up to the issue of the last.  A branch does not wait
 * for what it depends on, since it is predicted; one in some is mispredicted.  What is
 * still under way then is waited for in the nodes that follow; where ways meet, the later one
 * counts.  After a call nothing is under way.  The stack pointer, which the machine's code
 * does not change, is always there.
 *
 * Beside its own cycles a node has a demand: in how many of them it keeps the unit busy that it
 * uses most.  Threads that share a core need all their demands of it, one after the other.
 *
 * Never: anything of caches; a value that the compiler has kept in memory is a load.
 */
#include "as.h"

#include "net/machine/core.h"

#include <string.h>

/* ---- instructions through the core */

/* Times are cycles since the node began. */
struct core {
	uint64_t *taken;          /* bit by cycle: an instruction is issued in it, */
	uint64_t *fu;             /* and it is the FU's */
	uint32_t words, room, fu_room; /* of both: used by this node; allocated */
	uint32_t end;             /* all are issued before */
	uint32_t floor;           /* and those that follow from here on */
	uint32_t ready[VALUES + CORE_UNITS]; /* and dividers */
	uint32_t free[CORE_UNITS]; /* of dividers */
	uint32_t busy[CORE_UNITS];
	uint32_t issued;
};

static uint32_t ready_at(const struct core *c, values_t values)
{
	uint32_t at = 0;
	for (values &= ~VALUE_STACK; values != 0; values &= values - 1) {
		uint32_t ready = c->ready[__builtin_ctzll(values)];
		at = ready > at ? ready : at;
	}
	return at;
}

/* The first cycle from at on in which none is issued. */
static uint32_t cycle_free(struct core *c, uint32_t at)
{
	at = at > c->floor ? at : c->floor;
	for (uint32_t w = at / 64; w < c->words; w++, at = w * 64) {
		uint64_t free = ~c->taken[w] & ~UINT64_C(0) << at % 64;
		if (free != 0)
			return w * 64 + (uint32_t)__builtin_ctzll(free);
	}
	return at;
}

static void cycle_take(struct core *c, uint32_t at, uint8_t unit)
{
	bool fu = unit == CORE_FU || unit == CORE_FU_DIVIDER;
	for (; at / 64 >= c->words; c->words++) {
		c->taken = as_grow(c->taken, c->words, &c->room, sizeof *c->taken);
		c->fu = as_grow(c->fu, c->words, &c->fu_room, sizeof *c->fu);
	}
	c->taken[at / 64] |= UINT64_C(1) << at % 64;
	c->fu[at / 64] |= (uint64_t)fu << at % 64;
}

/* Nothing is moved across those that keep their thread from issuing others. */
static uint32_t issue_alone(struct core *c, const struct core_instruction *in, uint32_t at)
{
	at = at > c->end ? at : c->end;
	cycle_take(c, at, in->unit);
	c->end = c->floor = at + in->issue;
	c->busy[in->unit] += in->busy;
	return at + in->latency;
}

/* Returns when its result is there. */
static uint32_t issue(struct core *c, uint8_t class, uint32_t at)
{
	const struct core_instruction *in = &core_instructions[class];
	bool divides = in->unit == CORE_XU_DIVIDER || in->unit == CORE_FU_DIVIDER;
	if (class == CORE_NOTHING)
		return at;
	c->issued++;
	if (in->issue > 1)
		return issue_alone(c, in, at);
	if (divides && at < c->free[in->unit])
		at = c->free[in->unit];
	at = cycle_free(c, at);
	cycle_take(c, at, in->unit);
	c->end = at + 1 > c->end ? at + 1 : c->end;
	c->free[in->unit] = at + in->busy;
	c->busy[in->unit] += in->busy;
	if (divides)
		c->busy[in->unit == CORE_XU_DIVIDER ? CORE_XU : CORE_FU]++;
	return at + in->latency;
}

/* Elements do not wait for each other. */
static uint32_t times_issue(struct core *c, uint8_t class, unsigned times, uint32_t at)
{
	uint32_t done = issue(c, class, at);
	for (unsigned k = 1; k < times; k++) {
		uint32_t other = issue(c, class, at);
		done = other > done ? other : done;
	}
	return done;
}

/* Returns when the address is there. */
static uint32_t address_issue(struct core *c, const struct insn *i)
{
	uint32_t at = ready_at(c, i->address);
	if (i->address_shift)
		at = issue(c, CORE_INTEGER_ROTATE_SHIFT, at);
	return i->address_add ? issue(c, CORE_INTEGER_SIMPLE, at) : at;
}

static void insn_issue(struct core *c, const struct insn *i)
{
	uint32_t address = i->repeats ? 0 : address_issue(c, i), sources = ready_at(c, i->sources);
	uint32_t data = sources;
	if (i->repeats) /* its count is charged when it is known */
		return;
	if (i->kind != INSN_PLAIN && data < c->end)
		data = c->end; /* a branch is the last */
	if (i->load != CORE_NOTHING) {
		uint32_t loaded = times_issue(c, i->load, i->accesses, address);
		data = loaded > sources ? loaded : sources;
	} else if (i->store == CORE_NOTHING && address > data) {
		data = address; /* lea, jmp * */
	}
	data = times_issue(c, i->op, i->elements, data);
	if (i->store != CORE_NOTHING)
		times_issue(c, i->store, i->accesses, address > data ? address : data);
	for (values_t r = i->results; r != 0; r &= r - 1)
		c->ready[__builtin_ctzll(r)] = data;
}

/* ---- nodes */

/* Values under way between nodes: cycles after the end of one, until each value is there, or a
 * divider is free. */
#define DIVIDER(unit) (VALUES + (unit)) /* behind the registers */
#define PENDING (VALUES + CORE_UNITS)

struct pending {
	uint8_t value[PENDING];
};

static void pending_merge(struct pending *into, const struct pending *p)
{
	for (unsigned v = 0; v < PENDING; v++)
		if (into->value[v] < p->value[v])
			into->value[v] = p->value[v];
}

static uint32_t demand_of(const struct core *c)
{
	uint32_t most = 0;
	for (unsigned u = 0; u < CORE_UNITS; u++)
		most = c->busy[u] > most ? c->busy[u] : most;
	return most < c->end ? most : c->end;
}

static void core_begin(struct core *c, const struct pending *p)
{
	if (c->words > 0) {
		memset(c->taken, 0, c->words * sizeof *c->taken);
		memset(c->fu, 0, c->words * sizeof *c->fu);
	}
	c->words = c->end = c->floor = c->issued = 0;
	memset(c->busy, 0, sizeof c->busy);
	for (unsigned v = 0; v < PENDING; v++)
		c->ready[v] = p->value[v];
	for (unsigned u = CORE_XU_DIVIDER; u <= CORE_FU_DIVIDER; u++)
		c->busy[u] = c->free[u] = c->ready[DIVIDER(u)];
}

static void core_end(struct core *c, struct pending *p)
{
	for (unsigned u = CORE_XU_DIVIDER; u <= CORE_FU_DIVIDER; u++) {
		c->ready[DIVIDER(u)] = c->free[u];
		c->busy[u] -= c->free[u] > c->end ? c->free[u] - c->end : 0;
	}
	for (unsigned v = 0; v < PENDING; v++)
		p->value[v] = c->ready[v] > c->end ? (uint8_t)(c->ready[v] - c->end) : 0;
}

/* Inline assembly, line by line, and what bgq-ppc says that it takes. */
static void assembly_issue(struct core *c, const struct insn *i)
{
	for (uint32_t k = 0; k < i->cycles; k++)
		cycle_take(c, c->end + k, CORE_XU);
	c->end += i->cycles;
	c->floor = c->end;
	c->busy[CORE_XU] += i->cycles;
	c->issued += i->cycles;
}

/* Cycles without an instruction, by the pipeline of the next one. */
static void stalls_count(const struct core *c, struct node *n)
{
	uint32_t gap = 0;
	n->stall_xu = n->stall_fu = 0;
	for (uint32_t at = 0; at < c->end; at++) {
		bool issues = at / 64 < c->words && c->taken[at / 64] >> at % 64 & 1;
		if (issues && c->fu[at / 64] >> at % 64 & 1)
			n->stall_fu += gap;
		else if (issues)
			n->stall_xu += gap;
		gap = issues ? 0 : gap + 1;
	}
	n->stall_xu += gap;
}

/* A call of the runtime: an instruction of the machine, or part of what the call costs. */
static bool calls_runtime(const struct unit_text *f, const struct insn *i)
{
	return i->kind == INSN_CALL && i->target != NONE &&
		span_starts(f->symbol[i->target].name, "bgqemu_");
}

/* Where threads of the machine go on elsewhere, as far as is known: a loop goes round, and what
 * leads forward under a condition is laid out for the case that it does not. */
static bool is_taken(const struct unit_text *f, const struct insn *i, bool forward)
{
	if (i->op != CORE_BRANCH)
		return false;
	return i->kind == INSN_JCC ? !forward : !calls_runtime(f, i);
}

/* Code between the marks of an atomic is the L2's work, whose time its call has charged. */
static void marked_issue(struct core *c, const struct insn *i)
{
	struct insn free = *i;
	free.op = free.load = free.store = CORE_NOTHING;
	free.address_shift = free.address_add = false;
	insn_issue(c, &free);
}

static cost_t cost_of(const struct unit_text *f, const struct core *c)
{
	return f->mode == MODE_INSTRUCTIONS ? cost_make(c->issued, 0)
		: cost_make(c->end, demand_of(c));
}

static void insns_issue(const struct unit_text *f, struct core *c, const struct node *n)
{
	bool marked = false;
	for (uint32_t k = n->first; k <= n->last; k++) {
		struct insn *i = &f->insn[k];
		if (insn_locks(f, k))
			i->upto = cost_of(f, c);
		if (i->mark != MARK_NONE)
			marked = i->mark == MARK_BEGIN;
		if (i->cycles > 0)
			assembly_issue(c, i);
		if (marked && i->kind == INSN_PLAIN)
			marked_issue(c, i);
		else if (i->kind != INSN_ASM)
			insn_issue(c, i);
	}
}

/* Sets the node's cost; p becomes what is under way when it has ended. */
static void node_run(const struct unit_text *f, struct core *c, struct node *n, struct pending *p)
{
	bool forward = n->jump == NONE || n->jump > (uint32_t)(n - f->node);
	core_begin(c, p);
	insns_issue(f, c, n);
	stalls_count(c, n);
	if (f->insn[n->last].kind == INSN_JCC && f->insn[n->last].op != CORE_NOTHING && forward)
		c->end += CORE_BRANCH_MISS_CYCLES;
	if (is_taken(f, &f->insn[n->last], forward))
		c->end += CORE_BRANCH_TAKEN_CYCLES;
	core_end(c, p);
	n->cost = cost_of(f, c);
}

static bool passes_values(const struct unit_text *f, const struct node *n)
{
	uint8_t kind = f->insn[n->last].kind;
	return kind == INSN_PLAIN || kind == INSN_JCC || kind == INSN_JMP;
}

/* Rounds over the nodes: a jump back carries what is known in the next round only; that fades as
 * nodes are executed, so a few rounds will do. */
#define ROUNDS 3

void depend_cost(struct unit_text *f)
{
	struct pending *in = as_alloc(f->nodes, sizeof *in);
	struct pending *back = as_alloc(f->nodes, sizeof *back);
	struct core core = { 0 };
	for (int round = 0; round < ROUNDS; round++) {
		memcpy(in, back, f->nodes * sizeof *in);
		memset(back, 0, f->nodes * sizeof *back);
		for (uint32_t k = 0; k < f->nodes; k++) {
			struct node *n = &f->node[k];
			struct pending p = in[k];
			node_run(f, &core, n, &p);
			if (!passes_values(f, n))
				continue;
			if (n->next != NONE)
				pending_merge(n->next > k ? &in[n->next] : &back[n->next], &p);
			if (n->jump != NONE)
				pending_merge(n->jump > k ? &in[n->jump] : &back[n->jump], &p);
		}
	}
}
