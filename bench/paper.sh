#!/bin/sh
# paper.sh - every figure of the SC11 paper beside ours on one page, and its four
# tables as plots (SVG).  Goes on when one does not come out, and tells in the end.
# On a terminal it says before each part how long the rest may take.
# Usage: paper.sh MAKE BUILD_DIR
set -u
make=$1 build=$2 failed=
# Parts, and their shares of the time.
parts='table1:2 table2:3 table3:5 table4:10 alltoall:50 zones:20 collective:10'
began=$(date +%s) done=0

# The time that is left, from the shares that are done.
estimate() {
	[ -t 2 ] || return 0
	if [ $done -eq 0 ]; then
		echo "paper: $1, the first of 7 parts" >&2
	else
		left=$((($(date +%s) - began) * (100 - done) / done))
		echo "paper: $1; about $(((left + 59) / 60)) minutes left" >&2
	fi
}

for part in $parts; do
	share=${part#*:} part=${part%:*}
	estimate "$part"
	$make --no-print-directory "$part" B="$build" || failed="$failed $part"
	done=$((done + share))
	echo
done
bench/plots.sh bench/plots.gp "$build/paper" 'table1.svg table2.svg table3.svg table4.svg' ||
	failed="$failed plots"
bench/paper_page.sh "$build/paper" || failed="$failed page"
[ -z "$failed" ] || echo "not within their bounds:$failed"
[ -z "$failed" ]
