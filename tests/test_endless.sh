#!/bin/sh
# test_endless.sh - one rank of four computes for ever: the others go on and what they
# print appears; the report at the time-out names the rank and the place.  It is never
# called a deadlock, unless its loop reads and writes nothing: that is a wait which nothing
# ends.  And what else interrupts programs at arbitrary instructions: code that is not
# counted and comes back, faults in loops that have their budget in a register.
# Not here: times after such a rank was interrupted, which are not reproducible.
# Usage: test_endless.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
limits="${ENDLESS_SECONDS:-$endless_seconds} 1 5 50"
echo "rank 0 has 10 letters
rank 1 has 10 letters
rank 2 has 10 letters" >"$tmp/expected"

# launch WAY WORKERS: what is printed goes to $tmp/WAY_WORKERS.lines, of output without
# end only the begin; the report to .err, the status to .status.  A host that has much else to
# do may need more than the first limit until all has come.
launch() {
	at=$tmp/$1_$2
	for seconds in $limits; do
		{
			"$run" --timeout "$seconds" --np 4 --shape 2x2x1x1x1 --workers "$2" : \
				"$spi/endless" "$1" 2>"$at.err"
			echo $? >"$at.status"
		} | LC_ALL=C awk '/^rank/ || n++ < 20' >"$at.lines"
		echo "$seconds" >"$at.seconds"
		! { others_have_printed "$at" && named "$at" "$(place "$1")"; } || break
	done
}

# judge NAME command...: the way's stderr is shown if the command fails.
judge() {
	what=$1
	shift
	if "$@"; then ok "$what"; else not_ok "$what"; fi
}

others_have_printed() { grep -a '^rank' "$1.lines" | sort | cmp -s - "$tmp/expected"; }
timed_out() {
	[ "$(cat "$1.status")" -eq 124 ] && ! grep -q deadlock "$1.err" &&
		grep -q "timeout after $(cat "$1.seconds") s" "$1.err"
}
named() { grep -Eq "rank 3 <1,1,0,0,0> .*($2)" "$1.err" && ! grep -Eq 'rank [012] <' "$1.err"; }
deadlocked() { [ "$(cat "$1.status")" -eq 125 ] && grep -q '1 of 4 ranks wait' "$1.err"; }
said() { grep -q 'rank 3 <1,1,0,0,0> is in code not instrumented by bgq-cc (.*): times' "$1.err"; }
not_said() { ! grep -q 'not instrumented' "$1.err"; }
appeared() { [ "$(grep -a -v '^rank' "$1.lines" | head -1)" = "$2" ]; }

# The program's function that has the loop, or what it calls.
place() {
	case $1 in
	libm) echo 'endless_libm|sin|fmod|libm' ;;
	calls) echo 'endless_calls|Kernel_GetRank' ;;
	recursion) echo 'recursion' ;;
	malloc) echo 'endless_malloc|malloc|free' ;;
	printf) echo 'endless_printf|printf|write' ;;
	*) echo "endless_$1" ;;
	esac
}

# look WAY WORKERS
look() {
	name=rank_in_$1_with_$2_workers
	at=$tmp/$1_$2
	cp "$at.err" "$tmp/err"
	cp "$at.lines" "$tmp/out"
	judge "${name}_lets_others_go_on" others_have_printed "$at"
	case $1 in
	empty) judge "${name}_is_a_deadlock" deadlocked "$at" ;;
	*) judge "${name}_is_ended_by_the_timeout" timed_out "$at" ;;
	esac
	case $1 in
	assembly) judge "${name}_is_said_not_to_be_counted" said "$at" ;;
	*) judge "${name}_is_counted" not_said "$at" ;;
	esac
	judge "${name}_is_named" named "$at" "$(place "$1")"
	case $1 in
	printf) judge "${name}_and_output_appears" appeared "$at" 'line 0' ;;
	write) judge "${name}_and_output_appears" appeared "$at" 'written without end' ;;
	esac
}

# Two at a time.
while read -r way workers other other_workers; do
	[ "$way" ] || continue
	launch "$way" "$workers" &
	first=$!
	launch "$other" "$other_workers" &
	wait $first $!
	look "$way" "$workers"
	look "$other" "$other_workers"
done <<-END
	empty 1 libm 1
	empty 2 assembly 2
	memory 1 assembly 1
	calls 1 malloc 1
	libm 2 recursion 1
	printf 1 write 1
END

# One that takes long and comes back.
expect rank_that_comes_back 0 '' \
	"$run" --timeout 500 --np 4 --shape 2x2x1x1x1 : "$spi/endless" back

# In code that is not counted: every register and flag is as before.
cat >"$tmp/with_rank_3" - "$tmp/expected" <<-END
	rank 3 is back
END
sort -o "$tmp/with_rank_3" "$tmp/with_rank_3"
uncounted='rank 3 <1,1,0,0,0> is in code not instrumented by bgq-cc (.*uncounted.*): times'
[ "$(uname -m)" = x86_64 ] || uncounted=
for options in '--workers 1' '--workers 2' '--clock off'; do
	name=uncounted_code_with_$(echo "$options" | tr -d -- '- ')
	# shellcheck disable=SC2086 # two words
	expect "$name" 0 "$uncounted" \
		"$run" --timeout 500 --np 4 --shape 2x2x1x1x1 $options : "$spi/endless" uncounted
	judge "${name}_is_right" sh -c "sort '$tmp/out' | cmp - '$tmp/with_rank_3'"
done

# In a pipe of its own that nothing will ever be written to.
for workers in 1 2; do
	expect "rank_in_read_with_${workers}_workers" 125 \
		'rank 3 <1,1,0,0,0> waits for a pipe since .* at endless_read' \
		"$run" --timeout 500 --np 4 --shape 2x2x1x1x1 --workers $workers : \
		"$spi/endless" read
done

# Without a call for so much simulated time.
quiet='no rank has made a call for 0.01 s of simulated time; 1 of 4 ranks compute'
expect_timeout silence "$quiet" --silence 0.01 --np 4 --shape 2x2x1x1x1 : "$spi/endless" memory
judge silence_names_rank_and_place \
	grep -Eq 'rank 3 <1,1,0,0,0> computes, at endless_memory.*endless.c:[0-9]' "$tmp/err"
judge silence_is_said_once [ "$(grep -c 'no rank has made' "$tmp/err")" -eq 1 ]
expect no_silence 124 '' "$run" --timeout "$endless_seconds" --silence 0 --np 4 \
	--shape 2x2x1x1x1 : "$spi/endless" memory
judge no_silence_is_silent sh -c "! grep -q 'no rank has made' '$tmp/err'"
expect bad_silence 2 "'-1' is not a number of seconds" "$run" --silence -1 : "$spi/endless" back

# The time of a fault, in nanoseconds: 16,000 rounds more are a whole number of them, but half a
# nanosecond is printed as either.
# crash ROUNDS WORKERS
crash() {
	expect "crash_after_$1_rounds_with_$2_workers" 139 'rank 3 .* signal 11 .*crash' \
		"$run" --np 4 --shape 2x2x1x1x1 --workers "$2" : "$spi/faults_in_loops" \
		crash "$1"
	at=$(sed -n 's/.*ended with status 139 at \([0-9]*\)\.\([0-9]*\) us.*/\1\2/p' "$tmp/err")
}
for workers in 1 2; do
	crash 16000 $workers
	one=$at
	crash 32000 $workers
	two=$at
	crash 48000 $workers
	judge "crashes_come_to_the_cycle_with_${workers}_workers" \
		expr $((at - two - (two - one))) : '-*[01]$' >/dev/null
	[ $workers -eq 1 ] && times="$one $two $at"
done
judge crashes_come_at_the_same_times [ "$times" = "$one $two $at" ]
expect alias_addresses_in_loops 0 '' \
	"$run" --np 4 --shape 2x2x1x1x1 : "$spi/faults_in_loops" alias
summary
