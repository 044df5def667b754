#!/bin/sh
# paper_more.sh - what threads of a node take to meet, to lock, to begin and to end, what a node
# sends to a neighbour, and, with --memory-model, its loads and STREAM, beside what was measured on
# real nodes.  Fails if a barrier or a lock is off by more than 10 %, the two links to a neighbour
# by more than 5, loads and STREAM by more than 20; the rest is printed.
# Usage: paper_more.sh BGQ_RUN DIR_OF_PROGRAMS DIR_OF_MEASURED OUT_DIR
set -eu
run=$1 programs=$2 measured=$3 out=$4
failed=0
rows=$("$run" --np 1 : "$programs/l2_meet" 200
	for threads in 1 2 3 7 15 31 47 63; do
		"$run" --np 1 : "$programs/thread_cost" $threads
	done)
mkdir -p "$out"

# beside FILE TITLE BOUNDS [-v...]: rows of stdin beside those that were measured
beside() {
	file=$1 title=$2 bounds=$3
	shift 3
	awk -v out="$out/$file" -v measured="$measured/node_$file" -v title="$title" \
		-v bounds="$bounds" "$@" -f "$(dirname "$0")/beside_node.awk" || failed=1
	echo
}

printf '%s\n' "$rows" | sort -k 1,1 -k 2,2n >"$out/more.rows"
beside more.csv 'Threads of a node, core cycles a call' 'barrier 10 lock 10' <"$out/more.rows"
"$run" --shape 1x1x1x1x2 : "$programs/neighbour" >"$out/more.rows"
"$run" --np 1 --silence 0 --memory-model : "$programs/node_memory" 268435456 8388608 1 6 16 \
	>"$out/memory.rows"
grep triad "$out/memory.rows" >>"$out/more.rows"
beside rates.csv 'To the neighbour along E by so many FIFOs; STREAM by so many cores' \
	'neighbour 5 triad 20' -v number=by -v unit=GB/s <"$out/more.rows"
beside loads.csv 'A load, by the bytes that are loaded' 'chase 20' -v number=bytes \
	<"$out/memory.rows"
rm -f "$out/more.rows" "$out/memory.rows"
exit $failed
