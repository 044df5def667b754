#!/bin/sh
# demo.sh - what `make demo` shows once everything is built: a machine boots, an
# SPI program runs on each of its nodes, and the paper's tables come out.
# Usage: demo.sh BUILD_DIR
set -eu
build=$1
run=$build/bin/bgq-run
say() { printf '\n== %s\n' "$*"; }

echo "programs are compiled by $("$build/bin/bgq-cc" --version | sed -n 2p)"

say "32 nodes: every rank exchanges messages with its neighbours through its own FIFOs"
"$run" --np 32 : "$build/tests/spi/memfifo" | sort -t' ' -k2,2n | head -4
echo "..."

say "512 nodes boot, read their personalities, pass a barrier and exit"
"$run" --np 512 --boot-report : "$build/tests/spi/boot"

say "The SC11 paper's Table 1, measured by an SPI program on 512 emulated nodes"
bench/paper_table1.sh "$run" "$build/bench/spi/pingpong" \
	bench/paper/table1_pingpong_latency.csv "$build/paper/table1.csv"

say "Table 2: what all ten links of a node carry"
bench/paper_table.sh "send + receive, links looped back" message_kib throughput_GBps 3 \
	bench/paper/table2_nearest_neighbor.csv "$build/paper/table2.csv" \
	"$run" --shape 1x1x1x1x1 : "$build/bench/spi/exchange"

# Code of the program between calls takes the time of the compiler's instructions.
say "Table 3: allreduce of one double on 2 to 512 nodes"
bench/paper_table.sh "combined in the network" nodes latency_ns 4 \
	bench/paper/table3_collective_latency.csv "$build/paper/table3.csv" \
	bench/table3.sh "$run" "$build/bench/spi/allreduce"

say "Table 4, to 64 KiB (make paper-table4: all of it)"
bench/paper_table.sh "allreduce of doubles on 512 nodes" message_kib throughput_GBps 4 \
	bench/paper/table4_collective_throughput.csv "$build/paper/table4_part.csv" \
	"$run" --np 512 : "$build/bench/spi/allreduce" 512 65536

say "64 hardware threads of a node in its L2, beside a real node"
bench/paper_node.sh "$run" "$build/bench/spi/l2_counters" bench/paper/l2_counters.csv \
	"$build/paper/node.csv"
