#!/bin/sh
# test_part.sh - jobs with fewer ranks than the machine has places: their ranks, barriers and
# collectives among them, what happens to messages for others; the same for all workers.
# Leaves out how the tree over them is chosen, which tests/test_classroute.c has.
# Usage: test_part.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

# part NAME LAST_PLACE NP OPTION...
part() {
	what=$1 last=$2 np=$3
	shift 3
	for workers in 1 3; do
		expect "$what.$workers" 0 '' "$run" --np "$np" "$@" --workers $workers : \
			"$spi/part" "$np"
		if [ "$(cat "$tmp/out")" = "last on <$last>" ]; then ok "$what.$workers.last"
		else not_ok "$what.$workers.last"; fi
	done
	expect "$what.mpi" 0 '' "$run" --np "$np" "$@" : "$spi/mpi_collectives"
}
part three_of_four 0,0,0,1,0,0 3 --shape 1x1x1x2x2
part one_alone 0,0,0,0,0,0 1 --shape 2x2x2x2x2
part a_node_that_is_not_full 0,0,0,1,0,0 5 -p 2 --shape 2x2x2x2x2
part first_along_a 0,0,0,0,1,0 17 --shape 2x2x2x2x2 --mapping EDCBAT
part second_places 0,0,0,0,0,1 33 -p 2 --shape 2x2x2x2x2 --mapping TABCDE
part smallest_partition 0,0,0,1,1,2 15 -p 4
printf '1 1 0 0 0 0\n0 0 1 0 0 0\n0 1 1 1 1 0\n0 0 0 0 0 0\n' >"$tmp/map"
part anywhere 0,1,1,1,1,0 3 --shape 2x2x2x2x2 --mapping "$tmp/map"

expect message_for_a_node_without_a_rank 123 'RAS: no rank <0,0,0,0,1>: .*not allocated' \
	"$run" --np 1 --shape 1x1x1x1x2 --timeout 500 : "$spi/part" 1 send
expect a_deadlock_counts_ranks 125 'waits in a global barrier .* 2 of 3 nodes have not' \
	"$run" --np 3 --shape 1x1x1x2x2 : "$spi/ends" barrier 1
expect as_data 0 '' "$run" --np 3 --shape 1x1x1x2x2 --report="$tmp/r.json" \
	--trace="$tmp/t.json" : "$spi/part" 3
expect job_smaller_than_its_block 0 '' "$build/bin/runjob" --block R00-M0-N04 --np 5 : \
	"$spi/part" 5
summary
