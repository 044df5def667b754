#!/bin/sh
# core.sh - what the model of the core makes of code, beside what its rules allow: cycles,
# instructions a cycle and bytes a second of simulated time.  Nothing here is a clock of
# the host.  First the kernels of program_speed on one thread, then small ones on 1, 2, 4, 16
# and 64 threads, up to four on each core.
# Usage: core.sh BUILD_DIR OUT_CSV
set -eu
build=$1 out=$2
here=$(dirname "$0")
dir=$build/bench/core
mkdir -p "$dir" "$(dirname "$out")"

# both NAME SOURCE [option...]: NAME counts cycles, NAME.n instructions
both() {
	name=$1 source=$2
	shift 2
	"$build/bin/bgq-cc" -O2 "$@" -o "$dir/$name" "$source"
	BGQ_AS_MODE=instructions "$build/bin/bgq-cc" -O2 "$@" -o "$dir/$name.n" "$source"
}

run() { "$build/bin/bgq-run" --silence 0 --shape 1x1x1x1x1 : "$@"; }

echo kernel,threads,cycles,instructions_per_cycle_of_core,at_most,GBps,at_most_GBps >"$out"
echo "One thread; the core issues one instruction a cycle for it"
printf '%-14s %7s %12s %12s %7s\n' kernel threads cycles instructions "a cycle"
for kernel in matrix triad branchy shell_sort collatz queens stencil; do
	both $kernel "$here/program_speed/$kernel.c" -include "$here/core/at_exit.h"
	cycles=$(run "$dir/$kernel" 1 2>&1 | sed -n 's/^cycles //p')
	count=$(run "$dir/$kernel.n" 1 2>&1 | sed -n 's/^cycles //p')
	echo "$kernel $cycles $count" | awk -v out="$out" '{
		printf "%-14s %7d %12d %12d %7.2f\n", $1, 1, $2, $3, $3 / $2
		printf "%s,1,%d,%.3f,1,,\n", $1, $2, $3 / $2 >> out
	}'
done

both node_core "$here/spi/node_core.c"
run "$dir/node_core.n" >"$dir/instructions"
run "$dir/node_core" >"$dir/cycles"
echo
echo "Threads of a node, up to four on a core, which issues one instruction a cycle to each of"
echo "its two pipelines (integer, load and store, branch; floating point), one to a thread."
echo "At most: by that rule; from L1 a vector of 32 bytes a cycle and core, from L2 the crossbar's"
echo "563 GB/s, from memory 42.7 (two DDR3-1333 interfaces of 16 bytes; 25 are reached in Table 2)."
printf '%-13s %7s %12s %9s %7s %7s %7s\n' kernel threads "cycles/round" "ipc/core" "at most" GB/s \
	"at most"
awk -v out="$out" 'NR == FNR {
	if ($2 == 1)
		instructions[$1] = $3
	next
}
{
	on_core = $2 < 4 ? $2 : 4
	most_ipc = on_core < 2 || $1 !~ /dot|triad/ ? 1 : 2 # one pipeline, or both
	most_rate = $1 ~ /48M/ ? 42.7 : $1 ~ /128K/ ? 563 : 51.2 * ($2 < 4 ? 1 : $2 / 4)
	ipc = $1 ~ /memcpy/ ? "" : sprintf("%.2f", instructions[$1] * on_core / $3)
	rate = $5 ? sprintf("%.1f", $2 * $4 * $5 * 1.6 / $3) : ""
	printf "%-13s %7d %12.1f %9s %7s %7s %7s\n", $1, $2, $3 / $4, ipc,
		ipc ? most_ipc : "", rate, rate ? most_rate : ""
	printf "%s,%d,%.1f,%s,%s,%s,%s\n", $1, $2, $3 / $4, ipc, ipc ? most_ipc : "", rate,
		rate ? most_rate : "" >> out
	if (ipc + 0 > most_ipc || rate + 0 > most_rate)
		bad = 1
}
END { exit bad }' "$dir/instructions" "$dir/cycles"
echo
echo "Loads and stores beyond L1, with --memory-model: a chase of pointers by one thread (by the"
echo "model's rules 6 cycles in L1, 82 in L2, 400 beyond), and STREAM in memory, GB/s (at most 28)"
run() { "$build/bin/bgq-run" --silence 0 --memory-model --shape 1x1x1x1x1 : "$@"; }
run "$build/bench/spi/node_memory" | awk -v out="$out" '{
	printf "%-14s %10d %12.1f\n", $1, $2, $3
	if ($1 == "chase")
		printf "%s,1,%.1f,,,,\n", $1 "_" $2, $3 >> out
	else
		printf "%s,%d,,,,%.1f,42.7\n", $1 "_ddr", $2, $3 >> out
}'
echo "written to $out"
