# parking.sh - for test_parking.sh and run_parking.sh, which include it after expect.sh:
# runs of one program with waits that are parked and with waits that are executed, and how
# they are compared.  Must never accept a difference that is not by plain stores.

# What a wait for a plain store of another thread of the node may be late, in core cycles, if
# the two share a core: rounding of shares.  Two of 400 seeds have one or two.
plain_bound=2

# one on|off WORKERS command...: status, output and counters go to $tmp/on_1 and so on.
one() {
	mode=$1 workers=$2
	shift 2
	rm -f "$tmp/counters"
	"$run" --timeout 120 --parking="$mode" --workers "$workers" \
		${exact:+--counters="$tmp/counters"} "$@" >"$tmp/out" 2>"$tmp/err"
	got=$?
	{
		echo "status $got"
		cat "$tmp/out" "$tmp/err"
		[ "$exact" ] && cat "$tmp/counters"
	} >"$tmp/${mode}_$workers"
}

# Line by line, in any order; a number that follows the word "at" may differ by $3 cycles
# for each phase that the line counts after "plain" (see wait_random.c).
nearly() {
	sort "$1" >"$tmp/a"
	sort "$2" >"$tmp/b"
	paste -d '\n' "$tmp/a" "$tmp/b" | awk -v bound="$3" '
		NR % 2 { first = $0; n = split($0, a); next }
		{
			wrong = NF != n
			times = 0
			most = 0
			for (i = 1; i <= n && !wrong; i++) {
				if (a[i] != $i && !times)
					wrong = 1
				else if (a[i] != $i && (a[i] - $i > most || $i - a[i] > most))
					wrong = 1
				times = times || $i == "at"
				if ($i == "plain")
					most = bound * $(i + 1)
			}
			if (wrong) {
				print "< " first
				print "> " $0
				bad = 1
			}
		}
		END { exit bad }'
}

differ() {
	if [ "$exact" ]; then
		diff "$1" "$2"
	else
		nearly "$1" "$2" "$3"
	fi
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
		if ! differ "$tmp/off_1" "$tmp/$way" $plain_bound >"$tmp/difference"; then
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
# on it, once without plain stores between threads, and once with them.
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
	for kind in exact plain; do
		exact=1
		[ $kind = exact ] || exact=
		alike "wait_random_${seed}_${kind}_on_${shape}_with_$processes" 0 "$2" \
			--shape $shape --ranks-per-node $processes : \
			"$spi/wait_random" "$seed" $kind $((6 + seed % 9)) $((1 + seed / 6 % 5))
	done
	exact=1
}
exact=1
