/*
 * wait_decode.c - see wait_decode.h.  The decoding is Capstone's, which is loaded when it
 * is first asked: that takes as long as to boot a hundred nodes.  Without it, and on hosts
 * other than x86-64, no instruction is known.
 */
#include "wait_decode.h"

#if defined(__x86_64__)

#include <capstone/capstone.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#define INSTRUCTION_MOST 15
#define STUB_MOST 2 /* jumps on the way from a program to the emulator */

void bgqemu_block_hook(void);

/* The major version of the library is that of its header. */
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define LIBRARY "libcapstone.so." TEXT(CS_API_MAJOR)

static struct {
	csh handle; /* 0: not to be had */
	size_t (*disasm)(csh handle, const uint8_t *code, size_t bytes, uint64_t at,
			 size_t count, cs_insn **insn);
	void (*free)(cs_insn *insn, size_t count);
} decoder;
static pthread_once_t decoder_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t decoder_lock = PTHREAD_MUTEX_INITIALIZER; /* of the handle's state */

/* What dlsym gives is no pointer to a function, says the language. */
static bool find(void *library, const char *name, void *function, size_t bytes)
{
	void *at = dlsym(library, name);

	memcpy(function, &at, bytes);
	return at != NULL;
}

static void decoder_load(void)
{
	cs_err (*open)(cs_arch arch, cs_mode mode, csh *handle);
	cs_err (*option)(csh handle, cs_opt_type type, size_t value);
	void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);

	if (!library || !find(library, "cs_open", &open, sizeof open) ||
	    !find(library, "cs_option", &option, sizeof option) ||
	    !find(library, "cs_disasm", &decoder.disasm, sizeof decoder.disasm) ||
	    !find(library, "cs_free", &decoder.free, sizeof decoder.free))
		return;
	if (open(CS_ARCH_X86, CS_MODE_64, &decoder.handle) != CS_ERR_OK ||
	    option(decoder.handle, CS_OPT_DETAIL, CS_OPT_ON) != CS_ERR_OK)
		decoder.handle = 0;
}

bool wait_decode_ready(void)
{
	pthread_once(&decoder_once, decoder_load);
	return decoder.handle != 0;
}

static bool decode(uint64_t at, cs_insn **in)
{
	const uint8_t *code = (const uint8_t *)(uintptr_t)at;

	if (!wait_decode_ready())
		return false;
	pthread_mutex_lock(&decoder_lock);
	size_t count = decoder.disasm(decoder.handle, code, INSTRUCTION_MOST, at, 1, in);

	pthread_mutex_unlock(&decoder_lock);
	return count == 1;
}

/* Whole registers and their lower halves; parts smaller than that are not known. */
static unsigned reg_of(x86_reg r)
{
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
	};

	for (unsigned i = 0; i < 16; i++)
		if (r == whole[i] || r == half[i] || r == quarter[i] || r == byte[i])
			return i;
	return WAIT_LOOP_NONE;
}

static bool memory_operand(const cs_insn *in, const x86_op_mem *m, struct wait_operand *o)
{
	o->kind = WAIT_MEMORY;
	o->value = m->disp;
	o->reg = o->index = WAIT_LOOP_NONE;
	o->scale = (uint8_t)m->scale;
	if (m->segment != X86_REG_INVALID)
		return false;
	if (m->index != X86_REG_INVALID && (o->index = (uint8_t)reg_of(m->index)) == WAIT_LOOP_NONE)
		return false;
	if (m->base == X86_REG_RIP)
		o->value += (int64_t)(in->address + in->size);
	else if (m->base != X86_REG_INVALID)
		return (o->reg = (uint8_t)reg_of(m->base)) != WAIT_LOOP_NONE;
	return true;
}

static bool operand(const cs_insn *in, const cs_x86_op *x, struct wait_operand *o)
{
	*o = (struct wait_operand){ .bytes = x->size };
	switch (x->type) {
	case X86_OP_REG:
		o->kind = WAIT_REGISTER;
		o->reg = (uint8_t)reg_of(x->reg);
		return o->reg != WAIT_LOOP_NONE && x->reg != X86_REG_AH && x->reg != X86_REG_BH &&
		       x->reg != X86_REG_CH && x->reg != X86_REG_DH;
	case X86_OP_IMM:
		o->kind = WAIT_IMMEDIATE;
		o->value = x->imm;
		return true;
	case X86_OP_MEM:
		return memory_operand(in, &x->mem, o);
	default:
		return false;
	}
}

/* Where a call ends up, through the jumps by which programs get to the emulator. */
static uint64_t call_target(uint64_t at)
{
	for (int i = 0; i < STUB_MOST; i++) {
		const uint8_t *code = (const uint8_t *)(uintptr_t)at;
		uint64_t to;
		int32_t far;

		if (code[0] != 0xff || code[1] != 0x25) /* jmp *far(%rip) */
			break;
		memcpy(&far, code + 2, sizeof far);
		memcpy(&to, code + 6 + far, sizeof to);
		at = to;
	}
	return at;
}

static bool two_operands(const cs_insn *in, struct wait_op *op, enum wait_loop_kind kind)
{
	const cs_x86 *x = &in->detail->x86;

	op->kind = (uint8_t)kind;
	return x->op_count == 2 && operand(in, &x->operands[0], &op->to) &&
	       operand(in, &x->operands[1], &op->from);
}

static bool jump(const cs_insn *in, struct wait_op *op, enum wait_loop_kind kind)
{
	const cs_x86_op *x = &in->detail->x86.operands[0];

	op->kind = (uint8_t)kind;
	op->target = x->type == X86_OP_IMM ? (uint64_t)x->imm : 0;
	op->condition = in->bytes[0] == 0x0f ? in->bytes[1] & 0xf : in->bytes[0] & 0xf;
	if (kind == WAIT_OP_HOOK)
		return op->target &&
		       call_target(op->target) == (uintptr_t)&bgqemu_block_hook;
	return op->target != 0;
}

/* cltq and cwtl: rax from its lower half, eax from its lowest quarter. */
static bool extend_rax(struct wait_op *op, uint8_t to_bytes)
{
	op->kind = WAIT_OP_MOV;
	op->sign = true;
	op->to = (struct wait_operand){ .kind = WAIT_REGISTER, .bytes = to_bytes };
	op->from = (struct wait_operand){ .kind = WAIT_REGISTER, .bytes = to_bytes / 2 };
	return true;
}

static bool instruction(const cs_insn *in, struct wait_op *op)
{
	switch (in->id) {
	case X86_INS_MOVSX:
	case X86_INS_MOVSXD:
		op->sign = true;
		return two_operands(in, op, WAIT_OP_MOV);
	case X86_INS_MOV:
	case X86_INS_MOVABS:
	case X86_INS_MOVZX: return two_operands(in, op, WAIT_OP_MOV);
	case X86_INS_LEA: return two_operands(in, op, WAIT_OP_LEA);
	case X86_INS_CMP: return two_operands(in, op, WAIT_OP_CMP);
	case X86_INS_TEST: return two_operands(in, op, WAIT_OP_TEST);
	case X86_INS_ADD: return two_operands(in, op, WAIT_OP_ADD);
	case X86_INS_SUB: return two_operands(in, op, WAIT_OP_SUB);
	case X86_INS_AND: return two_operands(in, op, WAIT_OP_AND);
	case X86_INS_OR: return two_operands(in, op, WAIT_OP_OR);
	case X86_INS_XOR: return two_operands(in, op, WAIT_OP_XOR);
	case X86_INS_SHL:
	case X86_INS_SAL: return two_operands(in, op, WAIT_OP_SHL);
	case X86_INS_SHR: return two_operands(in, op, WAIT_OP_SHR);
	case X86_INS_SAR: return two_operands(in, op, WAIT_OP_SAR);
	case X86_INS_CDQE: return extend_rax(op, 8);
	case X86_INS_CWDE: return extend_rax(op, 4);
	case X86_INS_NOP:
	case X86_INS_PAUSE:
	case X86_INS_MFENCE:
	case X86_INS_LFENCE:
		op->kind = WAIT_OP_NOTHING;
		return true;
	case X86_INS_JMP: return jump(in, op, WAIT_OP_JUMP);
	case X86_INS_CALL: return jump(in, op, WAIT_OP_HOOK);
	default: /* conditional jumps, by opcode: 0x7. or 0x0f 0x8. */
		if ((in->bytes[0] & 0xf0) == 0x70 ||
		    (in->bytes[0] == 0x0f && (in->bytes[1] & 0xf0) == 0x80))
			return jump(in, op, WAIT_OP_BRANCH);
		return false;
	}
}

/* A barrier as compilers write it: nothing is added to a word of the stack. */
static bool is_barrier(const cs_insn *in)
{
	const cs_x86 *x = &in->detail->x86;

	return in->id == X86_INS_OR && x->prefix[0] == X86_PREFIX_LOCK && x->op_count == 2 &&
	       x->operands[1].type == X86_OP_IMM && x->operands[1].imm == 0;
}

bool wait_decode(uint64_t at, struct wait_op *op)
{
	cs_insn *in = NULL;
	bool known = false;

	*op = (struct wait_op){ .at = at, .next_op = -1, .target_op = -1 };
	if (!decode(at, &in))
		return false;
	op->next = at + in->size;
	if (is_barrier(in)) {
		op->kind = WAIT_OP_NOTHING;
		known = true;
	} else if (in->detail->x86.prefix[0] != X86_PREFIX_LOCK) {
		known = instruction(in, op);
	}
	decoder.free(in, 1);
	return known;
}

#else

bool wait_decode_ready(void)
{
	return false;
}

bool wait_decode(uint64_t at, struct wait_op *op)
{
	(void)at, (void)op;
	return false;
}

#endif
