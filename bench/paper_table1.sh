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
function size(e) { return e < 0 ? -e : e }
function error(got, want) { return size(100 * (got - want) / want) }
function delta(now, before) { return before ? sprintf("%.1f", now - before) : "" }
BEGIN {
	while ((getline line < paper) > 0)
		if (line ~ /^[0-9]/) {
			split(line, f, ",")
			hw[f[1]] = f[2]; hop[f[1]] = f[3]; total[f[1]] = f[4]; n++
		}
	print "hops,hardware_ns,paper_hardware_ns,total_ns,paper_total_ns,worst_error_pct," \
		"hop_ns,paper_hop_ns,software_ns,paper_software_ns" > out
	print "Table 1: ping-pong by direct put, 512-node mesh, ns one way"
	print "hops  hardware  paper  error %   with software  paper  error %" \
		"     hop  paper   software  paper"
}
($1 in hw) {
	a = error($2, hw[$1]); b = error($3, total[$1]); w = a > b ? a : b
	if (w > worst) worst = w
	rows++
	software += $3 - $2; wanted += total[$1] - hw[$1]
	printf "%4d  %8.1f  %5d  %7.2f   %13.1f  %5d  %7.2f   %5s  %5s   %8.1f  %5d\n",
		$1, $2, hw[$1], a, $3, total[$1], b, delta($2, last), hop[$1], $3 - $2,
		total[$1] - hw[$1]
	printf "%d,%.1f,%d,%.1f,%d,%.2f,%s,%s,%.1f,%d\n", $1, $2, hw[$1], $3, total[$1], w,
		delta($2, last), hop[$1], $3 - $2, total[$1] - hw[$1] > out
	last = $2
}
END {
	if (rows)
		printf "software of a put: %.1f ns on average, %.1f in the paper (95 to 100)\n",
			software / rows, wanted / rows
	printf "worst error %.2f %% in %d of %d rows; written to %s\n", worst, rows, n, out
	exit rows == n ? 0 : 1
}'
