/*
 * as_flow.c - straight-line nodes, the edges between them, and functions.
 *
 * Text order is the order of the file: every cycle of jumps within a function has one that
 * leads back in it (or to itself).  Where such a jump leads to gets a check, unless every way
 * back to it passes another one, as in loops around loops.  A jump to another function is a
 * call: that function has a check at its entry if it may come back to this one.
 *
 * Never: an edge left out because a call before it does not return, or a label taken to be
 * unreachable.
 */
#include "as.h"

#include <string.h>

/* The instruction that a symbol's label is before, or NONE.  Other sections may come between. */
static uint32_t symbol_insn(const struct unit_text *f, uint32_t symbol)
{
	if (symbol == NONE)
		return NONE;
	const struct symbol *s = &f->symbol[symbol];
	uint32_t i = s->insn;
	while (i < f->insns && f->insn[i].section != s->section)
		i++;
	return i < f->insns ? i : NONE;
}

/* Entered by calls.  The cold part of a function is not, though it has a symbol. */
static bool is_entry(const struct symbol *s)
{
	size_t n = s->name.end - s->name.at;
	bool cold = !s->global && !s->called && memmem(s->name.at, n, ".cold", 5) != NULL;
	return (s->function || s->global || s->called) && !cold;
}

/* A branch out of the function: to another one, or out of the file. */
bool insn_leaves(const struct unit_text *f, const struct insn *i)
{
	if (i->kind == INSN_INDIRECT)
		return true;
	if ((i->kind != INSN_JMP && i->kind != INSN_JCC) || i->self)
		return false;
	return symbol_insn(f, i->target) == NONE || is_entry(&f->symbol[i->target]);
}

static void leaders_mark(struct unit_text *f)
{
	for (uint32_t s = 0; s < f->symbols; s++) {
		const struct symbol *symbol = &f->symbol[s];
		uint32_t i = symbol_insn(f, s);
		if (i != NONE && (symbol->branched || symbol->taken || symbol->pad ||
			is_entry(symbol)))
			f->insn[i].leader = true;
	}
}

/* A trap's handler may go on behind it. */
static bool falls_through(const struct insn *i)
{
	return i->kind != INSN_JMP && i->kind != INSN_INDIRECT && i->kind != INSN_RET;
}

/* Links the node to the one that is executed next if its last instruction does not branch: the
 * next one in its section, whatever is in between in the text. */
static void node_link(struct unit_text *f, uint32_t n)
{
	struct section *section = &f->section[f->insn[f->node[n].first].section];
	if (section->last != NONE) {
		struct node *before = &f->node[section->last];
		if (falls_through(&f->insn[before->last]))
			before->next = n;
	}
	section->last = n;
}

static void nodes_make(struct unit_text *f)
{
	f->node = as_alloc(f->insns, sizeof *f->node);
	f->node_of = as_alloc(f->insns, sizeof *f->node_of);
	for (uint32_t i = 0; i < f->insns; i++) {
		const struct insn *insn = &f->insn[i];
		bool starts = i == 0 || insn->leader || insn->self ||
			insn[-1].kind != INSN_PLAIN || insn[-1].section != insn->section;
		if (starts) {
			f->node[f->nodes] = (struct node){
				.first = i, .next = NONE, .jump = NONE, .reg = NO_REG,
				.keep = NO_REG,
			};
			f->nodes++;
		}
		f->node[f->nodes - 1].last = i;
		f->node_of[i] = f->nodes - 1;
	}
	for (uint32_t n = 0; n < f->nodes; n++)
		node_link(f, n);
	for (uint32_t n = 0; n < f->nodes; n++) {
		const struct insn *last = &f->insn[f->node[n].last];
		if (last->kind != INSN_JMP && last->kind != INSN_JCC)
			continue;
		uint32_t to = last->self ? f->node[n].first : symbol_insn(f, last->target);
		if (to != NONE)
			f->node[n].jump = f->node_of[to];
	}
}

/* Applies to nodes what their labels say. */
static void labels_apply(struct unit_text *f)
{
	for (uint32_t s = 0; s < f->symbols; s++) {
		const struct symbol *symbol = &f->symbol[s];
		uint32_t i = symbol_insn(f, s);
		if (i == NONE || !f->insn[i].leader)
			continue;
		struct node *n = &f->node[f->node_of[i]];
		n->entry |= is_entry(symbol);
		n->taken |= symbol->taken;
		n->pad |= symbol->pad;
		n->lands |= symbol->lands;
	}
}

static uint32_t unit_find(const struct unit_text *f, uint32_t u)
{
	while (f->unit[u].parent != u)
		u = f->unit[u].parent = f->unit[f->unit[u].parent].parent;
	return u;
}

struct unit *unit_of(const struct unit_text *f, const struct node *n)
{
	return &f->unit[unit_find(f, n->unit)];
}

/* A function begins at its symbol; its parts elsewhere are those that it jumps to. */
static void units_make(struct unit_text *f)
{
	for (uint32_t n = 0; n < f->nodes; n++) {
		struct node *node = &f->node[n];
		bool starts = n == 0 || node->entry ||
			f->insn[node->first].section != f->insn[node[-1].first].section;
		if (starts) {
			f->unit = as_grow(f->unit, f->units, &f->unit_room, sizeof *f->unit);
			f->unit[f->units] = (struct unit){
				.parent = f->units, .last_indirect = NONE,
			};
			f->units++;
		}
		node->unit = f->units - 1;
	}
	for (uint32_t n = 0; n < f->nodes; n++) {
		const struct node *node = &f->node[n];
		if (node->jump != NONE && !insn_leaves(f, &f->insn[node->last]))
			f->unit[unit_find(f, node->unit)].parent =
				unit_find(f, f->node[node->jump].unit);
	}
}

/* Leads to code that may call the function again: translated assembly does not, nor what finds
 * a thread's variable. */
static bool may_call_back(const struct unit_text *f, const struct insn *i)
{
	if (i->kind == INSN_CALL && i->target != NONE) {
		struct span name = f->symbol[i->target].name;
		return !span_is(name, "__tls_get_addr") && !span_starts(name, TRANSLATED);
	}
	return i->kind == INSN_CALL || i->kind == INSN_ASM || insn_leaves(f, i);
}

static void insn_describe(struct unit *u, const struct insn *i)
{
	u->x87 |= i->x87;
	u->written |= i->results & VALUES_GPR;
	u->vectors |= (i->results & VALUES_VECTOR) != 0;
	if (i->store != 0)
		u->stored |= i->sources & VALUES_GPR;
}

static void units_describe(struct unit_text *f)
{
	for (uint32_t n = 0; n < f->nodes; n++) {
		const struct node *node = &f->node[n];
		const struct insn *last = &f->insn[node->last];
		struct unit *u = unit_of(f, node);
		if (last->kind == INSN_INDIRECT || last->kind == INSN_ASM)
			u->last_indirect = n;
		u->pads |= node->pad;
		u->entered |= node->entry;
		for (uint32_t i = node->first; i <= node->last; i++)
			insn_describe(u, &f->insn[i]);
		u->calls |= may_call_back(f, last);
	}
}

static void edge_mark(struct unit_text *f, uint32_t from, uint32_t to, bool leaves)
{
	if (to == NONE)
		return;
	f->node[to].preds++;
	if (to <= from && !leaves)
		f->node[to].check = f->node[to].head = true;
}

static void nodes_describe(struct unit_text *f)
{
	for (uint32_t n = 0; n < f->nodes; n++) {
		const struct node *node = &f->node[n];
		edge_mark(f, n, node->next, false);
		edge_mark(f, n, node->jump, insn_leaves(f, &f->insn[node->last]));
	}
	for (uint32_t n = 0; n < f->nodes; n++) {
		struct node *node = &f->node[n];
		const struct unit *u = unit_of(f, node);
		uint8_t kind = f->insn[node->last].kind;
		bool after_call = kind == INSN_CALL || kind == INSN_ASM || kind == INSN_TRAP;
		if (node->taken && u->last_indirect != NONE && u->last_indirect >= n)
			node->check = true;
		node->check |= node->lands;
		if (node->entry && u->calls)
			node->check = true;
		node->outside |= node->entry || node->taken || node->pad || node->preds == 0;
		if (after_call && node->next != NONE)
			f->node[node->next].root = true;
	}
}

/* The marks within a node. */
static void atomic_mark(const struct unit_text *f, struct node *n)
{
	for (uint32_t i = n->first; i <= n->last; i++) {
		uint8_t mark = f->insn[i].mark;
		n->atomic |= mark == MARK_BEGIN;
		n->atomic_out = mark == MARK_NONE ? n->atomic_out : mark == MARK_BEGIN;
	}
}

/* Another way into a node that lies between marks; returns whether that is new. */
static bool atomic_enter(struct unit_text *f, uint32_t to, bool atomic)
{
	struct node *n = to == NONE ? NULL : &f->node[to];
	if (n == NULL || !atomic || n->atomic || f->insn[n->first].mark == MARK_END)
		return false;
	n->atomic = n->atomic_out = true;
	atomic_mark(f, n);
	return true;
}

/* There is no loop between the marks of an atomic, wherever the compiler puts its parts: a jump
 * back is not one. */
static void atomics_spread(struct unit_text *f)
{
	bool changed;
	for (uint32_t n = 0; n < f->nodes; n++)
		atomic_mark(f, &f->node[n]);
	do {
		changed = false;
		for (uint32_t n = 0; n < f->nodes; n++) {
			const struct node *node = &f->node[n];
			changed |= atomic_enter(f, node->next, node->atomic_out);
			changed |= atomic_enter(f, node->jump, node->atomic_out);
		}
	} while (changed);
	for (uint32_t n = 0; n < f->nodes; n++)
		f->node[n].check &= !f->node[n].atomic;
}

/* Where it goes on is not all seen in its edges. */
static bool strays(const struct unit_text *f, const struct node *n)
{
	uint8_t kind = f->insn[n->last].kind;

	return kind == INSN_INDIRECT || kind == INSN_ASM ||
	       (kind == INSN_CALL && unit_of(f, n)->pads);
}

#define WAYS_MAX 256 /* nodes that are looked at */

/* Whether each way from the node back to it passes a check.  seen[]: nodes, by its number. */
static bool passes_check(const struct unit_text *f, uint32_t node, uint32_t *seen)
{
	uint32_t way[WAYS_MAX], ways = 0, taken = 0;

	way[ways++] = node;
	while (taken < ways) {
		const struct node *n = &f->node[way[taken++]];
		const uint32_t to[2] = { n->next, n->jump };

		if (strays(f, n))
			return false;
		for (int i = 0; i < 2; i++) {
			if (to[i] == node || ways == WAYS_MAX)
				return false;
			if (to[i] == NONE || f->node[to[i]].check || seen[to[i]] == node + 1)
				continue;
			seen[to[i]] = node + 1;
			way[ways++] = to[i];
		}
	}
	return true;
}

/* Outer loops come first in the text. */
static void checks_thin(struct unit_text *f)
{
	uint32_t *seen = as_alloc(f->nodes, sizeof *seen);

	for (uint32_t n = 0; n < f->nodes; n++) {
		struct node *node = &f->node[n];

		if (node->check && !node->locks && !node->outside && passes_check(f, n, seen))
			node->check = false;
	}
}

static void roots_find(struct unit_text *f)
{
	for (uint32_t n = 0; n < f->nodes; n++)
		f->node[n].root |= f->node[n].outside || f->node[n].check ||
				   f->mode == MODE_BLOCKS;
}

void flow_build(struct unit_text *f)
{
	leaders_mark(f);
	nodes_make(f);
	labels_apply(f);
	units_make(f);
	units_describe(f);
	nodes_describe(f);
	atomics_spread(f);
}

/* When all that may have a check are known. */
void checks_choose(struct unit_text *f)
{
	if (f->mode == MODE_FULL)
		checks_thin(f);
	roots_find(f);
}
