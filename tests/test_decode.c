/*
 * test_decode.c - instructions as emu/core/follow/decode.h tells them: kind, operands, where they
 * lead; and which branch is a check.
 *
 * Not here: what they do (test_follow_operate.c); two workers that decode at once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#if defined(__x86_64__)

#include "emu/core/follow/ops.h"
#include "follow_rig.h"

/* ---- a table of instructions: the text, which is assembled one after another, the kind and
 * the operands */

#define R(BYTES, REG) { OPERAND_REG, BYTES, REG, 0, 0, false, 0 }
#define HIGH(REG) { OPERAND_REG, 1, REG, 0, 0, true, 0 }
#define I(BYTES, VALUE) { OPERAND_IMMEDIATE, BYTES, 0, 0, 0, false, VALUE }
#define M(BYTES, BASE, VALUE) { OPERAND_MEMORY, BYTES, BASE, REG_NONE, 1, false, VALUE }
#define MX(BYTES, BASE, INDEX, SCALE, VALUE)                                            \
	{ OPERAND_MEMORY, BYTES, BASE, INDEX, SCALE, false, VALUE }
#define V(REG) { OPERAND_VECTOR, 16, REG, 0, 0, false, 0 }
#define BUDGET { OPERAND_BUDGET, 8, REG_NONE, REG_NONE, 1, false, 0 }

#define INTEGER_ROWS(ROW)                                                               \
	ROW("mov %rcx, %rax", OP_MOV, R(8, REG_RAX), R(8, REG_RCX))                      \
	ROW("mov %r9d, %r15d", OP_MOV, R(4, REG_R15), R(4, REG_R9))                      \
	ROW("mov %si, %bp", OP_MOV, R(2, REG_RBP), R(2, REG_RSI))                        \
	ROW("mov %spl, %dil", OP_MOV, R(1, REG_RDI), R(1, REG_RSP))                      \
	ROW("mov %bh, %dl", OP_MOV, R(1, REG_RDX), HIGH(REG_RBX))                        \
	ROW("mov %al, %ch", OP_MOV, HIGH(REG_RCX), R(1, REG_RAX))                        \
	ROW("mov (%rdi), %rax", OP_MOV, R(8, REG_RAX), M(8, REG_RDI, 0))                 \
	ROW("mov -8(%r12), %eax", OP_MOV, R(4, REG_RAX), M(4, REG_R12, -8))              \
	ROW("mov %ax, 2(%rdi, %r8, 4)", OP_MOV, MX(2, REG_RDI, REG_R8, 4, 2), R(2, REG_RAX)) \
	ROW("mov 64(, %rcx, 8), %rax", OP_MOV, R(8, REG_RAX),                             \
	    MX(8, REG_NONE, REG_RCX, 8, 64))                                             \
	ROW("movq $-5, (%rsp)", OP_MOV, M(8, REG_RSP, 0), I(8, -5))                      \
	ROW("mov $-1, %rax", OP_MOV, R(8, REG_RAX), I(8, -1))                            \
	ROW("movabs $0x123456789abcdef0, %rax", OP_MOV, R(8, REG_RAX),                    \
	    I(8, 0x123456789abcdef0))                                                    \
	ROW("movabs 0x123456789abcdef0, %rax", OP_MOV, R(8, REG_RAX),                     \
	    M(8, REG_NONE, 0x123456789abcdef0))                                          \
	ROW("movzbl %ah, %ecx", OP_MOV, R(4, REG_RCX), HIGH(REG_RAX))                    \
	ROW("movzwl (%rdi), %ecx", OP_MOV, R(4, REG_RCX), M(2, REG_RDI, 0))              \
	ROW("mov %gs:0, %r14", OP_MOV, R(8, REG_R14), BUDGET)                            \
	ROW("mov %r14, %gs:0", OP_MOV, BUDGET, R(8, REG_R14))                            \
	ROW("subq $5, %gs:0", OP_SUB, BUDGET, I(8, 5))                                   \
	ROW("lea 8(%rdi, %rsi, 2), %rax", OP_LEA, R(8, REG_RAX),                          \
	    MX(8, REG_RDI, REG_RSI, 2, 8))                                               \
	ROW("cmp $-3, %rax", OP_CMP, R(8, REG_RAX), I(8, -3))                            \
	ROW("cmpl $7, (%rbx)", OP_CMP, M(4, REG_RBX, 0), I(4, 7))                        \
	ROW("test %al, (%rdi)", OP_TEST, M(1, REG_RDI, 0), R(1, REG_RAX))                \
	ROW("add %rcx, %rax", OP_ADD, R(8, REG_RAX), R(8, REG_RCX))                      \
	ROW("adc %rcx, %rax", OP_ADC, R(8, REG_RAX), R(8, REG_RCX))                      \
	ROW("sbb %eax, %eax", OP_SBB, R(4, REG_RAX), R(4, REG_RAX))                      \
	ROW("lock addl $1, (%rbx)", OP_ADD, M(4, REG_RBX, 0), I(4, 1))                   \
	ROW("and $15, %eax", OP_AND, R(4, REG_RAX), I(4, 15))                            \
	ROW("or %rcx, %rax", OP_OR, R(8, REG_RAX), R(8, REG_RCX))                        \
	ROW("xor %eax, %eax", OP_XOR, R(4, REG_RAX), R(4, REG_RAX))                      \
	ROW("shl %cl, %rax", OP_SHL, R(8, REG_RAX), R(1, REG_RCX))                       \
	ROW("shr $4, %al", OP_SHR, R(1, REG_RAX), I(1, 4))                               \
	ROW("sar %ecx", OP_SAR, R(4, REG_RCX), I(1, 1))                                  \
	ROW("inc %eax", OP_INC, R(4, REG_RAX), { 0 })                                    \
	ROW("decq (%rbx)", OP_DEC, M(8, REG_RBX, 0), { 0 })                              \
	ROW("neg %rcx", OP_NEG, R(8, REG_RCX), { 0 })                                    \
	ROW("not %cx", OP_NOT, R(2, REG_RCX), { 0 })                                     \
	ROW("imul %rcx, %rax", OP_IMUL, R(8, REG_RAX), R(8, REG_RCX))                    \
	ROW("mul %ecx", OP_MUL, R(4, REG_RCX), { 0 })                                    \
	ROW("div %rcx", OP_DIV, R(8, REG_RCX), { 0 })                                    \
	ROW("xchg %rax, (%rbx)", OP_XCHG, M(8, REG_RBX, 0), R(8, REG_RAX))               \
	ROW("lock cmpxchg %ecx, (%rbx)", OP_CMPXCHG, M(4, REG_RBX, 0), R(4, REG_RCX))    \
	ROW("cqto", OP_SIGN_DX, { .bytes = 8 }, { 0 })                                   \
	ROW("cltd", OP_SIGN_DX, { .bytes = 4 }, { 0 })                                   \
	ROW("push %r12", OP_PUSH, R(8, REG_R12), { 0 })                                  \
	ROW("push $-7", OP_PUSH, I(8, -7), { 0 })                                        \
	ROW("pop 8(%rdi)", OP_POP, M(8, REG_RDI, 8), { 0 })                              \
	ROW("leave", OP_LEAVE, { 0 }, { 0 })                                             \
	ROW("ret", OP_RET, { 0 }, { 0 })                                                 \
	ROW("repz ret", OP_RET, { 0 }, { 0 })                                            \
	ROW("nop", OP_NOTHING, { 0 }, { 0 })                                             \
	ROW("nopw 0(%rax, %rax)", OP_NOTHING, { 0 }, { 0 })                              \
	ROW("xchg %ax, %ax", OP_NOTHING, { 0 }, { 0 })                                   \
	ROW("pause", OP_NOTHING, { 0 }, { 0 })                                           \
	ROW("mfence", OP_NOTHING, { 0 }, { 0 })                                          \
	ROW("lfence", OP_NOTHING, { 0 }, { 0 })                                          \
	ROW("sfence", OP_NOTHING, { 0 }, { 0 })                                          \
	ROW("endbr64", OP_NOTHING, { 0 }, { 0 })                                         \
	ROW("prefetcht0 (%rdi)", OP_NOTHING, { 0 }, { 0 })

#define VECTOR_ROWS(ROW)                                                                \
	ROW("movsd (%rdi), %xmm1", OP_VECTOR_MOVE, V(1), M(8, REG_RDI, 0), 8, true)      \
	ROW("movss %xmm1, (%rdi)", OP_VECTOR_MOVE, M(4, REG_RDI, 0), V(1), 4, true)      \
	ROW("movsd %xmm3, %xmm15", OP_VECTOR_MOVE, V(15), V(3), 8, true)                 \
	ROW("movd %eax, %xmm2", OP_VECTOR_MOVE, V(2), R(4, REG_RAX), 4, false)           \
	ROW("movq %xmm2, %rax", OP_VECTOR_MOVE, R(8, REG_RAX), V(2), 8, false)           \
	ROW("movq %xmm2, %xmm1", OP_VECTOR_MOVE, V(1), V(2), 8, false)                   \
	ROW("movaps %xmm2, %xmm1", OP_VECTOR_MOVE, V(1), V(2), 16, false)                \
	ROW("movups (%rdi), %xmm1", OP_VECTOR_MOVE, V(1), M(16, REG_RDI, 0), 16, false)  \
	ROW("movdqu %xmm1, (%rdi)", OP_VECTOR_MOVE, M(16, REG_RDI, 0), V(1), 16, false)  \
	ROW("movapd (%rdi), %xmm1", OP_VECTOR_MOVE, V(1), M(16, REG_RDI, 0), 16, false)  \
	ROW("movupd (%rdi), %xmm1", OP_VECTOR_MOVE, V(1), M(16, REG_RDI, 0), 16, false)  \
	ROW("movdqa (%rdi), %xmm1", OP_VECTOR_MOVE, V(1), M(16, REG_RDI, 0), 16, false)  \
	ROW("xorps %xmm3, %xmm3", OP_VECTOR_CLEAR, V(3), V(3), 16, false)                \
	ROW("xorpd %xmm3, %xmm3", OP_VECTOR_CLEAR, V(3), V(3), 16, false)                \
	ROW("pxor %xmm9, %xmm9", OP_VECTOR_CLEAR, V(9), V(9), 16, false)                 \
	ROW("punpckldq %xmm3, %xmm1", OP_VECTOR_UNPACK, V(1), V(3), 4, false)            \
	ROW("punpcklqdq (%rdi), %xmm1", OP_VECTOR_UNPACK, V(1), M(16, REG_RDI, 0), 8, false) \
	ROW("ucomisd %xmm0, %xmm1", OP_VECTOR_COMPARE, V(1), V(0), 8, false)             \
	ROW("comisd (%rdi), %xmm1", OP_VECTOR_COMPARE, V(1), M(8, REG_RDI, 0), 8, false) \
	ROW("ucomiss (%rdi), %xmm1", OP_VECTOR_COMPARE, V(1), M(4, REG_RDI, 0), 4, false) \
	ROW("comiss %xmm0, %xmm1", OP_VECTOR_COMPARE, V(1), V(0), 4, false)

#define UNKNOWN_ROWS(ROW)                                                               \
	ROW("rdtsc") ROW("cpuid") ROW("syscall") ROW("ud2") ROW("int3") ROW("hlt")        \
	ROW("rep movsb") ROW("movsl") ROW("movsq") ROW("rep stosq") ROW("jrcxz .")        \
	ROW("loop .") ROW("rcl %rax") ROW("rcr $3, %eax") ROW("bt $3, %eax")               \
	ROW("rol $3, %eax") ROW("shld $3, %eax, %ecx") ROW("mul %cx") ROW("imul %rcx")    \
	ROW("div %cl") ROW("bsf %rcx, %rax") ROW("popcnt %rcx, %rax") ROW("bswap %rcx")  \
	ROW("lock xadd %rax, (%rdi)") ROW("cmpxchg %ecx, %edx") ROW("cmpxchg16b (%rdi)")  \
	ROW("pushfq") ROW("popfq") ROW("pushw %ax") ROW("pop %ax") ROW("push %fs")        \
	ROW("enter $8, $0") ROW("ret $16") ROW("cwtd") ROW("cbtw")                        \
	ROW("mov %fs:0, %rax") ROW("mov %gs:0, %eax") ROW("mov %gs:8, %rax")              \
	ROW("mov %gs:(%rax), %eax") ROW("lea (%edi), %rax") ROW("mov (%edi), %eax")       \
	ROW("mov %cr0, %rax") ROW("mov %ds, %eax")                                        \
	ROW("addsd %xmm0, %xmm1") ROW("cvtsi2sd %eax, %xmm0") ROW("pxor %xmm2, %xmm1")    \
	ROW("xorps (%rdi), %xmm1") ROW("movlps (%rdi), %xmm1") ROW("movq %mm0, %rax")     \
	ROW("vaddpd %ymm0, %ymm1, %ymm2") ROW("vmovsd (%rdi), %xmm1")                     \
	ROW("vmovups (%rdi), %ymm1") ROW("fld1")

#define AS_TEXT(TEXT, ...) TEXT "\n\t"
IMAGE("integer_code:\n\t" INTEGER_ROWS(AS_TEXT) "\ninteger_end:");
IMAGE("vector_code:\n\t" VECTOR_ROWS(AS_TEXT) "\nvector_end:");
IMAGE("unknown_code:\n\t" UNKNOWN_ROWS(AS_TEXT) "\nunknown_end:");
extern const char integer_code[], integer_end[], vector_code[], vector_end[], unknown_code[],
	unknown_end[];

struct row {
	const char *text;
	enum op_kind kind;
	struct operand to, from;
	uint8_t vector_bytes;
	bool merges;
};

#define AS_INTEGER_ROW(...) { __VA_ARGS__, 0, false },
#define AS_ROW(...) { __VA_ARGS__ },
#define AS_UNKNOWN_ROW(TEXT) { TEXT, OP_UNKNOWN, { 0 }, { 0 }, 0, false },

/* Compares operands, but not the bytes of an immediate, nor of memory that a vector is from: they
 * are not read. */
static bool same_operand(const struct op *op, const struct operand *a, const struct operand *b)
{
	bool bytes = a->kind != OPERAND_IMMEDIATE &&
		     (a->kind != OPERAND_MEMORY || !op->vector_bytes);

	return a->kind == b->kind && (!bytes || a->bytes == b->bytes) && a->reg == b->reg &&
	       a->index == b->index && a->scale == b->scale && a->high == b->high &&
	       a->value == b->value;
}

static void check_row(const struct row *r, const struct op *op)
{
	if (op->kind == r->kind && same_operand(op, &op->to, &r->to) &&
	    same_operand(op, &op->from, &r->from) && op->vector_bytes == r->vector_bytes &&
	    op->merges == r->merges && !op->indirect && !op->sign && op->check_reg == REG_NONE)
		return;
	print_error("%s: kind %d, not %d, or operands\n", r->text, op->kind, r->kind);
	fail();
}

static void check_rows(const struct row *r, size_t rows, const char *code, const char *end)
{
	uint64_t at = rig_offset(code);
	struct op op;

	for (; rows; rows--, r++, at = op.next) {
		decode_insn(rig.image, at, &op);
		assert_int_equal(op.at, at);
		assert_true(op.next > at);
		check_row(r, &op);
	}
	assert_int_equal(at, rig_offset(end));
}

#define CHECK_ROWS(ROWS, CODE) \
	check_rows(ROWS, sizeof ROWS / sizeof *ROWS, CODE##_code, CODE##_end)

static void integer_instructions_and_their_operands(void **state)
{
	static const struct row rows[] = { INTEGER_ROWS(AS_INTEGER_ROW) };

	(void)state;
	CHECK_ROWS(rows, integer);
}

static void vector_instructions_and_their_operands(void **state)
{
	static const struct row rows[] = { VECTOR_ROWS(AS_ROW) };

	(void)state;
	CHECK_ROWS(rows, vector);
}

static void what_is_not_known_has_a_length_only(void **state)
{
	static const struct row rows[] = { UNKNOWN_ROWS(AS_UNKNOWN_ROW) };

	(void)state;
	CHECK_ROWS(rows, unknown);
}

/* ---- what does not fit into the table */

IMAGE("more_code:\n"
      "more_three:\n\timul $-3, %rdi, %rax\n"
      "more_sign:\n\tmovsbl (%rdi), %eax\n\tmovslq %edi, %rax\n\tcltq\n\tcwtl\n"
      "more_image:\n\tmov image_words + 16(%rip), %rax\n\tmovl $5, image_words(%rip)\n"
      "more_bad:\n\t.byte 0x06\n");
extern const char more_three[], more_sign[], more_image[], more_bad[];

static struct op op_at(const char *at)
{
	struct op op;

	decode_insn(rig.image, rig_offset(at), &op);
	return op;
}

static void a_product_has_three_operands(void **state)
{
	struct op op = op_at(more_three);

	(void)state;
	assert_int_equal(op.kind, OP_IMUL);
	assert_int_equal(op.operands, 3);
	assert_int_equal(op.to.reg, REG_RAX);
	assert_int_equal(op.from.reg, REG_RDI);
	assert_int_equal(op.third.kind, OPERAND_IMMEDIATE);
	assert_int_equal(op.third.value, -3);
}

static void moves_that_extend_with_the_sign(void **state)
{
	static const uint8_t to[] = { 4, 8, 8, 4 }, from[] = { 1, 4, 4, 2 };
	uint64_t at = rig_offset(more_sign);
	struct op op;

	(void)state;
	for (unsigned i = 0; i < 4; i++, at = op.next) {
		decode_insn(rig.image, at, &op);
		assert_int_equal(op.kind, OP_MOV);
		assert_true(op.sign);
		assert_int_equal(op.to.reg, REG_RAX);
		assert_int_equal(op.to.bytes, to[i]);
		assert_int_equal(op.from.bytes, from[i]);
	}
}

IMAGE("access_code:\n\t"
      "movups %xmm1, (%rdi)\n\t" "movapd %xmm1, 16(%rdi, %rax)\n\t"
      "vmovupd %ymm1, (%rdi)\n\t" "movsd %xmm1, (%rdi)\n\t" "mov %rax, (%rdi)\n\t"
      "movups (%rdi), %xmm1\n\t" "vmovupd (%rdi), %ymm1\n\t" "add %rax, (%rdi)\n\t"
      "addpd (%rdi), %xmm1\n\t" "cmp %rax, (%rdi)");
extern const char access_code[];

#define ONLY_STORES 5 /* of them, the first */

static void moves_of_vectors_to_memory_only_store(void **state)
{
	uint64_t at = rig_offset(access_code);

	(void)state;
	for (unsigned i = 0; i < 10; i++) {
		struct operand o;
		struct op op;
		bool store;

		assert_true(decode_access(rig.image, at, &o, &store));
		assert_int_equal(o.reg, REG_RDI);
		assert_int_equal(store, i < ONLY_STORES);
		decode_insn(rig.image, at, &op);
		at = op.next;
	}
}

static void addresses_in_the_image_are_offsets(void **state)
{
	struct op op = op_at(more_image);

	(void)state;
	assert_int_equal(op.from.reg, REG_IMAGE);
	assert_int_equal(op.from.value, rig_offset(image_words) + 16);
	decode_insn(rig.image, op.next, &op);
	assert_int_equal(op.to.reg, REG_IMAGE);
	assert_int_equal(op.to.value, rig_offset(image_words));
}

static void bytes_that_are_no_instruction_are_not_known(void **state)
{
	(void)state;
	assert_int_equal(op_at(more_bad).kind, OP_UNKNOWN);
}

/* Looks as as_fetch.c writes them, with the ways an assembler has to write the bits' place. */
#define LOOK(BIT, PLACE, TO)                                                            \
	"movq %gs:56, %r11\n\ttestb $" BIT ", " PLACE "(%r11)\n\tje " TO "\n\t"
#define STUB(WHAT) "leaq -128(%rsp), %rsp\n\tpushq $" WHAT "\n\t.byte 0xe8\n\t.long 0\n"
IMAGE("look_code:\n\t" LOOK("4", "0", "look_near") LOOK("128", "127", "look_far")
      LOOK("1", "128", "look_far") LOOK("32", "255", "look_near")
      "look_end:\n\tnop\nlook_near:\n\t" STUB("70000") "\t.zero 300\nlook_far:\n\t"
      STUB("4098") "look_bad:\n\t" LOOK("4", "0", "look_code") ".zero 20\n");
extern const char look_code[], look_end[], look_near[], look_far[], look_bad[];

static void looks_for_code_have_their_functions_number(void **state)
{
	static const unsigned function[] = { 2, 8 * 127 + 7, 8 * 128, 8 * 255 + 5 };
	uint64_t at = rig_offset(look_code);
	struct op op;

	(void)state;
	for (unsigned i = 0; i < 4; i++, at = op.next) {
		decode_insn(rig.image, at, &op);
		assert_int_equal(op.kind, OP_FETCH);
		assert_int_equal(op.function, function[i]);
		assert_int_equal(op.what, i % 3 ? 4098 : 70000);
		assert_int_equal(op.target, 15 + rig_offset(i % 3 ? look_far : look_near));
	}
	assert_int_equal(at, rig_offset(look_end));
	decode_insn(rig.image, rig_offset(look_bad), &op);
	assert_int_not_equal(op.kind, OP_FETCH);
}

/* ---- where it goes on */

IMAGE("lead_here:\n"
      "lead_jump:\n\tjmp lead_here\n"
      "lead_far:\n\t.byte 0xe9\n\t.long lead_here - . - 4\n"
      "lead_call:\n\tcall lead_here\n"
      "lead_register:\n\tjmp *%r9\n"
      "lead_table:\n\tcall *8(%rax, %rcx, 8)\n"
      "lead_image:\n\tjmp *image_words(%rip)\n");
extern const char lead_here[], lead_jump[], lead_far[], lead_call[], lead_register[],
	lead_table[], lead_image[];

static void direct_jumps_and_calls_have_a_target(void **state)
{
	(void)state;
	assert_int_equal(op_at(lead_jump).kind, OP_JUMP);
	assert_int_equal(op_at(lead_jump).target, rig_offset(lead_here));
	assert_int_equal(op_at(lead_far).kind, OP_JUMP);
	assert_int_equal(op_at(lead_far).target, rig_offset(lead_here));
	assert_int_equal(op_at(lead_call).kind, OP_CALL);
	assert_int_equal(op_at(lead_call).target, rig_offset(lead_here));
	assert_false(op_at(lead_call).indirect);
}

static void indirect_ones_have_an_operand(void **state)
{
	struct op op = op_at(lead_register);

	(void)state;
	assert_int_equal(op.kind, OP_JUMP);
	assert_true(op.indirect);
	assert_int_equal(op.from.kind, OPERAND_REG);
	assert_int_equal(op.from.reg, REG_R9);
	op = op_at(lead_table);
	assert_int_equal(op.kind, OP_CALL);
	assert_true(op.indirect);
	assert_int_equal(op.from.kind, OPERAND_MEMORY);
	assert_int_equal(op.from.index, REG_RCX);
	assert_int_equal(op.from.value, 8);
	op = op_at(lead_image);
	assert_true(op.indirect);
	assert_int_equal(op.from.reg, REG_IMAGE);
	assert_int_equal(op.from.value, rig_offset(image_words));
}

#define CONDITIONS(ROW)                                                                 \
	ROW(o) ROW(no) ROW(b) ROW(ae) ROW(e) ROW(ne) ROW(be) ROW(a) ROW(s) ROW(ns) ROW(p) \
	ROW(np) ROW(l) ROW(ge) ROW(le) ROW(g)
#define SHORT_BRANCH(C) "j" #C " 2f\n\t"
#define LONG_BRANCH(C) "j" #C " conditions_far\n\t"
#define SET(C) "set" #C " %al\n\t"
#define CMOV(C) "cmov" #C " %cx, %ax\n\t"
IMAGE("conditions_short:\n\t" CONDITIONS(SHORT_BRANCH) "\n2:\n"
      "conditions_long:\n\t" CONDITIONS(LONG_BRANCH) "\n"
      "conditions_set:\n\t" CONDITIONS(SET) "\n"
      "conditions_cmov:\n\t" CONDITIONS(CMOV) "\n\t.skip 256\nconditions_far:");
extern const char conditions_short[], conditions_long[], conditions_set[], conditions_cmov[],
	conditions_far[];

static void assert_conditions(const char *code, enum op_kind kind, const char *target)
{
	uint64_t at = rig_offset(code);
	struct op op;

	for (unsigned i = 0; i < 16; i++, at = op.next) {
		decode_insn(rig.image, at, &op);
		assert_int_equal(op.kind, kind);
		assert_int_equal(op.condition, i);
		if (target)
			assert_int_equal(op.target, rig_offset(target));
	}
}

static void conditions_are_numbered_as_in_opcodes(void **state)
{
	(void)state;
	assert_conditions(conditions_short, OP_BRANCH, conditions_long);
	assert_conditions(conditions_long, OP_BRANCH, conditions_far);
	assert_conditions(conditions_set, OP_SET, NULL);
	assert_conditions(conditions_cmov, OP_CMOV, NULL);
}

/* ---- checks */

IMAGE("check_memory:\n\tjl 1f\n"
      "check_register:\n\tjl 2f\n"
      "check_other:\n\tjl 3f\n"
      "check_busy:\n\tjl 4f\n"
      "check_sign:\n\tjs 1f\n"
      "check_none:\n\tjl check_none\n"
      "1:\n\tlea -128(%rsp), %rsp\n\tcall image_check\n\tlea 128(%rsp), %rsp\n\tud2\n"
      "2:\n\tmov %r11, %gs:0\n\tlea -128(%rsp), %rsp\n\tcall image_check\n\tud2\n"
      "3:\n\tlea -128(%rsp), %rsp\n\tcall image_import\n\tud2\n"
      "4:\n\tmov $1, %eax\n\tcall image_check\n\tud2");
extern const char check_memory[], check_register[], check_other[], check_busy[], check_sign[],
	check_none[];

static void a_branch_to_a_check_is_known(void **state)
{
	(void)state;
	assert_int_equal(op_at(check_memory).kind, OP_CHECK);
	assert_int_equal(op_at(check_memory).check_reg, REG_NONE);
	assert_int_equal(op_at(check_register).kind, OP_CHECK);
	assert_int_equal(op_at(check_register).check_reg, REG_R11);
}

static void other_branches_are_no_checks(void **state)
{
	(void)state;
	*(uint64_t *)rig_at(image_import_cell) = (uintptr_t)abort;
	assert_int_equal(op_at(check_other).kind, OP_BRANCH);
	assert_int_equal(op_at(check_busy).kind, OP_BRANCH);
	assert_int_equal(op_at(check_sign).kind, OP_BRANCH);
	assert_int_equal(op_at(check_none).kind, OP_BRANCH);
}

/* ---- which hosts decode */

static void the_running_thread_stays_the_same(void **state)
{
	(void)state;
	thread_self = &rig.process.main;
	assert_int_equal(op_at(check_memory).kind, OP_CHECK);
	assert_ptr_equal(thread_self, &rig.process.main);
	thread_self = NULL;
}

#define MANY 3000

static void decoded_instructions_stay_where_they_are(void **state)
{
	static const struct op *at[MANY];

	(void)state;
	for (uint64_t i = 0; i < MANY; i++) {
		at[i] = ops_find(rig.image, i);
		assert_int_equal(at[i]->at, i);
	}
	for (uint64_t i = 0; i < MANY; i++)
		assert_ptr_equal(ops_find(rig.image, i), at[i]);
}

#endif

#include "follow_main.h"

FOLLOW_MAIN("decode",
	RIG_TEST(integer_instructions_and_their_operands),
	RIG_TEST(vector_instructions_and_their_operands),
	RIG_TEST(what_is_not_known_has_a_length_only),
	RIG_TEST(a_product_has_three_operands),
	RIG_TEST(moves_that_extend_with_the_sign),
	RIG_TEST(moves_of_vectors_to_memory_only_store),
	RIG_TEST(addresses_in_the_image_are_offsets),
	RIG_TEST(bytes_that_are_no_instruction_are_not_known),
	RIG_TEST(looks_for_code_have_their_functions_number),
	RIG_TEST(direct_jumps_and_calls_have_a_target),
	RIG_TEST(indirect_ones_have_an_operand),
	RIG_TEST(conditions_are_numbered_as_in_opcodes),
	RIG_TEST(a_branch_to_a_check_is_known),
	RIG_TEST(other_branches_are_no_checks),
	RIG_TEST(the_running_thread_stays_the_same),
	RIG_TEST(decoded_instructions_stay_where_they_are));
