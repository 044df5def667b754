/*
 * follow_main.h - main() of tests of emu/core/follow.  Without a decoder
 * (another processor than x86-64, or no Capstone) one thing is left to be seen: that nothing
 * is known of any code.  Include last.
 *
 * FOLLOW_MAIN(name, tests): runs the array tests of RIG_TEST()s.
 */
#ifndef BGQ_TESTS_FOLLOW_MAIN_H
#define BGQ_TESTS_FOLLOW_MAIN_H

#include "emu/core/follow/decode.h"

static void no_instruction_is_known(void **state)
{
	static const uint8_t code[16];
	struct op op;

	(void)state;
	assert_false(decode_ready());
	decode_insn(code, 0, &op);
	assert_int_equal(op.kind, OP_UNKNOWN);
}

static inline int main_without_decoder(const char *name)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(no_instruction_is_known) };

	print_message("%s: no decoder, so no loop is followed here\n", name);
	return cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

#if defined(__x86_64__)
#define FOLLOW_MAIN(NAME, ...)                                                          \
	int main(void)                                                                  \
	{                                                                               \
		const struct CMUnitTest tests[] = { __VA_ARGS__ };                      \
                                                                                        \
		rig_open();                                                             \
		if (!decode_ready())                                                    \
			return main_without_decoder(NAME);                              \
		return cmocka_run_group_tests_name(NAME, tests, NULL, NULL);            \
	}                                                                               \
	extern int follow_main_ends_here
#else
#define FOLLOW_MAIN(NAME, ...)                                                          \
	int main(void)                                                                  \
	{                                                                               \
		return main_without_decoder(NAME);                                      \
	}                                                                               \
	extern int follow_main_ends_here
#endif

#endif
