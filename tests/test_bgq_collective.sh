#!/bin/sh
# test_bgq_collective.sh - collectives as a user meets them: SPI programs on many nodes,
# the same times for any number of workers, and what bgq-run says of those that cannot
# end.
# Leaves out: exact times (test_collective_time.c), each wrong route (test_collective_faults.c).
# Usage: test_bgq_collective.sh BUILD_DIR   (programs of tests/spi are in it)
. "$(dirname "$0")/expect.sh"

# same NAME command...: for the numbers of workers in $numbers; all print the same, times among it.
same() {
	what=$1 # expect has a name of its own
	shift
	for workers in $numbers; do
		expect "${what}_with_${workers}_workers" 0 '' \
			"$run" --timeout 500 --workers $workers "$@"
		[ $workers -eq 1 ] && cp "$tmp/out" "$tmp/one"
		if [ -s "$tmp/one" ] && cmp -s "$tmp/one" "$tmp/out"; then
			ok "${what}_same_times_with_${workers}_workers"
		else
			not_ok "${what}_same_times_with_${workers}_workers"
		fi
	done
}

for program in collective collective_more; do
	case $program in *_more) numbers=$uneven_workers ;; *) numbers=$all_workers ;; esac
	same "$program" --np 32 : "$spi/$program"
	same "${program}_on_a_mesh" --shape 3x1x2x3x1 --mesh ABCDE : "$spi/$program"
	same "${program}_of_16_processes_a_node" --shape 2x2x1x1x2 -p 16 : "$spi/$program"
	expect "${program}_of_one_node" 0 '' "$run" --shape 1x1x1x1x1 --timeout 500 : \
		"$spi/$program"
done
numbers=$uneven_workers
same collectives_over_parts_of_a_mesh --shape 3x2x1x3x2 --mesh ABCDE : "$spi/collective_parts"
numbers=$all_workers
same collectives_over_parts --np "$(usual_or_long 64 512)" : "$spi/collective_parts"
same collectives_in_traffic --np "$(usual_or_long 32 512)" : "$spi/collective_busy"
same collectives_in_traffic_on_a_mesh --shape 3x1x2x3x1 --mesh ABCDE : "$spi/collective_busy"

for workers in $all_workers; do
	for program in collective collective_more collective_busy; do
		expect "${program}_clock_off_with_${workers}_workers" 0 '' \
			"$run" --shape 2x2x1x1x2 --clock off --workers $workers --timeout 500 : \
			"$spi/$program" untimed
	done
	expect "collectives_over_parts_clock_off_with_${workers}_workers" 0 '' \
		"$run" --np 128 --clock off --workers $workers --timeout 500 : \
		"$spi/collective_parts" untimed
done

while read -r way status message; do
	expect "collective_$way" "$status" "$message" \
		"$run" --shape 4x1x1x1x1 --mesh A --timeout 500 : "$spi/collective_wrong" "$way"
done <<-END
	missing 125 rank 0 .* spins .*; collective class 0: 1 of 4 nodes .*, first <3,0,0,0,0>$
	unset 125 RAS: rank 2 .*: network collective class 2: class route = 0x0: no route
	mesh 125 rank 1 .*; collective class 2: <3,0,0,0,0> .* sends up by A.*, where no node is$
	input 125 rank 3 .*; collective class 2: <2,0,0,0,0> .* input A-, but <1,0,0,0,0> .*
	length 125 RAS: rank 2 .*: network .* class 0: .*of different lengths meet: 32.*; 64
	operation 123 RAS: rank 1 .*: network .* class 0: .*different operations .*0x41; .*0x61
	outside 123 RAS: rank 0 .*: injection FIFO 0: Destination = 0x4000000: outside the machine
END
# Once, however many packets a message has.
expect collective_unset 125 '' "$run" --shape 4x1x1x1x1 --timeout 500 : \
	"$spi/collective_wrong" unset
if [ "$(grep -c RAS "$tmp/err")" -eq 4 ]; then ok reported_once; else not_ok reported_once; fi
# In a loop without end, too.
expect_timeout collective_timeout 'collective class 0: 1 of 4 nodes have not contributed' \
	--shape 4x1x1x1x1 : "$spi/collective_wrong" busy

summary
