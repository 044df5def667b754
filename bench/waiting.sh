#!/bin/sh
# waiting.sh - host seconds of a machine whose nodes spin raw for 1 simulated
# millisecond and for 1 simulated second: the ratio should be about 1.
# Usage: waiting.sh BUILD_DIR OUT_CSV
set -eu
build=$1 out=$2
mkdir -p "$(dirname "$out")"
least() {
	for i in 1 2 3 4 5; do
		start=$(date +%s%N)
		"$build/bin/bgq-run" --np 512 : "$build/bench/spi/spin_wait" "$1"
		echo $(($(date +%s%N) - start))
	done | sort -n | head -1
}
short=$(least 1000)
long=$(least 1000000)
echo "simulated_us,host_s" >"$out"
echo "1000 $short 1000000 $long" | awk -v out="$out" '{
	printf "%d,%.4f\n%d,%.4f\n", $1, $2 / 1e9, $3, $4 / 1e9 >> out
	printf "511 nodes spinning: 1 ms %.4f s, 1 s %.4f s, ratio %.2f\n",
		$2 / 1e9, $4 / 1e9, $4 / $2 }'
