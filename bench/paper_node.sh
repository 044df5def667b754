#!/bin/sh
# paper_node.sh - what threads of a node pay in the L2, beside what was measured on one.
# Fails if a load-increment is off by more than 5 %, or a Fetch_and_Add by more than 30 %.
# Usage: paper_node.sh BGQ_RUN L2_COUNTERS MEASURED_CSV OUT_CSV [CALLS]   of each thread
set -eu
run=$1 program=$2 measured=$3 out=$4
rows=$("$run" --np 1 : "$program" ${5:+"$5"})
mkdir -p "$(dirname "$out")"
# The file of the paper has both kinds in a row.
awk -F, '/^[0-9]/ { print "load_increment," $1 "," $2; print "fetch_and_add," $1 "," $3 }' \
	"$measured" >"$out.measured"
trap 'rm -f "$out.measured"' EXIT
printf '%s\n' "$rows" | awk -v out="$out" -v measured="$out.measured" \
	-v title='Threads of a node that count on one word, core cycles a call' \
	-v bounds='load_increment 5 fetch_and_add 30' -f "$(dirname "$0")/beside_node.awk"
