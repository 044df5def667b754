#!/bin/sh
# paper_node.sh - what threads of a node pay in the L2, beside what was measured on one.
# Fails if a load-increment is off by more than 5 %, or a Fetch_and_Add by more than 30 %.
# Usage: paper_node.sh BGQ_RUN L2_COUNTERS MEASURED_CSV OUT_CSV [CALLS]   of each thread
set -eu
run=$1 program=$2 measured=$3 out=$4
rows=$("$run" --np 1 : "$program" ${5:+"$5"})
mkdir -p "$(dirname "$out")"
printf '%s\n' "$rows" | awk -v out="$out" -v measured="$measured" '
function error(got, want) { return 100 * (got - want) / want }
function size(e) { return e < 0 ? -e : e }
BEGIN {
	bound["load_increment"] = 5; bound["fetch_and_add"] = 30
	while ((getline line < measured) > 0)
		if (line ~ /^[0-9]/) {
			split(line, f, ",")
			want["load_increment", f[1]] = f[2]; want["fetch_and_add", f[1]] = f[3]
			n += 2
		}
	print "what,threads,cycles,measured_cycles,error_pct" > out
	print "Threads of a node that count on one word, core cycles a call"
	print "          what  threads   cycles  measured   error %"
}
(($1, $2) in want) {
	e = error($3, want[$1, $2])
	if (size(e) > worst[$1]) worst[$1] = size(e)
	rows++
	printf "%14s  %7d  %7.1f  %8.1f  %+8.2f\n", $1, $2, $3, want[$1, $2], e
	printf "%s,%d,%.1f,%.1f,%.2f\n", $1, $2, $3, want[$1, $2], e > out
}
END {
	for (what in bound) {
		printf "%s: worst error %.2f %% (bound %d %%)\n", what, worst[what], bound[what]
		if (worst[what] > bound[what]) bad = 1
	}
	printf "%d of %d rows; written to %s\n", rows, n, out
	exit rows == n && !bad ? 0 : 1
}'
