/*
 * as_risc.c - code of the host as a compiler for the A2 would have put it, where that is certain:
 *
 *   addresses  the A2 adds a register or a number to a base, not both, and shifts nothing: a scaled
 *              index is an instruction more, and so is a number beside an index, once in a node
 *   counters   the branch of an innermost loop without calls that is counted decrements the counter
 *              register itself: the comparison, or a register that only counts, is not there
 *   products   a product that is added or subtracted next is part of that instruction
 *
 * Never: what depends on data, or on which registers there are.
 */
#include "as.h"

#include "net/machine/core.h"

#include <string.h>

static bool begins(const struct insn *i, const char *name)
{
	return span_starts(i->text, name);
}

/* ---- counters */

/* Whether the loop from head to node n is innermost, without calls and anything unknown. */
static bool is_plain_loop(const struct unit_text *f, uint32_t head, uint32_t n)
{
	for (uint32_t k = head; k <= n; k++) {
		const struct node *node = &f->node[k];
		uint8_t kind = f->insn[node->last].kind;
		if (kind != INSN_PLAIN && kind != INSN_JCC && kind != INSN_JMP)
			return false;
		if (k != n && node->jump != NONE && node->jump <= k)
			return false;
	}
	return true;
}

static bool steps(const struct insn *i, values_t value)
{
	bool step = begins(i, "add") || begins(i, "sub") || begins(i, "inc") || begins(i, "dec") ||
		begins(i, "lea");
	return step && i->load == CORE_NOTHING && i->store == CORE_NOTHING &&
		((i->sources | i->address) & ~(value | VALUE_FLAGS)) == 0;
}

/* How often a round writes the register otherwise than by steps, or 100; 1 step counts as one. */
static unsigned writes(const struct unit_text *f, uint32_t head, uint32_t n, values_t value)
{
	unsigned count = 0;
	for (uint32_t k = f->node[head].first; k <= f->node[n].last; k++)
		if (f->insn[k].results & value)
			count += steps(&f->insn[k], value) ? 1 : 100;
	return count;
}

/* One of the registers is stepped once a round, and the other not written. */
static bool counts(const struct unit_text *f, uint32_t head, uint32_t n, values_t values)
{
	unsigned stepped = 0;
	for (; values != 0; values &= values - 1)
		stepped += writes(f, head, n, values & -values);
	return stepped == 1;
}

static bool is_by_one(const struct insn *i)
{
	return begins(i, "dec") || ((begins(i, "sub") || begins(i, "add")) &&
		memchr(i->text.at, '$', i->text.end - i->text.at) != NULL &&
		(memmem(i->text.at, i->text.end - i->text.at, "$1,", 3) != NULL ||
		 memmem(i->text.at, i->text.end - i->text.at, "$-1,", 4) != NULL));
}

/* Only the branch looks at what it counts. */
static bool is_counter(const struct unit_text *f, uint32_t head, uint32_t n, uint32_t at)
{
	values_t value = f->insn[at].results & VALUES_GPR;
	for (uint32_t k = f->node[head].first; k <= f->node[n].last; k++)
		if (k != at && ((f->insn[k].sources | f->insn[k].address) & value) != 0)
			return false;
	return is_by_one(&f->insn[at]) && counts(f, head, n, value);
}

static void counter_free(struct unit_text *f, uint32_t n)
{
	const struct node *node = &f->node[n];
	uint32_t head = node->jump, at = node->last;
	if (f->insn[at].kind != INSN_JCC || head == NONE || head > n || !is_plain_loop(f, head, n))
		return;
	do {
		if (at-- == node->first)
			return;
	} while ((f->insn[at].results & VALUE_FLAGS) == 0);
	struct insn *i = &f->insn[at];
	bool memory = i->load != CORE_NOTHING || i->store != CORE_NOTHING;
	bool compares = begins(i, "cmp") && !memory &&
		counts(f, head, n, i->sources & VALUES_GPR);
	if (compares || (!memory && is_counter(f, head, n, at)))
		i->op = CORE_NOTHING;
}

/* ---- addresses */

/* (base,index,scale) of an instruction that accesses memory, or calculates an address. */
struct indexed {
	struct span text, index;
	bool base, scaled, number;
};

static bool indexed_find(const struct insn *i, struct indexed *x)
{
	const char *open = memchr(i->text.at, '(', i->text.end - i->text.at);
	const char *close = open != NULL ? memchr(open, ')', i->text.end - open) : NULL;
	const char *comma = close != NULL ? memchr(open, ',', close - open) : NULL;
	bool works = i->load != CORE_NOTHING || i->store != CORE_NOTHING || begins(i, "lea");
	if (comma == NULL || !works)
		return false;
	const char *scale = memchr(comma + 1, ',', close - comma - 1);
	x->text = (struct span){ open, close };
	x->index = (struct span){ comma + 1, scale != NULL ? scale : close };
	x->base = comma > open + 1;
	x->scaled = scale != NULL && scale[1] != '1';
	x->number = open > i->text.at && open[-1] > ' ' && open[-1] != ',';
	return true;
}

static bool is_same(struct span a, struct span b)
{
	size_t bytes = a.end - a.at;
	return (size_t)(b.end - b.at) == bytes && memcmp(a.at, b.at, bytes) == 0;
}

/* Whether the node has calculated the address before, of registers that are the same still. */
static bool is_there(const struct unit_text *f, const struct node *n, uint32_t at,
		     const struct indexed *x)
{
	values_t registers = operand_values(x->text);
	struct indexed o;
	for (uint32_t k = at; k-- > n->first && (f->insn[k].results & registers) == 0;)
		if (indexed_find(&f->insn[k], &o) && is_same(o.text, x->text))
			return true;
	return false;
}

/* Whether the node has used the index before, with another base or the same. */
static bool index_is_used(const struct unit_text *f, const struct node *n, uint32_t at,
			  const struct indexed *x)
{
	struct indexed o;
	for (uint32_t k = n->first; k < at; k++)
		if (indexed_find(&f->insn[k], &o) && is_same(o.index, x->index))
			return true;
	return false;
}

static bool is_invariant(const struct unit_text *f, uint32_t n, values_t values)
{
	for (uint32_t k = f->node[n].first; k <= f->node[n].last; k++)
		if (f->insn[k].results & values)
			return false;
	return true;
}

/* In a loop of one node what does not change is calculated before it; an index that is stepped is a
 * pointer for each base: its step is that of the first. */
static void address_extend(struct unit_text *f, uint32_t n, uint32_t at)
{
	const struct node *node = &f->node[n];
	struct insn *i = &f->insn[at];
	struct indexed x;
	if (!indexed_find(i, &x) || is_there(f, node, at, &x))
		return;
	bool loop = node->jump == n, pointer = loop && counts(f, n, n, operand_values(x.index));
	if (loop && is_invariant(f, n, operand_values(x.text)))
		return;
	i->address_shift = x.scaled && !pointer;
	i->address_add = pointer ? index_is_used(f, node, at, &x) : x.base && x.number;
}

/* ---- products */

static bool is_float(const struct insn *i, const char *name)
{
	return i->vector && i->op == CORE_FLOAT_ARITHMETIC &&
		(begins(i, name) || (*i->text.at == 'v' &&
		 span_starts((struct span){ i->text.at + 1, i->text.end }, name)));
}

static void product_join(struct unit_text *f, const struct node *n, uint32_t at)
{
	values_t value = f->insn[at].results;
	for (uint32_t k = at + 1; k <= n->last; k++) {
		struct insn *i = &f->insn[k];
		if (((i->sources | i->results) & value) == 0)
			continue;
		bool sum = is_float(i, "add") || is_float(i, "sub");
		if (sum && (i->sources & value) != 0 && !i->fused) {
			i->fused = true;
			f->insn[at].op = CORE_NOTHING;
		}
		return;
	}
}

void code_reduce(struct unit_text *f)
{
	for (uint32_t k = 0; k < f->nodes; k++) {
		const struct node *n = &f->node[k];
		counter_free(f, k);
		for (uint32_t i = n->first; i <= n->last; i++) {
			address_extend(f, k, i);
			if (is_float(&f->insn[i], "mul"))
				product_join(f, n, i);
		}
	}
}
