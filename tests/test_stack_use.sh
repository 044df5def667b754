#!/bin/sh
# test_stack_use.sh - how much of a program's stack checks and calls use, and threads that
# programs make themselves with stacks of 4 KiB: nothing below them changes, and what yields
# inside a call comes back to it.
# Not here: which calls switch stacks (test_call_thunk.c); deep stacks of programs' own functions.
# Usage: test_stack_use.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

for clock in virtual off; do
	expect "checks_and_calls_use_512_bytes_at_most_($clock)" 0 '' \
		"$run" --clock "$clock" --np 1 : "$spi/stack_use"
done
expect small_stacks_are_enough 0 '' "$run" --timeout 300 --np 4 -p 2 : "$spi/user_threads"
mv "$tmp/out" "$tmp/one"
expect they_are_with_several_workers 0 '' \
	"$run" --timeout 300 --np 4 -p 2 --workers 2 : "$spi/user_threads"
if cmp -s "$tmp/one" "$tmp/out"; then ok their_output_does_not_depend_on_workers
else not_ok their_output_does_not_depend_on_workers; fi
expect they_are_where_each_check_acts 0 '' \
	"$run" --timeout 300 --np 2 --stress-checks : "$spi/user_threads"
summary
