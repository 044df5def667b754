/*
 * test_together.c - loops that change memory within a round which other threads of the node could
 * see: followed as ones that may defer stores, from a check or from the return of a load of the L2.
 *
 * Not here: the threads of a node, and when which of them is followed (tests/spi/listed_waits.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#if defined(__x86_64__)

#define RIG_OF_MACHINE
#include "follow_rig.h"
#include "include/bgqemu/abi.h"

/* A second check of the loop NAME, at the label MORE. */
#define SECOND(NAME, MORE)                                                              \
	"subq $5<<20, %gs:0\n jl stub_" #MORE "\nback_" #MORE ":\n"
#define STUB(MORE)                                                                      \
	IMAGE("stub_" #MORE ":\n\tlea -128(%rsp), %rsp\n\tcall image_check\n"               \
	      "\tlea 128(%rsp), %rsp\n\tjmp back_" #MORE)

LOOP(takes_out, "movq $0, 8(%rbx)\n" SECOND(takes_out, takes_out_2)
		"movq $5, 8(%rbx)\n cmpl $0, (%rbx)\n jne image_out");
STUB(takes_out_2);

static void what_differs_at_a_check_is_owed_or_is_no_wait(void **state)
{
	(void)state;
	rig.word[1] = 5;
	rig.f.seen = true;
	assert_int_equal(rig_follow(loop_takes_out), LOST);
	assert_true(rig.f.differs);
	rig.f.may_differ = true;
	assert_int_equal(rig_follow(loop_takes_out), WAITS);
	assert_true(rig.f.differs);
	assert_true(rig_cell(&rig.word[1])->differs);
	assert_false(rig_cell(&rig.word[0])->differs);
	assert_ptr_equal(follow_cell_of(&rig.f, (uintptr_t)&rig.word[1]), rig_cell(&rig.word[1]));
	assert_null(follow_cell_of(&rig.f, (uintptr_t)&rig.word[2]));
}

static void what_nobody_sees_is_not_owed(void **state)
{
	(void)state;
	rig.word[1] = 5;
	assert_int_equal(rig_follow(loop_takes_out), WAITS);
	assert_false(rig.f.differs);
}

LOOP(counts, "incq 8(%rbx)\n" SECOND(counts, counts_2) "cmpl $0, (%rbx)\n jne image_out");
STUB(counts_2);

static void counts_that_others_could_see_are_owed(void **state)
{
	(void)state;
	rig.f.seen = rig.f.may_count = true;
	assert_int_not_equal(rig_follow(loop_counts), WAITS);
	rig.f.may_differ = true;
	assert_int_equal(rig_follow(loop_counts), WAITS);
	assert_true(rig.f.rounds > FOLLOW_SKIP_MOST);
	assert_true(rig_cell(&rig.word[1])->differs);
}

/* A function keeps below the head what its caller has in a register; where the stack is above that,
 * the stub of a check may have overwritten it. */
LOOP(leaves, "lea -64(%rsp), %rsp\n push %r12\n pop %rax\n lea 64(%rsp), %rsp\n"
	     "cmpl $0, (%rbx)\n jne image_out\n lea 256(%rsp), %rsp\n" SECOND(leaves, leaves_2)
	     "lea -256(%rsp), %rsp");
STUB(leaves_2);

static void what_a_function_has_left_below_a_check_is_no_difference(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_leaves), WAITS);
	rig.f.seen = rig.f.may_differ = true;
	assert_int_equal(rig_follow(loop_leaves), WAITS);
}

IMAGE("top_load:\n\tsubq $7<<20, %gs:0\n\tjl stub_load\nback_load:\n"
      "\txor %edi, %edi\n\tmov %rbx, %rsi\n\tcall *%r13\n"
      "loop_load:\n\tcmpl $0, (%rbx)\n\tjne image_out\n\tmov %r12, %rax\n\tmov %rax, 8(%rbx)\n"
      "\tjmp top_load\n"
      "stub_load:\n\tlea -128(%rsp), %rsp\n\tcall image_check\n"
      "\tlea 128(%rsp), %rsp\n\tjmp back_load");
extern const char loop_load[];

IMAGE("top_uses:\n\tsubq $7<<20, %gs:0\n\tjl stub_uses\nback_uses:\n"
      "\txor %edi, %edi\n\tmov %rbx, %rsi\n\tcall *%r13\n"
      "loop_uses:\n\tcmpl %eax, (%rbx)\n\tjne image_out\n\tjmp top_uses\n"
      "stub_uses:\n\tlea -128(%rsp), %rsp\n\tcall image_check\n"
      "\tlea 128(%rsp), %rsp\n\tjmp back_uses");
extern const char loop_uses[];

static bool from_return(const char *loop)
{
	rig.frame.pc = (uintptr_t)rig_at(loop);
	rig.frame.reg[REG_R13] = (uintptr_t)bgqemu_l2;
	rig.f.thread = &rig.process.main;
	rig.f.frame = &rig.frame;
	rig.f.vectors = NULL;
	return follow_loop(&rig.f);
}

static void a_loop_is_followed_from_a_load_of_the_l2_on(void **state)
{
	unsigned way = job.model->l2_way_cycles;

	(void)state;
	rig.word[1] = rig.frame.reg[REG_R12];
	assert_true(from_return(loop_load));
	assert_int_equal(rig_cycles(), RIG_ROUND + 2 * way);
	/* The L2 has the word at the head; the second half of its way is paid after it. */
	assert_int_equal(rig_cell(&rig.word[0])->first_ps, 0);
	rig.word[1]++;
	assert_false(from_return(loop_load));
	rig.word[0] = 1;
	assert_false(from_return(loop_load));
}

static void registers_that_a_call_leaves_are_not_known(void **state)
{
	(void)state;
	assert_false(from_return(loop_uses));
}

static int reset(void **state)
{
	rig_reset(state);
	rig.f.seen = rig.f.may_count = rig.f.may_differ = false;
	return 0;
}

#define TEST(NAME) cmocka_unit_test_setup(NAME, reset)

#endif

#include "follow_main.h"

FOLLOW_MAIN("together",
	TEST(what_differs_at_a_check_is_owed_or_is_no_wait),
	TEST(what_nobody_sees_is_not_owed),
	TEST(counts_that_others_could_see_are_owed),
	TEST(what_a_function_has_left_below_a_check_is_no_difference),
	TEST(a_loop_is_followed_from_a_load_of_the_l2_on),
	TEST(registers_that_a_call_leaves_are_not_known));
