#!/bin/sh
# paper_more.sh - what threads of a node take to meet, to lock, to begin and to end, beside what
# was measured on one.  Fails if a barrier or a lock is off by more than 10 %; threads are printed.
# Usage: paper_more.sh BGQ_RUN DIR_OF_PROGRAMS MEASURED_CSV OUT_CSV
set -eu
run=$1 programs=$2 measured=$3 out=$4
rows=$("$run" --np 1 : "$programs/l2_meet" 200 && "$run" --np 1 : "$programs/thread_cost")
mkdir -p "$(dirname "$out")"
printf '%s\n' "$rows" | sort -k 1,1 -k 2,2n | awk -v out="$out" -v measured="$measured" '
function size(e) { return e < 0 ? -e : e }
BEGIN {
	bound["barrier"] = bound["lock"] = 10
	while ((getline line < measured) > 0)
		if (line ~ /^[a-z_]+,[0-9]/) {
			split(line, f, ",")
			want[f[1], f[2]] = f[3]
			n++
		}
	print "what,threads,cycles,measured_cycles,error_pct" > out
	print "Threads of a node, core cycles a call"
	print "          what  threads   cycles  measured   error %"
}
(($1, $2) in want) {
	e = 100 * ($3 / want[$1, $2] - 1)
	if (size(e) > worst[$1]) worst[$1] = size(e)
	rows++
	printf "%14s  %7d  %7.0f  %8d  %+8.2f\n", $1, $2, $3, want[$1, $2], e
	printf "%s,%d,%.1f,%d,%.2f\n", $1, $2, $3, want[$1, $2], e > out
}
END {
	for (what in bound) {
		printf "%s: worst error %.2f %% (bound %d %%)\n", what, worst[what], bound[what]
		if (worst[what] > bound[what]) bad = 1
	}
	printf "%d of %d rows; written to %s\n", rows, n, out
	exit rows == n && !bad ? 0 : 1
}'
