#!/bin/sh
# run_mix.sh - random programs (tests/mix): puts, gets, memory FIFOs, collectives, barriers, L2
# atomics, mutexes, odd loops, sleeps, files and signals.  Each is run parked and executed, with 1
# to 4 workers, reported, traced, with trains off and with each check entered; all print the same,
# at the same cycles.  Says which did not.
# Usage: run_mix.sh BUILD_DIR [PROGRAMS [SEED]]    default: 1000 from seed 1
. "$(dirname "$0")/expect.sh"
top=$(cd "$(dirname "$0")/.." && pwd)
bin=$(cd "$build/bin" && pwd)
programs=${2:-1000} seed=${3:-1}
each=20 # in one file, for one run of the compiler
cd "$tmp" || exit 1

# print OPTION...: what program $n prints, and its status.
print() {
	rm -f mix.[0-9]*
	timeout 300 "$bin/bgq-run" --quiet --verify --shape "$shape" --ranks-per-node "$processes" \
		"$@" : ./mix "$n" >out 2>err
	echo "status $?" >>out
	cat err >>out
}

# All ways to run program $n.
compare() {
	name="seed $seed, program $n, $level, $shape with $processes"
	print --workers 1
	mv out first
	if ! grep -q '^status 0' first; then
		tail -3 first >out
		not_ok "$name"
		return
	fi
	for way in "workers $((2 + n % 3))" parking=off report=r.json trace=t.json trains=off \
		stress-checks; do
		case $way-$((n % 4)) in trains*-[123] | stress*-[012]) continue ;; esac
		# shellcheck disable=SC2086 # an option and its value
		print --$way
		cmp -s first out && continue
		diff first out | head >err
		not_ok "$name: --$way"
		return
	done
	passed=$((passed + 1))
}

done=0
while [ $done -lt "$programs" ]; do
	awk -v seed="$seed" -v programs=$each -f "$top/tests/mix/mix.awk" >mix.c
	case $((seed % 5)) in
	0) level=-O0 ;; 1) level=-O1 ;; 2) level=-O2 ;; 3) level=-O3 ;; 4) level=-Os ;;
	esac
	"$bin/bgq-mpicc" $level -I"$top" -o mix mix.c 2>err || { : >out; not_ok "seed $seed"; }
	n=0
	while [ $n -lt $each ] && [ $done -lt "$programs" ]; do
		case $(((seed + n) % 5)) in
		0) shape=1x1x1x1x2 processes=1 ;;
		1) shape=2x2x1x1x2 processes=1 ;;
		2) shape=2x1x1x1x1 processes=4 ;;
		3) shape=3x1x1x1x1 processes=2 ;;
		4) shape=1x1x1x1x1 processes=4 ;;
		esac
		compare
		n=$((n + 1)) done=$((done + 1))
	done
	echo "seed $seed: $passed programs alike, $failed not"
	seed=$((seed + 1))
done
summary
