/*
 * test_follow_rounds.c - loops whose state is not the same after their first round, but is
 * after a later one (emu/wait/follow.h): what a round only fills.
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
	assert_true(rig.f.fills);
	assert_int_equal(rig_cycles(), RIG_ROUND);
	assert_int_equal(rig.word[1], 4);
	rig.word[1] = 5; /* the round has been executed */
	assert_int_equal(rig_follow(loop), WAITS);
	assert_false(rig.f.fills);
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
	assert_false(rig.f.fills);
	assert_int_equal(rig_follow(loop_fills_half), GOES_ON);
	assert_false(rig.f.fills);
}

static void a_loop_that_does_more_is_not_said_to_fill(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_fills_and_counts), GOES_ON);
	assert_false(rig.f.fills);
}

#endif

#include "follow_main.h"

FOLLOW_MAIN("follow_rounds",
	RIG_TEST(a_word_that_is_stored_first_is_filled),
	RIG_TEST(a_word_that_is_looked_at_first_is_not),
	RIG_TEST(a_loop_that_does_more_is_not_said_to_fill));
