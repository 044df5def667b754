#!/bin/sh
# test_wait_calls.sh - a wait whose loop makes a call that reads state ends at the same cycle
# whether it is parked or executed: wait_calls, for each call of wait_calls.def, by each compiler
# that is there, and on several ranks.  The list has all such calls of the SPI, and all calls that
# proofs of waits know.
# Not here: random mixtures of them (test_parking.sh).
# Usage: test_wait_calls.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
. "$(dirname "$0")/parking.sh"
source=$(dirname "$0")
cc=$build/bin/bgq-cc

sed -n 's/^C(\([A-Za-z_0-9]*\),.*/\1/p' "$source/spi/wait_calls.def" | sort >"$tmp/listed"

# every NAME: of the names in $tmp/names each is in the list.
every() {
	sort -u "$tmp/names" | comm -23 - "$tmp/listed" >"$tmp/out"
	: >"$tmp/err"
	if [ -s "$tmp/names" ] && [ ! -s "$tmp/out" ]; then ok "$1"; else not_ok "$1"; fi
}

# These change something, or cannot be called without what must have been set up before.
changes='^Kernel_(Allocate|Deallocate|Configure|Enable|Set|Inject|Exec|Drop|L1pSet)
(Init|Activate|FifoEnable|FifoDisable|AtomicsAllocate|GlobalMemoryRegion)$'
"$source/../emu/tools/calls" "$source/../emu/core/calls/calls.def" >"$tmp/calls"
sed -n 's/^\(Kernel_[^ ]*\) as .*/\1/p' "$tmp/calls" | grep -Ev "$changes" >"$tmp/names"
every all_calls_of_the_kernel_that_read_are_tried

# Without thread-locals, and other names.
sed -n 's/^\([^ ]*\) pure$/\1/p' "$tmp/calls" | grep -v '^__\|^pthread_yield$' >"$tmp/names"
every all_calls_that_proofs_know_are_tried

# tries PROGRAM PLACE THREADS DELAYS WAYS
tries() {
	alike "calls_in_waits_${1##*/}_on_$2_by_$3" 0 "$5" --shape "${2%/*}" \
		--ranks-per-node "${2#*/}" : "$1" "$3" "$4"
}

tries "$spi/wait_calls" 1x1x1x1x1/1 2 64 on_1
tries "$spi/wait_calls" 1x1x1x1x1/1 3 64 on_1
tries "$spi/wait_calls" 2x1x1x1x1/1 2 12 on_2
tries "$spi/wait_calls" 1x1x1x1x1/4 3 12 on_1
tries "$spi/wait_calls" 2x1x1x1x1/2 2 6 on_1
command -v clang >/dev/null && clang=clang || clang=''
for host in gcc $clang; do
	openmp=-fopenmp
	[ $host = gcc ] || openmp=
	for level in -O0 $(usual_or_long '' '-O1 -Os -O3') $([ $host = gcc ] || echo -O2); do
		program=$tmp/$host$level
		# shellcheck disable=SC2086 # none, or an option
		expect "builds_by_$host$level" 0 '' env BGQ_HOST_CC=$host "$cc" $level $openmp \
			-w -o "$program" "$source/spi/wait_calls.c" -lm
		for threads in $(usual_or_long '2 3' '2 3 8'); do
			tries "$program" 1x1x1x1x1/1 "$threads" "$(usual_or_long 24 64)" on_1
		done
	done
done
summary
