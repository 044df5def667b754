#!/bin/sh
# run_guided.sh - the guided fuzzers (tests/guided), one after the other, each for so many
# executions or seconds, whichever comes first, from the inputs of tests/guided/seeds and those that
# an earlier run has kept.  Says how many executions each has done; ends with 1 if one has found
# something, with the input in BUILD_DIR/guided.
# Usage: run_guided.sh BUILD_DIR [EXECUTIONS [SECONDS]]    ONLY="faults jobs": these alone
set -u
build=$1 executions=${2:-10000000} seconds=${3:-600}
seeds=$(dirname "$0")/guided/seeds
failed=0
# An input leaves nothing for the next, so that memory need not be kept from use for long after it
# was freed: with ASan's usual 256 MiB of that, pages that are always new take most of the time.
asan=detect_leaks=0:quarantine_size_mb=1:thread_local_quarantine_size_kb=64
asan=$asan:malloc_context_size=3:max_malloc_fill_size=64

for harness in ${ONLY:-descriptor faults machine jobs checkpoint environment mapping}; do
	kept=$build/guided/kept/$harness
	mkdir -p "$kept"
	ASAN_OPTIONS=$asan "$build/guided/$harness" -runs="$executions" \
		-max_total_time="$seconds" -max_len=512 -detect_leaks=0 -rss_limit_mb=2048 \
		-timeout=20 -print_final_stats=1 -close_fd_mask=2 \
		-artifact_prefix="$build/guided/$harness-" "$kept" "$seeds/$harness" \
		>"$build/guided/$harness.log" 2>&1
	status=$?
	done=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/guided/$harness.log")
	echo "$harness: ${done:-0} executions, status $status, $(ls "$kept" | wc -l) inputs"
	[ $status -eq 0 ] && continue
	failed=1
	tail -30 "$build/guided/$harness.log"
done
[ $failed -eq 0 ] && echo "guided fuzzers found nothing"
exit $failed
