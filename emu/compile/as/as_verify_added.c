/*
 * as_verify_added.c - what each added statement does to the state, for the verifier.
 *
 * Never: an added statement of a form that is not listed here.
 */
#include "as_verify.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[16] = { "%rax", "%rcx", "%rdx", "%rbx", "%rsp", "%rbp", "%rsi",
	"%rdi", "%r8", "%r9", "%r10", "%r11", "%r12", "%r13", "%r14", "%r15" };

#define MEMORY 16 /* as an operand: %gs:0 */
#define VECTORS 32 /* operands from here on: vector registers */
#define NOTHING 255

static uint8_t operand(struct span s)
{
	for (uint8_t i = 0; i < 16; i++)
		if (span_is(s, names[i]))
			return i;
	if (span_is(s, "%gs:0"))
		return MEMORY;
	if (span_starts(s, "%xmm") && s.end - s.at < 7)
		return (uint8_t)(VECTORS + strtoul(s.at + 4, NULL, 10) % 16);
	return NOTHING;
}

static bool operands_two(struct span s, struct span *a, struct span *b)
{
	const char *comma = memrchr(s.at, ',', s.end - s.at);
	if (comma == NULL)
		return false;
	*a = (struct span){ s.at, comma };
	*b = (struct span){ comma + 1, s.end };
	return true;
}

/* Nothing is lost of what was nobody's. */
static void overwrite(struct state *st, regs_t regs)
{
	st->added |= regs;
	st->junk |= regs & ~st->unused;
}

static bool has_budget(const struct state *st, uint8_t where)
{
	return where == MEMORY ? st->place == NO_REG : st->place == where;
}

/* subq or addq: of a number, or of %rcx. */
static const char *payment(struct state *st, struct span from, struct span to)
{
	if (!has_budget(st, operand(to)))
		return "a payment where the budget is not";
	if (*from.at != '$' && !span_is(from, "%rcx"))
		return "a payment of something else";
	overwrite(st, REGS_FLAGS);
	return NULL;
}

static const char *budget_to_memory(struct state *st, uint8_t reg)
{
	if (st->place != reg)
		return "a register without the budget is stored";
	st->place = NO_REG;
	return NULL;
}

static const char *budget_to_register(struct state *st, uint8_t reg)
{
	if (st->place != NO_REG)
		return "the budget is loaded twice";
	st->place = reg;
	overwrite(st, REG(reg));
	return NULL;
}

static const char *keep(struct state *st, uint8_t reg, uint8_t vector)
{
	if (st->kept != NO_REG)
		return "two registers are kept at once";
	st->kept = reg;
	st->kept_junk = st->junk & REG(reg); /* and is junk again when it comes back */
	st->keeper = vector;
	st->vectors |= (uint16_t)(1u << vector);
	return NULL;
}

static const char *restore(struct state *st, uint8_t vector, uint8_t reg)
{
	if (st->kept != reg || st->keeper != vector || st->place == reg)
		return "what comes back was not kept";
	st->kept = st->keeper = NO_REG;
	st->junk &= ~REG(reg);
	st->junk |= st->kept_junk;
	st->kept_junk = 0;
	st->added &= ~REG(reg);
	return NULL;
}

/* The target of a call, which the program has in its own registers and memory. */
static const char *target(struct state *st, struct span from)
{
	regs_t reads = 0;
	for (int i = 0; i < 16; i++)
		if (memmem(from.at, from.end - from.at, names[i], strlen(names[i])) != NULL)
			reads |= REG(i);
	if ((st->junk & reads) != 0 || st->place != NO_REG || st->spared != 0 ||
		*from.at == '$' || memchr(from.at, ':', from.end - from.at) != NULL)
		return "an unknown move";
	overwrite(st, REG(R11));
	st->target = from;
	return NULL;
}

static bool is_border(struct span s)
{
	return span_is(s, "bgqrt_image(%rip)") || span_is(s, "bgqrt_image+8(%rip)");
}

static const char *compare(struct state *st, struct span a, struct span b)
{
	if (!is_border(a) || !span_is(b, "%r11"))
		return "an unknown comparison";
	overwrite(st, REGS_FLAGS);
	return NULL;
}

/* The bits of functions in the instruction cache. */
static const char *fetch_bits(struct state *st)
{
	overwrite(st, REG(R11));
	return NULL;
}

static const char *move(struct state *st, struct span from, struct span to)
{
	uint8_t a = operand(from), b = operand(to);
	if (b == R11 && span_is(from, "%gs:56"))
		return fetch_bits(st);
	if (b == R11 && a != MEMORY && a < VECTORS)
		return target(st, from);
	if (b == R11 && a == NOTHING)
		return target(st, from);
	if (a == MEMORY && b < 16)
		return budget_to_register(st, b);
	if (a < 16 && b == MEMORY)
		return budget_to_memory(st, a);
	if (a < 16 && b >= VECTORS && b != NOTHING)
		return keep(st, a, b - VECTORS);
	if (b < 16 && a >= VECTORS && a != NOTHING)
		return restore(st, a - VECTORS, b);
	return "an unknown move";
}

static const char *push(struct state *st, bool flags)
{
	if (st->spared == 0)
		return "the red zone is overwritten";
	if (st->depth == sizeof st->pushed / sizeof *st->pushed)
		return "too much is pushed";
	st->pushed[st->depth].flags = flags;
	st->pushed[st->depth++].junk = st->junk & (flags ? REGS_FLAGS : REG(RCX));
	return NULL;
}

static const char *pop(struct state *st, bool flags)
{
	if (st->depth == 0 || st->pushed[st->depth - 1].flags != flags)
		return "the stack is not balanced";
	st->junk &= ~(flags ? REGS_FLAGS : REG(RCX));
	st->added &= ~(flags ? REGS_FLAGS : REG(RCX));
	st->junk |= st->pushed[--st->depth].junk;
	return NULL;
}

static bool is_number(struct span s)
{
	if (s.at == s.end || *s.at++ != '$')
		return false;
	while (s.at < s.end && *s.at >= '0' && *s.at <= '9')
		s.at++;
	return s.at == s.end;
}

static const char *look(struct state *st, struct span bit, struct span at)
{
	if (!is_number(bit) || at.end - at.at < 6 || memcmp(at.end - 6, "(%r11)", 6) != 0 ||
		!(st->added & REG(R11)))
		return "an unknown look";
	overwrite(st, REGS_FLAGS);
	return NULL;
}

/* The number that a call of bgqemu_fetch finds on the stack, and takes off into %r11. */
static const char *number(struct state *st, bool off)
{
	if (st->spared == 0)
		return "the red zone is overwritten";
	if (st->depth != 0 || st->number != off)
		return "the stack is not balanced";
	st->number = !off;
	if (off)
		overwrite(st, REG(R11));
	return NULL;
}

static const char *check(const struct state *st, struct span to, const struct statements *t,
	bool x87)
{
	if (st->spared == 0)
		return "the red zone is overwritten";
	if (st->atomic)
		return "a check between the parts of an atomic";
	if (st->place != NO_REG)
		return "a check while the budget is in a register";
	if (span_is(to, "bgqemu_fetch@PLT"))
		return st->number ? NULL : "a call without its number";
	if (span_is(to, "bgqemu_check@PLT") || span_is(to, "bgqemu_call_target@PLT"))
		return NULL;
	if (t->wide)
		return "a check that does not keep wide vectors";
	if (span_is(to, "bgqemu_check_x87@PLT"))
		return NULL;
	if (!span_is(to, "bgqemu_check_xmm@PLT"))
		return "an unknown call";
	return x87 ? "a check that does not keep the x87 unit" : NULL;
}

static const char *step(struct state *st, struct span rest)
{
	if (span_is(rest, "-128(%rsp),%rsp")) {
		st->spared++;
		return st->spared > 2 ? "the stack grows" : NULL;
	}
	if (!span_is(rest, "128(%rsp),%rsp") || st->spared == 0)
		return "the stack is not balanced";
	st->spared--;
	return NULL;
}

/* rcx is the count that is charged, between its push and its pop. */
static const char *count(struct state *st)
{
	if (st->depth == 0 || st->pushed[st->depth - 1].flags)
		return "rcx is overwritten";
	overwrite(st, REG(RCX));
	return NULL;
}

static const char *branch(struct span name, struct span to, const struct state *st,
	struct span *jump, bool *ends)
{
	*jump = to;
	*ends = span_is(name, "jmp");
	return !*ends && !(st->added & REGS_FLAGS) ? "a branch on the program's flags" : NULL;
}

static const char *directive(struct span s)
{
	bool nothing = span_is(s, ".byte 0x66") || span_is(s, ".byte 0x0f,0x1f,0x44,0,0") ||
		span_starts(s, ".section .bgq_budget"); /* a list, behind all code */
	return nothing || span_starts(s, ".p2align 6,,") || span_starts(s, ".cfi_") ||
		span_starts(s, ".loc ") ? NULL : "an unknown directive";
}

/* Returns what is wrong, or NULL.  jump: where it may lead; ends: and nowhere else. */
const char *added_apply(struct span s, struct state *st, const struct statements *t, bool x87,
	struct span *jump, bool *ends)
{
	struct span rest, name = word_first(s, &rest), a = { 0 }, b = { 0 };
	bool two = operands_two(rest, &a, &b);
	*jump = (struct span){ 0 };
	*ends = false;
	if (*s.at == '.')
		return directive(s);
	if (span_is(name, "jmp") || span_is(name, "jl") || span_is(name, "je") ||
		span_is(name, "jb") || span_is(name, "jae"))
		return branch(name, rest, st, jump, ends);
	if (span_is(name, "call"))
		return check(st, rest, t, x87);
	if (span_is(name, "pushfq"))
		return push(st, true);
	if (span_is(name, "popfq"))
		return pop(st, true);
	if (span_is(name, "pushq") && is_number(rest))
		return number(st, false);
	if (span_is(s, "popq %r11"))
		return number(st, true);
	if (two && span_is(name, "testb"))
		return look(st, a, b);
	if (span_is(s, "pushq %rcx"))
		return push(st, false);
	if (span_is(s, "popq %rcx"))
		return pop(st, false);
	if (span_is(name, "leaq"))
		return step(st, rest);
	if (span_is(s, "movl %ecx,%ecx"))
		return count(st);
	if (span_is(name, "shlq") && two && span_is(b, "%rcx")) {
		overwrite(st, REGS_FLAGS);
		return count(st);
	}
	if (two && (span_is(name, "subq") || span_is(name, "addq")))
		return payment(st, a, b);
	if (two && span_is(name, "cmpq"))
		return compare(st, a, b);
	if (two && span_is(name, "movq"))
		return move(st, a, b);
	return "an unknown instruction";
}
