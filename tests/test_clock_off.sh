#!/bin/sh
# test_clock_off.sh - without a clock, loops that wait are parked as with it, and those that cannot
# be give way: no program takes many more turns of its threads than with the clock.
# Counted in switches of threads, which --boot-report tells.  Not here: the host's time, for which
# see make bench-mu.
# Usage: test_clock_off.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
bench=$build/bench/spi

# switches CLOCK OPTION... : PROGRAM...: how many, or nothing if the run fails.
switches() {
	clock=$1
	shift
	"$run" --clock="$clock" --workers 1 --boot-report --timeout 400 "$@" >"$tmp/out" \
		2>"$tmp/err" && sed -n 's/.*, \([0-9]*\) switches.*/\1/p' "$tmp/err"
}

# not_more NAME OPTION... : PROGRAM...: than twice as many as with the clock, and some.
not_more() {
	what=$1
	shift
	with=$(switches virtual "$@")
	without=$(switches off "$@")
	if [ "$with" ] && [ "$without" ] && [ "$without" -le $((2 * with + 1000)) ]; then
		ok "$what"
	else
		not_ok "$what: with the clock ${with:-it fails}, without ${without:-it fails}"
	fi
}

not_more barriers_that_are_polled --np 16 : "$bench/pingpong"
not_more loops_that_look_at_the_time_base --np 16 : "$spi/clock_off" looks 2000
not_more words_beside_a_loop_that_is_not_parked --np 4 : "$spi/clock_off" beside 2000
not_more loops_that_count_their_polls --np 4 : "$spi/clock_off" counts 2000
for workers in $all_workers; do
	expect "many_ranks_that_poll_with_${workers}_workers" 0 '' "$run" --clock=off --np 64 \
		--workers "$workers" --timeout 500 : "$bench/pingpong"
	expect "many_ranks_that_look_with_${workers}_workers" 0 '' "$run" --clock=off --np 64 \
		--workers "$workers" --timeout 500 : "$spi/clock_off" looks 20000
done
summary
