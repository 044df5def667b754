/*
 * as_stub.c - the pieces of code that are added: payments, checks, moves of the budget,
 * and what stands out of line.  See the contract in bgqemu(7): %gs:0 is the budget.
 *
 * Never: change a register or the stack below the red zone of the program.
 */
#include "emit.h"

static const char *const reg64[16] = { "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
	"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15" };

static const char spare[] = "leaq -128(%rsp),%rsp;";
static const char unspare[] = "leaq 128(%rsp),%rsp;";
#define SPARE_BYTES 128
#define FLAGS_BYTES 8 /* pushed */

static void budget_name(struct out *o, uint8_t reg)
{
	if (reg == NO_REG)
		out_text(o, "%gs:0");
	else
		out_format(o, "%%%s", reg64[reg]);
}

/* Subtracts in steps of at most what an instruction can; flags are those of the last one. */
static void subtract(struct out *o, cost_t cost, uint8_t reg)
{
	const cost_t most = INT32_MAX & ~(BUDGET_CYCLE - 1);
	for (bool more = true; more; cost -= most) {
		more = cost > INT32_MAX;
		out_format(o, "subq $%u,", (uint32_t)(more ? most : cost));
		budget_name(o, reg);
		out_text(o, ";");
	}
}

/* The payment stands for instructions.  One that is too short for that follows another one. */
static void pay(struct emitter *e, struct out *o, cost_t cost, const int32_t *mix, uint8_t reg)
{
	if (cost <= INT8_MAX && reg != NO_REG)
		site_nothing(e, o, mix, false);
	else
		site_add(e, o, mix, 0);
	subtract(o, cost, reg);
}

void code_pay(struct emitter *e, struct out *o, cost_t cost, const int32_t *mix, uint8_t reg,
	bool flags)
{
	if (cost == 0) {
		site_nothing(e, o, mix, flags);
		return;
	}
	if (flags)
		out_format(o, "%spushfq;", spare);
	pay(e, o, cost, mix, reg);
	if (flags)
		out_format(o, "popfq;%s", unspare);
}

/* The budget comes into a register; what was in it is kept in another one, if need be. */
void code_load(struct out *o, uint8_t reg, uint8_t keep)
{
	if (keep != NO_REG)
		out_format(o, "movq %%%s,%%xmm%u;", reg64[reg], keep);
	out_format(o, "movq %%gs:0,%%%s;", reg64[reg]);
}

void code_store(struct out *o, uint8_t reg)
{
	out_format(o, "movq %%%s,%%gs:0;", reg64[reg]);
}

void code_restore(struct out *o, uint8_t reg, uint8_t keep)
{
	if (keep != NO_REG)
		out_format(o, "movq %%xmm%u,%%%s;", keep, reg64[reg]);
}

/* Less on the stack, and quicker, than all registers: xmm0 to xmm15, and the x87 unit, of which
 * a function without any such instruction has at most what another one has returned in it. */
static const char *check_of(const struct unit_text *f, const struct node *n)
{
	if (f->wide)
		return "bgqemu_check";
	return unit_of(f, n)->x87 || !f->compiled ? "bgqemu_check_x87" : "bgqemu_check_xmm";
}

/* Out of line: calls the emulator and comes back.  The stack is lower by so much already. */
static void stub_check(struct emitter *e, uint32_t stub, uint32_t back, const struct node *n,
	int lower)
{
	uint8_t reg = n->reg;
	struct out *o = &e->stubs;
	unwind_stub(e);
	unwind_lower(e, lower);
	out_format(o, ".Lbgq%u:", stub);
	range_set(e, o, reg);
	if (reg != NO_REG)
		code_store(o, reg);
	range_set(e, o, NO_REG);
	out_text(o, spare);
	unwind_lower(e, SPARE_BYTES);
	out_format(o, "call %s@PLT;%s", check_of(e->f, n), unspare);
	unwind_lower(e, -SPARE_BYTES - lower);
	if (reg != NO_REG)
		code_load(o, reg, NO_REG);
	range_set(e, o, reg);
	out_format(o, "jmp .Lbgq%u;", back);
	range_set(e, o, NO_REG);
}

/* A payment, and a look whether the budget is used up: by jl, which processors fuse with a
 * subtraction, as they do not js; no budget is so large that the two differ. */
void code_check(struct emitter *e, const struct node *n, bool flags)
{
	uint32_t stub = e->labels++, back = e->labels++;
	if (flags)
		out_format(e->o, "%spushfq;", spare);
	pay(e, e->o, n->pay, e->f->mix[n - e->f->node].pay, n->reg);
	out_format(e->o, "jl .Lbgq%u;.Lbgq%u:", stub, back);
	if (flags)
		out_format(e->o, "popfq;%s", unspare);
	stub_check(e, stub, back, n, flags ? SPARE_BYTES + FLAGS_BYTES : 0);
}

/* rep: a cycle for each element.  repe and repne give back those that are left. */
void code_count(struct emitter *e, const struct insn *i, bool back, uint8_t reg, bool flags)
{
	struct out *o = e->o;
	int32_t mix[MIX_COUNT] = { 0 };
	mix_add(mix, i);
	for (unsigned c = 0; back && c < MIX_COUNT; c++)
		mix[c] = -mix[c];
	out_text(o, spare);
	if (flags)
		out_text(o, "pushfq;");
	out_text(o, "pushq %rcx;movl %ecx,%ecx;");
	site_add(e, o, mix, MIX_TIMES_RCX);
	out_format(o, "shlq $%u,%%rcx;%s %%rcx,", BUDGET_DEMAND_BITS, back ? "addq" : "subq");
	budget_name(o, reg);
	out_text(o, ";popq %rcx;");
	if (flags)
		out_text(o, "popfq;");
	out_text(o, unspare);
}
