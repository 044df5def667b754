/*
 * test_follow_rounds.c - loops whose state is not the same after their first round, but is
 * after a later one (emu/core/follow/follow.h): what a round only fills, and inner loops that
 * count, whose rounds are skipped (follow_skip.c, follow_slope.c).
 *
 * What an inner loop comes to is known: so many rounds, the same registers and words.  A loop
 * that leads out by a branch which must not be skipped is said to wait if it has been.
 *
 * Not here: that programs end at the same time with the same results (spi/counted_waits.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#if defined(__x86_64__)

#include "follow_rig.h"

#define FLAG "\n cmpl $0, (%rbx)\n jne image_out\n"

/* ---- words that a round stores to before it looks at them */

LOOP(fills, "movq $5, 8(%rbx)" FLAG);
LOOP(fills_then_reads, "movq $5, 8(%rbx)\n mov 8(%rbx), %rax" FLAG);
LOOP(reads_then_fills, "mov 8(%rbx), %rax\n movq $5, 8(%rbx)" FLAG);
LOOP(fills_half, "movl $5, 8(%rbx)" FLAG);
LOOP(fills_and_counts, "movq $5, 8(%rbx)\n add $1, %r12" FLAG);

static void a_round_that_fills_a_word_will_wait(const char *loop)
{
	rig.word[1] = 4;
	assert_int_equal(rig_follow(loop), GOES_ON);
	assert_true(rig.f.needs_warmup);
	assert_int_equal(rig_cycles(), RIG_ROUND);
	assert_int_equal(rig.word[1], 4);
	rig.word[1] = 5; /* the round has been executed */
	assert_int_equal(rig_follow(loop), WAITS);
	assert_false(rig.f.needs_warmup);
}

static void a_word_that_is_stored_first_is_filled(void **state)
{
	(void)state;
	a_round_that_fills_a_word_will_wait(loop_fills);
	a_round_that_fills_a_word_will_wait(loop_fills_then_reads);
}

static void a_word_that_is_looked_at_first_is_not(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_reads_then_fills), GOES_ON);
	assert_false(rig.f.needs_warmup);
	assert_int_equal(rig_follow(loop_fills_half), GOES_ON);
	assert_false(rig.f.needs_warmup);
}

static void a_loop_that_does_more_is_not_said_to_fill(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_fills_and_counts), GOES_ON);
	assert_false(rig.f.needs_warmup);
}

/* ---- inner loops: the check is in both.  r12 counts, and is set back where it ends. */

#define MANY 1000 /* instructions: a proof that skips needs fewer, one that does not more */
#define AGAIN "\n mov %r14, %r12\n 1:" FLAG

LOOP(below, "add $1, %r12\n cmp $800, %r12\n jb 1f" AGAIN);
LOOP(below_half, "add $1, %r12d\n cmp $800, %r12d\n jb 1f" AGAIN);
LOOP(equal, "add $1, %r12\n cmp $800, %r12\n jne 1f" AGAIN);
LOOP(less, "add $1, %r12\n cmp $800, %r12\n jl 1f" AGAIN);
LOOP(from_the_other_side, "add $1, %r12\n cmp %r12, %r15\n ja 1f" AGAIN);
LOOP(by_lea, "lea 1(%r12), %rax\n mov %rax, %r12\n cmp %r15, %rax\n jb 1f" AGAIN);
LOOP(by_lea_half, "lea 1(%r12), %eax\n mov %rax, %r12\n cmp %r15, %rax\n jb 1f" AGAIN);
LOOP(by_inc, "inc %r12d\n cmp %r15d, %r12d\n jne 1f" AGAIN);
LOOP(saved, "add $1, %r12\n lea -256(%rsp), %rsp\n push %r12\n xor %r12d, %r12d\n"
	    "pop %r12\n lea 256(%rsp), %rsp\n cmp $800, %r12\n jb 1f" AGAIN);
LOOP(stored, "add $1, %r12\n lea -256(%rsp), %rsp\n mov %r12d, 4(%rsp)\n mov 4(%rsp), %eax\n"
	     "lea 256(%rsp), %rsp\n cmp $800, %eax\n jb 1f" AGAIN);
LOOP(chosen, "add $1, %r12\n cmp $800, %r12\n cmove %r14, %r12" FLAG);
LOOP(in_a_word, "addq $1, 8(%rbx)\n cmpq $800, 8(%rbx)\n jb 1f\n mov %r14, 8(%rbx)\n 1:" FLAG);
LOOP(in_half_a_word, "addl $1, 12(%rbx)\n cmpl $800, 12(%rbx)\n jb 1f\n mov %r14d, 12(%rbx)\n"
		     "1:" FLAG);
LOOP(both_halves, "addl $1, 8(%rbx)\n mov 8(%rbx), %rax\n cmp $800, %rax\n jb 1f\n"
		  "mov %r14, 8(%rbx)\n 1:" FLAG);

static void it_is_skipped(const char *loop, uint64_t first, uint64_t last, uint64_t now)
{
	rig.frame.reg[REG_R12] = rig.word[1] = now;
	rig.frame.reg[REG_R14] = first;
	rig.frame.reg[REG_R15] = last;
	assert_int_equal(rig_follow(loop), WAITS);
	assert_int_equal(rig_cycles(), (last - first) * RIG_ROUND);
	assert_true(rig.f.steps < MANY);
	assert_int_equal(rig_cell(rig.word)->first_ps, 0);
	assert_int_equal(rig_cell(rig.word)->last_ps,
			 cycles_ps((last - first - 1) * RIG_ROUND));
	assert_int_equal(rig.f.last_ps, cycles_ps((last - first - 1) * RIG_ROUND));
}

static void in_r12(const char *loop)
{
	for (uint64_t now = 0; now < 800; now += now < 8 || now > 790 ? 1 : 97) {
		it_is_skipped(loop, 0, 800, now);
		assert_int_equal(rig.f.reg[REG_R12], now);
	}
}

static void rounds_of_an_inner_loop_are_skipped(void **state)
{
	(void)state;
	in_r12(loop_below);
	in_r12(loop_below_half);
	in_r12(loop_equal);
	in_r12(loop_less);
	in_r12(loop_from_the_other_side);
	in_r12(loop_by_lea);
	in_r12(loop_by_lea_half);
	in_r12(loop_by_inc);
	in_r12(loop_saved);
	in_r12(loop_stored);
	in_r12(loop_chosen);
}

static void in_the_word(const char *loop, unsigned shift)
{
	for (uint64_t now = 0; now < 800; now += 57) {
		rig.frame.reg[REG_R14] = 0;
		rig.word[1] = now << shift;
		assert_int_equal(rig_follow(loop), WAITS);
		assert_int_equal(rig_cycles(), 800 * RIG_ROUND);
		assert_true(rig.f.steps < MANY);
		assert_int_equal(rig_cell(&rig.word[1])->value, now << shift);
		assert_int_equal(rig.word[1], now << shift);
	}
}

static void so_are_those_that_count_in_memory(void **state)
{
	(void)state;
	in_the_word(loop_in_a_word, 0);
	in_the_word(loop_in_half_a_word, 32);
	in_the_word(loop_both_halves, 0);
}

static void a_count_may_pass_any_edge(void **state)
{
	static const uint64_t edge[] = { 0, UINT64_C(1) << 31, UINT64_C(1) << 32,
					 UINT64_C(1) << 63 };

	(void)state;
	for (unsigned i = 1; i < sizeof edge / sizeof *edge; i++) {
		it_is_skipped(loop_by_lea, edge[i] - 100, edge[i] + 100, edge[i] - 7);
		it_is_skipped(loop_from_the_other_side, edge[i] - 100, edge[i] + 100, edge[i]);
	}
	it_is_skipped(loop_by_inc, UINT32_MAX - 99, UINT64_C(1) << 32, UINT32_MAX - 50);
	rig.frame.reg[REG_R12] = rig.frame.reg[REG_R14] = UINT32_MAX - 99;
	rig.frame.reg[REG_R15] = 100; /* the upper half is cleared where it comes round */
	assert_int_equal(rig_follow(loop_by_inc), WAITS);
	assert_int_equal(rig_cycles(), 200 * RIG_ROUND);
}

/* ---- rounds that are not like the others: r12 is 300 to 499 in turn.  Where they begin, and
 * what is different in which, is all the same: they cost three cycles more, and lead out if
 * r8 is 0. */

#define FIRST 300
#define LAST 500
#define MORE 3
#define ODD(NAME, TEST, WHERE)                                                          \
	LOOP(NAME, TEST "\n test %r8, %r8\n je image_out\n subq $3<<20, %gs:0\n"        \
		   "2: add $1, %r12\n cmp $500, %r12\n jb 1f" AGAIN);                    \
	static bool NAME##_where(uint64_t n)                                            \
	{                                                                               \
		return WHERE;                                                           \
	}

#define DOWN "lea -256(%rsp), %rsp\n"
#define UP "lea 256(%rsp), %rsp\n"

ODD(meets, "cmp $400, %r12\n jne 2f", n == 400)
ODD(meets_half, "cmp $400, %r12d\n jne 2f", n == 400)
ODD(passes, "cmp $400, %r12\n jbe 2f", n > 400)
ODD(passes_down, "mov $400, %eax\n cmp %r12, %rax\n jae 2f", n > 400)
ODD(passes_signed, "lea -500(%r12), %rax\n cmp $-100, %rax\n jl 2f", n >= 400)
ODD(passes_smallest, "movabs $0x7fffffffffffff00, %rax\n add %r12, %rax\n"
		     "cmp $-0x80000000, %rax\n jg 2f", n >= 256)
ODD(becomes_positive, "lea -400(%r12), %rax\n test %rax, %rax\n js 2f", n >= 400)
ODD(becomes_zero, "mov $400, %eax\n sub %r12d, %eax\n jne 2f", n == 400)
ODD(borrows, "mov $400, %eax\n sub %r12d, %eax\n jae 2f", n > 400)
ODD(carries, "mov $-400, %eax\n add %r12d, %eax\n jnc 2f", n >= 400)
ODD(overflows, "mov $0x7fffffff-400, %eax\n add %r12d, %eax\n jno 2f", n > 400)
ODD(overflows_64, "movabs $0x7fffffffffffffff-400, %rax\n add %r12, %rax\n jno 2f", n > 400)
ODD(overflows_down, "movabs $-0x8000000000000000+400, %rax\n sub %r12, %rax\n jno 2f", n > 400)
ODD(operand_turns, "lea -400(%r12), %rax\n mov $0x70000000, %ecx\n shl $32, %rcx\n"
		   "sub %rcx, %rax\n jae 2f", n >= 400)
ODD(runs_out, "mov $-400, %eax\n add %r12d, %eax\n mov %rax, %rdx\n sub $1, %rdx\n"
	      "cmp $900, %rdx\n ja 2f", n > 400)
ODD(moved_half, "lea -400(%r12), %rax\n mov %eax, %eax\n lea -1(%rax), %rdx\n"
		"movabs $0x80000000, %rcx\n test %rdx, %rcx\n jne 2f", n > 400)
ODD(upper_half, "lea -400(%r12), %rax\n shr $31, %eax\n test %eax, %eax\n jne 2f", n >= 400)
ODD(low_byte, "mov %r12, %rax\n cmp $0x90, %al\n jne 2f", n == 400)
ODD(second_byte, "lea -144(%r12), %rax\n cmp $1, %ah\n jne 2f", n >= 400)
ODD(sixteen_bits, "cmp $400, %r12w\n jne 2f", n == 400)
ODD(bit, "test $16, %r12d\n je 2f", n & 16)
ODD(masked, "mov %r12d, %eax\n and $63, %eax\n cmp $20, %eax\n jne 2f", n % 64 == 20)
ODD(shifted, "mov %r12, %rax\n shr $4, %rax\n cmp $25, %rax\n jne 2f", n / 16 == 25)
ODD(multiplied, "mov %r12, %rax\n imul %r12, %rax\n cmp $160000, %rax\n jne 2f", n == 400)
ODD(negated, "mov %r12, %rax\n neg %rax\n cmp $-400, %rax\n jne 2f", n == 400)
ODD(inverted, "mov %r12, %rax\n not %rax\n cmp $-401, %rax\n jne 2f", n == 400)
ODD(parity, "cmp $400, %r12\n jnp 2f", !__builtin_parity((n - 400) & 0xff))
ODD(looks_up, "cmpb $0, 64(%rbx, %r12)\n je 2f", n == 400)
ODD(sets, "xor %eax, %eax\n cmp $400, %r12\n sete %al\n test %al, %al\n je 2f", n == 400)
ODD(moves_if, "xor %eax, %eax\n cmp $400, %r12\n cmove %rbx, %rax\n test %rax, %rax\n je 2f",
    n == 400)
ODD(exchanged, "mov %r12, %rax\n xor %ecx, %ecx\n xchg %rax, %rcx\n cmp $400, %rcx\n jne 2f",
    n == 400)
ODD(compared_by_ax, DOWN "movq $400, (%rsp)\n mov %r12, %rax\n cmpxchg %rbx, (%rsp)\n" UP
		    "mov $0, %ecx\n jne 2f", n == 400)
ODD(sign_of_ax, "lea -400(%r12), %rax\n cqto\n test %rdx, %rdx\n jne 2f", n >= 400)
ODD(extended, "mov $0x7fffffff-400, %eax\n lea (%rax, %r12), %rax\n movslq %eax, %rax\n"
	      "mov %rax, %rcx\n lea 1(%rcx), %rcx\n test %rcx, %rcx\n jge 2f", n > 400)
ODD(lea_half, "lea -400(%r12), %eax\n lea -1(%rax), %rdx\n test %rdx, %rdx\n jns 2f", n == 400)
ODD(part_set, "lea -144(%r12), %rax\n mov $0, %al\n cmp $256, %rax\n jne 2f", n >= 400)
ODD(by_vector, "movq %r12, %xmm3\n movq %xmm3, %rax\n pxor %xmm3, %xmm3\n cmp $400, %rax\n"
	       "jne 2f", n == 400)
ODD(part_of_a_word, DOWN "push %r12\n movzbl (%rsp), %eax\n lea 8(%rsp), %rsp\n" UP
		    "cmp $0x90, %eax\n jne 2f", n == 400)
ODD(part_stored, DOWN "lea -144(%r12), %rax\n push %rax\n movb $0, (%rsp)\n pop %rax\n" UP
		 "cmp $256, %rax\n jne 2f", n >= 400)
ODD(across_words, DOWN "push %r12\n push %r12\n mov 4(%rsp), %rax\n lea 16(%rsp), %rsp\n" UP
		  "shr $32, %rax\n cmp $400, %rax\n jne 2f", n == 400)
ODD(upper_part, DOWN "movl $-400, (%rsp)\n add %r12d, (%rsp)\n movl $7, 4(%rsp)\n"
		"mov (%rsp), %rax\n" UP "shr $31, %rax\n cmp $15, %rax\n je 2f", n >= 400)
ODD(two_parts, DOWN "mov %r12d, (%rsp)\n mov %r12d, 4(%rsp)\n mov (%rsp), %rax\n" UP
	       "movabs $400*0x100000001, %rdx\n cmp %rdx, %rax\n jne 2f", n == 400)
ODD(passed_on, "mov 24(%rbx), %rax\n mov 16(%rbx), %rcx\n mov %rcx, 24(%rbx)\n"
	       "mov 8(%rbx), %rcx\n mov %rcx, 16(%rbx)\n mov %r12, 8(%rbx)\n"
	       "cmp $400, %rax\n jne 2f", n == 403)
ODD(carried_up, "mov 36(%rbx), %eax\n movabs $0x100000000-400, %rcx\n add %r12, %rcx\n"
		"mov %rcx, 32(%rbx)\n test %eax, %eax\n je 2f", n == 300 || n > 400)

static const struct {
	const char *loop;
	bool (*where)(uint64_t n);
} odd[] = {
#define O(NAME) { loop_##NAME, NAME##_where }
	O(meets), O(meets_half), O(passes), O(passes_down), O(passes_signed),
	O(passes_smallest), O(becomes_positive), O(becomes_zero), O(borrows), O(carries),
	O(overflows), O(overflows_64), O(overflows_down), O(operand_turns), O(runs_out),
	O(moved_half), O(upper_half), O(low_byte), O(second_byte), O(sixteen_bits), O(bit),
	O(masked), O(shifted), O(multiplied), O(negated), O(inverted), O(parity), O(looks_up),
	O(sets), O(moves_if), O(exchanged), O(compared_by_ax), O(sign_of_ax), O(extended),
	O(part_set), O(by_vector), O(part_of_a_word), O(part_stored), O(across_words),
	O(upper_part), O(two_parts), O(passed_on), O(carried_up), O(lea_half),
};
#define ODDS (sizeof odd / sizeof *odd)

static void odd_begin(uint64_t now, bool stay)
{
	rig.frame.reg[REG_R12] = now;
	rig.frame.reg[REG_R14] = FIRST;
	rig.frame.reg[REG_R8] = stay;
	((uint8_t *)&rig.word[8])[400] = 1;
}

/* Sets memory to what the rounds before have left in it. */
static void pass_on(uint64_t now)
{
	for (unsigned i = 0; i < 3; i++)
		rig.word[1 + i] = FIRST + (now - FIRST + 199 - i) % (LAST - FIRST);
	rig.word[4] = rig.word[1] + (UINT64_C(1) << 32) - 400;
}

static void each_round_takes_its_time(void **state)
{
	(void)state;
	for (unsigned i = 0; i < ODDS; i++) {
		uint64_t odds = 0;

		for (uint64_t n = FIRST; n < LAST; n++)
			odds += odd[i].where(n);
		for (uint64_t now = FIRST; now < LAST; now++) {
			odd_begin(now, true);
			pass_on(now);
			if (rig_follow(odd[i].loop) != WAITS ||
			    rig_cycles() != (LAST - FIRST) * RIG_ROUND + MORE * odds)
				fail_msg("odd[%u] from %u: %u cycles, gave up %d", i, (unsigned)now,
					 (unsigned)rig_cycles(), rig.f.why);
			assert_int_equal(rig.f.reg[REG_R12], now);
		}
	}
}

static void a_way_out_is_found(void **state)
{
	(void)state;
	for (unsigned i = 0; i < ODDS; i++)
		for (uint64_t now = FIRST; now < LAST; now += 7) {
			odd_begin(now, false);
			pass_on(now);
			if (rig_follow(odd[i].loop) == WAITS)
				fail_msg("odd[%u] from %u", i, (unsigned)now);
		}
}

/* ---- what changes beside the count */

LOOP(outer_counts, "add $1, %r12\n cmp $99, %r12\n jb 1f\n add $1, %r13" AGAIN);
LOOP(outer_ends, "add $1, %r12\n cmp $99, %r12\n jb 1f\n test %r8, %r8\n je image_out" AGAIN);
LOOP(alternates, "xor $1, %r15d\n je 1f\n add $1, %r13\n 1:" FLAG);
LOOP(sums, "add %r12, %r13\n add $1, %r12\n cmp $99, %r12\n jb 1f" AGAIN);
LOOP(word_sums, "add %r12, 8(%rbx)\n add $1, %r12\n cmp $99, %r12\n jb 1f" AGAIN);
LOOP(word_counts, "addq $1, 8(%rbx)\n add $1, %r12\n cmp $99, %r12\n jb 1f" AGAIN);
LOOP(walks, "movq $0, 64(%rbx, %r12, 8)\n add $1, %r12\n cmp $99, %r12\n jb 1f" AGAIN);
LOOP(last_of_it, "lea (%r12, %r12, 2), %r9\n mov %r9, 8(%rbx)\n add $1, %r12\n cmp $99, %r12\n"
		 "jb 1f\n cmpq $294, 8(%rbx)\n jne image_out\n cmp $294, %r9\n jne image_out"
		 AGAIN);
LOOP(without_end, "add $1, %r12" FLAG);

static void what_an_outer_loop_does_is_seen(void **state)
{
	(void)state;
	rig.frame.reg[REG_R12] = 7;
	rig.frame.reg[REG_R14] = 0;
	assert_int_not_equal(rig_follow(loop_outer_counts), WAITS);
	assert_int_not_equal(rig_follow(loop_alternates), WAITS);
	assert_int_not_equal(rig_follow(loop_sums), WAITS);
	assert_int_not_equal(rig_follow(loop_word_sums), WAITS);
	assert_int_not_equal(rig_follow(loop_word_counts), WAITS);
	rig.frame.reg[REG_R8] = 0;
	assert_int_not_equal(rig_follow(loop_outer_ends), WAITS);
	rig.frame.reg[REG_R8] = 1;
	assert_int_equal(rig_follow(loop_outer_ends), WAITS);
}

static void values_of_the_last_round_are_those_of_the_last(void **state)
{
	(void)state;
	rig.frame.reg[REG_R12] = 7;
	rig.frame.reg[REG_R14] = 0;
	rig.word[1] = 18;
	assert_int_equal(rig_follow(loop_last_of_it), WAITS);
	assert_int_equal(rig_cycles(), 99 * RIG_ROUND);
	assert_int_equal(rig.f.reg[REG_R9], 18);
	assert_int_equal(rig_cell(&rig.word[1])->value, 18);
}

static void an_address_that_counts_is_used_each_time(void **state)
{
	(void)state;
	rig.frame.reg[REG_R12] = rig.frame.reg[REG_R14] = 0;
	rig.word[8 + 50] = 1;
	assert_int_not_equal(rig_follow(loop_walks), WAITS);
	rig.word[8 + 50] = 0;
	assert_int_equal(rig_follow(loop_walks), WAITS);
	assert_non_null(rig_cell(&rig.word[8 + 50]));
}

static void a_count_without_end_ends_the_proof(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_without_end), GOES_ON);
	assert_true(rig.f.steps < 50);
}

#endif

#include "follow_main.h"

FOLLOW_MAIN("follow_rounds",
	RIG_TEST(a_word_that_is_stored_first_is_filled),
	RIG_TEST(a_word_that_is_looked_at_first_is_not),
	RIG_TEST(a_loop_that_does_more_is_not_said_to_fill),
	RIG_TEST(rounds_of_an_inner_loop_are_skipped),
	RIG_TEST(so_are_those_that_count_in_memory), RIG_TEST(a_count_may_pass_any_edge),
	RIG_TEST(each_round_takes_its_time), RIG_TEST(a_way_out_is_found),
	RIG_TEST(what_an_outer_loop_does_is_seen),
	RIG_TEST(values_of_the_last_round_are_those_of_the_last),
	RIG_TEST(an_address_that_counts_is_used_each_time),
	RIG_TEST(a_count_without_end_ends_the_proof));
