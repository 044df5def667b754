/*
 * test_follow_zero.c - loops that wait for a counter to be zero, and those that ask for more
 * of it (emu/core/follow/follow_zero.c): for the first kind a train needs one proof for all values.
 *
 * Not here: whether the loops wait (test_follow.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#if defined(__x86_64__)

#include "follow_rig.h"

#define COUNT UINT64_C(0x1234567800001000)

/* The loop waits while the counter at rbx is COUNT; whether for one question only. */
static bool only_if_zero(const char *loop)
{
	rig.word[0] = COUNT;
	rig.f.word = rig.word;
	rig.f.value = COUNT;
	rig.f.zero = (struct follow_zero){ .on = true };
	assert_int_equal(rig_follow(loop), WAITS);
	rig.f.zero.on = false;
	return follow_only_if_zero(&rig.f);
}

#define ONE_QUESTION(NAME, BODY)                                                        \
	LOOP(NAME, BODY);                                                               \
	static void NAME(void **state)                                                  \
	{                                                                               \
		(void)state;                                                            \
		assert_true(only_if_zero(loop_##NAME));                                 \
	}                                                                               \
	extern const char loop_##NAME[]

#define MORE(NAME, BODY)                                                                \
	LOOP(NAME, BODY);                                                               \
	static void NAME(void **state)                                                  \
	{                                                                               \
		(void)state;                                                            \
		assert_false(only_if_zero(loop_##NAME));                                \
	}                                                                               \
	extern const char loop_##NAME[]

ONE_QUESTION(tested, "mov (%rbx), %rax\n test %rax, %rax\n je image_out");
ONE_QUESTION(compared_in_memory, "cmpq $0, (%rbx)\n je image_out");
ONE_QUESTION(compared_in_a_register, "mov (%rbx), %rax\n cmp $0, %rax\n jz image_out");
ONE_QUESTION(copied_and_tested,
	     "mov (%rbx), %rax\n mov %rax, %rdx\n test %rdx, %rdx\n je image_out");
ONE_QUESTION(tested_beside_another_word,
	     "mov (%rbx), %rax\n test %rax, %rax\n je image_out\n cmpl $5, 64(%rbx)\n "
	     "jg image_out");
ONE_QUESTION(overwritten, "mov (%rbx), %rax\n test %rax, %rax\n je image_out\n"
			  "mov $3, %eax\n cmp $5, %rax\n jg image_out\n mov %rax, 64(%rbx)\n"
			  "movq $0, 64(%rbx)");
ONE_QUESTION(tested_with_calls_elsewhere,
	     "mov (%rbx), %rax\n test %rax, %rax\n je image_out\n xor %eax, %eax\n"
	     "lea -256(%rsp), %rsp\n call image_return\n lea 256(%rsp), %rsp");
IMAGE("image_return: ret");
MORE(compared_with_a_number, "mov (%rbx), %rax\n cmp $5, %rax\n je image_out");
MORE(compared_by_order, "cmpq $0, (%rbx)\n jl image_out");
MORE(tested_for_its_sign, "mov (%rbx), %rax\n test %rax, %rax\n js image_out");
MORE(tested_for_a_bit, "testq $1, (%rbx)\n jne image_out");
MORE(half_of_it, "cmpl $0, (%rbx)\n je image_out");
MORE(the_upper_half, "cmpl $0, 4(%rbx)\n je image_out");
MORE(across_its_end, "cmpq $7, 4(%rbx)\n je image_out");
MORE(half_of_a_copy, "mov (%rbx), %rax\n test %eax, %eax\n je image_out");
MORE(an_upper_byte, "mov (%rbx), %rax\n test %ah, %ah\n je image_out");
MORE(calculated_with, "mov (%rbx), %rax\n sub $1, %rax\n js image_out");
MORE(loaded_by_sign, "movslq (%rbx), %rax\n test %rax, %rax\n je image_out");
MORE(chosen_by, "xor %edx, %edx\n cmpq $0, (%rbx)\n cmove %rbx, %rdx\n test %rdx, %rdx\n"
		"jne image_out");
MORE(made_a_flag, "xor %edx, %edx\n cmpq $0, (%rbx)\n sete %dl\n test %dl, %dl\n jne image_out");
MORE(kept_in_memory, "mov (%rbx), %rax\n mov %rax, -512(%rsp)\n test %rax, %rax\n je image_out");
MORE(an_address, "mov (%rbx), %rax\n lea 1(%rax), %rdx\n test %rax, %rax\n je image_out");
MORE(pushed, "mov (%rbx), %rax\n lea -256(%rsp), %rsp\n push %rax\n pop %rdx\n"
	     "lea 256(%rsp), %rsp\n test %rdx, %rdx\n je image_out");
MORE(added_to, "mov $0, %eax\n add (%rbx), %rax\n je image_out");
MORE(a_call_while_it_is_held,
     "mov (%rbx), %rax\n test %rax, %rax\n je image_out\n"
     "lea -256(%rsp), %rsp\n call image_return\n lea 256(%rsp), %rsp");
MORE(flags_after_a_shift_by_nothing,
     "xor %ecx, %ecx\n cmpq $0, (%rbx)\n mov $1, %edx\n shl %cl, %edx\n js image_out");

/* The next round's first comparison is with what the last one has loaded. */
LOOP(kept, "cmp %rax, %rbx\n je image_out\n mov (%rbx), %rax\n"
	   "test %rax, %rax\n je image_out");

static void kept_for_the_next_round(void **state)
{
	(void)state;
	rig.frame.reg[REG_RAX] = COUNT;
	assert_false(only_if_zero(loop_kept));
}

static void zero_ends_the_wait(void **state)
{
	(void)state;
	rig.f.zero = (struct follow_zero){ .on = true };
	rig.word[0] = 0;
	rig.f.word = rig.word;
	rig.f.value = 0;
	assert_int_equal(rig_follow(loop_tested), GOES_ON);
}

#endif

#include "follow_main.h"

FOLLOW_MAIN("follow_zero",
	RIG_TEST(tested), RIG_TEST(compared_in_memory), RIG_TEST(compared_in_a_register),
	RIG_TEST(copied_and_tested), RIG_TEST(tested_beside_another_word),
	RIG_TEST(overwritten), RIG_TEST(tested_with_calls_elsewhere),
	RIG_TEST(compared_with_a_number), RIG_TEST(compared_by_order),
	RIG_TEST(tested_for_its_sign), RIG_TEST(tested_for_a_bit), RIG_TEST(half_of_it),
	RIG_TEST(the_upper_half), RIG_TEST(across_its_end), RIG_TEST(half_of_a_copy),
	RIG_TEST(an_upper_byte), RIG_TEST(calculated_with), RIG_TEST(loaded_by_sign),
	RIG_TEST(chosen_by), RIG_TEST(made_a_flag), RIG_TEST(kept_in_memory),
	RIG_TEST(an_address), RIG_TEST(pushed), RIG_TEST(added_to),
	RIG_TEST(a_call_while_it_is_held), RIG_TEST(flags_after_a_shift_by_nothing),
	RIG_TEST(kept_for_the_next_round),
	RIG_TEST(zero_ends_the_wait));
