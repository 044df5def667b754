/*
 * decode.c - see decode.h.  Instructions are decoded by Capstone; on hosts other than x86-64
 * no instruction is known.
 */
#include "decode.h"

#include "access_bytes.h"

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)

#include <capstone/capstone.h>
#include <pthread.h>
#include <string.h>

#include "decode_fetch.h"
#include "emu/core/engine/thread.h"
#include "emu/node/image/image.h"
#include "follow.h"

#define INSTRUCTION_MAX 15
#define STUB_OPS 4 /* of a check, up to its call */
#define HALF_ADDRESS 4 /* bytes, of instructions with a prefix; endbr64 has none at all */

static csh decoder; /* 0: not available */
static pthread_once_t decoder_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t decoder_lock = PTHREAD_MUTEX_INITIALIZER; /* of its state */

static void decoder_open(void)
{
	if (cs_open(CS_ARCH_X86, CS_MODE_64, &decoder) != CS_ERR_OK ||
	    cs_option(decoder, CS_OPT_DETAIL, CS_OPT_ON) != CS_ERR_OK)
		decoder = 0;
}

/* Memory that a library allocates while a program runs is the program's (host_malloc.c); the
 * decoder's must not be. */
static struct thread *leave_program(void)
{
	struct thread *t = thread_self;

	thread_self = NULL;
	return t;
}

bool decode_ready(void)
{
	static __thread bool is_loaded;

	if (!is_loaded) {
		struct thread *t = leave_program();

		pthread_once(&decoder_once, decoder_open);
		thread_self = t;
		is_loaded = true;
	}
	return decoder != 0;
}

/* ---- operands */

static const x86_reg whole[16] = {
	X86_REG_RAX, X86_REG_RCX, X86_REG_RDX, X86_REG_RBX, X86_REG_RSP, X86_REG_RBP,
	X86_REG_RSI, X86_REG_RDI, X86_REG_R8, X86_REG_R9, X86_REG_R10, X86_REG_R11,
	X86_REG_R12, X86_REG_R13, X86_REG_R14, X86_REG_R15,
}, half[16] = {
	X86_REG_EAX, X86_REG_ECX, X86_REG_EDX, X86_REG_EBX, X86_REG_ESP, X86_REG_EBP,
	X86_REG_ESI, X86_REG_EDI, X86_REG_R8D, X86_REG_R9D, X86_REG_R10D, X86_REG_R11D,
	X86_REG_R12D, X86_REG_R13D, X86_REG_R14D, X86_REG_R15D,
}, quarter[16] = {
	X86_REG_AX, X86_REG_CX, X86_REG_DX, X86_REG_BX, X86_REG_SP, X86_REG_BP,
	X86_REG_SI, X86_REG_DI, X86_REG_R8W, X86_REG_R9W, X86_REG_R10W, X86_REG_R11W,
	X86_REG_R12W, X86_REG_R13W, X86_REG_R14W, X86_REG_R15W,
}, byte[16] = {
	X86_REG_AL, X86_REG_CL, X86_REG_DL, X86_REG_BL, X86_REG_SPL, X86_REG_BPL,
	X86_REG_SIL, X86_REG_DIL, X86_REG_R8B, X86_REG_R9B, X86_REG_R10B, X86_REG_R11B,
	X86_REG_R12B, X86_REG_R13B, X86_REG_R14B, X86_REG_R15B,
}, high[4] = { X86_REG_AH, X86_REG_CH, X86_REG_DH, X86_REG_BH };

static uint8_t reg_of(x86_reg r)
{
	for (uint8_t i = 0; i < 16; i++)
		if (r == whole[i] || r == half[i] || r == quarter[i] || r == byte[i])
			return i;
	return REG_NONE;
}

static bool reg_operand(x86_reg r, struct operand *o)
{
	o->kind = OPERAND_REG;
	o->reg = reg_of(r);
	for (uint8_t i = 0; i < 4; i++)
		if (r == high[i]) {
			o->reg = i;
			o->high = true;
		}
	return o->reg != REG_NONE;
}

/* in->address is the instruction's offset in the image. */
static bool memory_operand(const cs_insn *in, const x86_op_mem *m, struct operand *o)
{
	o->kind = OPERAND_MEMORY;
	o->value = m->disp;
	o->reg = o->index = REG_NONE;
	o->scale = (uint8_t)m->scale;
	if (m->segment == X86_REG_GS && m->base == X86_REG_INVALID &&
	    m->index == X86_REG_INVALID && m->disp == 0 && o->bytes == 8) {
		o->kind = OPERAND_BUDGET;
		return true;
	}
	if (m->segment != X86_REG_INVALID)
		return false;
	if (m->index != X86_REG_INVALID && (o->index = reg_of(m->index)) == REG_NONE)
		return false;
	if (m->base == X86_REG_RIP) {
		o->value += (int64_t)(in->address + in->size);
		o->reg = REG_IMAGE;
	} else if (m->base != X86_REG_INVALID) {
		return (o->reg = reg_of(m->base)) != REG_NONE;
	}
	return true;
}

static bool vector_operand(x86_reg r, struct operand *o)
{
	if (r < X86_REG_XMM0 || r > X86_REG_XMM15)
		return false;
	o->kind = OPERAND_VECTOR;
	o->reg = (uint8_t)(r - X86_REG_XMM0);
	return true;
}

static bool operand(const cs_insn *in, const cs_x86_op *x, struct operand *o)
{
	*o = (struct operand){ .bytes = x->size };
	switch (x->type) {
	case X86_OP_REG:
		return vector_operand(x->reg, o) || reg_operand(x->reg, o);
	case X86_OP_IMM:
		o->kind = OPERAND_IMMEDIATE;
		o->value = x->imm;
		return true;
	case X86_OP_MEM:
		return memory_operand(in, &x->mem, o);
	default:
		return false;
	}
}

/* ---- instructions */

static bool take(const cs_insn *in, struct op *op, enum op_kind kind)
{
	const cs_x86 *x = &in->detail->x86;
	struct operand *o[3] = { &op->to, &op->from, &op->third };

	if (x->op_count > 3)
		return false;
	for (uint8_t i = 0; i < x->op_count; i++)
		if (!operand(in, &x->operands[i], o[i]))
			return false;
	op->operands = x->op_count;
	op->kind = (uint8_t)kind;
	return true;
}

static uint8_t condition_of(const cs_insn *in)
{
	const uint8_t *opcode = in->detail->x86.opcode;

	return (opcode[0] == 0x0f ? opcode[1] : opcode[0]) & 0xf;
}

static bool jump(const cs_insn *in, struct op *op, enum op_kind kind)
{
	const cs_x86_op *x = &in->detail->x86.operands[0];

	op->kind = (uint8_t)kind;
	op->condition = condition_of(in);
	if (x->type == X86_OP_IMM) {
		op->target = (uint64_t)x->imm;
		return true;
	}
	op->indirect = true;
	return operand(in, x, &op->from);
}

/* cltq and its like: a register from its lower half. */
static bool extend_ax(struct op *op, uint8_t to_bytes)
{
	op->kind = OP_MOV;
	op->sign = true;
	op->operands = 2;
	op->to = (struct operand){ .kind = OPERAND_REG, .bytes = to_bytes, .reg = REG_RAX };
	op->from = (struct operand){ .kind = OPERAND_REG, .bytes = to_bytes / 2, .reg = REG_RAX };
	return true;
}

static bool sign_dx(struct op *op, uint8_t bytes)
{
	op->kind = OP_SIGN_DX;
	op->to.bytes = bytes;
	return true;
}

/* Decodes a division of rdx and rax, or of their halves. */
static bool divide(const cs_insn *in, struct op *op)
{
	op->sign = in->id == X86_INS_IDIV;
	return take(in, op, OP_DIV) && op->to.bytes >= 4;
}

static bool multiply_wide(const cs_insn *in, struct op *op)
{
	return take(in, op, OP_MUL) && op->to.bytes >= 4;
}

static bool is_branch(const cs_insn *in)
{
	const uint8_t *opcode = in->detail->x86.opcode;
	bool jumps = false;

	for (uint8_t i = 0; i < in->detail->groups_count; i++)
		jumps |= in->detail->groups[i] == CS_GRP_JUMP;
	return jumps && ((opcode[0] & 0xf0) == 0x70 ||
			 (opcode[0] == 0x0f && (opcode[1] & 0xf0) == 0x80));
}

static bool control(const cs_insn *in, struct op *op)
{
	switch (in->id) {
	case X86_INS_JMP: return jump(in, op, OP_JUMP);
	case X86_INS_CALL: return jump(in, op, OP_CALL);
	case X86_INS_RET: return take(in, op, OP_RET) && !op->operands;
	case X86_INS_LEAVE: return take(in, op, OP_LEAVE);
	case X86_INS_PUSH: return take(in, op, OP_PUSH) && op->to.bytes == 8;
	case X86_INS_POP: return take(in, op, OP_POP) && op->to.bytes == 8;
	default: return is_branch(in) && jump(in, op, OP_BRANCH);
	}
}

static bool conditional(const cs_insn *in, struct op *op)
{
	const uint8_t *opcode = in->detail->x86.opcode;

	if (opcode[0] != 0x0f)
		return false;
	op->condition = opcode[1] & 0xf;
	if ((opcode[1] & 0xf0) == 0x40)
		return take(in, op, OP_CMOV);
	return (opcode[1] & 0xf0) == 0x90 && take(in, op, OP_SET);
}

static enum op_kind arithmetic_kind(const cs_insn *in)
{
	switch (in->id) {
	case X86_INS_CMP: return OP_CMP;
	case X86_INS_TEST: return OP_TEST;
	case X86_INS_ADD: return OP_ADD;
	case X86_INS_SUB: return OP_SUB;
	case X86_INS_ADC: return OP_ADC;
	case X86_INS_SBB: return OP_SBB;
	case X86_INS_AND: return OP_AND;
	case X86_INS_OR: return OP_OR;
	case X86_INS_XOR: return OP_XOR;
	case X86_INS_SHL:
	case X86_INS_SAL: return OP_SHL;
	case X86_INS_SHR: return OP_SHR;
	case X86_INS_SAR: return OP_SAR;
	case X86_INS_INC: return OP_INC;
	case X86_INS_DEC: return OP_DEC;
	case X86_INS_NEG: return OP_NEG;
	case X86_INS_NOT: return OP_NOT;
	case X86_INS_IMUL: return in->detail->x86.op_count > 1 ? OP_IMUL : OP_UNKNOWN;
	case X86_INS_XCHG: return OP_XCHG;
	default: return OP_UNKNOWN;
	}
}

static bool plain(const cs_insn *in, struct op *op)
{
	enum op_kind kind = arithmetic_kind(in);

	if (kind == OP_ADC || kind == OP_SBB)
		op->condition = CONDITION_CARRY;
	if (kind != OP_UNKNOWN)
		return take(in, op, kind);
	switch (in->id) {
	case X86_INS_MOVSX:
	case X86_INS_MOVSXD:
		op->sign = true;
		return take(in, op, OP_MOV);
	case X86_INS_MOV:
	case X86_INS_MOVABS:
	case X86_INS_MOVZX: return take(in, op, OP_MOV);
	case X86_INS_LEA: return take(in, op, OP_LEA);
	case X86_INS_CMPXCHG: /* of a register: what becomes of its upper half is not known */
		return take(in, op, OP_CMPXCHG) && op->to.kind == OPERAND_MEMORY;
	case X86_INS_CDQE: return extend_ax(op, 8);
	case X86_INS_CWDE: return extend_ax(op, 4);
	case X86_INS_DIV:
	case X86_INS_IDIV: return divide(in, op);
	case X86_INS_MUL: return multiply_wide(in, op);
	case X86_INS_CQO: return sign_dx(op, 8);
	case X86_INS_CDQ: return sign_dx(op, 4);
	case X86_INS_NOP:
	case X86_INS_PAUSE:
	case X86_INS_MFENCE:
	case X86_INS_LFENCE:
	case X86_INS_SFENCE:
	case X86_INS_ENDBR64:
	case X86_INS_PREFETCHT0:
	case X86_INS_PREFETCHT1:
	case X86_INS_PREFETCHT2:
	case X86_INS_PREFETCHNTA:
	case X86_INS_PREFETCHW:
		op->kind = OP_NOTHING;
		return true;
	default: return conditional(in, op) || control(in, op);
	}
}

/* ---- vector registers */

static bool is_vector(const struct operand *o)
{
	return o->kind == OPERAND_VECTOR;
}

static bool vector_take(const cs_insn *in, struct op *op, enum op_kind kind, uint8_t bytes)
{
	op->vector_bytes = bytes;
	return take(in, op, kind) && op->operands == 2;
}

/* An operation of a register with itself that gives zero. */
static bool vector_clear(const cs_insn *in, struct op *op)
{
	return vector_take(in, op, OP_VECTOR_CLEAR, 16) && is_vector(&op->to) &&
	       is_vector(&op->from) && op->to.reg == op->from.reg;
}

static bool vector(const cs_insn *in, struct op *op)
{
	switch (in->id) {
	case X86_INS_MOVSS:
	case X86_INS_MOVSD:
		op->merges = true;
		return vector_take(in, op, OP_VECTOR_MOVE, in->id == X86_INS_MOVSS ? 4 : 8) &&
		       (is_vector(&op->to) || is_vector(&op->from));
	case X86_INS_MOVD: return vector_take(in, op, OP_VECTOR_MOVE, 4);
	case X86_INS_MOVQ: return vector_take(in, op, OP_VECTOR_MOVE, 8);
	case X86_INS_MOVAPS:
	case X86_INS_MOVUPS:
	case X86_INS_MOVAPD:
	case X86_INS_MOVUPD:
	case X86_INS_MOVDQA:
	case X86_INS_MOVDQU: return vector_take(in, op, OP_VECTOR_MOVE, 16);
	case X86_INS_PXOR:
	case X86_INS_XORPS:
	case X86_INS_XORPD: return vector_clear(in, op);
	case X86_INS_UCOMISS:
	case X86_INS_COMISS: return vector_take(in, op, OP_VECTOR_COMPARE, 4);
	case X86_INS_UCOMISD:
	case X86_INS_COMISD: return vector_take(in, op, OP_VECTOR_COMPARE, 8);
	case X86_INS_PUNPCKLDQ: return vector_take(in, op, OP_VECTOR_UNPACK, 4);
	case X86_INS_PUNPCKLQDQ: return vector_take(in, op, OP_VECTOR_UNPACK, 8);
	default: return false;
	}
}

/* Moves and comparisons of integers must have none. */
static bool without_vectors(const struct op *op)
{
	return !is_vector(&op->to) && !is_vector(&op->from) && !is_vector(&op->third);
}

/* The program's instructions, without those that count them. */
static bool insn_at(const uint8_t *base, uint64_t at, cs_insn **in)
{
	const struct image *img = follow_model.image;

	if (img->mix.plain && at < img->copy_bytes)
		base = img->mix.plain;
	pthread_mutex_lock(&decoder_lock);
	size_t count = cs_disasm(decoder, base + at, INSTRUCTION_MAX, at, 1, in);

	pthread_mutex_unlock(&decoder_lock);
	return count == 1;
}

/* One instruction alone. */
static void decode_one(const uint8_t *base, uint64_t at, struct op *op)
{
	cs_insn *in = NULL;

	*op = (struct op){ .at = at, .check_reg = REG_NONE };
	if (!decode_ready() || !insn_at(base, at, &in))
		return;
	op->next = at + in->size;
	if (in->detail->x86.addr_size == HALF_ADDRESS ||
	    (plain(in, op) ? !without_vectors(op) : !vector(in, op))) {
		uint64_t next = op->next;

		*op = (struct op){ .at = at, .next = next, .check_reg = REG_NONE };
	}
	cs_free(in, 1);
}

static bool loads_or_stores(const cs_insn *in)
{
	return in->id != X86_INS_LEA && in->id != X86_INS_NOP && in->id != X86_INS_PREFETCHT0 &&
	       in->id != X86_INS_PREFETCHNTA && in->id != X86_INS_PREFETCHW;
}

/* True for memory whose address is neither constant nor on the stack. */
static bool moves(const struct operand *o)
{
	return o->kind == OPERAND_MEMORY && o->reg != REG_RSP &&
	       ((o->reg != REG_IMAGE && o->reg != REG_NONE) || o->index != REG_NONE);
}

/* Capstone takes the memory that a move of a vector stores to for one that is read. */
static bool only_stores(const cs_insn *in, unsigned operand)
{
	return !(in->detail->x86.operands[operand].access & CS_AC_READ) ||
	       (operand == 0 && strncmp(in->mnemonic + (in->mnemonic[0] == 'v'), "mov", 3) == 0);
}

bool decode_access(const uint8_t *base, uint64_t at, struct operand *o, bool *store)
{
	struct thread *t = leave_program();
	bool found = false;
	cs_insn *in = NULL;

	if (decode_ready() && insn_at(base, at, &in)) {
		const cs_x86 *x = &in->detail->x86;

		for (unsigned i = 0; i < x->op_count && !found && loads_or_stores(in); i++) {
			*o = (struct operand){ .bytes = x->operands[i].size };
			*store = only_stores(in, i);
			found = x->operands[i].type == X86_OP_MEM &&
				memory_operand(in, &x->operands[i].mem, o) && moves(o);
		}
		cs_free(in, 1);
	}
	thread_self = t;
	return found;
}

static bool is_movs(const cs_insn *in)
{
	return in->id == X86_INS_MOVSB || in->id == X86_INS_MOVSW || in->id == X86_INS_MOVSD ||
	       in->id == X86_INS_MOVSQ;
}

/* Sizes of vectors' memory are not always right: then that of the register counts. */
static struct access_bytes bytes_of(const cs_insn *in)
{
	struct access_bytes a = { 0 };
	unsigned memories = 0, most = 0;

	for (unsigned i = 0; i < in->detail->x86.op_count; i++) {
		const cs_x86_op *o = &in->detail->x86.operands[i];
		bool is_memory = o->type == X86_OP_MEM;

		memories += is_memory;
		if (is_memory && o->mem.index != X86_REG_INVALID &&
		    reg_of(o->mem.index) == REG_NONE)
			return a; /* places by the elements of a vector */
		if (o->size > most && (is_memory || o->size > 8))
			most = o->size;
	}
	a.bytes = memories ? most : 0;
	a.string = memories == 2;
	a.moves = a.string && is_movs(in);
	return a;
}

#define EVEX 0x62
#define EVEX_BYTES 64 /* of the longest vector, which does not matter where it is shorter */

/* Instructions of vectors that the decoder does not know; not those that gather or scatter. */
static unsigned bytes_of_evex(const uint8_t *code)
{
	unsigned map = code[1] & 7, opcode = code[4];

	return code[0] == EVEX && !(map == 2 && (opcode & 0xcc) == 0x80 && (opcode & 0x30))
		       ? EVEX_BYTES : 0;
}

struct access_bytes decode_access_bytes(uint64_t pc)
{
	struct thread *t = leave_program();
	struct access_bytes a = { 0 };
	cs_insn *in = NULL;

	if (decode_ready()) {
		pthread_mutex_lock(&decoder_lock);
		cs_disasm(decoder, (const uint8_t *)(uintptr_t)pc, INSTRUCTION_MAX, 0, 1, &in);
		pthread_mutex_unlock(&decoder_lock);
	}
	if (in) {
		a = bytes_of(in);
		cs_free(in, 1);
	} else if (decode_ready()) {
		a.bytes = bytes_of_evex((const uint8_t *)(uintptr_t)pc);
	}
	thread_self = t;
	return a;
}

/* ---- checks */

/* The target of a call, through the jump of the procedure linkage table. */
static uint64_t call_target(const uint8_t *base, uint64_t target)
{
	const uint8_t *code = base + target;
	uint64_t to;
	int32_t far;

	if (code[0] != 0xff || code[1] != 0x25) /* jmp *far(%rip) */
		return (uintptr_t)code;
	memcpy(&far, code + 2, sizeof far);
	memcpy(&to, code + 6 + far, sizeof to);
	return to;
}

static bool is_check(uint64_t at)
{
	for (unsigned i = 0; i < FOLLOW_CHECKS; i++)
		if (at == (uintptr_t)follow_model.check[i])
			return true;
	return false;
}

/* Whether target is the stub of a check: it stores the budget if that is in a register,
 * moves the stack pointer past the red zone, and calls. */
static bool is_stub(const uint8_t *base, uint64_t target, uint8_t *reg)
{
	struct op op;

	*reg = REG_NONE;
	for (unsigned i = 0; i < STUB_OPS; i++, target = op.next) {
		decode_one(base, target, &op);
		if (op.kind == OP_CALL && !op.indirect)
			return is_check(call_target(base, op.target));
		if (op.kind == OP_MOV && op.to.kind == OPERAND_BUDGET &&
		    op.from.kind == OPERAND_REG)
			*reg = op.from.reg;
		else if (op.kind != OP_LEA || op.to.reg != REG_RSP)
			return false;
	}
	return false;
}

#define LESS 12 /* the condition of jl */

void decode_insn(const uint8_t *base, uint64_t at, struct op *op)
{
	struct thread *t = leave_program();

	decode_one(base, at, op);
	if (op->kind == OP_UNKNOWN)
		decode_fetch(base, at, op);
	if (op->kind == OP_BRANCH && op->condition == LESS &&
	    is_stub(base, op->target, &op->check_reg))
		op->kind = OP_CHECK;
	op->mix = image_mix_at(&follow_model.image->mix, at);
	thread_self = t;
}

#else

struct access_bytes decode_access_bytes(uint64_t pc)
{
	(void)pc;
	return (struct access_bytes){ 0 };
}

bool decode_ready(void)
{
	return false;
}

bool decode_access(const uint8_t *base, uint64_t at, struct operand *o, bool *store)
{
	(void)base, (void)at, (void)o, (void)store;
	return false;
}

void decode_insn(const uint8_t *base, uint64_t at, struct op *op)
{
	(void)base;
	*op = (struct op){ .at = at };
}

#endif
