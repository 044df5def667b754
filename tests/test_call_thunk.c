/*
 * test_call_thunk.c - thunks: what they charge, to the cycle, and that the function behind
 * them cannot tell.  Not here: which symbols get one (test_image_bind.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "emu/core/calls/budget.h"
#include "emu/core/calls/call_stack.h"
#include "emu/core/calls/call_switch.h"
#include "emu/core/calls/call_thunk.h"
#include "budget_cell.h"

#if defined(__x86_64__)

#define START 5000
#define MAX 2000 /* thunks of a test */

static struct call_thunks thunks;

static int thunks_open(void **state)
{
	(void)state;
	budget_set(START);
	return call_thunks_open(&thunks, MAX, true);
}

static int thunks_close(void **state)
{
	(void)state;
	call_thunks_free(&thunks);
	return 0;
}

/* A thunk for this name that can be called, in the place of all others. */
static const void *thunk(const char *name, const void *target)
{
	const void *p;

	call_thunks_free(&thunks);
	assert_int_equal(call_thunks_open(&thunks, 1, true), 0);
	p = call_thunks_bind(&thunks, name, target);
	assert_int_equal(call_thunks_close(&thunks), 0);
	return p;
}

static int64_t charged(void)
{
	int64_t cycles = (int64_t)START - budget_left();

	budget_set(START);
	return cycles;
}

/* ---- a call with every register set, to a function that returns at once */

enum { RAX, RBX, RCX, RDX, RSI, RDI, RBP, R8, R9, R12, R13, R14, R15, REGISTERS };

const void *probe_thunk;
void probe(const uint64_t in[REGISTERS], uint64_t out[REGISTERS]);
void probe_target(void);

__asm__(".text\n"
	"probe_target:\n\tret\n"
	"probe:\n\t"
	"push %rbx\n\tpush %rbp\n\tpush %r12\n\tpush %r13\n\tpush %r14\n\tpush %r15\n\t"
	"push %rsi\n\t"
	"mov %rdi, %r10\n\t"
	"mov (%r10), %rax\n\tmov 8(%r10), %rbx\n\tmov 16(%r10), %rcx\n\t"
	"mov 24(%r10), %rdx\n\tmov 32(%r10), %rsi\n\tmov 40(%r10), %rdi\n\t"
	"mov 48(%r10), %rbp\n\tmov 56(%r10), %r8\n\tmov 64(%r10), %r9\n\t"
	"mov 72(%r10), %r12\n\tmov 80(%r10), %r13\n\tmov 88(%r10), %r14\n\t"
	"mov 96(%r10), %r15\n\t"
	"call *probe_thunk(%rip)\n\t"
	"mov (%rsp), %r10\n\t"
	"mov %rax, (%r10)\n\tmov %rbx, 8(%r10)\n\tmov %rcx, 16(%r10)\n\t"
	"mov %rdx, 24(%r10)\n\tmov %rsi, 32(%r10)\n\tmov %rdi, 40(%r10)\n\t"
	"mov %rbp, 48(%r10)\n\tmov %r8, 56(%r10)\n\tmov %r9, 64(%r10)\n\t"
	"mov %r12, 72(%r10)\n\tmov %r13, 80(%r10)\n\tmov %r14, 88(%r10)\n\t"
	"mov %r15, 96(%r10)\n\t"
	"pop %rsi\n\tpop %r15\n\tpop %r14\n\tpop %r13\n\tpop %r12\n\tpop %rbp\n\tpop %rbx\n\t"
	"ret\n");

static const int argument_register[] = { RDI, RSI, RDX, RCX, R8, R9 };

/* Returns the charge of a call whose length argument, and the one that multiplies it, are these. */
static int64_t probe_charge(const struct call_cost *c, uint64_t length, uint64_t factor)
{
	uint64_t in[REGISTERS], out[REGISTERS];

	for (int i = 0; i < REGISTERS; i++)
		in[i] = 0x0123456789abcdefu * (unsigned)(i + 1);
	if (c->argument)
		in[argument_register[c->argument - 1]] = length;
	if (c->factor)
		in[argument_register[c->factor - 1]] = factor;
	budget_set(START);
	probe(in, out);
	assert_memory_equal(in, out, sizeof in);
	return charged();
}

static void every_entry_charges_exactly_and_changes_no_register(void **state)
{
	static const uint64_t lengths[] = { 0, 1, 3, 63, 64, 65, 1000, 123457 };
	const struct call_cost *c;
	static const void *made[MAX];

	(void)state;
	for (size_t i = 0; (c = call_cost_at(i)); i++)
		made[i] = call_thunks_bind(&thunks, c->name, (const void *)probe_target);
	assert_int_equal(call_thunks_close(&thunks), 0);
	for (size_t i = 0; (c = call_cost_at(i)); i++) {
		probe_thunk = made[i];
		if (c->wrap) {
			if (call_switch_of(c->name) == CALL_STAYS)
				assert_ptr_equal(made[i], c->wrap);
			continue;
		}
		if (!c->cycles && call_switch_of(c->name) == CALL_STAYS)
			assert_ptr_equal(made[i], (const void *)probe_target);
		if (call_variadic_of(c->name))
			continue;
		for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
			uint64_t n = lengths[k] * (c->factor ? 3 : 1);
			uint64_t want = c->cycles + (c->argument ? n * c->per_line / 64 : 0);

			assert_int_equal(probe_charge(c, lengths[k], 3), want);
		}
	}
}

static void a_name_that_is_not_known_costs_the_default(void **state)
{
	(void)state;
	probe_thunk = thunk("no_such_function", (const void *)probe_target);
	assert_int_equal(probe_charge(call_cost_of("no_such_function"), 0, 0),
			 CALL_DEFAULT_CYCLES);
}

/* ---- what is large */

static void a_charge_stops_at_the_most_of_one_call(void **state)
{
	const struct call_cost *c = call_cost_of("memset");

	(void)state;
	probe_thunk = thunk("memset", (const void *)probe_target);
	assert_int_equal(probe_charge(c, UINT64_C(1) << 30, 0),
			 c->cycles + (UINT64_C(1) << 30) * c->per_line / 64);
	probe_thunk = thunk("memcmp", (const void *)probe_target);
	c = call_cost_of("memcmp");
	assert_int_equal(probe_charge(c, UINT64_C(3) << 30, 0), BUDGET_ONE_MAX);
	assert_int_equal(probe_charge(c, UINT64_MAX, 0), BUDGET_ONE_MAX);
	assert_int_equal(probe_charge(c, UINT64_C(1) << 63, 0), BUDGET_ONE_MAX);
}

static void a_product_that_overflows_is_as_much_as_can_be(void **state)
{
	const struct call_cost *c = call_cost_of("calloc");
	uint64_t most = UINT32_MAX * (uint64_t)c->per_line / 64 + c->cycles;

	(void)state;
	probe_thunk = thunk("calloc", (const void *)probe_target);
	assert_int_equal(probe_charge(c, UINT64_C(1) << 33, UINT64_C(1) << 33), most);
	assert_int_equal(probe_charge(c, UINT64_MAX, UINT64_MAX / 2), most);
	assert_int_equal(probe_charge(c, UINT64_MAX, 1), most);
}

/* Whatever is called without a check in between, the budget stays negative. */
static void the_budget_never_comes_round(void **state)
{
	uint64_t in[REGISTERS] = { [RDX] = UINT64_MAX }, out[REGISTERS];

	(void)state;
	probe_thunk = thunk("memcmp", (const void *)probe_target);
	for (int i = 0; i < 10; i++) {
		probe(in, out);
		assert_true(budget_left() < 0);
	}
	for (int i = 0; i < 1000; i++) {
		charge_budget(UINT64_MAX);
		assert_true(budget_left() < 0);
	}
}

static void the_inline_charge_is_exact(void **state)
{
	(void)state;
	budget_set(START);
	charge_budget(1);
	assert_int_equal(charged(), 1);
	charge_budget(12345678);
	assert_int_equal(charged(), 12345678);
	charge_budget(UINT64_C(1) << 40);
	assert_int_equal(charged(), BUDGET_ONE_MAX);
}

/* ---- functions behind a thunk */

struct large {
	long v[5];
};

static struct large many(long a, double b, float c, long d, long e, long double f, long g,
			 long h, long i, double j)
{
	return (struct large){ { a + d, (long)(b * c), e + (long)f, g + h, i + (long)j } };
}

static void arguments_and_results_are_intact(void **state)
{
	typedef struct large many_fn(long, double, float, long, long, long double, long, long,
				     long, double);
	many_fn *fn;
	char text[80];

	(void)state;
	*(const void **)&fn = thunk("no_such_function", (const void *)many);
	struct large r = fn(1, 2.5, 4.0f, 3, 5, 7.0L, 11, 13, 17, 19.0);

	assert_int_equal(r.v[0], 4);
	assert_int_equal(r.v[1], 10);
	assert_int_equal(r.v[2], 12);
	assert_int_equal(r.v[3], 24);
	assert_int_equal(r.v[4], 36);
	assert_int_equal(charged(), CALL_DEFAULT_CYCLES);
	int (*print)(char *, size_t, const char *, ...);

	*(const void **)&print = thunk("another", (const void *)snprintf);
	print(text, sizeof text, "%d %g %Lg %s %d %g", 1, 2.5, 3.25L, "four", 5, 6.5);
	assert_string_equal(text, "1 2.5 3.25 four 5 6.5");
	assert_int_equal(charged(), CALL_DEFAULT_CYCLES);
	int (*bounded)(char *, size_t, int, size_t, const char *, ...);

	*(const void **)&bounded = thunk("__snprintf_chk", (const void *)snprintf);
	bounded(text, sizeof text, 0, sizeof text, "%d %d %d %d %d %d %d %d %d %d %d %g %Lg", 1, 2,
		3, 4, 5, 6, 7, 8, 9, 10, 11, 2.5, 3.25L);
	assert_string_equal(text, "1 2 3 4 5 6 7 8 9 10 11 2.5 3.25");
}

static void copies_are_made_and_paid_by_length(void **state)
{
	void *(*copy)(void *, const void *, size_t);
	char from[1000], to[1000] = "";

	(void)state;
	memset(from, 'x', sizeof from);
	*(const void **)&copy = thunk("memcpy", (const void *)memcpy);
	assert_ptr_equal(copy(to, from, 1000), to);
	assert_memory_equal(from, to, sizeof from);
	assert_int_equal(charged(), CALL_CYCLES_memcpy + 1000 * 20 / 64);
}

/* A hook: keeps the charge that the thunk has left in r10, as a budget counts, and goes on to the
 * function. */
extern uint64_t told;
uint64_t told;
void tell_charge(void);
__asm__(".text\n"
	"tell_charge:\n"
	"	movq %r10, told(%rip)\n"
	"	movq 32(%r11), %r10\n"
	"	movq 24(%r11), %r11\n"
	"	jmp *%r10\n");

static void a_hook_of_lengths_is_told_the_charge(void **state)
{
	static char from[1000], to[1000];
	void *(*copy)(void *, const void *, size_t);

	(void)state;
	call_thunks_tell_lengths((const void *)tell_charge);
	*(const void **)&copy = thunk("memcpy", (const void *)memcpy);
	call_thunks_tell_lengths(NULL);
	from[999] = 'x';
	told = 0;
	assert_ptr_equal(copy(to, from, sizeof to), to);
	assert_int_equal(to[999], 'x');
	assert_int_equal(told >> BUDGET_DEMAND_BITS, CALL_CYCLES_memcpy + 1000 * 20 / 64);
	assert_int_equal(charged(), CALL_CYCLES_memcpy + 1000 * 20 / 64);
}

/* ---- without a clock */

static void without_a_clock_each_call_is_a_cycle(void **state)
{
	static const char *const names[] = { "memcpy", "sin", "strlen", "no_such_function" };
	const void *made;

	(void)state;
	thunks.timed = false;
	for (int i = 0; i < 4; i++)
		assert_ptr_not_equal(call_thunks_bind(&thunks, names[i],
						      (const void *)probe_target),
				     (const void *)probe_target);
	made = call_thunks_bind(&thunks, "bgqemu_asm_state", (const void *)probe_target);
	assert_ptr_equal(made, (const void *)probe_target);
	assert_int_equal(call_thunks_close(&thunks), 0);
	for (size_t i = 0; i < 4; i++) {
		probe_thunk = thunks.code + thunks.list[i].offset;
		assert_int_equal(probe_charge(call_cost_of("no"), 0, 0), 1);
	}
}

/* ---- whose code it is */

static void an_address_tells_its_thunk(void **state)
{
	const char *names[] = { "sin", "memcpy", "calloc", "cos" };
	const uint8_t *at[4];

	(void)state;
	for (int i = 0; i < 4; i++)
		at[i] = call_thunks_bind(&thunks, names[i], &names[i]);
	for (int i = 0; i < 4; i++) {
		const struct call_thunk *t = call_thunks_find(&thunks, (uintptr_t)at[i]);

		assert_string_equal(t->name, names[i]);
		assert_ptr_equal(t->target, &names[i]);
		assert_ptr_equal(call_thunks_find(&thunks, (uintptr_t)at[i] + 11), t);
	}
	assert_null(call_thunks_find(&thunks, (uintptr_t)at[0] - 1));
	assert_null(call_thunks_find(&thunks, (uintptr_t)thunks.code + thunks.used_bytes));
}

/* ---- on which stack */

static const void *callee_sp;

static void note_sp(void)
{
	callee_sp = __builtin_frame_address(0);
}

/* Names in the cost table and names that programs may bind to are called, but for the listed ones,
 * on the thread's stack for calls, and with what is on the caller's. */
static void what_is_not_listed_runs_on_the_stack_for_calls(void **state)
{
	const struct call_cost *c;
	static const void *made[MAX];

	(void)state;
	for (size_t i = 0; (c = call_cost_at(i)); i++)
		made[i] = call_thunks_bind(&thunks, c->name, (const void *)note_sp);
	assert_int_equal(call_thunks_close(&thunks), 0);
	for (size_t i = 0; (c = call_cost_at(i)); i++) {
		if (c->wrap || call_variadic_of(c->name))
			continue;
		callee_sp = NULL;
		((void (*)(void))(uintptr_t)made[i])();
		budget_set(START);
		assert_non_null(callee_sp);
		assert_int_equal(call_stack_holds(callee_sp),
				 call_switch_of(c->name) != CALL_STAYS);
	}
}

static const void *place;

static void nested(void)
{
	note_sp();
}

/* A call from there goes on where it is. */
static void a_call_in_a_call_stays_on_that_stack(void **state)
{
	static void (*inner)(void);
	const uint8_t *first;

	(void)state;
	const void *p = call_thunks_bind(&thunks, "Kernel_GetRank", (const void *)note_sp);

	assert_int_equal(call_thunks_close(&thunks), 0);
	*(const void **)&inner = p;
	inner();
	first = callee_sp;
	call_stack_call((const void *)inner, 0, 0, 0, 0, 0);
	assert_true((const uint8_t *)callee_sp <= first && call_stack_is_own(callee_sp));
	assert_ptr_equal(call_stack_top(callee_sp), call_stack_top(first));
}

static long in_program(long a, long b, long c)
{
	note_sp();
	place = callee_sp;
	call_stack_call((const void *)nested, 0, 0, 0, 0, 0); /* the program calls again */
	return a + 2 * b + 3 * c;
}

static long call_back(void)
{
	const void *own = __builtin_frame_address(0);

	assert_true(call_stack_is_own(own));
	assert_int_equal(call_stack_program((const void *)in_program, 1, 2, 3), 14);
	assert_true(call_stack_is_own(own));
	assert_ptr_not_equal(call_stack_top(callee_sp), call_stack_top(own));
	return 0;
}

/* And a call by the program that is called back has a stack of its own. */
static void the_program_is_called_back_on_its_stack(void **state)
{
	const uint8_t *here = __builtin_frame_address(0);

	(void)state;
	call_stack_call((const void *)call_back, 0, 0, 0, 0, 0);
	assert_false(call_stack_holds(place));
	assert_true((const uint8_t *)place < here && here - (const uint8_t *)place < 4096);
}

static jmp_buf out;

static long jump(void)
{
	longjmp(out, 1);
}

static long call_jump(void)
{
	return call_stack_program((const void *)jump, 0, 0, 0);
}

/* However often the program jumps out of them at one place, two stacks are enough. */
static void stacks_that_are_left_for_good_are_used_again(void **state)
{
	const uint64_t *seen[2] = { NULL, NULL };
	volatile int others = 0;

	(void)state;
	for (volatile int i = 0; i < 1000; i++) {
		if (!setjmp(out))
			call_stack_call((const void *)call_jump, 0, 0, 0, 0, 0);
		call_stack_call((const void *)note_sp, 0, 0, 0, 0, 0);
		const uint64_t *top = call_stack_top(callee_sp);

		if (i < 2)
			seen[i] = top;
		else
			others += top != seen[0] && top != seen[1];
	}
	assert_int_equal(others, 0);
}

#define THUNK_TEST(name) cmocka_unit_test_setup_teardown(name, thunks_open, thunks_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		THUNK_TEST(every_entry_charges_exactly_and_changes_no_register),
		THUNK_TEST(a_name_that_is_not_known_costs_the_default),
		THUNK_TEST(a_charge_stops_at_the_most_of_one_call),
		THUNK_TEST(a_product_that_overflows_is_as_much_as_can_be),
		THUNK_TEST(the_budget_never_comes_round),
		THUNK_TEST(the_inline_charge_is_exact),
		THUNK_TEST(arguments_and_results_are_intact),
		THUNK_TEST(copies_are_made_and_paid_by_length),
		THUNK_TEST(a_hook_of_lengths_is_told_the_charge),
		THUNK_TEST(without_a_clock_each_call_is_a_cycle),
		THUNK_TEST(an_address_tells_its_thunk),
		THUNK_TEST(what_is_not_listed_runs_on_the_stack_for_calls),
		THUNK_TEST(a_call_in_a_call_stays_on_that_stack),
		THUNK_TEST(the_program_is_called_back_on_its_stack),
		THUNK_TEST(stacks_that_are_left_for_good_are_used_again),
	};

	budget_cell_use();
	return cmocka_run_group_tests_name("call_thunk", tests, NULL, NULL);
}

#else /* no thunks: functions are bound as they are */

static void functions_are_bound_directly(void **state)
{
	struct call_thunks c;
	int target;

	(void)state;
	assert_int_equal(call_thunks_open(&c, 1, true), 0);
	assert_ptr_equal(call_thunks_bind(&c, "sin", &target), &target);
	call_thunks_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(functions_are_bound_directly) };

	return cmocka_run_group_tests_name("call_thunk", tests, NULL, NULL);
}

#endif
