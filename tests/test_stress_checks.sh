#!/bin/sh
# test_stress_checks.sh - with --stress-checks each check of a program enters the emulator and
# its thread yields; output, times and the network's counters are those without it, parked
# and executed, with one worker and with two.
# Leaves out the compilers' own suites in this mode: make test-torture.
# Usage: test_stress_checks.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

# same NAME command...: the same output and counters in all ways.
same() {
	what=$1 expected=
	shift
	for way in "" "--stress-checks" "--stress-checks --workers 2" \
		"--stress-checks --parking=off"; do
		# shellcheck disable=SC2086 # a list of options
		"$run" --timeout 500 $way --counters="$tmp/counters" "$@" >"$tmp/out" 2>"$tmp/err"
		status=$?
		sum=$(cat "$tmp/out" "$tmp/err" "$tmp/counters" | cksum)
		if [ "$status" -ne 0 ] || [ "$sum" != "${expected:=$sum}" ]; then
			echo "    status $status, $way"
			not_ok "$what"
			return
		fi
	done
	ok "$what"
}

same messages_come_at_the_same_cycles --np 4 : "$spi/memfifo"
for seed in 1 2 3 $(usual_or_long '' '4 5 6 7 8 9'); do
	same "threads_wait_as_long_$seed" --shape 2x1x2x1x1 --ranks-per-node 2 : \
		"$spi/wait_random" "$seed" exact 8 3
	same "threads_of_ranks_see_the_same_stores_$seed" --shape 2x1x1x1x1 --ranks-per-node 4 : \
		"$spi/wait_random" "$seed" plain 8 3
done

# Threads that compute beside each other run in turns then.
switches() {
	"$run" --np 2 -p 2 --boot-report "$@" : "$spi/number_flags" 2>&1 |
		sed -n 's/.*, \([0-9]*\) switches$/\1/p'
}
few=$(switches) many=$(switches --stress-checks)
echo "$few switches, $many when each check acts" >"$tmp/out"
if [ "${many:-0}" -gt $((4 * ${few:-0})) ] && [ "${few:-0}" -gt 0 ]; then
	ok each_check_yields
else
	not_ok each_check_yields
fi

expect not_without_simulated_time 2 'stress-checks needs the clock' \
	"$run" --clock off --stress-checks : "$spi/memfifo"
expect not_with_a_profile 2 'exclude each other' \
	"$run" --profile="$tmp/p" --stress-checks : "$spi/memfifo"

# What loads wait for is the same: samples are taken at times of their own.
cached() {
	"$run" --np 2 -p 2 --memory-model "$@" : \
		"$build/bench/spi/node_memory" 1048576 32768 1 >"$tmp/$out" 2>/dev/null
}
out=cached cached
out=stressed cached --stress-checks
out=in_l1
"$run" --np 2 -p 2 : "$build/bench/spi/node_memory" 1048576 32768 1 >"$tmp/$out" 2>/dev/null
if [ -s "$tmp/cached" ] && cmp -s "$tmp/cached" "$tmp/stressed" &&
	! cmp -s "$tmp/cached" "$tmp/in_l1"
then ok memory_takes_the_same_time; else not_ok memory_takes_the_same_time; fi
summary
