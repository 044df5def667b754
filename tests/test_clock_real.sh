#!/bin/sh
# test_clock_real.sh - bgq-run --clock=real: what it refuses; that programs get right results,
# messages keep their order and deadlocks are found; that no message is faster than the model.
# Leaves out how late a host is, and hosts with a single core but for what is refused there.
# Usage: test_clock_real.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
bench=$build/bench/spi

expect nodes_without_a_core_are_refused 2 'needs a host core for each of 4096 nodes' \
	"$run" --clock=real --np 4096 : "$spi/memfifo"
expect a_report_needs_the_virtual_clock 2 '--report needs the virtual clock' \
	"$run" --clock=real --np 1 --report="$tmp/r.html" : "$spi/memfifo"
expect workers_cannot_be_chosen 2 'each node has its own' \
	"$run" --clock=real --workers 1 --np 2 : "$spi/memfifo"
expect another_word_is_refused 2 "neither 'virtual' nor 'real' nor 'off'" \
	"$run" --clock=fast --np 2 : "$spi/memfifo"
expect no_slowness_is_refused 2 'clock=real' "$run" --clock=real:0 --np 2 : "$spi/memfifo"
expect late_ranks_of_mpi_get_their_messages 0 '' "$run" --np 2 : "$spi/mpi_late"

if "$run" --clock=real --np 2 : "$spi/memfifo" 2>&1 | grep -q 'needs a host core'; then
	echo "one core only: the rest is left out"
	summary
	exit
fi
real() {
	name=$1
	shift
	expect "$name" 0 'half of them less than' "$run" --clock=real:10 --np 2 --timeout 500 : "$@"
}
real messages_keep_their_order "$spi/memfifo"
real collectives_add_up "$spi/collective"
real mpi_works "$spi/mpi_collectives"
real threads_of_a_node_take_turns "$spi/openmp"
expect a_deadlock_is_found 125 'rank 1 .* waits in a global barrier' \
	"$run" --clock=real --np 2 --timeout 500 : "$spi/ends" barrier 1

# By the virtual clock a message takes as long each time; the network's part of it, 609 ns, is
# the least by any clock.
"$run" --np 2 : "$bench/latency" 500 >"$tmp/virtual" 2>"$tmp/err"
expect messages_are_timed 0 '' "$run" --clock=real:4 --np 2 --timeout 500 : "$bench/latency" 500
if awk '{ gsub(/[^0-9. ]/, ""); split($0, v, " ")
	if (FNR == NR) same = v[1] == v[5] && v[1] > 700 && v[1] < 760
	else least = v[3] }
	END { exit !(same && least >= 600) }' "$tmp/virtual" "$tmp/out"
then ok no_message_is_faster_than_the_model
else not_ok no_message_is_faster_than_the_model; fi
summary
