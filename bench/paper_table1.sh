#!/bin/sh
# paper_table1.sh - Table 1 of the SC11 paper: runs pingpong on a 512-node mesh
# and sets its rows beside the paper's.
# Usage: paper_table1.sh BGQ_RUN PINGPONG PAPER_CSV OUT_CSV [bgq-run options]
set -eu
run=$1 program=$2 paper=$3 out=$4
shift 4
rows=$("$run" --np 512 --mesh ABCDE "$@" : "$program")
mkdir -p "$(dirname "$out")"
printf '%s\n' "$rows" | awk -v out="$out" -v paper="$paper" '
function error(got, want) { e = 100 * (got - want) / want; return e < 0 ? -e : e }
BEGIN {
	while ((getline line < paper) > 0)
		if (line ~ /^[0-9]/) {
			split(line, f, ",")
			hw[f[1]] = f[2]; total[f[1]] = f[4]; n++
		}
	print "hops,hardware_ns,paper_hardware_ns,total_ns,paper_total_ns,worst_error_pct" > out
	print "Table 1: ping-pong by direct put, 512-node mesh, ns one way"
	print "hops  hardware  paper   error %   with software  paper   error %"
}
($1 in hw) {
	a = error($2, hw[$1]); b = error($3, total[$1]); w = a > b ? a : b
	if (w > worst) worst = w
	rows++
	printf "%4d  %8.1f  %5d   %7.2f   %13.1f  %5d   %7.2f\n",
		$1, $2, hw[$1], a, $3, total[$1], b
	printf "%d,%.1f,%d,%.1f,%d,%.2f\n", $1, $2, hw[$1], $3, total[$1], w > out
}
END {
	printf "worst error %.2f %% in %d of %d rows; written to %s\n", worst, rows, n, out
	exit rows == n ? 0 : 1
}'
