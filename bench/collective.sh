#!/bin/sh
# collective.sh - allreduces and barriers a second of host time, all nodes taking part:
# the same program with few and with many rounds, shortest of three times each.
# Usage: collective.sh BUILD_DIR OUT_CSV
set -eu
build=$1 out=$2
program=$build/bench/spi/rate_collective
mkdir -p "$(dirname "$out")"

# seconds NODES WORKERS WHAT ROUNDS: of the processor, if there is one worker
seconds() {
	for try in 1 2 3; do
		/usr/bin/env time -f '%e %U %S' "$build/bin/bgq-run" --np "$1" --workers "$2" : \
			"$program" "$3" "$4" 2>&1
	done | awk -v workers="$2" '{
		t = workers == 1 ? $2 + $3 : $1
		if (NR == 1 || t < best) best = t
	} END { print best }'
}

echo "nodes,workers,what,per_second,us_per_node" > "$out"
echo "nodes workers what       a second   us a node"
while read -r nodes workers what few many; do
	a=$(seconds "$nodes" "$workers" "$what" "$few")
	b=$(seconds "$nodes" "$workers" "$what" "$many")
	echo "$nodes $workers $what $few $many $a $b" | awk -v out="$out" '{
		rate = ($5 - $4) / ($7 - $6)
		printf "%5d %7d %-10s %8.1f   %8.3f\n", $1, $2, $3, rate, 1e6 / rate / $1
		printf "%d,%d,%s,%.1f,%.3f\n", $1, $2, $3, rate, 1e6 / rate / $1 >> out
	}'
done <<LIST
512 1 allreduce 100 1100
512 2 allreduce 100 1100
512 1 barrier 100 2100
512 2 barrier 100 2100
8192 1 barrier 10 110
8192 2 barrier 10 110
LIST
echo "written to $out"
