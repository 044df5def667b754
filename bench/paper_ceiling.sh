#!/bin/sh
# paper_ceiling.sh - how fast packets of a long allreduce follow each other, by the two longest
# messages of Table 4, in percent of a link's raw 2 GB/s, beside what the SC11 paper allows (II.C).
# Printed only: it is a specification, and no measured row depends on it.
# Usage: paper_ceiling.sh TABLE4_CSV CLAIMS_CSV   rows "KiB,GB/s,..." of paper_table.sh
set -eu
awk -F, -v claims="$2" '
BEGIN {
	while ((getline line < claims) > 0)
		if (split(line, f, ",") > 2 && f[1] == "reduction throughput")
			most = f[3]
}
/^[0-9]/ {
	before = bytes; before_ns = ns
	bytes = $1 * 1024; ns = bytes / $2
}
END {
	if (!before || !most)
		exit 1
	ours = 100 * (bytes - before) / (ns - before_ns) / 2
	printf "reduction, without its beginning: %.1f %% of raw; at most %s in II.C (%+.1f %%)\n",
		ours, most, 100 * (ours / most - 1)
}' "$1"
