#!/bin/sh
# paper_more.sh - what threads of a node take to meet, to lock, to begin and to end, beside what
# was measured on one.  Fails if a barrier or a lock is off by more than 10 %; threads are printed.
# Usage: paper_more.sh BGQ_RUN DIR_OF_PROGRAMS MEASURED_CSV OUT_CSV
set -eu
run=$1 programs=$2 measured=$3 out=$4
rows=$("$run" --np 1 : "$programs/l2_meet" 200 && "$run" --np 1 : "$programs/thread_cost")
mkdir -p "$(dirname "$out")"
printf '%s\n' "$rows" | sort -k 1,1 -k 2,2n | awk -v out="$out" -v measured="$measured" \
	-v title='Threads of a node, core cycles a call' -v bounds='barrier 10 lock 10' \
	-f "$(dirname "$0")/beside_node.awk"
