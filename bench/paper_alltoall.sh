#!/bin/sh
# paper_alltoall.sh - all-to-all throughput beside section V.C of the SC11 paper: on
# stdout and as a CSV file, sizes that the paper does not have included.
# Usage: paper_alltoall.sh CLAIMS_CSV OUT_CSV COMMAND...
# COMMAND prints lines "KiB percent_of_peak microseconds".  Status 1 if a row of the
# paper is missing, or one is more than two points away.
set -eu
claims=$1 out=$2
shift 2
mkdir -p "$(dirname "$out")"
"$@" | awk -v out="$out" -v claims="$claims" '
BEGIN {
	while ((getline line < claims) > 0)
		if (line ~ /^all-to-all 512 nodes [0-9]+ KiB/) {
			split(line, f, ",")
			split(f[1], word, " ")
			want[word[4]] = f[3]
			rows++
		}
	print "message_kib,percent_of_peak,paper_percent" > out
	print "All-to-all by direct puts, dynamic routing, percent of the bisection-limited peak"
	printf "%12s %18s %10s %10s\n", "message_kib", "percent_of_peak", "paper", "us"
}
{
	printf "%12s %18s %10s %10s\n", $1, $2, want[$1] == "" ? "-" : want[$1], $3
	printf "%s,%s,%s\n", $1, $2, want[$1] > out
	fflush()
}
want[$1] != "" {
	e = $2 - want[$1]
	size = e < 0 ? -e : e
	if (size > worst) worst = size
	n++
}
END {
	printf "worst error %.2f points in %d of %d rows (bound 2); written to %s\n",
		worst, n, rows, out
	exit rows > 0 && n == rows && worst <= 2 ? 0 : 1
}'
