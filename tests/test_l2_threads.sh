#!/bin/sh
# test_l2_threads.sh - threads of a node that use one word of the L2: what a call takes is what
# was measured on a node, and the same for any number of workers and with all waits executed.
# Barriers whose threads are on cores of their own ask for a line once each.
# Not here: what the operations do (test_mu_put.c, tests/spi/conformance_l2.c).
# Usage: test_l2_threads.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
program=$build/bench/spi/l2_counters

expect threads_pay_what_was_measured 0 '' bench/paper_node.sh "$run" "$program" \
	bench/paper/l2_counters.csv "$tmp/csv" "$(usual_or_long 300 1000)"
expect two_nodes_with_one_worker 0 '' "$run" --np 2 --workers 1 : "$program" 50
cp "$tmp/out" "$tmp/expected"
for options in '--workers 2' '--workers 1 --parking=off'; do
	expect "two_nodes_with_$options" 0 '' "$run" --np 2 $options : "$program" 50
	if cmp -s "$tmp/expected" "$tmp/out"; then
		ok "the_same_times_with_$options"
	else
		not_ok "the_same_times_with_$options"
	fi
done
# Measured: 423 and 477 cycles (bench/paper/node_more.csv).
expect a_slice_gives_a_line_to_each_core 0 '' "$run" --np 1 : "$build/bench/spi/l2_meet" 100 15 31
awk '$1 == "barrier" { e = $3 / ($2 == 15 ? 423 : 477) - 1; n += e > -0.03 && e < 0.03 }
	END { exit n != 2 }' "$tmp/out"
if [ $? = 0 ]; then
	ok barriers_of_15_and_31_threads_take_what_was_measured
else
	not_ok barriers_of_15_and_31_threads_take_what_was_measured
fi
summary
