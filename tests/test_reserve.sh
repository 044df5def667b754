#!/bin/sh
# test_reserve.sh - reservations are lost to each store to their line by another thread, another
# rank or the message unit, and to none elsewhere, however the store comes and whatever it stores;
# and the same in each run, whatever the number of workers and whether waits are parked, and
# whether long messages go in trains; what the host's kernel stores near them is stored.
# Leaves out what reservations cost (test_l2_threads.sh).
# Usage: test_reserve.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

for options in '' --parking=off '--workers 2' --stress-checks --check-stores '--clock off' \
	'--clock real'; do
	# shellcheck disable=SC2086 # a list of options
	expect "each_way_of_storing $options" 0 '' \
		timeout 100 "$run" --np 2 $options : "$spi/reserve"
	cp "$tmp/out" "$tmp/reserve$options"
	# shellcheck disable=SC2086
	expect "each_name_in_memory_of_two_ranks $options" 0 '' \
		timeout 100 "$run" --np 4 -p 2 $options : "$spi/reserve_shared"
	cp "$tmp/out" "$tmp/shared$options"
	# shellcheck disable=SC2086
	expect "what_the_kernel_stores_and_many_pages $options" 0 '' \
		timeout 100 "$run" --np 2 $options : "$spi/reserve_more"
done
for options in --parking=off '--workers 2'; do
	for what in reserve shared; do
		if cmp -s "$tmp/$what" "$tmp/$what$options"
		then ok "the_same_times_with $what $options"
		else not_ok "the_same_times_with $what $options"
		fi
	done
done

# A counter on the main thread's stack, whose pushes the handler of faults carries out.
for options in '' --parking=off '--workers 2' --check-stores '--clock off'; do
	# shellcheck disable=SC2086
	expect "a_line_on_another_stack $options" 0 '' \
		timeout 100 "$run" --np 2 $options : "$spi/reserve_own_stack" 100
	cp "$tmp/out" "$tmp/own_stack$options"
done
for options in --parking=off '--workers 2' --check-stores; do
	if cmp -s "$tmp/own_stack" "$tmp/own_stack$options"
	then ok "the_same_times_on_another_stack $options"
	else not_ok "the_same_times_on_another_stack $options"
	fi
done

for bytes in 65536 1048576; do
	for options in --trains=off --trains=on '--workers 2'; do
		# shellcheck disable=SC2086
		expect "long_messages_of_$bytes $options" 0 '' timeout 100 \
			"$run" --np 2 --workers 1 $options : "$spi/reserve_put" $bytes
		cp "$tmp/out" "$tmp/put$options"
	done
	for options in --trains=on '--workers 2'; do
		if cmp -s "$tmp/put--trains=off" "$tmp/put$options"
		then ok "the_same_times_with_$bytes $options"
		else not_ok "the_same_times_with_$bytes $options"
		fi
	done
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
