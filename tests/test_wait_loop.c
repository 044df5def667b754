/*
 * test_wait_loop.c - loops that wait, as compilers write them: whether they would end, and
 * what they read, is told without running them (emu/wait_loop.h).
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../emu/wait_decode.h"
#include "../emu/wait_loop.h"

#if defined(__x86_64__)

/* Each loop begins where its hook returns to: loop_NAME. */
#define LOOP(NAME, BODY)                                                              \
	__asm__(".text\n"                                                             \
		"top_" #NAME ":\n\tcall bgqemu_block_hook\n"                          \
		".globl loop_" #NAME "\nloop_" #NAME ":\n" BODY "\n\tret\n");         \
	extern const char loop_##NAME[];

/* while (*rbx != 0); */
LOOP(not_zero, "mov (%rbx), %rax\n test %rax, %rax\n jne top_not_zero")
/* while (*rbx > 100), unsigned and signed, and the signed lower half. */
LOOP(above, "mov (%rbx), %rax\n cmp $100, %rax\n ja top_above")
LOOP(greater, "cmpq $100, (%rbx)\n jg top_greater")
LOOP(half, "mov (%rbx), %eax\n cmp %r12d, %eax\n jge top_half")
/* The address from the stack and an index, as without optimization. */
LOOP(stack, "mov -8(%rbp), %rax\n movslq -12(%rbp), %rdx\n mov (%rax,%rdx,8), %rax\n"
	    "shr $9, %rax\n and $7, %eax\n xor $5, %eax\n test %eax, %eax\n jne top_stack")
/* while (!*r12 && *rbx > 0), in two blocks. */
LOOP(two, "mov (%r12), %eax\n test %eax, %eax\n jne 1f\n call bgqemu_block_hook\n"
	  "mov (%rbx), %rax\n lock orq $0, (%rsp)\n test %rax, %rax\n jg top_two\n 1:")
/* Short immediates, negative: while (*rbx != -1 && (*rbx & -512) != -512). */
LOOP(minus, "mov (%rbx), %rax\n cmp $-1, %rax\n je 1f\n and $-512, %rax\n add $512, %rax\n"
	    "test %rax, %rax\n jne top_minus\n 1:")
/* while ((int32_t)*rbx > -3) */
LOOP(minus_half, "cmpl $-3, (%rbx)\n jg top_minus_half")
/* Bytes: while ((*rbx >> 8 & 0xff) != 0). */
LOOP(byte, "movzbl 1(%rbx), %eax\n test %al, %al\n jne top_byte")

/* What is not known. */
LOOP(stores, "mov (%rbx), %rax\n mov %rax, -16(%rbp)\n test %rax, %rax\n jne top_stores")
LOOP(clock, "rdtsc\n mov (%rbx), %rax\n test %rax, %rax\n jne top_clock")
LOOP(counts, "add $1, %r13\n mov (%rbx), %rax\n test %rax, %rax\n jne top_counts")
LOOP(clobbered, "add %rcx, %rax\n mov (%rbx), %rax\n test %rax, %rax\n jne top_clobbered")
LOOP(for_ever, "1: mov (%rbx), %rax\n jmp 1b")
LOOP(calls, "call loop_for_ever\n jmp top_calls")

static uint64_t words[4], other;
#define word words[3]
static struct {
	int32_t pad, index;
	uint64_t *address;
	uint64_t frame;
} stack;

static struct spin_regs regs_at(const char *pc)
{
	struct spin_regs r = { .pc = (uintptr_t)pc, .sp = (uintptr_t)&stack };

	r.saved[0] = (uintptr_t)&word;        /* rbx */
	r.saved[1] = (uintptr_t)&stack.frame; /* rbp */
	r.saved[2] = (uintptr_t)&other;       /* r12 */
	return r;
}

static bool opens(struct wait_loop *l, const char *pc)
{
	struct spin_regs r = regs_at(pc);

	return wait_loop_open(l, &r);
}

static void tells_what_ends_a_loop(void **state)
{
	struct wait_loop l;

	(void)state;
	word = 512;
	assert_true(opens(&l, loop_not_zero));
	assert_true(wait_loop_stays(&l, &word, 1));
	assert_true(wait_loop_stays(&l, &word, UINT64_MAX));
	assert_false(wait_loop_stays(&l, &word, 0));
	assert_int_equal(word, 512);
	word = 0;
	assert_false(opens(&l, loop_not_zero));
}

static void compares_as_the_processor_does(void **state)
{
	static const uint64_t values[] = { 0, 1, 99, 100, 101, INT32_MAX, UINT32_MAX,
					   (uint64_t)UINT32_MAX + 101, INT64_MAX,
					   (uint64_t)INT64_MAX + 1, UINT64_MAX - 512,
					   UINT64_MAX - 511, (uint64_t)-4, (uint64_t)-3,
					   (uint64_t)-2, UINT64_MAX };
	struct wait_loop above, greater, half, byte, minus, minus_half;
	struct spin_regs r = regs_at(loop_half);

	(void)state;
	word = 0x400; /* in all of them it waits */
	r.saved[2] = 100;
	assert_true(opens(&above, loop_above) && opens(&greater, loop_greater) &&
		    wait_loop_open(&half, &r) && opens(&byte, loop_byte) &&
		    opens(&minus, loop_minus) && opens(&minus_half, loop_minus_half));
	for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
		uint64_t v = values[i];

		assert_int_equal(wait_loop_stays(&above, &word, v), v > 100);
		assert_int_equal(wait_loop_stays(&greater, &word, v), (int64_t)v > 100);
		assert_int_equal(wait_loop_stays(&half, &word, v), (int32_t)v >= 100);
		assert_int_equal(wait_loop_stays(&byte, &word, v), (v >> 8 & 0xff) != 0);
		assert_int_equal(wait_loop_stays(&minus, &word, v),
				 v != UINT64_MAX && (v & (uint64_t)-512) != (uint64_t)-512);
		assert_int_equal(wait_loop_stays(&minus_half, &word, v), (int32_t)v > -3);
	}
}

static void follows_pointers_on_the_stack(void **state)
{
	struct wait_loop l;

	(void)state;
	stack.address = words;
	stack.index = 3;
	word = 512;
	assert_true(opens(&l, loop_stack));
	assert_true(wait_loop_reads(&l, &word, 8));
	assert_true(wait_loop_reads(&l, &stack.address, 8));
	for (uint64_t v = 0; v < 16 * 512; v += 512)
		assert_int_equal(wait_loop_stays(&l, &word, v), (v / 512 & 7) != 5);
}

static void knows_what_it_reads(void **state)
{
	struct wait_loop l;

	(void)state;
	word = 8;
	other = 0;
	assert_true(opens(&l, loop_two));
	assert_true(wait_loop_reads(&l, &word, 8));
	assert_true(wait_loop_reads(&l, &other, 4));
	assert_false(wait_loop_reads(&l, (char *)&other + 4, 4));
	assert_false(wait_loop_reads(&l, &stack, sizeof stack));
	assert_true(wait_loop_stays(&l, &word, 1));
	assert_false(wait_loop_stays(&l, &word, (uint64_t)-1));
	assert_false(wait_loop_stays(&l, &other, 1));
}

static void does_not_guess(void **state)
{
	struct wait_loop l;

	(void)state;
	word = 512;
	assert_false(opens(&l, loop_stores));
	assert_false(opens(&l, loop_clock));
	assert_false(opens(&l, loop_counts));
	assert_false(opens(&l, loop_clobbered));
	assert_false(opens(&l, loop_for_ever));
	assert_false(opens(&l, loop_calls));
}

/* Each with its loop, and the way out of it is decoded last, as workers do in trains. */
static void *leaves(void *wrong)
{
	struct wait_loop l;

	for (int i = 0; i < 1000; i++)
		*(int *)wrong += !opens(&l, loop_two) || !wait_loop_stays(&l, &word, 1) ||
				 wait_loop_stays(&l, &word, 0);
	return NULL;
}

static void two_threads_decode_at_once(void **state)
{
	int wrong[2] = { 0, 0 };
	pthread_t other_thread;

	(void)state;
	word = 8;
	other = 0;
	assert_int_equal(pthread_create(&other_thread, NULL, leaves, &wrong[1]), 0);
	leaves(&wrong[0]);
	pthread_join(other_thread, NULL);
	assert_int_equal(wrong[0] + wrong[1], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_threads_decode_at_once), /* first: one of them loads */
		cmocka_unit_test(tells_what_ends_a_loop),
		cmocka_unit_test(compares_as_the_processor_does),
		cmocka_unit_test(follows_pointers_on_the_stack),
		cmocka_unit_test(knows_what_it_reads),
		cmocka_unit_test(does_not_guess),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

static void nothing_is_known(void **state)
{
	(void)state;
	assert_false(wait_decode_ready());
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(nothing_is_known) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
