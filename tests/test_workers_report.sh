#!/bin/sh
# test_workers_report.sh - --workers-report prints a row for each number of workers that the
# machine has nodes for, up to 128, in both ways to share out nodes, and changes nothing
# else.  Leaves out whether its figures are right: they are the host's.
# Usage: test_workers_report.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
net=$build/bin/bgq-net

judge() {
	what=$1
	shift
	if "$@"; then ok "$what"; else not_ok "$what"; fi
}

# The numbers of workers of both tables; "bad" if the longest block gets longer, but for
# windows that are shorter.
rows() {
	awk '$1 ~ /^[0-9]+$/ && NF == 10 {
		if ($1 == 2) before = $5 + 1
		if ($5 > 1.5 * before + 0.01 || $2 <= 0 || $3 < 1) bad = 1
		before = $5
		printf "%s ", $1
	}
	END { if (bad) print "bad" }' "$1"
}

"$run" --np 32 : "$spi/memfifo" >"$tmp/plain" 2>/dev/null
"$run" --np 32 --workers-report : "$spi/memfifo" >"$tmp/measured" 2>"$tmp/err"
judge run_of_programs_is_the_same cmp -s "$tmp/plain" "$tmp/measured"
judge rows_up_to_as_many_workers_as_nodes \
	[ "$(rows "$tmp/err")" = '2 4 8 16 32 2 4 8 16 32 ' ]

"$net" --shape 8x8x4x1x1 --load 60 --time 5us >"$tmp/plain" 2>/dev/null
"$net" --shape 8x8x4x1x1 --load 60 --time 5us --workers-report >"$tmp/measured" 2>"$tmp/err"
judge traffic_is_the_same cmp -s "$tmp/plain" "$tmp/measured"
judge rows_up_to_128_workers \
	[ "$(rows "$tmp/err")" = '2 4 8 16 32 64 128 2 4 8 16 32 64 128 ' ]
# Blocks of 8x8x4 cut fewer links than slices of it: 8 workers.
awk '$1 == 8 { print $4 }' "$tmp/err" >"$tmp/cuts"
judge blocks_cut_fewer_links [ "$(sed -n 1p "$tmp/cuts")" -gt "$(sed -n 2p "$tmp/cuts")" ]

expect two_workers_are_refused 2 'needs one worker' \
	"$run" --np 32 --workers 2 --workers-report : "$spi/memfifo"
expect two_workers_of_the_network_are_refused 2 'needs one worker' \
	"$net" --workers 2 --workers-report
expect it_needs_the_clock 2 'needs the clock' \
	"$run" --np 32 --clock off --workers-report : "$spi/memfifo"
summary
