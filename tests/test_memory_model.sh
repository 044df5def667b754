#!/bin/sh
# test_memory_model.sh - --memory-model: loads wait for L2 and memory where a loop reaches further
# than L1, a stream takes what the prefetcher has under way, STREAM what the DDR interface gives,
# and neither the number of workers nor parking changes a time.  Without it all is in L1.
# Leaves out how far figures are from a node's: make bench-core prints them.
# Usage: test_memory_model.sh BUILD_DIR
case ${1:-build} in /*) ;; *) set -- "$PWD/${1:-build}" ;; esac
. "$(dirname "$0")/expect.sh"
if [ ! -x "$build/lib/as/as" ]; then
	echo "no bgq-as for this host"
	summary
	exit
fi

# memory DOUBLES "THREADS..." options...
memory() {
	doubles=$1 threads=$2
	shift 2
	# shellcheck disable=SC2086 # numbers are words
	"$run" "$@" : "$build/bench/spi/node_memory" 1048576 $doubles $threads
}

# between NAME WHAT SIZE LEAST MOST
between() {
	if awk -v what="$2" -v size="$3" -v least="$4" -v most="$5" '
		$1 == what && $2 == size { ok = $3 >= least && $3 <= most; print "    " $0 }
		END { exit !ok }' "$tmp/got"; then
		ok "$1"
	else
		not_ok "$1"
	fi
}

memory 1024 1 --np 1 >"$tmp/got"
between without_it_all_is_in_l1 chase 1048576 5 7

# 4 Mi doubles: two of the three vectors are twice the L2
memory 4194304 '1 4 16 64' --np 1 --memory-model --workers 1 >"$tmp/got"
between a_chase_in_l1_costs_a_load_of_l1 chase 8192 5 7
between a_chase_in_l2_costs_a_round_trip chase 1048576 57 107
between one_core_has_what_its_prefetcher_gives triad 1 2.5 5.5
between one_stream_has_half_of_that_for_its_loads copy 1 2 3.3
between four_cores_have_four_times_as_much triad 4 10 22
between sixteen_threads_do_not_pass_the_ddr_interface copy 16 17 27
between all_threads_have_what_the_ddr_interface_gives triad 64 23 31

"$run" --np 1 --memory-model : "$build/tests/spi/stream_depth" >"$tmp/got"
between a_stream_of_depth_1_waits_for_each_line stream 1 350 470
between a_stream_of_depth_3_has_three_lines_under_way stream 3 110 150
between a_stream_of_depth_8_has_eight stream 8 46 70
between without_the_prefetcher_each_line_is_waited_for stream 0 350 450

memory 131072 '' --np 2 --memory-model --workers 1 >"$tmp/got"
for options in "--workers 2" "--workers 1 --parking=off"; do
	# shellcheck disable=SC2086 # options are words
	memory 131072 '' --np 2 --memory-model $options >"$tmp/again"
	if cmp "$tmp/got" "$tmp/again"; then ok "the_same_with $options"
	else not_ok "the_same_with $options"; fi
done
summary
