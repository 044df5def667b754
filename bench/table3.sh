#!/bin/sh
# table3.sh - the machines of Table 3, one after the other.
# Usage: table3.sh BGQ_RUN ALLREDUCE
set -eu
for nodes in 2 4 8 16 32 64 128 256 512; do
	"$1" --np $nodes : "$2"
done
