#!/bin/sh
# table2.sh - the messages of Table 2, from 4 KB to 4 MB, and those of 256 MB on a host with memory
# for them, 5.3 GB.
# Usage: table2.sh BGQ_RUN EXCHANGE
set -eu
"$1" --shape 1x1x1x1x1 : "$2"
free_kb=$(sed -n 's/^MemAvailable: *\([0-9]*\).*/\1/p' /proc/meminfo)
if [ "${free_kb:-0}" -lt 6000000 ]; then
	echo "table2: no row of 256 MB: less than 6 GB of memory are free" >&2
	exit 0
fi
"$1" --silence 0 --shape 1x1x1x1x1 : "$2" 268435456
