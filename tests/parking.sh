# parking.sh - for test_parking.sh and run_parking.sh, which include it after expect.sh:
# runs of one program with waits that are parked and with waits that are executed, and how
# they are compared.  Must never accept a difference.

# one on|off WORKERS command...: status, output and counters go to $tmp/on_1 and so on.
one() {
	mode=$1 workers=$2
	shift 2
	rm -f "$tmp/counters"
	"$run" --timeout 500 --parking="$mode" --workers "$workers" \
		--counters="$tmp/counters" "$@" >"$tmp/out" 2>"$tmp/err"
	got=$?
	{
		echo "status $got"
		cat "$tmp/out" "$tmp/err"
		cat "$tmp/counters"
	} >"$tmp/${mode}_$workers"
}

# alike NAME STATUS "WAYS" command...: parked (on) and executed (off), as in on_1 for one
# worker, compared with off_1.
alike() {
	what=$1 status=$2 ways=$3
	shift 3
	one off 1 "$@"
	if [ "$got" -ne "$status" ]; then
		echo "    status $got instead of $status with --parking=off"
		not_ok "$what"
		return 1
	fi
	for way in $ways; do
		one "${way%_*}" "${way#*_}" "$@"
		if ! diff "$tmp/off_1" "$tmp/$way" >"$tmp/difference"; then
			echo "    --parking=${way%_*} --workers ${way#*_} beside --parking=off:"
			head -12 "$tmp/difference" | cut -c 1-200 >"$tmp/out"
			: >"$tmp/err"
			not_ok "$what"
			return 1
		fi
	done
	ok "$what"
}

# random SEED "WAYS": a machine, processes and threads that the seed chooses, and wait_random
# on it, once without plain stores between threads, once with them, and once with loops that
# make calls, by 2 to 16 threads.
random() {
	seed=$1
	case $((seed % 6)) in
	0) shape=1x1x1x1x2 processes=1 ;;
	1) shape=2x2x1x1x2 processes=1 ;;
	2) shape=2x1x1x1x1 processes=4 ;;
	3) shape=3x1x2x1x1 processes=1 ;;
	4) shape=2x1x2x1x1 processes=2 ;;
	5) shape=1x1x1x1x1 processes=4 ;;
	esac
	for kind in exact plain calls; do
		threads=$((1 + seed / 6 % 5))
		[ $kind != calls ] || threads=$((2 + seed * 11 % 15))
		alike "wait_random_${seed}_${kind}_on_${shape}_with_$processes" 0 "$2" \
			--shape $shape --ranks-per-node $processes : \
			"$spi/wait_random" "$seed" $kind $((6 + seed % 9)) $threads
	done
}
