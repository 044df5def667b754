/*
 * test_follow_operate.c - instructions, one by one, in loops that are followed: registers,
 * memory and flags are then what the processor makes of them, which is asked for that.  Flags
 * that the processor's manual leaves open are not looked at.
 *
 * Not here: what makes a loop one that waits (test_follow.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#if defined(__x86_64__)

#include "follow_rig.h"

/* A body in a loop, and alone: run_NAME.  Its three words of input are in rax, rcx and rdx,
 * and all other registers but rbx and rsp have certain values, too.  It may change them, and
 * words[8] and up if it makes the same of them each time; vectors have to be zero behind. */
#define INPUT                                                                           \
	"mov (%rbx), %rax\n mov 8(%rbx), %rcx\n mov 16(%rbx), %rdx\n mov 512(%rbx), %rsi\n" \
	"mov 520(%rbx), %rdi\n mov 528(%rbx), %rbp\n mov 536(%rbx), %r8\n"              \
	"mov 544(%rbx), %r9\n mov 552(%rbx), %r10\n mov 560(%rbx), %r11\n"              \
	"mov 568(%rbx), %r12\n mov 576(%rbx), %r13\n mov 584(%rbx), %r14\n"             \
	"mov 592(%rbx), %r15\n"
#define OTHERS 64 /* the word of rsi */
#define OTHERS_COUNT 11

#define SAME(NAME, BODY)                                                                \
	LOOP(NAME, INPUT BODY);                                                          \
	IMAGE("run_" #NAME ":\n" INPUT BODY "\n\tret\n");                               \
	extern const char run_##NAME[];                                                  \
	static const struct same same_##NAME = { #NAME, loop_##NAME, run_##NAME }

struct same {
	const char *name, *loop, *run;
};

/* All conditions into r8 and r9, a byte each, by way of stack that is not in use; and those
 * without the overflow flag. */
#define ROOM "lea -512(%rsp), %rsp\n"
#define ROOM_END "lea 512(%rsp), %rsp\n"
#define SOME_FLAGS_INTO_ROOM                                                            \
	"setb 2(%rsp)\n setae 3(%rsp)\n sete 4(%rsp)\n setne 5(%rsp)\n setbe 6(%rsp)\n"  \
	"seta 7(%rsp)\n sets 8(%rsp)\n setns 9(%rsp)\n setp 10(%rsp)\n setnp 11(%rsp)\n"
#define ALL_FLAGS                                                                       \
	"\n" ROOM SOME_FLAGS_INTO_ROOM                                                   \
	"seto (%rsp)\n setno 1(%rsp)\n setl 12(%rsp)\n setge 13(%rsp)\n setle 14(%rsp)\n" \
	"setg 15(%rsp)\n mov (%rsp), %r8\n mov 8(%rsp), %r9\n" ROOM_END
#define SOME_FLAGS                                                                      \
	"\n" ROOM "movq $0, (%rsp)\n movq $0, 8(%rsp)\n" SOME_FLAGS_INTO_ROOM              \
	"mov (%rsp), %r8\n mov 8(%rsp), %r9\n" ROOM_END

/* ---- on the processor itself */

const void *follow_run_code;
void follow_run(uint64_t reg[CHECK_REGS]);

__asm__(".text\n"
	"follow_run:\n\t"
	"push %rbx\n\tpush %rbp\n\tpush %r12\n\tpush %r13\n\tpush %r14\n\tpush %r15\n\t"
	"push %rdi\n\t"
	"mov (%rdi), %rax\n\tmov 8(%rdi), %rcx\n\tmov 16(%rdi), %rdx\n\t"
	"mov 24(%rdi), %rbx\n\tmov 40(%rdi), %rbp\n\tmov 48(%rdi), %rsi\n\t"
	"mov 64(%rdi), %r8\n\tmov 72(%rdi), %r9\n\tmov 80(%rdi), %r10\n\t"
	"mov 88(%rdi), %r11\n\tmov 96(%rdi), %r12\n\tmov 104(%rdi), %r13\n\t"
	"mov 112(%rdi), %r14\n\tmov 120(%rdi), %r15\n\tmov 56(%rdi), %rdi\n\t"
	"call *follow_run_code(%rip)\n\t"
	"xchg %rdi, (%rsp)\n\t"
	"mov %rax, (%rdi)\n\tmov %rcx, 8(%rdi)\n\tmov %rdx, 16(%rdi)\n\t"
	"mov %rbx, 24(%rdi)\n\tmov %rbp, 40(%rdi)\n\tmov %rsi, 48(%rdi)\n\t"
	"mov %r8, 64(%rdi)\n\tmov %r9, 72(%rdi)\n\tmov %r10, 80(%rdi)\n\t"
	"mov %r11, 88(%rdi)\n\tmov %r12, 96(%rdi)\n\tmov %r13, 104(%rdi)\n\t"
	"mov %r14, 112(%rdi)\n\tmov %r15, 120(%rdi)\n\t"
	"pop %rax\n\tmov %rax, 56(%rdi)\n\t"
	"pop %r15\n\tpop %r14\n\tpop %r13\n\tpop %r12\n\tpop %rbp\n\tpop %rbx\n\tret\n");

static void compare(const struct same *s, const uint64_t in[3])
{
	uint64_t want[CHECK_REGS];
	enum outcome found;

	memcpy(rig.word, in, 3 * sizeof *in);
	for (unsigned i = 0; i < OTHERS_COUNT; i++)
		rig.word[OTHERS + i] = UINT64_C(0xd1d2d3d4d5d6d7d8) + i * UINT64_C(0x100010001);
	memcpy(want, rig.frame.reg, sizeof want);
	follow_run_code = rig_at(s->run);
	follow_run(want); /* first: memory holds then what the loop leaves in it */
	found = rig_follow(s->loop);
	want[REG_RSP] = rig_stack();
	if (found == WAITS && memcmp(want, rig.f.reg, sizeof want) == 0)
		return;
	print_error("%s of %#llx, %#llx, %#llx: outcome %d\n", s->name, (unsigned long long)in[0],
		    (unsigned long long)in[1], (unsigned long long)in[2], found);
	for (unsigned i = 0; i < CHECK_REGS; i++)
		if (want[i] != rig.f.reg[i])
			print_error("  register %u: %#llx, not %#llx\n", i,
				    (unsigned long long)rig.f.reg[i], (unsigned long long)want[i]);
	fail();
}

/* Numbers at which something changes, in each width. */
static const uint64_t edges[] = {
	0, 1, 2, 3, 0x7f, 0x80, 0x81, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000,
	INT32_MAX, UINT64_C(0x80000000), UINT32_MAX, UINT64_C(0x100000000),
	UINT64_C(0x123456789abcdef0), INT64_MAX, UINT64_C(1) << 63, UINT64_MAX - 1, UINT64_MAX,
};
#define EDGES (sizeof edges / sizeof *edges)

static void same(const struct same *const *s)
{
	for (; *s; s++)
		for (unsigned i = 0; i < EDGES; i++)
			for (unsigned k = 0; k < EDGES; k++) {
				uint64_t in[] = { edges[i], edges[k], edges[(i + k) % EDGES] };

				compare(*s, in);
			}
}

#define SAME_TEST(NAME, ...)                                                            \
	static void NAME(void **state)                                                   \
	{                                                                                \
		static const struct same *const all[] = { __VA_ARGS__, NULL };           \
                                                                                         \
		(void)state;                                                             \
		same(all);                                                               \
	}

/* ---- arithmetic */

#define EACH_WIDTH(OP)                                                                  \
	SAME(OP##_8, #OP " %cl, %al" ALL_FLAGS);                                         \
	SAME(OP##_high, #OP " %ch, %al" ALL_FLAGS);                                      \
	SAME(OP##_to_high, #OP " %cl, %ah" ALL_FLAGS);                                   \
	SAME(OP##_16, #OP " %cx, %ax" ALL_FLAGS);                                        \
	SAME(OP##_32, #OP " %ecx, %eax" ALL_FLAGS);                                      \
	SAME(OP##_64, #OP " %rcx, %rax" ALL_FLAGS);                                      \
	SAME(OP##_short, #OP " $-3, %eax" ALL_FLAGS);                                    \
	SAME(OP##_byte, #OP " $-128, %al" ALL_FLAGS);                                    \
	SAME(OP##_long, #OP " $-100000, %rax" ALL_FLAGS);                                \
	SAME(OP##_memory, "mov %rax, 64(%rbx)\n" #OP "l %ecx, 64(%rbx)" ALL_FLAGS);      \
	SAME(OP##_constant, "mov %rax, 64(%rbx)\n" #OP "w $-5, 64(%rbx)" ALL_FLAGS)

#define ALL_WIDTHS(OP)                                                                  \
	&same_##OP##_8, &same_##OP##_high, &same_##OP##_to_high, &same_##OP##_16,        \
		&same_##OP##_32, &same_##OP##_64, &same_##OP##_short, &same_##OP##_byte, \
		&same_##OP##_long, &same_##OP##_memory, &same_##OP##_constant

EACH_WIDTH(add);
EACH_WIDTH(sub);
EACH_WIDTH(cmp);
EACH_WIDTH(and);
EACH_WIDTH(or);
EACH_WIDTH(xor);
EACH_WIDTH(test);

SAME_TEST(additions_and_their_flags, ALL_WIDTHS(add))
SAME_TEST(subtractions_and_their_flags, ALL_WIDTHS(sub))
SAME_TEST(comparisons_set_flags_and_nothing_else, ALL_WIDTHS(cmp))
SAME_TEST(logic_and_its_flags, ALL_WIDTHS(and), ALL_WIDTHS(or), ALL_WIDTHS(xor))
SAME_TEST(tests_set_flags_and_nothing_else, ALL_WIDTHS(test))

SAME(xor_self, "xor %eax, %eax" ALL_FLAGS);
SAME(sub_self, "sub %rax, %rax" ALL_FLAGS);
SAME(xor_self_byte, "xor %al, %al" ALL_FLAGS);
SAME(xor_halves, "xor %ah, %al" ALL_FLAGS);
SAME_TEST(a_register_from_itself, &same_xor_self, &same_sub_self, &same_xor_self_byte,
	  &same_xor_halves)

#define CARRIES "cmp %rcx, %rdx\n "
SAME(adc_64, CARRIES "adc %rdx, %rax");
SAME(adc_32, CARRIES "adc %edx, %eax\n cmp %rdx, %rcx\n adc $7, %r8d");
SAME(adc_8, CARRIES "adc %dl, %al\n cmp %edx, %ecx\n adc %ah, %ch");
SAME(adc_memory, "movq $5, 64(%rbx)\n " CARRIES "adcl $-9, 68(%rbx)\n cmp %rax, %rcx\n"
		 "adc 64(%rbx), %r9");
SAME(sbb_64, CARRIES "sbb %rdx, %rax");
SAME(sbb_32, CARRIES "sbb $-1, %eax\n cmp %rdx, %rcx\n sbb %ecx, %r8d");
SAME(sbb_16, CARRIES "sbb %dx, %ax");
SAME(sbb_self, CARRIES "sbb %rax, %rax\n cmp %edx, %ecx\n sbb %r8d, %r8d\n cmp %cl, %dl\n"
	       "sbb %r9b, %r9b");
SAME_TEST(sums_with_a_carry, &same_adc_64, &same_adc_32, &same_adc_8, &same_adc_memory,
	  &same_sbb_64, &same_sbb_32, &same_sbb_16, &same_sbb_self)

SAME(inc_8, "cmp %rdx, %rcx\n inc %al" ALL_FLAGS);
SAME(inc_32, "cmp %rdx, %rcx\n inc %eax" ALL_FLAGS);
SAME(inc_64, "cmp %rdx, %rcx\n inc %rax" ALL_FLAGS);
SAME(dec_16, "cmp %rdx, %rcx\n dec %ax" ALL_FLAGS);
SAME(dec_32, "cmp %rdx, %rcx\n dec %eax" ALL_FLAGS);
SAME(dec_64, "cmp %rdx, %rcx\n dec %rax" ALL_FLAGS);
SAME(inc_after_add, "add %rdx, %rcx\n inc %rax" ALL_FLAGS);
SAME(dec_after_shift, "shl $4, %rcx\n dec %rax" ALL_FLAGS);
SAME(inc_memory, "mov %rax, 64(%rbx)\n cmp %rdx, %rcx\n incl 64(%rbx)" ALL_FLAGS);
SAME_TEST(increments_keep_the_carry, &same_inc_8, &same_inc_32, &same_inc_64, &same_dec_16,
	  &same_dec_32, &same_dec_64, &same_inc_after_add, &same_dec_after_shift,
	  &same_inc_memory)

SAME(neg_8, "neg %al" ALL_FLAGS);
SAME(neg_32, "neg %eax" ALL_FLAGS);
SAME(neg_64, "neg %rax" ALL_FLAGS);
SAME(not_16, "cmp %rdx, %rcx\n not %ax" ALL_FLAGS);
SAME(not_32, "cmp %rdx, %rcx\n not %eax" ALL_FLAGS);
SAME(not_64, "cmp %rdx, %rcx\n not %rax" ALL_FLAGS);
SAME_TEST(negation_sets_flags_and_complement_does_not, &same_neg_8, &same_neg_32, &same_neg_64,
	  &same_not_16, &same_not_32, &same_not_64)

SAME(imul_two, "imul %rcx, %rax");
SAME(imul_half, "imul %ecx, %eax");
SAME(imul_quarter, "imul %cx, %ax");
SAME(imul_three, "imul $-7, %rcx, %rdx");
SAME(imul_memory, "imul $1000, 8(%rbx), %eax");
SAME_TEST(products, &same_imul_two, &same_imul_half, &same_imul_quarter, &same_imul_three,
	  &same_imul_memory)

SAME(mul_64, "mul %rcx");
SAME(mul_32, "mul %ecx");
SAME(mul_memory, "mulq 8(%rbx)");
SAME_TEST(products_of_two_registers, &same_mul_64, &same_mul_32, &same_mul_memory)

SAME(div_64, "or $-16, %rcx\n mov $7, %edx\n div %rcx");
SAME(div_32, "or $-16, %ecx\n and $7, %edx\n div %ecx");
SAME(div_memory, "movq $10, 64(%rbx)\n xor %edx, %edx\n divq 64(%rbx)");
SAME(idiv_64, "cqto\n and $0x7fffffff, %ecx\n or $3, %ecx\n idiv %rcx");
SAME(idiv_32, "cltd\n and $0x7fffffff, %ecx\n or $3, %ecx\n neg %ecx\n idiv %ecx");
SAME_TEST(quotients_and_rests, &same_div_64, &same_div_32, &same_div_memory, &same_idiv_64,
	  &same_idiv_32)

LOOP(div_by_zero, "xor %ecx, %ecx\n xor %edx, %edx\n mov $1, %eax\n div %rcx");
LOOP(div_too_much, "mov $2, %ecx\n mov $2, %edx\n mov $1, %eax\n div %ecx");
LOOP(idiv_least, "mov $-1, %ecx\n mov $0x80000000, %eax\n cltd\n idiv %ecx");
LOOP(idiv_less, "mov $-1, %ecx\n mov $0x80000001, %eax\n cltd\n idiv %ecx");

static void a_division_that_faults_ends_it(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_div_by_zero), LOST);
	assert_int_equal(rig_follow(loop_div_too_much), LOST);
	assert_int_equal(rig_follow(loop_idiv_least), LOST);
	assert_int_equal(rig_follow(loop_idiv_less), WAITS);
}

/* ---- shifts: a byte by no more than it has bits, or the carry is open */

#define SHIFTS(OP)                                                                      \
	SAME(OP##_8, #OP " $3, %al" SOME_FLAGS);                                         \
	SAME(OP##_high, #OP " $5, %ah" SOME_FLAGS);                                      \
	SAME(OP##_16, #OP " $9, %ax" SOME_FLAGS);                                        \
	SAME(OP##_32, #OP " $31, %eax" SOME_FLAGS);                                      \
	SAME(OP##_64, #OP " $63, %rax" SOME_FLAGS);                                      \
	SAME(OP##_one, #OP " %rax" SOME_FLAGS);                                          \
	SAME(OP##_by, "cmp %rdx, %rcx\n " #OP " %cl, %rax" SOME_FLAGS);                  \
	SAME(OP##_half_by, "cmp %rdx, %rcx\n " #OP " %cl, %eax" SOME_FLAGS);             \
	SAME(OP##_byte_by, "and $7, %ecx\n cmp %rdx, %rax\n " #OP " %cl, %al" SOME_FLAGS); \
	SAME(OP##_memory, "mov %rax, 64(%rbx)\n " #OP "l $2, 64(%rbx)" SOME_FLAGS)

#define ALL_SHIFTS(OP)                                                                  \
	&same_##OP##_8, &same_##OP##_high, &same_##OP##_16, &same_##OP##_32,             \
		&same_##OP##_64, &same_##OP##_one, &same_##OP##_by, &same_##OP##_half_by, \
		&same_##OP##_byte_by, &same_##OP##_memory

SHIFTS(shl);
SHIFTS(shr);
SHIFTS(sar);
SAME_TEST(shifts_and_their_flags, ALL_SHIFTS(shl), ALL_SHIFTS(shr), ALL_SHIFTS(sar))

/* ---- moves */

SAME(mov_8, "mov %cl, %al\n mov %ch, %dl\n mov %cl, %ah");
SAME(mov_16, "mov %cx, %ax");
SAME(mov_32, "mov %ecx, %eax\n mov %edx, %edx");
SAME(mov_constant, "movb $-1, %al\n mov $-2, %rcx\n mov $-3, %edx\n movw $-4, %si\n"
		   "movabs $0x123456789abcdef0, %rdi");
SAME(mov_to_memory, "mov %rax, 64(%rbx)\n mov %cl, 65(%rbx)\n mov %ch, 66(%rbx)\n"
		    "mov %dx, 68(%rbx)\n movb $-9, 70(%rbx)\n movl $-8, 72(%rbx)\n"
		    "movq $-7, 80(%rbx)");
SAME_TEST(moves_of_each_width, &same_mov_8, &same_mov_16, &same_mov_32, &same_mov_constant,
	  &same_mov_to_memory)

SAME(movz, "movzbl %ah, %ecx\n movzbl %al, %edx\n movzwl %ax, %esi\n movzbw 1(%rbx), %di\n"
	   "movzwl 2(%rbx), %ebp\n movzbq (%rbx), %r10");
SAME(movs, "movsbl %ah, %ecx\n movsbl %al, %edx\n movswl %ax, %esi\n movsbw 1(%rbx), %di\n"
	   "movswq 2(%rbx), %rbp\n movsbq (%rbx), %r10\n movslq 4(%rbx), %r11\n"
	   "movslq %eax, %r12");
SAME(cltq, "cltq");
SAME(cwtl, "cwtl");
SAME(cqto, "cqto");
SAME(cltd, "cltd");
SAME_TEST(moves_that_extend, &same_movz, &same_movs, &same_cltq, &same_cwtl, &same_cqto,
	  &same_cltd)

SAME(lea_scaled, "lea 5(%rax, %rcx, 4), %rdx\n lea -7(%rcx, %rax, 8), %esi\n"
		 "lea 1(%rax, %rcx, 2), %di");
SAME(lea_index, "lea 0x1000(, %rax, 8), %rsi\n lea (%rax, %rcx), %rdi\n lea -8(%rcx), %r10");
SAME(lea_image, "lea image_words + 24(%rip), %rax\n mov image_words(%rip), %rcx\n"
		"cmpl $5, image_words(%rip)" ALL_FLAGS);
SAME_TEST(addresses, &same_lea_scaled, &same_lea_index, &same_lea_image)

SAME(cmov, "xor %esi, %esi\n cmp %rcx, %rax\n cmovb %rdx, %rsi\n cmovge %eax, %edi\n"
	   "cmovl %ecx, %edi\n cmove %cx, %bp\n cmovne 16(%rbx), %r10\n cmovs 4(%rbx), %r11d\n"
	   "cmovg %rax, %r12\n cmovbe %rcx, %r13\n cmovno %rdx, %r14\n cmovp %r15, %rax");
SAME_TEST(conditional_moves, &same_cmov)

SAME(set, "cmp %rcx, %rax\n setb %al\n setg %ah\n sete 64(%rbx)\n setns %sil\n seto %r15b");
SAME_TEST(conditions_as_bytes, &same_set)

SAME(jumps, "xor %esi, %esi\n cmp %rcx, %rax\n jb 1f\n or $1, %sil\n1: cmp %rcx, %rax\n"
	    "jge 1f\n or $2, %sil\n1: cmp %ecx, %eax\n jle 1f\n or $4, %sil\n"
	    "1: cmp %cx, %ax\n ja 1f\n or $8, %sil\n1: test %cl, %al\n jp 1f\n or $16, %sil\n"
	    "1: test %rcx, %rax\n js 1f\n or $32, %sil\n1: add %rcx, %rax\n jo 1f\n"
	    "or $64, %sil\n1: cmp %rdx, %rax\n jne 1f\n or $128, %sil\n1:");
SAME_TEST(branches, &same_jumps)

/* ---- exchanges */

SAME(xchg, "xchg %rax, %rcx\n xchg %dl, %dh\n xchg %esi, %edi\n xchg %cl, %ah");
SAME(xchg_memory, "mov %rcx, 64(%rbx)\n xchg %eax, 64(%rbx)\n lea 64(%rbx), %rsi\n"
		  "xchg %rsi, (%rsi)\n mov %rax, 64(%rbx)");
SAME(cmpxchg, "mov %rcx, 64(%rbx)\n lock cmpxchg %rdx, 64(%rbx)" ALL_FLAGS);
SAME(cmpxchg_half, "mov %rcx, 64(%rbx)\n lock cmpxchg %edx, 64(%rbx)" ALL_FLAGS);
SAME(cmpxchg_byte, "mov %rcx, 64(%rbx)\n lock cmpxchg %dh, 65(%rbx)" ALL_FLAGS);
SAME(cmpxchg_equal, "mov %rax, 64(%rbx)\n lock cmpxchg %rdx, 64(%rbx)" ALL_FLAGS);
SAME(cmpxchg_equal_half, "mov %eax, 64(%rbx)\n lock cmpxchg %edx, 64(%rbx)" ALL_FLAGS);
SAME_TEST(exchanges, &same_xchg, &same_xchg_memory, &same_cmpxchg, &same_cmpxchg_half,
	  &same_cmpxchg_byte, &same_cmpxchg_equal, &same_cmpxchg_equal_half)

/* ---- the stack */

SAME(push, ROOM "push %rax\n push $-5\n pushq 8(%rbx)\n pop %rsi\n pop %rdi\n popq 64(%rbx)\n"
	   "mov %rsp, %rbp\n push %rsp\n pop %rcx\n sub %rcx, %rbp\n"
	   "lea -64(%rsp), %rsp\n push %rcx\n mov (%rsp), %r10\n sub %r10, %rcx\n"
	   "lea 72(%rsp), %rsp\n mov $0, %r10\n" ROOM_END);
SAME(pop_at_stack, ROOM "push %rcx\n push %rax\n popq (%rsp)\n pop %rdx\n" ROOM_END);
SAME(leave, ROOM "push %rbp\n mov %rsp, %rbp\n lea -64(%rsp), %rsp\n mov %rax, (%rsp)\n"
	    "mov (%rsp), %rsi\n leave\n" ROOM_END);
SAME(call, "lea -256(%rsp), %rsp\n call 1f\n lea 256(%rsp), %rsp\n jmp 2f\n"
	   "1: mov %rax, %rsi\n lea 1(%rcx), %rdx\n call 3f\n ret\n3: mov $9, %edi\n ret\n2:");
SAME(call_register, "lea 1f(%rip), %rsi\n lea -256(%rsp), %rsp\n call *%rsi\n"
		    "lea 256(%rsp), %rsp\n jmp 2f\n1: mov %rax, %rdi\n ret\n2: xor %esi, %esi");
SAME_TEST(calls_and_the_stack, &same_push, &same_pop_at_stack, &same_leave, &same_call,
	  &same_call_register)

SAME(table, "lea 9f(%rip), %rsi\n and $3, %ecx\n movslq (%rsi, %rcx, 4), %rdi\n add %rsi, %rdi\n"
	    "jmp *%rdi\n1: mov $1, %eax\n jmp 8f\n2: mov $2, %eax\n jmp 8f\n3: mov $3, %eax\n"
	    "jmp 8f\n4: mov $4, %eax\n jmp 8f\n9: .long 1b - 9b, 2b - 9b, 3b - 9b, 4b - 9b\n"
	    "8: xor %esi, %esi\n xor %edi, %edi");
SAME_TEST(jumps_through_a_table, &same_table)

/* ---- memory */

SAME(unaligned, "mov 1(%rbx), %esi\n mov 3(%rbx), %rdi\n mov 7(%rbx), %bp\n mov 6(%rbx), %r10d\n"
		"movzwl 15(%rbx), %r11d");
SAME(unaligned_store, "mov %rcx, 72(%rbx)\n mov %rdx, 64(%rbx)\n mov %rax, 67(%rbx)\n"
		      "mov %ecx, 70(%rbx)\n mov %dx, 79(%rbx)\n mov 69(%rbx), %rsi\n"
		      "addw $3, 71(%rbx)\n mov 64(%rbx), %r10\n mov 72(%rbx), %r11\n"
		      "mov 80(%rbx), %r12");
SAME_TEST(words_are_crossed, &same_unaligned, &same_unaligned_store)

/* ---- vectors: what is in them is shown by moves to other registers and to memory */

#define ZERO(N) "\n xorps %xmm" #N ", %xmm" #N
#define ALL_ZERO ZERO(0) ZERO(1) ZERO(2) ZERO(3) ZERO(4) ZERO(5) ZERO(6)
#define SHOW(N)                                                                         \
	"movq %xmm" #N ", %r8\n movups %xmm" #N ", 64(%rbx)\n mov 72(%rbx), %r9" ALL_ZERO

SAME(movq, "movq %rax, %xmm3\n movq %xmm3, %rsi\n movd %ecx, %xmm4\n movd %xmm4, %edi\n"
	   "movq 16(%rbx), %xmm5\n movq %xmm5, 80(%rbx)\n movd %xmm3, 88(%rbx)\n" SHOW(4));
SAME(movups, "movups (%rbx), %xmm1\n movaps %xmm1, %xmm2\n" SHOW(2));
SAME(movups_unaligned, "movdqu 3(%rbx), %xmm1\n movdqu %xmm1, 101(%rbx)\n mov 108(%rbx), %rsi\n"
		       SHOW(1));
SAME(movsd, "movups (%rbx), %xmm1\n movups 8(%rbx), %xmm2\n movsd %xmm2, %xmm1\n" SHOW(1));
SAME(movss, "movups (%rbx), %xmm1\n movups 8(%rbx), %xmm2\n movss %xmm2, %xmm1\n" SHOW(1));
SAME(movsd_load, "movups (%rbx), %xmm1\n movsd 8(%rbx), %xmm1\n" SHOW(1));
SAME(movss_load, "movups (%rbx), %xmm1\n movss 8(%rbx), %xmm1\n" SHOW(1));
SAME(movss_store, "mov %rcx, 80(%rbx)\n movups (%rbx), %xmm1\n movss %xmm1, 82(%rbx)\n"
		  "movsd %xmm1, 88(%rbx)\n mov 80(%rbx), %rsi" ALL_ZERO);
SAME(movq_vector, "movups (%rbx), %xmm1\n movups 8(%rbx), %xmm2\n movq %xmm2, %xmm1\n" SHOW(1));
SAME(xorps, "movups (%rbx), %xmm6\n xorps %xmm6, %xmm6\n" SHOW(6));
SAME(pxor, "movups (%rbx), %xmm6\n pxor %xmm6, %xmm6\n" SHOW(6));
SAME(punpckl, "movups (%rbx), %xmm1\n movups 8(%rbx), %xmm2\n movaps %xmm1, %xmm3\n"
	      "punpcklqdq %xmm2, %xmm3\n movups %xmm3, 80(%rbx)\n punpckldq %xmm1, %xmm2\n"
	      SHOW(2));
SAME_TEST(moves_of_vectors, &same_punpckl, &same_movq, &same_movups, &same_movups_unaligned,
	  &same_movsd, &same_movss, &same_movsd_load, &same_movss_load, &same_movss_store,
	  &same_movq_vector, &same_xorps, &same_pxor)

SAME(ucomisd, "movq %rax, %xmm0\n movq %rcx, %xmm1\n ucomisd %xmm1, %xmm0" ALL_FLAGS ALL_ZERO);
SAME(comisd_memory, "movq %rax, %xmm0\n comisd 8(%rbx), %xmm0" ALL_FLAGS ALL_ZERO);
SAME(ucomiss, "movd %eax, %xmm0\n ucomiss 8(%rbx), %xmm0" ALL_FLAGS ALL_ZERO);

static void comparisons_of_numbers(void **state)
{
	static const double numbers[] = { 0.0, -0.0, 1.0, -1.0, 1e300, -1e300, __builtin_nan(""),
					  __builtin_inf() };
	static const float singles[] = { 0.0f, -0.0f, 1.5f, -1.5f, 3e38f, __builtin_nanf(""),
					 -__builtin_inff() };
	uint64_t in[3] = { 0 };

	(void)state;
	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
		for (unsigned k = 0; k < sizeof numbers / sizeof *numbers; k++) {
			memcpy(&in[0], &numbers[i], sizeof *numbers);
			memcpy(&in[1], &numbers[k], sizeof *numbers);
			compare(&same_ucomisd, in);
			compare(&same_comisd_memory, in);
		}
	for (unsigned i = 0; i < sizeof singles / sizeof *singles; i++)
		for (unsigned k = 0; k < sizeof singles / sizeof *singles; k++) {
			in[0] = in[1] = UINT64_C(0x3ff0000000000000);
			memcpy(&in[0], &singles[i], sizeof *singles);
			memcpy(&in[1], &singles[k], sizeof *singles);
			compare(&same_ucomiss, in);
		}
}

/* ---- flags that are not known */

LOOP(flag_of_shift, "mov $1, %eax\n shl $2, %eax\n jl image_out");
LOOP(carry_of_shift, "mov $1, %eax\n shl $2, %eax\n jb image_out");
LOOP(flag_of_product, "mov $1, %eax\n cmp %eax, %eax\n imul %eax, %eax\n jb image_out");
LOOP(carry_of_inc, "mov $1, %eax\n imul %eax, %eax\n inc %eax\n jb image_out");
LOOP(carry_of_dec, "mov $3, %eax\n imul %eax, %eax\n dec %eax\n dec %eax\n jbe image_out");
LOOP(zero_of_inc, "mov $1, %eax\n imul %eax, %eax\n inc %eax\n je image_out");
LOOP(carry_of_add, "mov $1, %eax\n imul %eax, %eax\n inc %eax\n add $1, %eax\n jb image_out");

static void a_condition_on_a_flag_that_is_open_ends_it(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_flag_of_shift), LOST);
	assert_int_equal(rig_follow(loop_carry_of_shift), WAITS);
	assert_int_equal(rig_follow(loop_flag_of_product), LOST);
}

static void an_increment_keeps_a_carry_that_is_not_known(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_carry_of_inc), LOST);
	assert_int_equal(rig_follow(loop_carry_of_dec), LOST);
	assert_int_equal(rig_follow(loop_zero_of_inc), WAITS);
	assert_int_equal(rig_follow(loop_carry_of_add), WAITS);
}

/* A ret that takes arguments off the stack, which no compiler makes today. */
LOOP(ret_and_drop, "lea -256(%rsp), %rsp\n push $5\n call 1f\n lea 256(%rsp), %rsp\n jmp 2f\n"
		   "1: ret $8\n2:");

static void a_return_that_drops_arguments_is_not_known(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_ret_and_drop), LOST);
	assert_true(rig.f.steps < 10);
}

#endif

#include "follow_main.h"

FOLLOW_MAIN("follow_operate",
	RIG_TEST(additions_and_their_flags),
	RIG_TEST(subtractions_and_their_flags),
	RIG_TEST(comparisons_set_flags_and_nothing_else),
	RIG_TEST(logic_and_its_flags),
	RIG_TEST(tests_set_flags_and_nothing_else),
	RIG_TEST(sums_with_a_carry), RIG_TEST(a_register_from_itself),
	RIG_TEST(increments_keep_the_carry),
	RIG_TEST(negation_sets_flags_and_complement_does_not),
	RIG_TEST(products),
	RIG_TEST(products_of_two_registers),
	RIG_TEST(quotients_and_rests),
	RIG_TEST(a_division_that_faults_ends_it),
	RIG_TEST(shifts_and_their_flags),
	RIG_TEST(moves_of_each_width),
	RIG_TEST(moves_that_extend),
	RIG_TEST(addresses),
	RIG_TEST(conditional_moves),
	RIG_TEST(conditions_as_bytes),
	RIG_TEST(branches),
	RIG_TEST(exchanges),
	RIG_TEST(calls_and_the_stack),
	RIG_TEST(jumps_through_a_table),
	RIG_TEST(words_are_crossed),
	RIG_TEST(moves_of_vectors),
	RIG_TEST(comparisons_of_numbers),
	RIG_TEST(a_condition_on_a_flag_that_is_open_ends_it),
	RIG_TEST(an_increment_keeps_a_carry_that_is_not_known),
	RIG_TEST(a_return_that_drops_arguments_is_not_known));
