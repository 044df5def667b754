#!/bin/sh
# paper_table.sh - sets what a benchmark prints, lines of "key value", beside a
# table of the SC11 paper, as text and as a CSV file.
# Usage: paper_table.sh TITLE KEY VALUE BOUND_PCT PAPER_CSV OUT_CSV COMMAND...
#   KEY, VALUE   names of the columns (VALUE with its unit, as latency_ns)
#   BOUND_PCT    what the worst error is allowed to be
# Rows of the paper that the command does not print are left out.  Status 1 if no
# row was printed, or one is beyond the bound.
set -eu
title=$1 key=$2 value=$3 bound=$4 paper=$5 out=$6
shift 6
rows=$("$@")
mkdir -p "$(dirname "$out")"
printf '%s\n' "$rows" | awk -v title="$title" -v key="$key" -v value="$value" \
	-v bound="$bound" -v out="$out" -v paper="$paper" '
BEGIN {
	unit = value; sub(/.*_/, "", unit)
	while ((getline line < paper) > 0)
		if (line ~ /^[0-9]/) {
			split(line, f, ",")
			want[f[1]] = f[column]
		} else if (line ~ "^" key ",") {
			fields = split(line, f, ",")
			for (i = fields; f[i] != value && i > 1; i--)
				;
			column = i
		}
	printf "%s,%s,paper_%s,error_pct\n", key, value, unit > out
	print title
	printf "%12s %18s %10s %9s\n", key, value, "paper", "error %"
}
($1 in want) {
	e = 100 * ($2 - want[$1]) / want[$1]
	size = e < 0 ? -e : e
	if (size > worst) worst = size
	n++
	printf "%12s %18s %10s %+9.2f\n", $1, $2, want[$1], e
	printf "%s,%s,%s,%.2f\n", $1, $2, want[$1], e > out
}
END {
	printf "worst error %.2f %% in %d rows (bound %s %%); written to %s\n", worst, n, bound, out
	exit n > 0 && worst <= bound ? 0 : 1
}'
