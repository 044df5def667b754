#!/bin/sh
# collective.sh - allreduces and barriers a second of host time, all nodes taking part; and
# what a packet of long allreduces costs at each node: simulated, in trains, and what is
# left if nothing is simulated, copies and sums alone.
# The same program with few and with many rounds, shortest of three times each.
# Usage: collective.sh BUILD_DIR OUT_CSV OUT_LONG_CSV
set -eu
build=$1 out=$2 long=$3
mkdir -p "$(dirname "$out")"

# seconds NODES WORKERS OPTION PROGRAM ARGUMENTS...: of the processor, if there is one worker
seconds() {
	nodes_=$1 workers_=$2 option_=$3 program_=$4
	shift 4
	for try in 1 2 3; do
		/usr/bin/env time -f '%e %U %S' "$build/bin/bgq-run" --np "$nodes_" \
			--workers "$workers_" "$option_" : "$build/bench/spi/$program_" "$@" 2>&1
	done | awk -v workers="$workers_" '{
		t = workers == 1 ? $2 + $3 : $1
		if (NR == 1 || t < best) best = t
	} END { print best }'
}

echo "nodes,workers,what,per_second,us_per_node" > "$out"
echo "nodes workers what       a second   us a node"
while read -r nodes workers what few many; do
	a=$(seconds "$nodes" "$workers" --trains=on rate_collective "$what" "$few")
	b=$(seconds "$nodes" "$workers" --trains=on rate_collective "$what" "$many")
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

# ns NODES OPTION BYTES FEW MANY: of a node and packet
ns() {
	a=$(seconds "$1" 1 "$2" rate_long "$3" "$4")
	b=$(seconds "$1" 1 "$2" rate_long "$3" "$5")
	echo "$1 $3 $4 $5 $a $b" | awk '{ print 1e9 * ($6 - $5) / ($4 - $3) / $1 / ($2 / 512) }'
}

echo
echo "ns of one worker for a node and packet of long allreduces of doubles"
echo "nodes,kib,simulated_ns,trains_ns,copies_and_sums_ns,their_share" > "$long"
echo "nodes   KiB  simulated  in trains  copies and sums  their share of it"
while read -r nodes bytes few many; do
	off=$(ns "$nodes" --trains=off "$bytes" "$few" "$many")
	on=$(ns "$nodes" --trains=on "$bytes" "$few" "$many")
	alone=$("$build/bench/sum_alone" "$nodes" "$bytes" 5)
	echo "$nodes $bytes $off $on $alone" | awk -v out="$long" '{
		printf "%5d %5d %10.0f %10.0f %16.0f %18.2f\n", $1, $2 / 1024, $3, $4, $5, $5 / $4
		printf "%d,%d,%.1f,%.1f,%.1f,%.3f\n", $1, $2 / 1024, $3, $4, $5, $5 / $4 >> out
	}'
done <<LIST
32 131072 4 24
32 1048576 1 5
32 4194304 1 3
512 1048576 1 3
LIST
echo "written to $long"
