#!/bin/sh
# test_core.sh - what code takes on a core alone and beside others, by loops whose
# instructions are known: cycles a round, the same for any number of workers, and whether
# waits are parked or executed.
# Leaves out what compilers make of a program: that is make bench-core.
# Usage: test_core.sh BUILD_DIR
case ${1:-build} in /*) ;; *) set -- "$PWD/${1:-build}" ;; esac
here=$(cd "$(dirname "$0")" && pwd)
. "$here/expect.sh"
if [ ! -x "$build/lib/as/as" ]; then
	echo "no bgq-as for this host"
	summary
	exit
fi
"$build/bin/bgq-cc" -O2 -o "$tmp/share" "$here/core/share.c" "$here/core/loops.s" || exit 1

# cycles NAME KIND THREADS STRIDE EXPECTED: of each thread, in their order
cycles() {
	for options in "--workers 1" "--workers 2 --parking=off"; do
		# shellcheck disable=SC2086 # options are words
		"$build/bin/bgq-run" --np 2 --fetch=off $options : \
			"$tmp/share" "$2" "$3" "$4" 2>&1 |
			sort -u | sort -n -k 2 | awk '{ printf "%s%s", s, $3; s = " " }' >"$tmp/got"
		if [ "$(cat "$tmp/got")" = "$5" ]; then
			ok "$1 $options"
		else
			echo "    $(cat "$tmp/got") instead of $5"
			not_ok "$1 $options"
		fi
	done
}

# An instruction a cycle, for one thread and for all of a core; a thread that jumps waits for
# its target, and leaves the core to others meanwhile.
cycles one_thread_adds adds 1 1 "12.0"
cycles two_threads_of_a_core_share_it adds 2 1 "14.0 14.0"
cycles four_threads_of_a_core_share_it adds 4 1 "28.0 28.0 28.0 28.0"
cycles four_cores_share_nothing adds 4 4 "12.0 12.0 12.0 12.0"

# A thread that waits for results leaves room for others.
cycles additions_wait_for_each_other chain 1 1 "13.0"
cycles two_threads_leave_room chain 2 1 "13.0 13.0"
cycles four_threads_fill_the_latency chain 4 1 "13.0 13.0 13.0 13.0"
cycles loads_wait_for_each_other chase 1 1 "19.0"
cycles two_threads_leave_room_between_loads chase 2 1 "19.0 19.0"
cycles three_threads_leave_room_between_loads chase 3 1 "19.0 19.0 19.0"
cycles four_threads_issue_four_each chase 4 1 "19.0 19.0 19.0 19.0"

# The machine has no vectors of integers.
cycles a_vector_counts_by_its_elements vector 1 1 "10.0"
cycles a_vector_of_doubles_counts_by_its_elements doubles 1 1 "8.0"
cycles a_vector_is_loaded_and_stored_by_words copies 1 1 "16.0"

# Loops that are counted, addresses, and products as the A2 has them.
cycles a_step_counts_and_its_comparison_does_not index 1 1 "8.0"
cycles an_address_is_shifted_and_added scaled 1 1 "10.0"
cycles a_product_is_part_of_its_sum fused 1 1 "7.0"

# A call of the SPI costs what it says, and code that comes after it what it takes.
cycles a_call_of_the_spi_costs_what_it_says call 1 1 "14.0"
cycles a_loop_behind_a_call_of_the_spi_counts behind 1 1 "8.0"

# The divider is one.
cycles divisions_wait_for_each_other divide 1 1 "72.0"
cycles two_threads_share_the_divider divide 2 1 "144.0 144.0"
cycles four_threads_share_the_divider divide 4 1 "288.0 288.0 288.0 288.0"
cycles four_cores_have_four_dividers divide 4 4 "72.0 72.0 72.0 72.0"

# A thread that blocks in a call leaves the core: the main thread and those that have ended
# their loops do.  One that spins does not, whether it is parked or not.
cycles the_rest_is_for_those_that_compute mixed 4 1 "13.0 24.3 24.3 24.3"
cycles spinning_uses_the_core waits 4 1 "28.0 28.0 28.0 28.0"
summary
