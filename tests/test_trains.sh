#!/bin/sh
# test_trains.sh - long messages in trains of packets are what they are packet by
# packet: programs that look at them from all sides print the same data and the same
# simulated times with --trains=off and --trains=on, with one worker and two, and every
# link's counters, in picoseconds, are the same.
# Leaves out: how much faster trains are.
# Usage: test_trains.sh BUILD_DIR   (programs of tests/spi are in it); LONG=1: with and
# without trains with one worker and two each, and those cases, too, that begin with
# "long", which take minutes; and those that begin with "half" with as many bytes and nodes as
# they say
. "$(dirname "$0")/expect.sh"

# one on|off WORKERS command...: what it prints and its status go to $tmp/on_1 and so on, but for
# what tells the ways apart; that goes to $tmp/told.
ways_differ='^bgq-run: (Blue Gene/Q: |[0-9]+ trains of )'
one() {
	mode=$1 workers=$2
	shift 2
	rm -f "$tmp/counters"
	"$run" --verbose --timeout 500 --trains="$mode" --workers "$workers" \
		--counters="$tmp/counters" "$@" >"$tmp/out" 2>"$tmp/told"
	got=$?
	grep -Ev "$ways_differ" "$tmp/told" >"$tmp/err"
	{ echo "status $got" && cat "$tmp/out" "$tmp/err" "$tmp/counters"; } \
		>"$tmp/${mode}_$workers"
}

# In the last run packets went in trains.
in_trains() {
	trains=$(sed -n 's/^bgq-run: \([0-9]*\) trains of .*/\1/p' "$tmp/told")
	case $(uname -m) in
	x86_64) [ "${trains:-0}" -gt 0 ] ;;
	*) [ "${trains:-0}" -eq 0 ] ;; # it is not known there how loops go on
	esac
}

# Workers are told apart by every fourth case, those without trains by every eighth: two
# workers on a busy host take several times as long as one.
usual_ways() {
	case $(($1 % 8)) in
	0) echo 'on_2 off_2' ;;
	4) echo on_2 ;;
	*) echo on_1 ;;
	esac
}

# alike NAME STATUS moves|any command...: the same as without trains, and "moves" that some
# packets go in trains: what they are of use for must not come to nothing.
cases=0
alike() {
	what=$1 status=$2 moves=$3
	shift 3
	one off 1 "$@"
	if [ "$got" -ne "$status" ]; then
		echo "    status $got instead of $status with --trains=off"
		not_ok "$what"
		return
	fi
	cases=$((cases + 1))
	for way in $(usual_or_long "$(usual_ways $cases)" 'on_1 on_2 off_2'); do
		one "${way%_*}" "${way#*_}" "$@"
		if ! cmp -s "$tmp/off_1" "$tmp/$way"; then
			echo "    --trains=${way%_*} --workers ${way#*_} beside off and 1:"
			diff "$tmp/off_1" "$tmp/$way" | head -12 | cut -c 1-200 >"$tmp/out"
			: >"$tmp/err"
			not_ok "$what"
			return
		fi
		case $moves$(usual_or_long '' _all)_$way in
		moves_on_* | moves_all_on_1) in_trains ;;
		esac || {
			echo "    ${trains:-no} trains with --workers ${way#*_}"
			not_ok "$what"
			return
		}
	done
	ok "$what"
}

# A shape, "mesh" for one with open ends; a program, its way and bytes.  Some do not end
# well, and are reported alike.
while read -r shape program arguments; do
	[ "$program" ] || continue
	kind=$shape
	case $kind in long | half)
		shape=$program program=${arguments%% *} arguments=${arguments#* }
		;;
	esac
	if [ ! "${LONG:-}" ]; then
		case $kind in
		long) continue ;;
		half)
			arguments="${arguments% *} $((${arguments##* } / 2))"
			case "$shape $program" in
			*\ train_lines | *\ train_kinds) ;;
			2x2x2x2x2*) shape=2x2x1x2x2 ;;
			esac
			;;
		esac
	fi
	# Random messages may be too short, at the pace of their loops, to go in a train.
	case "$kind $program $arguments" in
	long\ * | *places\ [bm]* | *looks\ consume* | *breaks\ [lw]* | *get\ 25088 | \
		*threads\ computes* | *traffic\ clock* | *fifo\ * | *puts\ words* | \
		*puts\ two_fifos* | *puts\ met* | *puts\ collective* | *puts\ random*) moves=any ;;
	*) moves=moves ;;
	esac
	case $program$arguments in
	*breaksshort* | *get\ 25088) status=125 ;;
	*breaksunlike* | *breakswild*) status=123 ;;
	*) status=0 ;;
	esac
	set -- --shape "${shape%mesh}"
	case $shape in *mesh) set -- "$@" --mesh ABCDE ;; esac
	case $program in train_ranks) set -- "$@" --ranks-per-node 2 ;; esac
	name=$(echo "${program}_${arguments}_on_$shape" | tr ' ,' '__')
	# shellcheck disable=SC2086 # arguments are words
	alike "$name" "$status" "$moves" "$@" : "$spi/$program" $arguments
done <<-END
	long 2x2x2x2x2 train_kinds operations 98304
	long 2x2x2x2x2 train_kinds words 98304
	long 2x2x2x2x2 train_kinds carries 98304
	half 2x2x2x2x2 train_kinds doubles 131072
	long 2x2x2x2x2 train_kinds doubles 524288
	long 2x2x4x4x2 train_kinds doubles 131072
	1x1x1x1x1 train_kinds doubles 65536
	half 2x1x1x1x1 train_kinds doubles 131072
	half 12x1x1x1x1mesh train_kinds doubles 131072
	long 4x4x4x2x2 train_kinds doubles 65536
	long 2x2x2x2x2 train_kinds lengths 131072
	2x2x2x2x2 train_kinds reduces 65536
	long 2x2x2x2x2 train_kinds reduces 262144
	half 2x2x2x2x2 train_kinds broadcasts 131072
	3x1x2x3x1mesh train_kinds reduces 65536
	long 3x1x2x3x1mesh train_kinds reduces 262144
	half 3x1x2x3x1mesh train_kinds broadcasts 131072

	long 2x2x2x2x2 train_places aligned 524288
	half 2x2x2x2x2 train_places off 524288
	half 2x2x2x2x2 train_places in_place 524288
	half 2x2x2x2x2 train_places behind 524288
	2x2x2x2x2 train_places ahead 524288
	long 2x2x2x2x2 train_places close 262144
	2x2x2x2x2 train_places counter
	half 2x2x2x2x2 train_places mixed 524288
	half 2x2x4x4x2 train_places mixed 131072

	half 2x2x2x2x2 train_looks thresholds 524288
	long 2x2x4x4x2 train_looks thresholds 262144
	2x2x1x2x2 train_looks words 524288
	2x2x2x2x2 train_looks last_word 131072
	2x2x1x2x2 train_looks frontier 524288
	half 2x2x2x2x2 train_looks consume 524288
	half 2x2x2x2x2 train_looks counter 524288
	half 2x2x2x2x2 train_looks loops 524288
	half 2x2x2x2x2 train_looks sends 524288
	long 2x2x4x4x2 train_looks sends 262144
	half 2x2x2x2x2 train_looks barrier 524288
	half 2x2x2x2x2 train_looks overwrite 524288
	half 2x2x2x2x2 train_looks change 524288
	half 2x2x2x2x2 train_looks delays 262144
	3x1x2x3x1mesh train_looks delays 65536
	2x2x2x2x2 train_looks broadcast 262144
	3x1x2x3x1mesh train_looks broadcast 262144

	half 2x2x2x2x2 train_breaks rebase 524288
	half 2x2x2x2x2 train_breaks off 524288
	half 2x2x2x2x2 train_breaks prints 262144
	half 2x2x2x2x2 train_breaks leave 262144
	half 2x2x2x2x2 train_breaks leave_all 262144
	half 2x2x2x2x2 train_breaks short 262144
	half 2x2x2x2x2 train_breaks unlike 262144
	half 2x2x2x2x2 train_breaks wild 524288

	half 2x2x2x2x2 train_exceptions overflow 524288
	half 2x2x2x2x2 train_exceptions nan 524288
	half 2x2x2x2x2 train_exceptions quiet_overflow 524288
	long 2x2x2x2x2 train_exceptions quiet_nan 262144
	long 2x2x2x2x2 train_exceptions infinities 524288
	half 2x2x2x2x2 train_exceptions all 262144

	half 2x2x2x2x2 train_queue one_fifo 524288
	half 2x2x2x2x2 train_queue channels 524288
	half 2x2x2x2x2 train_queue two_fifos 524288
	half 2x2x2x2x2 train_queue feed 524288
	1x3x1x1x1 train_queue remote_get 25088
	half 2x2x2x2x2 train_queue remote_get 524288
	3x1x2x3x1mesh train_queue two_fifos 262144

	long 2x2x2x2x2 train_lines D 262144
	half 2x2x2x2x2 train_lines AE 262144
	long 2x2x2x2x2 train_lines AE,B 262144
	half 2x2x2x2x2 train_lines D,CE 262144
	half 2x2x2x2x2 train_lines ABCDE,E 262144
	long 2x2x4x4x2 train_lines C,D 131072
	half 4x3x2x2x1mesh train_lines A,BC 262144
	long 4x3x2x2x1mesh train_lines ABCDE 131072

	half 2x2x2x2x2 train_ranks shared 524288
	half 2x2x2x2x2 train_ranks own 524288
	long 2x2x2x2x2 train_ranks computes 262144
	half 2x2x2x2x2 train_threads waits 524288
	half 2x2x2x2x2 train_threads computes 262144
	half 2x2x2x2x2 train_threads signals 524288

	half 2x2x2x2x2 train_traffic neighbours 262144
	half 2x2x2x2x2 train_traffic pair 262144
	long 2x2x4x4x2 train_traffic pair 131072
	half 2x2x2x2x2 train_traffic clock 524288
	2x2x2x2x2 train_traffic before 524288
	half 3x1x2x3x1mesh train_traffic neighbours 262144

	half 2x2x2x2x2 train_fifo fast 131072
	half 2x2x2x2x2 train_fifo late 262144
	half 2x2x2x2x2 train_fifo both 131072

	half 3x3x3x3x1 train_puts halo 65536
	long 3x3x3x3x3 train_puts all_faces 65536
	long 4x4x4x4x2 train_puts halo 65536
	half 3x3x3x3x1 train_puts apart 65536
	5x1x1x1x1 train_puts far 65536
	long 3x1x1x1x1 train_puts far 262144
	2x1x1x1x1 train_puts ping_pong 1048576
	3x1x1x1x2 train_puts thresholds 98304
	2x1x1x1x1 train_puts words 98304
	long 2x1x1x1x1 train_puts clock 98304
	2x1x1x1x2 train_puts never_zero 98304
	2x1x1x1x2 train_puts through_zero 98304
	2x2x1x1x2 train_puts one_fifo 98304
	2x2x1x1x2 train_puts two_fifos 98304
	2x2x1x1x2 train_puts forwarded 98304
	3x1x1x1x1 train_puts overlapping 98304
	3x3x1x1x1 train_puts off 98304
	3x3x1x1x2 train_puts met 98304
	2x2x1x1x2 train_puts barrier 98304
	3x2x1x1x1 train_puts collective 98304
	long 2x1x1x1x2 train_puts computed 98304
	3x1x1x1x1 train_puts get 98304
	long 3x1x1x1x1 train_puts get 4194304
	long 3x3x3x3x1 train_puts halo 1048576
	3x3x1x1x3 train_puts random 1
	3x3x1x1x3 train_puts random 3
	4x1x3x2x1 train_puts random 33
	long 3x3x1x1x3 train_puts random 58
	long 4x1x3x2x1 train_puts random 104
	long 2x2x2x2x2 train_puts random 7

	long 4x1x1x1x1 train_cache 262144
	long 4x1x1x1x1 train_cache 524288
END

# Long cases above, which are not asked whether they move.
one on 1 --shape 2x2x1x1x1 : "$spi/train_kinds" operations 49152
if in_trains; then ok operations_go_in_trains; else not_ok operations_go_in_trains; fi
one on 1 --shape 4x1x1x1x1 : "$spi/train_cache" 262144
if in_trains; then ok cached_lines_go_in_trains; else not_ok cached_lines_go_in_trains; fi
summary
