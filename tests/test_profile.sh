#!/bin/sh
# test_profile.sh - --profile: cycles by function and line beside the program's own readings of the
# time base, also where a function has few checks, the same in each run; all cycles are there; files
# that viewers read; what is refused.
# Not here: other viewers than callgrind_annotate; what it costs.
# Usage: test_profile.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

verdict() {
	if [ "$1" -eq 0 ]; then ok "$2"; else not_ok "$2"; fi
}

# of FUNCTION COLUMN: of the table by functions; 2: self, 3: with calls.
of() {
	awk -v f="$1" -v c="$2" '$NF == "line" { exit } $10 == f { print $c }' "$tmp/p.txt"
}

# read_by NAME: the sum of what ranks have read for it.
read_by() {
	awk -v f="$1" '$1 == f { n += $2 } END { print n }' "$tmp/read"
}

# near NAME A B PERCENT
near() {
	awk -v a="$2" -v b="$3" -v p="$4" 'BEGIN {
		d = a > b ? a - b : b - a
		exit !(a > 0 && b > 0 && 100 * d <= p * b) }'
	verdict $? "$1 ($2, $3)"
}

expect profiled 0 '' "$run" --np 4 --profile="$tmp/p" : "$spi/profiled"
cp "$tmp/out" "$tmp/read"
near with_what_it_calls "$(of twice 3)" "$(read_by twice)" 2
near self "$(of stencil 2)" $(($(read_by twice) + $(read_by stencil))) 2
near atomics "$(of take_tickets 2)" "$(read_by take_tickets)" 5
near all "$(of main 3)" "$(read_by main)" 1
all=$(sed -n 's/^Simulated core cycles.*: //p' "$tmp/p.txt")
near ranks_are_the_whole "$(awk '$1 == "rank" { on = 1; next } on { n += $2 } END { print n }' \
	"$tmp/p.txt")" "$all" 0.01
near stacks_are_the_whole "$(awk '{ n += $NF } END { print n }' "$tmp/p.folded")" "$all" 0.01
near callgrind_totals "$(awk '$1 == "totals:" { print $2 }' "$tmp/p.callgrind")" "$all" 0.01
grep -q '^main;twice;stencil [0-9]*$' "$tmp/p.folded" &&
	grep -q '^main;exchange.*;\[spins on memory\] [0-9]*$' "$tmp/p.folded" &&
	grep -q '^main.*;\[waits in a global barrier\] [0-9]*$' "$tmp/p.folded" &&
	grep -q '^main;take_tickets.*;\[L2\] [0-9]*$' "$tmp/p.folded"
verdict $? stacks_end_in_waits_and_atomics
# A viewer finds the source by itself, from wherever it is started.
if command -v callgrind_annotate >/dev/null; then
	(cd / && callgrind_annotate "$tmp/p.callgrind") >"$tmp/out" 2>"$tmp/err"
	grep -q '^ *[0-9,]* (.*%).*stencil();$' "$tmp/out" && grep -q '=> .*:stencil ' "$tmp/out"
	verdict $? callgrind_annotate_shows_the_source
	[ ! -s "$tmp/err" ]
	verdict $? callgrind_annotate_has_no_complaint
	near callgrind_annotate_totals "$(sed -n 's/^\([0-9,]*\) .*PROGRAM TOTALS$/\1/p' \
		"$tmp/out" | tr -d ,)" "$all" 0
else
	echo "no callgrind_annotate on this host"
fi
# Self costs of the functions, without those of lines after calls=, are the totals.
awk '/^calls=/ { getline; next } /^[0-9]+ / { n += $2 } /^totals:/ { t = $2 }
	END { exit !(t > 0 && n >= t - 200 && n <= t + 200) }' "$tmp/p.callgrind"
verdict $? callgrind_self_costs

cp "$tmp/p.txt" "$tmp/before.txt"
cp "$tmp/p.folded" "$tmp/before.folded"
expect profiled_again 0 '' "$run" --np 4 --profile="$tmp/p" : "$spi/profiled"
cmp -s "$tmp/p.txt" "$tmp/before.txt" && cmp -s "$tmp/p.folded" "$tmp/before.folded"
verdict $? each_run_has_the_same_profile
"$run" --np 4 : "$spi/profiled" >"$tmp/plain" 2>"$tmp/err"
cmp -s "$tmp/plain" "$tmp/read"
verdict $? times_are_those_without_it

# Blocks of memory are their callers', who may have no check behind them.
expect profiled_blocks 0 '' "$run" --np 2 --profile="$tmp/p" : "$spi/profiled_blocks"
cp "$tmp/out" "$tmp/read"
for function in copy clear copy_long; do
	near "block: $function" "$(of $function 2)" "$(read_by $function)" 1
done
near behind_a_block "$(of compute 2)" "$(read_by compute)" 2
"$run" --np 2 : "$spi/profiled_blocks" >"$tmp/plain" 2>"$tmp/err"
cmp -s "$tmp/plain" "$tmp/read"
verdict $? times_of_blocks_are_those_without_it

# A halo exchange, whose parts have some hundred checks each: in a short run a sample would be 10 %
# off and more.  Code that an entry fetches may count for its caller, by how the compiler has put
# functions together (1.3 % of norm with GCC 13).  In a long run, what a sample can miss is little
# of the whole.
expect halo 0 '' "$run" --np 4 --profile="$tmp/p" : "$spi/mpi_profiled" 3
cp "$tmp/out" "$tmp/read"
for function in pack exchange unpack compute norm main; do
	near "halo: $function" "$(of $function 3)" "$(read_by $function)" 2
done
expect long_halo 0 '' "$run" --np 4 --profile="$tmp/p" : "$spi/mpi_profiled" 60
cp "$tmp/out" "$tmp/read"
all=$(read_by main)
for function in pack exchange unpack compute norm main; do
	near "long halo: $function" $((all + $(of $function 3))) \
		$((all + $(read_by $function))) 0.3
done

expect threads_and_processes 0 '' "$run" --np 8 -p 4 --profile="$tmp/t" : "$spi/threads"
expect user_threads 0 '' "$run" --np 1 --profile="$tmp/t" : "$spi/user_threads"
# A wait counts from when it is proven: rank 0 leaves the others waiting for long.
cat >"$tmp/late.c" <<'C'
#include <spi/include/kernel/location.h>
#include <spi/include/mu/GIBarrier.h>
int main(void)
{
	MUSPI_GIBarrier_t barrier;

	if (Kernel_GetRank() == 0)
		for (volatile int i = 0; i < 100000; i++)
			;
	else if (MUSPI_GIBarrierInit(&barrier, 0) == 0)
		MUSPI_GIBarrierEnterAndWait(&barrier);
	return 0;
}
C
"$build/bin/bgq-cc" -g -O2 -o "$tmp/late" "$tmp/late.c" || exit 1
expect a_deadlock_has_a_profile 125 'deadlock' "$run" --np 4 --profile="$tmp/t" : "$tmp/late"
grep -q 'waits in a global barrier' "$tmp/t.txt"
verdict $? and_tells_where_it_waits

# A function that aligns its stack: its frame is found by a register that calls do not keep.
cat >"$tmp/aligned.c" <<'C'
#include <stdio.h>
int main(void)
{
	_Alignas(64) volatile double d[8] = { 1 };
	double s = 0;
	for (int i = 0; i < 4000; i++) s += d[i % 8] * i;
	return printf("%g\n", s) < 0;
}
C
for level in -O0 -O2 '-O2 -mavx2'; do
	# shellcheck disable=SC2086 # options
	"$build/bin/bgq-cc" -g $level -o "$tmp/aligned" "$tmp/aligned.c" || exit 1
	expect "aligned $level" 0 '' "$run" --np 4 --profile="$tmp/t" : "$tmp/aligned"
	grep -q 'main aligned.c:6' "$tmp/t.txt"
	verdict $? "and_its_loop $level"
done
expect one_worker 2 'profile needs one worker' "$run" --np 4 --workers 2 --profile="$tmp/t" : \
	"$spi/profiled"
expect needs_the_clock 2 'profile needs the clock' "$run" --clock=off --profile="$tmp/t" : \
	"$spi/profiled"
# What loads wait for is their function's, and the profile changes nothing of it.
for what in with without; do
	set -- --np 2 -p 2 --memory-model
	[ $what = without ] || set -- "$@" --profile="$tmp/memory"
	"$run" "$@" : "$build/bench/spi/node_memory" 1048576 131072 1 >"$tmp/$what" 2>/dev/null
done
"$run" --np 2 -p 2 --profile="$tmp/no_memory" : "$build/bench/spi/node_memory" 1048576 131072 1 \
	>"$tmp/in_l1" 2>/dev/null
took() { awk '$NF == "(node_memory.c)" && $(NF - 1) == "triad" { print $2 }' "$tmp/$1.txt"; }
if [ -s "$tmp/with" ] && cmp -s "$tmp/with" "$tmp/without" && ! cmp -s "$tmp/with" "$tmp/in_l1"
then ok memory_takes_the_same_time; else not_ok memory_takes_the_same_time; fi
echo "    triad: $(took memory) cycles, $(took no_memory) without the memory model"
if [ "$(took memory)" -gt $(($(took no_memory) * 11 / 10)) ]
then ok memory_is_its_functions; else not_ok memory_is_its_functions; fi
expect names_the_file_it_cannot_write 2 'nowhere/p.txt: No such file' "$run" \
	--profile="$tmp/nowhere/p" : "$spi/profiled"
summary
