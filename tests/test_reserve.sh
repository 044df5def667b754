#!/bin/sh
# test_reserve.sh - reservations are lost to each store to their line by another thread or the
# message unit, and to none elsewhere, however the store comes and whatever it stores; and the
# same in each run, whatever the number of workers and whether waits are parked.
# Leaves out what reservations cost (test_l2_threads.sh).
# Usage: test_reserve.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

for options in '' --parking=off '--workers 2' --stress-checks --check-stores '--clock off' \
	'--clock real'; do
	# shellcheck disable=SC2086 # a list of options
	expect "each_way_of_storing $options" 0 '' \
		timeout 100 "$run" --np 2 $options : "$spi/reserve"
	cp "$tmp/out" "$tmp/reserve$options"
done
for options in --parking=off '--workers 2'; do
	if cmp -s "$tmp/reserve" "$tmp/reserve$options"
	then ok "the_same_times_with $options"; else not_ok "the_same_times_with $options"; fi
done

for threads in 2 3 8 $(usual_or_long '' 63); do
	expect "a_stack_of_$threads" 0 '' \
		timeout 300 "$run" --np 2 --workers 1 : "$spi/reserve_stack" $threads
	cp "$tmp/out" "$tmp/stack"
	expect "a_stack_of_$threads with_2_workers" 0 '' \
		timeout 300 "$run" --np 2 --workers 2 --parking=off : "$spi/reserve_stack" $threads
	if cmp -s "$tmp/stack" "$tmp/out"
	then ok "the_same_times_with_$threads"; else not_ok "the_same_times_with_$threads"; fi
done
summary
