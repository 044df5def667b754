/*
 * test_follow.c - loops that are followed (emu/core/follow/follow.h): which of them wait, what they
 * use and how long they take.
 *
 * Not here: what single instructions do (test_follow_operate.c, test_decode.c), what becomes
 * of a thread that waits (the emulator's own tests, with programs).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#if defined(__x86_64__)

#include <errno.h>
#include <pthread.h>

#include "emu/node/image/heap.h"
#include "emu/node/posix/thread.h"
#include "include/bgqemu/abi.h"
#define RIG_OF_MACHINE
#include "follow_rig.h"

/* ---- loops that read */

LOOP(two_flags, "cmpl $0, (%rbx)\n jne image_out\n cmpl $0, 64(%rbx)\n jne image_out");

static void a_loop_that_loads_and_branches_waits(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_flag), WAITS);
}

static void a_loop_whose_word_lets_it_out_goes_on(void **state)
{
	(void)state;
	rig.word[0] = 1;
	assert_int_equal(rig_follow(loop_flag), GOES_ON);
}

static void the_word_that_is_read_is_known(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_flag), WAITS);
	assert_int_equal(rig.f.cells, 1);
	assert_int_equal(rig.f.cell[0].at, (uintptr_t)rig.word);
	assert_int_equal(rig.f.cell[0].memory, 0);
	assert_false(rig.f.cell[0].stored);
}

static void all_words_that_are_read_are_known(void **state)
{
	(void)state;
	rig.word[0] = UINT64_C(0x500000000);
	rig.word[8] = UINT64_C(0x700000000);
	assert_int_equal(rig_follow(loop_two_flags), WAITS);
	assert_int_equal(rig.f.cells, 2);
	assert_int_equal(rig_cell(&rig.word[0])->memory, UINT64_C(0x500000000));
	assert_int_equal(rig_cell(&rig.word[8])->memory, UINT64_C(0x700000000));
}

LOOP(crossing, "cmpl $0, 6(%rbx)\n jne image_out");

static void of_a_load_across_words_both_are_known(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_crossing), WAITS);
	assert_int_equal(rig.f.cells, 2);
	assert_non_null(rig_cell(&rig.word[0]));
	assert_non_null(rig_cell(&rig.word[1]));
}

static void a_word_can_be_taken_to_hold_something_else(void **state)
{
	(void)state;
	rig.f.word = &rig.word[0];
	rig.f.value = 1;
	assert_int_equal(rig_follow(loop_flag), GOES_ON);
	rig.word[0] = 1;
	rig.f.value = 0;
	assert_int_equal(rig_follow(loop_flag), WAITS);
	assert_int_equal(rig.word[0], 1);
}

static void nothing_is_left_of_a_loop_that_was_followed_before(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		rig.word[0] = 0;
		assert_int_equal(rig_follow(loop_two_flags), WAITS);
		rig.word[0] = UINT64_C(1) << 63;
		assert_int_equal(rig_follow(loop_crossing), GOES_ON);
		rig.word[0] = 0;
		assert_int_equal(rig_follow(loop_flag), WAITS);
		assert_int_equal(rig.f.cells, 1);
		assert_int_equal(rig_cycles(), RIG_ROUND);
	}
}

LOOP(image_flag, "cmpl $0, image_words(%rip)\n jne image_out");

static void a_loop_known_of_one_process_reads_the_memory_of_another(void **state)
{
	const uint64_t *word = &rig.word[0];

	(void)state;
	assert_int_equal(rig_follow(loop_image_flag), WAITS);
	assert_non_null(rig_cell(word));
	rig_place(0);
	assert_int_equal(rig_follow(loop_image_flag), WAITS);
	assert_null(rig_cell(word));
	assert_non_null(rig_cell(&rig.word[0]));
}

/* ---- registers */

LOOP(counts, "add %r13, %r12\n cmpl $0, (%rbx)\n jne image_out");

static void a_loop_that_counts_in_a_register_goes_on(void **state)
{
	(void)state;
	rig.frame.reg[REG_R13] = 1;
	assert_int_equal(rig_follow(loop_counts), GOES_ON);
	rig.frame.reg[REG_R13] = 0;
	assert_int_equal(rig_follow(loop_counts), WAITS);
}

LOOP(written_first, "mov (%rbx), %rcx\n add $5, %rcx\n xor %edx, %edx\n sub %rsi, %rsi\n"
		    "cmpl $0, (%rbx)\n jne image_out");

static void registers_written_before_they_are_read_need_not_be_equal(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_written_first), WAITS);
	assert_int_equal(rig.f.reg[REG_RCX], 5); /* what they hold from the next round on */
	assert_int_equal(rig.f.reg[REG_RDX], 0);
	assert_int_equal(rig.f.reg[REG_RSI], 0);
}

LOOP(read_first, "mov %r12, %rdx\n mov $5, %r12d");

static void registers_read_before_they_are_written_have_to_be_equal(void **state)
{
	(void)state;
	rig.frame.reg[REG_R12] = 6;
	assert_int_equal(rig_follow(loop_read_first), GOES_ON);
	rig.frame.reg[REG_R12] = 5;
	assert_int_equal(rig_follow(loop_read_first), WAITS);
}

LOOP(byte_written, "mov $5, %cl");

static void a_byte_written_keeps_the_rest_of_its_register(void **state)
{
	(void)state;
	rig.frame.reg[REG_RCX] = 0x1206;
	assert_int_equal(rig_follow(loop_byte_written), GOES_ON);
	rig.frame.reg[REG_RCX] = 0x1205;
	assert_int_equal(rig_follow(loop_byte_written), WAITS);
}

LOOP(base_moves, "mov (%r12), %eax\n mov 8(%rbx), %r12");
LOOP(index_moves, "mov (%rbx, %r12), %eax\n mov 8(%rbx), %r12");

static void registers_of_an_address_are_read(void **state)
{
	(void)state;
	rig.frame.reg[REG_R12] = (uintptr_t)&rig.word[8];
	rig.word[1] = (uintptr_t)&rig.word[9];
	assert_int_equal(rig_follow(loop_base_moves), GOES_ON);
	rig.word[1] = (uintptr_t)&rig.word[8];
	assert_int_equal(rig_follow(loop_base_moves), WAITS);
	rig.frame.reg[REG_R12] = 64;
	rig.word[1] = 72;
	assert_int_equal(rig_follow(loop_index_moves), GOES_ON);
	rig.word[1] = 64;
	assert_int_equal(rig_follow(loop_index_moves), WAITS);
}

/* ---- stores */

LOOP(stores, "movq $5, 8(%rbx)\n cmpl $0, (%rbx)\n jne image_out");
LOOP(increments, "incq 8(%rbx)\n cmpl $0, (%rbx)\n jne image_out");
LOOP(undone, "incq 8(%rbx)\n decq 8(%rbx)\n cmpl $0, (%rbx)\n jne image_out");
LOOP(test_and_set, "mov $1, %eax\n xchg %eax, (%rbx)\n test %eax, %eax\n je image_out");

static void a_loop_that_stores_what_is_there_waits(void **state)
{
	(void)state;
	rig.word[1] = 5;
	assert_int_equal(rig_follow(loop_stores), WAITS);
	assert_true(rig_cell(&rig.word[1])->stored);
	assert_false(rig_cell(&rig.word[0])->stored);
}

static void a_loop_that_changes_memory_once_goes_on(void **state)
{
	(void)state;
	rig.word[1] = 4;
	assert_int_equal(rig_follow(loop_stores), GOES_ON);
	assert_int_equal(rig.word[1], 4);
}

static void a_loop_that_increments_memory_goes_on(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_increments), GOES_ON);
	assert_int_equal(rig.word[1], 0);
}

static void a_loop_that_takes_back_its_store_waits(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_undone), WAITS);
	assert_int_equal(rig.word[1], 0);
}

static void a_loop_for_a_lock_that_is_held_waits(void **state)
{
	(void)state;
	rig.word[0] = 1;
	assert_int_equal(rig_follow(loop_test_and_set), WAITS);
	rig.word[0] = 0;
	assert_int_equal(rig_follow(loop_test_and_set), GOES_ON);
	assert_int_equal(rig.word[0], 0);
}

LOOP(below_red_zone, "movq $5, -136(%rsp)");
LOOP(in_red_zone, "movq $5, -128(%rsp)");
LOOP(far_below, "movq $5, (%r12)");

static void below_the_red_zone_a_store_is_dead(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_below_red_zone), WAITS);
	assert_int_equal(follow_dead_below(&rig.f), rig_stack() - 128);
	assert_int_equal(rig_follow(loop_in_red_zone), GOES_ON);
	*(uint64_t *)(uintptr_t)(rig_stack() - 128) = 5;
	assert_int_equal(rig_follow(loop_in_red_zone), WAITS);
}

static void memory_below_its_stack_is_no_stack(void **state)
{
	uint64_t low = (uintptr_t)rig.image - RIG_STACK;

	(void)state;
	rig.frame.reg[REG_R12] = low;
	assert_int_equal(rig_follow(loop_far_below), WAITS);
	rig.frame.reg[REG_R12] = low - 8;
	assert_int_equal(rig_follow(loop_far_below), GOES_ON);
}

static void below_a_stack_of_a_program_s_own_nothing_is_dead(void **state)
{
	(void)state;
	rig.frame.reg[REG_R12] = (uintptr_t)&rig.word[256];
	rig.frame.reg[REG_RSP] = (uintptr_t)&rig.word[512];
	assert_int_equal(rig_follow(loop_far_below), GOES_ON);
	rig.word[256] = 5;
	assert_int_equal(rig_follow(loop_far_below), WAITS);
}

LOOP(stack_sinks, "lea -8(%rsp), %rsp");
LOOP(pushes, "push %r12");
LOOP(stack_stays, "lea -8(%rsp), %rsp\n lea 8(%rsp), %rsp");

static void a_loop_whose_stack_grows_goes_on(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_stack_sinks), GOES_ON);
	rig.frame.reg[REG_R12] = 0; /* as its memory holds */
	assert_int_not_equal(rig_follow(loop_pushes), WAITS);
	assert_int_equal(rig_follow(loop_stack_stays), WAITS);
}

/* ---- several rounds */

LOOP(rotates, "xor $64, %r12d\n cmpl $0, (%rbx, %r12)\n jne image_out");

static void a_loop_over_two_flags_in_rotation_waits_after_two_rounds(void **state)
{
	(void)state;
	rig.frame.reg[REG_R12] = 64;
	assert_int_equal(rig_follow(loop_rotates), WAITS);
	assert_int_equal(rig_cycles(), 2 * RIG_ROUND);
	assert_non_null(rig_cell(&rig.word[0]));
	assert_non_null(rig_cell(&rig.word[8]));
	rig.word[8] = 1; /* which only the second round would see */
	assert_int_equal(rig_follow(loop_rotates), GOES_ON);
}

LOOP(counts_round, "inc %r12d\n and %r13d, %r12d\n cmpl $0, (%rbx)\n jne image_out");

static void more_than_256_rounds_are_not_followed(void **state)
{
	(void)state;
	rig.frame.reg[REG_R12] = 5;
	rig.frame.reg[REG_R13] = 255;
	assert_int_equal(rig_follow(loop_counts_round), WAITS);
	assert_int_equal(rig_cycles(), 256 * RIG_ROUND);
	rig.frame.reg[REG_R13] = 511;
	assert_int_equal(rig_follow(loop_counts_round), GOES_ON);
	assert_true(rig.f.steps < RIG_STEPS);
}

/* ---- what is too much */

static void no_more_steps_are_made_than_allowed(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_flag), WAITS);
	assert_int_equal(rig.f.steps, 7); /* lea jmp, mov test jne jmp, subl, before jl */
	rig.f.steps_most = 8;
	assert_int_equal(rig_follow(loop_flag), WAITS);
	rig.f.steps_most = 7;
	assert_int_equal(rig_follow(loop_flag), GOES_ON);
	assert_int_equal(rig.f.steps, 7);
}

LOOP(scans, "xor %ecx, %ecx\n1: cmpl $0, (%rbx, %rcx, 8)\n jne image_out\n inc %ecx\n"
	    "cmp %ecx, %r12d\n jne 1b");

static void more_words_than_there_are_cells_end_it(void **state)
{
	(void)state;
	rig.frame.reg[REG_R12] = FOLLOW_CELLS;
	assert_int_equal(rig_follow(loop_scans), WAITS);
	assert_int_equal(rig.f.cells, FOLLOW_CELLS);
	rig.word[FOLLOW_CELLS - 1] = 1;
	assert_int_equal(rig_follow(loop_scans), GOES_ON);
	rig.word[FOLLOW_CELLS - 1] = 0;
	rig.frame.reg[REG_R12] = FOLLOW_CELLS + 1;
	assert_int_equal(rig_follow(loop_scans), LOST);
}

/* ---- what other threads see */

LOOP(tells, "lea -64(%rsp), %rax\n mov %rax, 8(%rbx)\n cmpl $0, (%rbx)\n jne image_out");

static void others_may_not_be_told_of_its_stack(void **state)
{
	(void)state;
	rig_follow(loop_tells);
	rig.word[1] = rig.f.reg[REG_RSP] - 64;
	assert_int_equal(rig_follow(loop_tells), WAITS);
	rig.f.seen = true;
	assert_int_equal(rig_follow(loop_tells), GOES_ON);
	rig.word[1] = 0;
	rig.f.seen = false;
}

/* ---- time */

LOOP(pays_more, "subq $30<<20, %gs:0\n mov $5<<20, %ecx\n subq %rcx, %gs:0");

static void a_round_takes_what_it_pays(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_flag), WAITS);
	assert_int_equal(rig_cycles(), RIG_ROUND);
	assert_int_equal(rig_follow(loop_pays_more), WAITS);
	assert_int_equal(rig_cycles(), RIG_ROUND + 30 + 5);
}

IMAGE("top_register:\n\tsubq $9<<20, %r14\n\tjl stub_register\n"
      "back_register:\n\tcmpl $0, (%rbx)\n\tjne image_out\n\tsubq $4<<20, %r14\n"
      "\tjmp top_register\n"
      "stub_register:\n\tmov %r14, %gs:0\n\tlea -128(%rsp), %rsp\n\tcall image_check\n"
      "loop_register:\n\tlea 128(%rsp), %rsp\n\tmov %gs:0, %r14\n\tjmp back_register");
extern const char loop_register[];

static void a_budget_in_a_register_is_time_too(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_register), WAITS);
	assert_int_equal(rig_cycles(), 9 + 4);
}

IMAGE("top_free:\n\tsubq $0<<20, %gs:0\n\tjl stub_free\n"
      "back_free:\n\tcmpl $0, (%rbx)\n\tjne image_out\n\tjmp top_free\n"
      "stub_free:\n\tlea -128(%rsp), %rsp\n\tcall image_check\n"
      "loop_free:\n\tlea 128(%rsp), %rsp\n\tjmp back_free");
extern const char loop_free[];

static void a_round_that_takes_no_time_is_no_wait(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_free), GOES_ON);
	assert_true(rig.f.steps < RIG_STEPS);
}

/* The round begins at the check of the frame, with word 0; a check is between word 0 and 1. */
IMAGE("top_checks:\n\tsubq $7<<20, %gs:0\n\tjl stub_checks\n"
      "back_checks:\n\tcmpl $0, (%rbx)\n\tjne image_out\n\tcmpl $0, 16(%rbx)\n\tjne image_out\n"
      "\tsubq $5<<20, %gs:0\n\tjl stub_second\n"
      "back_second:\n\tcmpl $0, 8(%rbx)\n\tjne image_out\n\tcmpl $0, 16(%rbx)\n"
      "\tjne image_out\n\tjmp top_checks\n"
      "stub_checks:\n\tlea -128(%rsp), %rsp\n\tcall image_check\n"
      "loop_checks:\n\tlea 128(%rsp), %rsp\n\tjmp back_checks\n"
      "stub_second:\n\tlea -128(%rsp), %rsp\n\tcall image_check\n"
      "\tlea 128(%rsp), %rsp\n\tjmp back_second");
extern const char loop_checks[];

static void words_have_the_time_of_the_check_before_them(void **state)
{
	const struct follow_cell *both;

	(void)state;
	assert_int_equal(rig_follow(loop_checks), WAITS);
	assert_int_equal(rig_cell(&rig.word[0])->first_ps, 0);
	assert_int_equal(rig_cell(&rig.word[0])->last_ps, 0);
	assert_int_equal(rig_cell(&rig.word[1])->first_ps, cycles_ps(5));
	both = rig_cell(&rig.word[2]);
	assert_int_equal(both->first_ps, 0);
	assert_int_equal(both->last_ps, cycles_ps(5));
}

static void the_last_check_of_a_round_is_known(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_checks), WAITS);
	assert_int_equal(rig_cycles(), 7 + 5);
	assert_int_equal(rig.f.last_ps, cycles_ps(5));
	assert_int_equal(rig_follow(loop_flag), WAITS);
	assert_int_equal(rig.f.last_ps, 0);
}

LOOP(unchecked, "1: mov (%rbx), %rax\n test %rax, %rax\n je 1b");

static void a_loop_without_a_check_goes_on(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_unchecked), GOES_ON);
	assert_int_equal(rig.f.steps, RIG_STEPS);
}

/* ---- what is not known */

LOOP(clock, "rdtsc");
LOOP(cpuid, "cpuid");
LOOP(add_vectors, "vaddpd %ymm0, %ymm1, %ymm2");
LOOP(add_double, "addsd %xmm0, %xmm0");
LOOP(repeats, "xor %ecx, %ecx\n rep movsb");
LOOP(borrows, "sbb %eax, %eax");
LOOP(segment, "mov %fs:0, %rax");
LOOP(system_call, "syscall");
LOOP(invalid, "ud2");
LOOP(bad_bytes, ".byte 0x06");
LOOP(jumps_over, "jmp 1f\n rdtsc\n ud2\n1:");

static void an_instruction_that_is_not_known_ends_it(void **state)
{
	static const char *const loops[] = { loop_clock, loop_cpuid, loop_add_vectors,
					     loop_add_double, loop_repeats, loop_borrows,
					     loop_segment, loop_system_call, loop_invalid,
					     loop_bad_bytes };

	(void)state;
	for (unsigned i = 0; i < sizeof loops / sizeof *loops; i++) {
		assert_int_equal(rig_follow(loops[i]), LOST);
		assert_true(rig.f.steps <= 3); /* there, in the first round */
	}
	assert_int_equal(rig_follow(loop_jumps_over), WAITS);
}

LOOP(flags_at_head, "je image_out\n cmp %eax, %eax");

static void flags_from_before_the_check_are_not_known(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_flags_at_head), LOST);
}

/* ---- memory that is not the process's */

LOOP(loads, "mov (%r12), %rax");
LOOP(stores_byte, "movb $0, (%r12)");

static enum outcome use(const char *loop, const volatile void *at)
{
	rig.frame.reg[REG_R12] = (uintptr_t)at;
	return rig_follow(loop);
}

static void assert_outside(const void *at)
{
	assert_int_equal(use(loop_loads, at), LOST);
	assert_int_equal(use(loop_stores_byte, at), LOST);
}

static void assert_inside(const void *at)
{
	assert_int_equal(use(loop_loads, at), WAITS);
	assert_int_equal(use(loop_stores_byte, at), WAITS);
}

static void memory_outside_the_process_ends_it(void **state)
{
	static uint64_t own;

	(void)state;
	assert_inside(&rig.word[0]);
	assert_outside(&own);
	assert_outside(NULL);
	assert_outside(space_slot(0, 0) + space.image);
	assert_outside(space_window(RIG_NODE) + space_shared()); /* there is none */
	assert_outside((const char *)rig.word + BGQEMU_L2_ALIAS(0));
	assert_outside((const char *)rig.word + (uintptr_t)space_window(RIG_NODE));
}

static void the_stack_ends_at_its_guard(void **state)
{
	uint8_t *guard = rig.process.base + SPACE_STACK;

	(void)state;
	assert_outside(rig.process.base + 64);
	assert_outside(guard + SPACE_GUARD_BYTES - 8);
	assert_inside(guard + SPACE_GUARD_BYTES);
}

static void the_heap_counts_as_far_as_it_has_grown(void **state)
{
	uint8_t *end = rig.process.base + machine_heap_offset();
	struct heap *h;
	void *block;

	(void)state;
	assert_inside(end - 8);
	assert_outside(end);
	assert_int_equal(use(loop_loads, end - 4), LOST); /* half of it is outside */
	h = heap_init(end, 1 << 20);
	block = heap_calloc(h, 4096, 0);
	assert_inside(block);
	assert_outside(end + (1 << 19));
	memset(end, 0, 4096); /* no heap */
}

/* ---- registers of message units */

#define REGISTER 0x100

static void a_register_of_the_node_is_watched_as_memory_is(void **state)
{
	volatile uint64_t *shown = mmio_shown(RIG_NODE, REGISTER);

	(void)state;
	*mmio_written(RIG_NODE, REGISTER) = 5;
	assert_int_equal(use(loop_loads, shown), WAITS);
	assert_int_equal(rig_cell(shown)->memory, 5);
	rig.frame.reg[REG_RBX] = (uintptr_t)shown;
	assert_int_equal(rig_follow(loop_flag), GOES_ON);
	*mmio_written(RIG_NODE, REGISTER) = 0;
	assert_int_equal(rig_follow(loop_flag), WAITS);
}

static void a_register_of_another_node_ends_it(void **state)
{
	(void)state;
	assert_int_equal(use(loop_loads, mmio_shown(0, REGISTER)), LOST);
}

LOOP(exchanges, "mov $1, %eax\n lock cmpxchg %rcx, (%r12)"); /* in vain */

static void a_store_to_a_register_ends_it_whatever_it_holds(void **state)
{
	(void)state;
	assert_int_equal(use(loop_stores_byte, mmio_shown(RIG_NODE, REGISTER)), LOST);
	*mmio_written(RIG_NODE, REGISTER) = 0;
	assert_int_equal(use(loop_exchanges, mmio_shown(RIG_NODE, REGISTER)), LOST);
	assert_int_equal(use(loop_exchanges, &rig.word[0]), WAITS);
}

/* ---- calls of the runtime: of what r13 points to.  Types do not matter, only addresses. */

void emu_sched_yield(void), emu_pthread_self(void), emu_tls_get_addr(void),
	emu_pthread_mutex_trylock(void), emu_pthread_spin_trylock(void), Kernel_GetRank(void),
	Kernel_ProcessorID(void), Kernel_ProcessorCoreID(void), Kernel_ProcessorThreadID(void),
	bgqemu_mmio_base(void);
typedef void runtime_fn(void);

LOOP(calls, CALL_R13 "cmpl $0, (%rbx)\n jne image_out");
LOOP(result, "mov %r14, %rdi\n" CALL_R13 "cmp %r12, %rax\n jne image_out");

static void calls(runtime_fn *fn)
{
	rig.frame.reg[REG_R13] = (uintptr_t)fn;
}

static void assert_returns(runtime_fn *fn, uint64_t want)
{
	calls(fn);
	rig.frame.reg[REG_R12] = want;
	assert_int_equal(rig_follow(loop_result), WAITS);
	rig.frame.reg[REG_R12] = want + 1;
	assert_int_equal(rig_follow(loop_result), GOES_ON);
}

static void who_a_thread_is_is_known(void **state)
{
	(void)state;
	rig.process.rank = 37;
	rig.process.first_hwthread = 8;
	rig.process.main_user.hwthread = 6;
	rig.process.main_user.handle = 0x12345678abcdef;
	assert_returns(Kernel_GetRank, 37);
	assert_returns(Kernel_ProcessorID, 14);
	assert_returns(Kernel_ProcessorCoreID, 3);
	assert_returns(Kernel_ProcessorThreadID, 2);
	assert_returns(emu_pthread_self, 0x12345678abcdef);
}

static void thread_locals_are_found(void **state)
{
	(void)state;
	rig.process.main_user.tls = &rig.word[100];
	rig.word[9] = 0x40; /* struct tls_index: module, offset */
	rig.frame.reg[REG_R14] = (uintptr_t)&rig.word[8];
	assert_returns(emu_tls_get_addr, (uintptr_t)&rig.word[108]);
	assert_non_null(rig_cell(&rig.word[9]));
}

static void the_registers_are_found_once_the_node_has_them(void **state)
{
	(void)state;
	calls(bgqemu_mmio_base);
	assert_int_equal(rig_follow(loop_result), LOST);
	booted.node[RIG_NODE].registers = true;
	assert_returns(bgqemu_mmio_base, (uintptr_t)mmio_shown(RIG_NODE, 0));
}

#define POLL "mov $3, %edi\n mov %rbx, %rsi\n" CALL_R13

LOOP(poll_miss, POLL "cmpl $0, (%rbx)\n jne image_out");

static void a_poll_costs_its_time_and_says_for_what(void **state)
{
	uint32_t poll = job.model->op_cycles[BGQEMU_OP_POLL];

	(void)state;
	calls((runtime_fn *)bgqemu_poll_miss);
	assert_int_equal(rig_follow(loop_poll_miss), WAITS);
	assert_int_equal(rig_cycles(), RIG_ROUND + poll);
	assert_int_equal(rig.f.wait_kind, BGQEMU_WAIT_L2 + 1);
	assert_ptr_equal(rig.f.wait_what, rig.word);
	assert_int_equal(rig_follow(loop_flag), WAITS);
	assert_int_equal(rig.f.wait_kind, 0);
	assert_null(rig.f.wait_what);
}

static void a_charge_of_the_runtime_is_a_check(void **state)
{
	uint32_t poll = job.model->op_cycles[BGQEMU_OP_POLL];

	(void)state;
	calls((runtime_fn *)bgqemu_poll_miss);
	assert_int_equal(rig_follow(loop_poll_miss), WAITS);
	assert_int_equal(rig.f.last_ps, cycles_ps(poll));
	assert_int_equal(rig_cell(rig.word)->first_ps, cycles_ps(poll));
}

LOOP(pays_and_polls, "subq $30<<20, %gs:0\n" POLL "cmpl $0, (%rbx)\n jne image_out");

static void what_was_paid_before_a_charge_is_time_before_it(void **state)
{
	uint32_t poll = job.model->op_cycles[BGQEMU_OP_POLL];

	(void)state;
	calls((runtime_fn *)bgqemu_poll_miss);
	assert_int_equal(rig_follow(loop_pays_and_polls), WAITS);
	assert_int_equal(rig_cell(rig.word)->first_ps, cycles_ps(30 + poll));
	assert_int_equal(rig_cycles(), RIG_ROUND + 30 + poll);
}

LOOP(charges, "mov $2, %edi\n mov $3, %esi\n" CALL_R13);

static void charges_cost_what_the_model_says(void **state)
{
	const uint32_t *op = job.model->op_cycles;

	(void)state;
	calls((runtime_fn *)bgqemu_charge);
	assert_int_equal(rig_follow(loop_charges), WAITS);
	assert_int_equal(rig_cycles(), RIG_ROUND + 3 * op[BGQEMU_OP_RECEIVE]);
}

LOOP(l2_loads, "xor %edi, %edi\n mov %rbx, %rsi\n" CALL_R13);
LOOP(l2_bounded, "mov $4, %edi\n mov %rbx, %rsi\n" CALL_R13);
LOOP(l2_stores, "mov $8, %edi\n mov %rbx, %rsi\n" CALL_R13);

static void an_l2_load_is_a_round_trip_and_a_check_in_its_middle(void **state)
{
	unsigned way = job.model->l2_way_cycles;

	(void)state;
	calls((runtime_fn *)bgqemu_l2);
	assert_int_equal(rig_follow(loop_l2_loads), WAITS);
	assert_int_equal(rig_cycles(), RIG_ROUND + 2 * way);
	assert_int_equal(rig.f.last_ps, cycles_ps(way));
}

static void an_l2_operation_waits_only_if_it_is_refused(void **state)
{
	(void)state;
	calls((runtime_fn *)bgqemu_l2);
	rig.word[0] = rig.word[1] = 5;
	assert_int_equal(rig_follow(loop_l2_bounded), WAITS);
	assert_non_null(rig_cell(&rig.word[1]));
	rig.word[1] = 6;
	assert_int_equal(rig_follow(loop_l2_bounded), LOST);
	assert_int_equal(rig_follow(loop_l2_stores), LOST);
}

static void a_yield_is_a_poll_that_returns_0(void **state)
{
	(void)state;
	assert_returns(emu_sched_yield, 0);
	assert_int_equal(rig_follow(loop_calls), WAITS);
	assert_int_equal(rig_cycles(), RIG_ROUND + job.model->op_cycles[BGQEMU_OP_POLL]);
}

static void a_lock_that_is_held_is_busy(void **state)
{
	pthread_mutex_t *m = (pthread_mutex_t *)&rig.word[8];

	(void)state;
	rig.frame.reg[REG_R14] = (uintptr_t)m;
	m->__data.__lock = 1;
	m->__data.__kind = PTHREAD_MUTEX_NORMAL;
	assert_returns(emu_pthread_mutex_trylock, EBUSY);
	rig.frame.reg[REG_R12] = EBUSY;
	assert_int_equal(rig_follow(loop_result), WAITS);
	assert_int_equal(rig_cycles(), RIG_ROUND + job.model->thread_op_cycles);
	m->__data.__kind = PTHREAD_MUTEX_RECURSIVE;
	assert_int_equal(rig_follow(loop_result), LOST);
	m->__data.__kind = PTHREAD_MUTEX_NORMAL;
	m->__data.__lock = 0;
	assert_int_equal(rig_follow(loop_result), LOST);
}

static void a_spin_lock_that_is_held_is_busy(void **state)
{
	(void)state;
	rig.frame.reg[REG_R14] = (uintptr_t)&rig.word[8];
	rig.word[8] = 1;
	assert_returns(emu_pthread_spin_trylock, EBUSY);
	rig.word[8] = 0;
	assert_int_equal(rig_follow(loop_result), LOST);
}

static void a_function_that_is_not_known_ends_it(void **state)
{
	(void)state;
	calls((runtime_fn *)abort);
	assert_int_equal(rig_follow(loop_calls), LOST);
	calls(emu_sched_yield);
	assert_int_equal(rig_follow(loop_calls), WAITS);
}

LOOP(imports, "lea -256(%rsp), %rsp\n call image_import\n lea 256(%rsp), %rsp\n"
	      "cmp %r12, %rax\n jne image_out");

static void a_call_may_go_through_the_linkage_table(void **state)
{
	(void)state;
	*(uint64_t *)rig_at(image_import_cell) = (uintptr_t)Kernel_GetRank;
	rig.process.rank = 5;
	rig.frame.reg[REG_R12] = 5;
	assert_int_equal(rig_follow(loop_imports), WAITS);
}

static enum outcome through_thunk(const char *name, bool timed)
{
	struct call_thunks *thunks = &booted.image.thunks;
	enum outcome found;

	assert_int_equal(call_thunks_open(thunks, 1, timed), 0);
	rig.frame.reg[REG_R13] = (uintptr_t)call_thunks_bind(thunks, name,
							     (const void *)Kernel_GetRank);
	found = rig_follow(loop_calls);
	call_thunks_free(thunks);
	booted.image.thunks = (struct call_thunks){ 0 };
	return found;
}

static void a_thunk_costs_what_its_function_does(void **state)
{
	(void)state;
	assert_int_equal(through_thunk("no_such_function", true), WAITS);
	assert_int_equal(rig_cycles(), RIG_ROUND + CALL_DEFAULT_CYCLES);
	assert_int_equal(through_thunk("no_such_function", false), WAITS);
	assert_int_equal(rig_cycles(), RIG_ROUND + 1);
}

static void a_thunk_whose_cost_is_by_length_ends_it(void **state)
{
	(void)state;
	assert_int_equal(through_thunk("memcpy", true), LOST);
}

/* ---- what a call leaves undefined: one that returns nothing */

#define AFTER_CALL(REG)                                                                 \
	LOOP(after_##REG, "xor %" #REG ", %" #REG "\n" POLL                         \
			  "test %" #REG ", %" #REG "\n jne image_out")

AFTER_CALL(rax);
AFTER_CALL(rcx);
AFTER_CALL(rdx);
AFTER_CALL(rsi);
AFTER_CALL(rdi);
AFTER_CALL(r8);
AFTER_CALL(r9);
AFTER_CALL(r10);
AFTER_CALL(r11);
AFTER_CALL(rbp);
AFTER_CALL(r12);
AFTER_CALL(r14);
AFTER_CALL(r15);

static void a_register_that_a_call_leaves_undefined_must_not_be_read(void **state)
{
	static const char *const loops[] = { loop_after_rax, loop_after_rcx, loop_after_rdx,
					     loop_after_rsi, loop_after_rdi, loop_after_r8,
					     loop_after_r9, loop_after_r10, loop_after_r11 };

	(void)state;
	calls((runtime_fn *)bgqemu_poll_miss);
	for (unsigned i = 0; i < sizeof loops / sizeof *loops; i++)
		assert_int_equal(rig_follow(loops[i]), LOST);
}

static void a_register_that_a_call_keeps_may_be_read(void **state)
{
	static const char *const loops[] = { loop_after_rbp, loop_after_r12, loop_after_r14,
					     loop_after_r15 };

	(void)state;
	calls((runtime_fn *)bgqemu_poll_miss);
	for (unsigned i = 0; i < sizeof loops / sizeof *loops; i++)
		assert_int_equal(rig_follow(loops[i]), WAITS);
}

LOOP(next_round, "mov %rcx, %rdx\n" POLL);
LOOP(next_round_kept, "mov %r12, %rdx\n" POLL);
LOOP(next_round_written, "mov %rcx, %rdx\n" POLL "mov $5, %ecx");

static void it_must_not_be_read_in_the_next_round_either(void **state)
{
	(void)state;
	calls((runtime_fn *)bgqemu_poll_miss);
	rig.frame.reg[REG_RCX] = 5;
	assert_int_equal(rig_follow(loop_next_round), LOST);
	assert_int_equal(rig_follow(loop_next_round_kept), WAITS);
	assert_int_equal(rig_follow(loop_next_round_written), WAITS);
}

LOOP(address_after, "mov %rbx, %rcx\n" POLL "mov (%rcx), %eax");
LOOP(index_after, "xor %ecx, %ecx\n" POLL "mov (%rbx, %rcx), %eax");

static void it_must_not_be_part_of_an_address(void **state)
{
	(void)state;
	calls((runtime_fn *)bgqemu_poll_miss);
	assert_int_equal(rig_follow(loop_address_after), LOST);
	assert_int_equal(rig_follow(loop_index_after), LOST);
}

LOOP(low_after, POLL "cmpl $0, (%rbx)\n sete %al\n movzbl %al, %eax\n test %eax, %eax\n"
		"je image_out");
LOOP(push_after, "xor %eax, %eax\n" POLL "lea -256(%rsp), %rsp\n push %rax\n lea 264(%rsp), %rsp");

/* Compilers do both without a thought for what is in the register. */
static void it_may_be_written_in_part_and_pushed(void **state)
{
	(void)state;
	calls((runtime_fn *)bgqemu_poll_miss);
	rig.frame.reg[REG_RAX] = 1; /* as it is after a round */
	assert_int_equal(rig_follow(loop_low_after), WAITS);
	assert_int_equal(rig_follow(loop_push_after), WAITS);
}

LOOP(flags_after, "cmp %r12d, %r12d\n" POLL "jne image_out");

static void flags_are_undefined_after_a_call(void **state)
{
	(void)state;
	calls((runtime_fn *)bgqemu_poll_miss);
	assert_int_equal(rig_follow(loop_flags_after), LOST);
}

/* ---- functions of the program */

LOOP(calls_once, "mov %rbx, %rdi\n call function_look\n test %eax, %eax\n jne image_out");

/* Else a wait in a loop of calls would be known from its second round on only. */
static void a_function_that_makes_calls_keeps_nothing_below_its_stack(void **state)
{
	(void)state;
	*(uint64_t *)(uintptr_t)(rig_stack() - 8) = 5; /* where the call returns to */
	assert_int_equal(rig_follow(loop_calls_once), WAITS);
	assert_int_equal(follow_dead_below(&rig.f), rig_stack());
}

LOOP(function, "lea -256(%rsp), %rsp\n mov %rbx, %rdi\n call function_look\n"
	       "lea 256(%rsp), %rsp\n test %eax, %eax\n jne image_out");
IMAGE("function_look:\n\tpush %rbp\n\tmov %rsp, %rbp\n\tpush %rdi\n\tmov -8(%rbp), %rax\n"
      "\tmov (%rax), %eax\n\tleave\n\tret");

static void a_function_of_the_program_is_followed(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_function), WAITS);
	assert_non_null(rig_cell(&rig.word[0]));
	rig.word[0] = 1;
	assert_int_equal(rig_follow(loop_function), GOES_ON);
}

LOOP(switches, "mov (%rbx), %ecx\n and $1, %ecx\n lea 9f(%rip), %rdx\n"
	       "movslq (%rdx, %rcx, 4), %rcx\n add %rdx, %rcx\n jmp *%rcx\n"
	       "9: .long 8f - 9b, image_out - 9b\n8:");

static void a_jump_through_a_table_is_followed(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_switches), WAITS);
	rig.word[0] = 1;
	assert_int_equal(rig_follow(loop_switches), GOES_ON);
}

LOOP(returns_elsewhere, "lea 1f(%rip), %r15\n lea -256(%rsp), %rsp\n push %r14\n jmp *%r13\n"
			"1: lea 256(%rsp), %rsp");

static void code_outside_the_image_is_not_followed(void **state)
{
	static const uint8_t back[] = { 0x41, 0xff, 0xe7 }; /* jmp *%r15 */
	uint64_t at = rig_stack() - 2048;

	(void)state;
	memcpy((void *)(uintptr_t)at, back, sizeof back);
	calls(Kernel_GetRank);
	rig.frame.reg[REG_R14] = at;
	assert_int_equal(rig_follow(loop_returns_elsewhere), LOST);
	memcpy(rig.word, back, sizeof back); /* which is in the image */
	rig.frame.reg[REG_R14] = (uintptr_t)rig.word;
	assert_int_equal(rig_follow(loop_returns_elsewhere), WAITS);
}

LOOP(jumps_away, "mov $1, %eax\n jmp *%rax");

static void a_jump_to_nowhere_ends_it(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_jumps_away), LOST);
}

/* ---- vectors */

#define XMM(N) ((uint64_t *)(void *)(rig.vectors + 160 + 16 * (N))) /* of FXSAVE and XSAVE */
#define XSAVE_WHICH ((uint64_t *)(void *)(rig.vectors + 512))

LOOP(vector_read, "movq %xmm2, %rax\n cmp %r12, %rax\n jne image_out");

static void vectors_are_those_of_the_check(void **state)
{
	(void)state;
	*XMM(2) = rig.frame.reg[REG_R12];
	assert_int_equal(rig_follow(loop_vector_read), WAITS);
	*XMM(2) ^= 1;
	assert_int_equal(rig_follow(loop_vector_read), GOES_ON);
}

static void vectors_that_were_not_saved_are_zero(void **state)
{
	(void)state;
	follow_model.marks_parts = true;
	*XMM(2) = 5;
	rig.frame.reg[REG_R12] = 5;
	*XSAVE_WHICH = 1 << 1;
	assert_int_equal(rig_follow(loop_vector_read), WAITS);
	*XSAVE_WHICH = 1 << 2;
	assert_int_equal(rig_follow(loop_vector_read), GOES_ON);
	rig.frame.reg[REG_R12] = 0;
	assert_int_equal(rig_follow(loop_vector_read), WAITS);
}

LOOP(vector_written, "movq %r12, %xmm3");

static void vectors_have_to_be_equal(void **state)
{
	(void)state;
	assert_int_equal(rig_follow(loop_vector_written), GOES_ON);
	XMM(3)[0] = rig.frame.reg[REG_R12];
	assert_int_equal(rig_follow(loop_vector_written), WAITS);
	XMM(3)[1] = 1; /* which the loop clears */
	assert_int_equal(rig_follow(loop_vector_written), GOES_ON);
}

LOOP(number, "movsd (%rbx), %xmm0\n ucomisd 8(%rbx), %xmm0\n jp image_out\n jne image_out");

static void a_loop_for_a_number_waits(void **state)
{
	static const double half = 0.5, third = 1.0 / 3;

	(void)state;
	memcpy(&rig.word[0], &half, sizeof half);
	memcpy(&rig.word[1], &half, sizeof half);
	memcpy(XMM(0), &half, sizeof half);
	assert_int_equal(rig_follow(loop_number), WAITS);
	memcpy(&rig.word[1], &third, sizeof third);
	assert_int_equal(rig_follow(loop_number), GOES_ON);
}

LOOP(vector_over_call, "movq %r12, %xmm3\n" POLL);
LOOP(vector_before_call, "movq %r12, %xmm3\n movq %xmm3, %rax\n" POLL);
LOOP(vector_written_after, POLL "movq %r12, %xmm3\n movq %xmm3, %rax");
LOOP(vector_after_call, "movq %r12, %xmm3\n" POLL "movq %xmm3, %rax\n test %rax, %rax");
LOOP(vector_next_round, "movq %xmm3, %rax\n test %rax, %rax\n" POLL);

static void vectors_are_undefined_after_a_call(void **state)
{
	(void)state;
	calls((runtime_fn *)bgqemu_poll_miss);
	assert_int_equal(rig_follow(loop_vector_over_call), WAITS); /* whatever it holds */
	assert_int_equal(rig_follow(loop_vector_before_call), WAITS);
	assert_int_equal(rig_follow(loop_vector_after_call), LOST);
	assert_int_equal(rig_follow(loop_vector_next_round), LOST);
	XMM(3)[0] = rig.frame.reg[REG_R12];
	assert_int_equal(rig_follow(loop_vector_written_after), WAITS);
}

/* r10 and xmm3 hold what is undefined after the first call. */
LOOP(kept_undefined, "movq %xmm3, %r10\n" POLL "movq %r10, %xmm3");
LOOP(kept_after_use, "movq %xmm3, %r10\n test %r10, %r10\n" POLL "movq %r10, %xmm3");
LOOP(kept_before_use, "movq %xmm3, %r10\n" POLL "movq %r10, %xmm3\n movq %xmm3, %r11\n"
     "cmp %r11, %r12");
LOOP(kept_stored, "movq %xmm3, %r10\n" POLL "movq %r10, %xmm3\n movq %xmm3, (%rsp)");
LOOP(kept_restored, POLL "movq %xmm3, %r10\n movq %r10, %xmm3\n movq %r12, %xmm3");
/* No call: the value that xmm3 has at the head. */
LOOP(kept_to_and_fro, "movq %xmm3, %r10\n movq %r10, %xmm3\n movq %xmm3, %rax\n"
     "cmp %r12, %rax\n jne image_out");
LOOP(kept_elsewhere, "movq %xmm3, %r10\n movq %r10, %xmm4");

static void values_are_kept_in_vectors(void **state)
{
	(void)state;
	calls((runtime_fn *)bgqemu_poll_miss);
	assert_int_equal(rig_follow(loop_kept_undefined), WAITS);
	assert_int_not_equal(rig_follow(loop_kept_after_use), WAITS);
	assert_int_equal(rig_follow(loop_kept_before_use), LOST);
	assert_int_equal(rig_follow(loop_kept_stored), LOST);
	rig.frame.reg[REG_R12] = *XMM(3) = 5;
	assert_int_equal(rig_follow(loop_kept_restored), WAITS);
	assert_int_equal(rig_follow(loop_kept_to_and_fro), WAITS);
	*XMM(3) = 6;
	assert_int_equal(rig_follow(loop_kept_to_and_fro), GOES_ON);
	assert_int_equal(rig_follow(loop_kept_elsewhere), GOES_ON); /* xmm4 was another */
	*XMM(4) = 6;
	assert_int_equal(rig_follow(loop_kept_elsewhere), WAITS);
}

#endif

#include "follow_main.h"

FOLLOW_MAIN("follow",
	RIG_TEST(a_loop_that_loads_and_branches_waits),
	RIG_TEST(a_loop_whose_word_lets_it_out_goes_on),
	RIG_TEST(the_word_that_is_read_is_known),
	RIG_TEST(all_words_that_are_read_are_known),
	RIG_TEST(of_a_load_across_words_both_are_known),
	RIG_TEST(a_word_can_be_taken_to_hold_something_else),
	RIG_TEST(nothing_is_left_of_a_loop_that_was_followed_before),
	RIG_TEST(a_loop_known_of_one_process_reads_the_memory_of_another),
	RIG_TEST(a_loop_that_counts_in_a_register_goes_on),
	RIG_TEST(registers_written_before_they_are_read_need_not_be_equal),
	RIG_TEST(registers_read_before_they_are_written_have_to_be_equal),
	RIG_TEST(a_byte_written_keeps_the_rest_of_its_register),
	RIG_TEST(registers_of_an_address_are_read),
	RIG_TEST(a_loop_that_stores_what_is_there_waits),
	RIG_TEST(a_loop_that_changes_memory_once_goes_on),
	RIG_TEST(a_loop_that_increments_memory_goes_on),
	RIG_TEST(a_loop_that_takes_back_its_store_waits),
	RIG_TEST(a_loop_for_a_lock_that_is_held_waits),
	RIG_TEST(below_the_red_zone_a_store_is_dead),
	RIG_TEST(memory_below_its_stack_is_no_stack),
	RIG_TEST(below_a_stack_of_a_program_s_own_nothing_is_dead),
	RIG_TEST(a_loop_whose_stack_grows_goes_on),
	RIG_TEST(a_loop_over_two_flags_in_rotation_waits_after_two_rounds),
	RIG_TEST(more_than_256_rounds_are_not_followed),
	RIG_TEST(no_more_steps_are_made_than_allowed),
	RIG_TEST(others_may_not_be_told_of_its_stack),
	RIG_TEST(more_words_than_there_are_cells_end_it),
	RIG_TEST(a_round_takes_what_it_pays),
	RIG_TEST(a_budget_in_a_register_is_time_too),
	RIG_TEST(a_round_that_takes_no_time_is_no_wait),
	RIG_TEST(words_have_the_time_of_the_check_before_them),
	RIG_TEST(the_last_check_of_a_round_is_known),
	RIG_TEST(a_loop_without_a_check_goes_on),
	RIG_TEST(an_instruction_that_is_not_known_ends_it),
	RIG_TEST(flags_from_before_the_check_are_not_known),
	RIG_TEST(memory_outside_the_process_ends_it),
	RIG_TEST(the_stack_ends_at_its_guard),
	RIG_TEST(the_heap_counts_as_far_as_it_has_grown),
	RIG_TEST(a_register_of_the_node_is_watched_as_memory_is),
	RIG_TEST(a_register_of_another_node_ends_it),
	RIG_TEST(a_store_to_a_register_ends_it_whatever_it_holds),
	RIG_TEST(who_a_thread_is_is_known),
	RIG_TEST(thread_locals_are_found),
	RIG_TEST(the_registers_are_found_once_the_node_has_them),
	RIG_TEST(a_poll_costs_its_time_and_says_for_what),
	RIG_TEST(a_charge_of_the_runtime_is_a_check),
	RIG_TEST(what_was_paid_before_a_charge_is_time_before_it),
	RIG_TEST(charges_cost_what_the_model_says),
	RIG_TEST(an_l2_load_is_a_round_trip_and_a_check_in_its_middle),
	RIG_TEST(an_l2_operation_waits_only_if_it_is_refused),
	RIG_TEST(a_yield_is_a_poll_that_returns_0),
	RIG_TEST(a_lock_that_is_held_is_busy),
	RIG_TEST(a_spin_lock_that_is_held_is_busy),
	RIG_TEST(a_function_that_is_not_known_ends_it),
	RIG_TEST(a_call_may_go_through_the_linkage_table),
	RIG_TEST(a_thunk_costs_what_its_function_does),
	RIG_TEST(a_thunk_whose_cost_is_by_length_ends_it),
	RIG_TEST(a_register_that_a_call_leaves_undefined_must_not_be_read),
	RIG_TEST(a_register_that_a_call_keeps_may_be_read),
	RIG_TEST(it_must_not_be_read_in_the_next_round_either),
	RIG_TEST(it_must_not_be_part_of_an_address),
	RIG_TEST(it_may_be_written_in_part_and_pushed),
	RIG_TEST(flags_are_undefined_after_a_call),
	RIG_TEST(a_function_that_makes_calls_keeps_nothing_below_its_stack),
	RIG_TEST(a_function_of_the_program_is_followed),
	RIG_TEST(a_jump_through_a_table_is_followed),
	RIG_TEST(code_outside_the_image_is_not_followed),
	RIG_TEST(a_jump_to_nowhere_ends_it),
	RIG_TEST(vectors_are_those_of_the_check),
	RIG_TEST(vectors_that_were_not_saved_are_zero),
	RIG_TEST(vectors_have_to_be_equal),
	RIG_TEST(a_loop_for_a_number_waits),
	RIG_TEST(vectors_are_undefined_after_a_call),
	RIG_TEST(values_are_kept_in_vectors));
