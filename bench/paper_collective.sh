#!/bin/sh
# paper_collective.sh - latencies on 16x16x16x12x2 nodes beside what the SC11 paper
# expects of the hardware (sections II.A, II.C, II.D), by the network alone.
# Usage: paper_collective.sh BGQ_NET CLAIMS_CSV OUT_CSV
# One way: half round every dimension from <0,0,0,0,0>, by deterministic routing as in the
# ping-pong of Table 1; 7 of the 31 links are cables.  (Nodes whose cut-offs send them the
# other way round D cross 8, 126.5 ns more, as do dynamic packets half of the time.)
# What is expected is not measured, so that no error fails: status 1 if one is missing.
set -eu
net=$1 claims=$2 out=$3
shape=16x16x16x12x2
mkdir -p "$(dirname "$out")"
{
	"$net" --shape $shape --deterministic --latency 0:8,8,8,6,1 |
		sed -n 's/.* put, \([0-9.]*\) ns.*/worst-case one-way,\1/p'
	"$net" --shape $shape --collectives 2>/dev/null |
		sed -n 's/.* put, \([0-9.]*\) ns.*/short allreduce,\1/p
			s/.*barrier: \([0-9.]*\) ns.*/barrier,\1/p'
} | awk -F, -v claims="$claims" -v out="$out" '
BEGIN {
	while ((getline line < claims) > 0)
		if (split(line, f, ",") >= 5 && line ~ /16x16x16x12x2/ && f[4] == "us") {
			what = f[1]
			sub(/ (hardware )?latency.*/, "", what)
			sub(/ hardware$/, "", what)
			want[what] = f[3]
		}
	print "what,latency_us,paper_us,error_pct" > out
	print "Latency of the hardware on 16x16x16x12x2, us"
}
($1 in want) {
	us = $2 / 1000; e = 100 * (us - want[$1]) / want[$1]
	printf "%-20s %7.3f %7.1f %+8.2f %%\n", $1, us, want[$1], e
	printf "%s,%.3f,%s,%.2f\n", $1, us, want[$1], e > out
	n++
}
END { print "written to " out; exit n != 3 }'
