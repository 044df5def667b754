#!/bin/sh
# test_core_counters.sh - the performance monitor's counters of the core: instructions by class,
# operations, stalls, lines of caches, overflow, multiplexing, hardware threads; that counts are
# the same however bgq-as places payments, whether waits are parked, and with any number of
# workers.  Leaves out counters of the network and the message unit (test_kernel_interface.sh).
# Usage: test_core_counters.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

core=$spi/core_counters
for what in counts slope roundings groups operations overflow multiplex hardware units io errors; do
	expect "core_$what" 0 '' "$run" --np 1 --timeout 500 : "$core" $what
done
expect core_caches 0 '' "$run" --np 1 --memory-model --timeout 500 : "$core" caches
expect never_counts_is_said 0 'PEVT_LSU_COMMIT_LD_MISSES counts 0: caches are modelled with' \
	"$run" --np 1 --timeout 500 : "$core" never
expect misses_of_code_are_not_said_to_be_free 0 \
	'PEVT_IU_IL1_MISS counts 0: misses of the instruction cache take their time' \
	"$run" --np 1 --timeout 500 : "$core" never

# ---- the same for any number of workers
for what in counts overflow multiplex hardware; do
	"$run" --np 64 --shape 4x4x2x1x2 --workers 1 --timeout 500 : "$core" $what >"$tmp/one" \
		2>"$tmp/err"
	for workers in $all_workers; do
		"$run" --np 64 --shape 4x4x2x1x2 --workers "$workers" --timeout 500 : \
			"$core" $what >"$tmp/out" 2>"$tmp/err"
		if [ -s "$tmp/out" ] && cmp -s "$tmp/one" "$tmp/out"; then
			ok "${what}_with_${workers}_workers"
		else
			not_ok "${what}_with_${workers}_workers"
		fi
	done
done

# ---- however payments are placed: each block for itself, the budget in memory
cc=$build/bin/bgq-cc
compile() {
	mode=$1 out=$2
	shift 2
	BGQ_AS_MODE=$mode "$cc" -O2 -w -I. -Itests/spi -o "$out" "$@" >"$tmp/out" 2>&1 ||
		not_ok "compiles_$mode"
}
cd "$(dirname "$0")/.." || exit 1
case $cc in /*) ;; *) cc=$PWD/$cc run=$PWD/$run core=$PWD/$core ;; esac
compile full "$tmp/full" tests/spi/core_counters.c
"$run" --np 1 : "$tmp/full" counts >"$tmp/full.out" 2>"$tmp/err"
for mode in blocks memory; do
	compile $mode "$tmp/other" tests/spi/core_counters.c
	"$run" --np 1 : "$tmp/other" counts >"$tmp/out" 2>"$tmp/err"
	if [ -s "$tmp/out" ] && cmp -s "$tmp/full.out" "$tmp/out"; then ok "counts_by_$mode"
	else not_ok "counts_by_$mode"; fi
done
# A cycle for each instruction: time and count agree.
compile instructions "$tmp/other" tests/spi/core_counters.c
"$run" --np 1 : "$tmp/other" slope >"$tmp/out" 2>"$tmp/err"
if awk '{ exit !($1 == $2 && $1 > 0) }' "$tmp/out"; then ok instructions_are_those_that_take_time
else not_ok instructions_are_those_that_take_time; fi

# ---- waits: parked, or executed
compile full "$tmp/waits" tests/spi/wait_random.c tests/count/at_exit.c
for kind in exact plain calls; do
	for job in "2x1x1x1x2 1 4" "2x1x1x1x1 4 16"; do
		# shellcheck disable=SC2086 # three words
		set -- $job
		for parking in on off; do
			"$run" --parking=$parking --shape "$1" --ranks-per-node "$2" \
				--timeout 500 : "$tmp/waits" 2 $kind 6 "$3" \
				>"$tmp/$parking" 2>"$tmp/err"
		done
		cp "$tmp/on" "$tmp/out"
		if grep -q '^rank .* thread' "$tmp/on" && cmp -s "$tmp/on" "$tmp/off"; then
			ok "waits_count_${kind}_$3"
		else
			not_ok "waits_count_${kind}_$3"
		fi
	done
done

# ---- text too large to be copied into each window otherwise, and behind large data
awk 'BEGIN {
	for (i = 0; i < 2000; i++) {
		printf "double f%d(double a, int n) {", i
		printf "return n > %d ? a * %d.5 + n : a - %d; }\n", i % 7, i, i + 1
	}
	printf "double g(double a) {\n"
	for (i = 0; i < 2000; i++)
		printf "a = f%d(a, %d);\n", i, i % 9
	printf "return a; }\n"
}' >"$tmp/large.c"
cat >"$tmp/main.c" <<'EOF'
#include <bgpm/include/bgpm.h>
#include <stdio.h>
char data[300 << 20];
double g(double);
int main(void)
{
	unsigned list[] = { PEVT_INST_QFPU_FMUL, PEVT_INST_QFPU_FADD }, set;
	uint64_t a, b;

	Bgpm_Init(BGPM_MODE_SWDISTRIB);
	set = Bgpm_CreateEventSet();
	Bgpm_AddEventList(set, list, 2);
	Bgpm_Apply(set);
	Bgpm_Start(set);
	data[sizeof data - 1] = g(1) > 0;
	Bgpm_Stop(set);
	Bgpm_ReadEvent(set, 0, &a);
	Bgpm_ReadEvent(set, 1, &b);
	printf("%lu %lu\n", (unsigned long)a, (unsigned long)b);
	return 0;
}
EOF
"$cc" -O1 -fno-inline -ffp-contract=off -o "$tmp/large" "$tmp/main.c" "$tmp/large.c" \
	>"$tmp/out" 2>&1 || not_ok compiles_large_programs
"$run" --np 2 --timeout 500 : "$tmp/large" >"$tmp/out" 2>"$tmp/err"
products=$(awk 'BEGIN { for (i = 0; i < 2000; i++) n += i % 9 > i % 7; print n, 2000 }')
if [ "$(sort -u "$tmp/out")" = "$products" ]; then ok large_programs; else not_ok large_programs; fi
summary
