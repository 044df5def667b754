#!/bin/sh
# paper_more.sh - what threads of a node take to meet, to lock, to begin and to end, and what a node
# sends to a neighbour, beside what was measured on real nodes.  Fails if a barrier or a lock is off
# by more than 10 %, or the two links to a neighbour by more than 5 %; the rest is printed.
# Usage: paper_more.sh BGQ_RUN DIR_OF_PROGRAMS DIR_OF_MEASURED OUT_DIR
set -eu
run=$1 programs=$2 measured=$3 out=$4
failed=0
rows=$("$run" --np 1 : "$programs/l2_meet" 200 && "$run" --np 1 : "$programs/thread_cost")
mkdir -p "$out"
printf '%s\n' "$rows" | sort -k 1,1 -k 2,2n | awk -v out="$out/more.csv" \
	-v measured="$measured/node_more.csv" -v title='Threads of a node, core cycles a call' \
	-v bounds='barrier 10 lock 10' -f "$(dirname "$0")/beside_node.awk" || failed=1
rows=$("$run" --shape 1x1x1x1x2 : "$programs/neighbour")
printf '\n'
printf '%s\n' "$rows" | awk -v out="$out/rates.csv" -v measured="$measured/node_rates.csv" \
	-v title='To the neighbour along E, by dynamic routing' -v number=FIFOs -v unit=GB/s \
	-v bounds='neighbour 5' -f "$(dirname "$0")/beside_node.awk" || failed=1
exit $failed
