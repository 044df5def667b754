#!/bin/sh
# test_core_ranks.sh - ranks that share cores run ahead of each other, and nothing shows it: what
# they print, times included, is the same for any number of workers, and whether waits are
# parked or executed.  With one hardware thread for each rank, and with two.
# Leaves out what the times are (test_core.sh).
# Usage: test_core_ranks.sh BUILD_DIR
case ${1:-build} in /*) ;; *) set -- "$PWD/${1:-build}" ;; esac
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
lines_of() { wc -l <"$1" | tr -d ' '; }

# same NAME RANKS A_NODE LINES options...
same() {
	name=$1 ranks=$2 on_node=$3 lines=$4
	shift 4
	expect "$name $*" 0 '' "$run" --np "$ranks" -p "$on_node" "$@" : "$spi/mpi_cores"
	sort "$tmp/out" >"$tmp/sorted"
	[ -f "$tmp/$name" ] || cp "$tmp/sorted" "$tmp/$name"
	if [ "$(lines_of "$tmp/sorted")" = "$lines" ] && cmp -s "$tmp/$name" "$tmp/sorted"; then
		ok "$name is the same with $*"
	else
		not_ok "$name is the same with $*"
	fi
}

for options in "--workers 1" "--workers 2" "--workers 1 --parking=off"; do
	# shellcheck disable=SC2086 # options are words
	{
		same four_ranks_a_core 128 64 $((128 * 11)) $options
		same two_threads_each 32 32 $((32 * 11)) $options
	}
done
summary
