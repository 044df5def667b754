#!/bin/sh
# run_parking.sh - hundreds of random patterns of waiting, each parked with 1 to 4 workers
# and executed; all must be alike (see test_parking.sh).  Says which seeds were not.
# Usage: run_parking.sh BUILD_DIR [SEEDS [FIRST]]
. "$(dirname "$0")/expect.sh"
. "$(dirname "$0")/parking.sh"
seeds=${2:-300} seed=${3:-1}
last=$((seed + seeds - 1)) odd=

while [ "$seed" -le "$last" ]; do
	before=$failed
	random "$seed" "on_1 on_2 on_3 on_4 off_2" >"$tmp/said"
	if [ "$failed" -ne "$before" ]; then
		odd="$odd $seed"
		cat "$tmp/said"
	fi
	[ $((seed % 50)) -ne 0 ] || echo "seed $seed: $passed alike, $failed not"
	seed=$((seed + 1))
done
[ -z "$odd" ] || echo "not alike: seeds$odd"
summary
