#!/bin/sh
# test_jump_loops.sh - loops whose way back is no branch: longjmp and its kin, contexts, handlers
# of signals, exceptions, ends of threads, calls out of a library, recursion.  Each takes the same
# cycles in each run, with any number of workers, beside another thread and with parking off; it
# lets that thread go on, and --timeout ends it, without the host's timer.  Handlers that jump
# out of what they have interrupted.  Random programs of such loops compute what the host's
# compiler makes of them, in the same cycles in each run.
# Leaves out what a round costs, and hosts without bgq-as.
# Usage: test_jump_loops.sh BUILD_DIR    other random programs: JUMP_SEEDS="17 18"
. "$(dirname "$0")/expect.sh"
here=$(dirname "$0")
jump_ways='longjmp _longjmp siglongjmp builtin setcontext swapcontext link fault return
	fault_context page raise jump_from_raise alarm sort atexit'
throw_ways='catch catch_before frames rethrow destructor calls terminate exit cancel depth turns'

judge() {
	what=$1
	shift
	if "$@"; then ok "$what"; else not_ok "$what"; fi
}
not_said() { ! grep -q 'not instrumented' "$tmp/err"; }

some_ways=$(usual_or_long "$uneven_workers" "$all_workers")
ways=$some_ways

# alike NAME program...: the output, sorted, is one for all ways to run it.
alike() {
	name=$1 first=
	shift
	for way in $ways 'parking=off'; do
		case $way in [0-9]*) way=workers=$way ;; esac
		"$run" --timeout 500 --np 4 "--$way" : "$@" >"$tmp/unsorted" 2>"$tmp/err"
		got=$?
		sort "$tmp/unsorted" >"$tmp/out"
		if [ "$got" -ne 0 ] || ! not_said; then
			echo "    status $got with --$way"
			not_ok "$name"
			return
		fi
		[ "$first" ] || cp "$tmp/out" "$tmp/first"
		first=1
		if ! cmp -s "$tmp/first" "$tmp/out"; then
			diff "$tmp/first" "$tmp/out" >"$tmp/err"
			echo "    otherwise with --$way"
			not_ok "$name"
			return
		fi
	done
	ok "$name"
}

# Rounds are many where the host makes millions of them in a tick of its timer; four workers on
# fewer processors that do other work too take milliseconds to meet.
rounds() {
	case $1 in
	longjmp | _longjmp | builtin | turns | sort) usual_or_long 5000 50000 ;;
	*) usual_or_long 200 500 ;;
	esac
}
for way in $jump_ways; do
	alike "${way}_is_reproducible" "$spi/jump_loops" "$(rounds "$way")" "$way" beside
done
for way in $throw_ways; do
	alike "${way}_is_reproducible" "$spi/throw_loops" "$(rounds "$way")" "$way" beside
done

# Rounds that take as long as some ticks of the host's timer; a fault's loop makes too few rounds
# meanwhile.
ways=$all_workers
alike many_jumps_are_reproducible "$spi/jump_loops" "$(usual_or_long 1000000 5000000)" \
	longjmp beside
alike a_deep_stack_is_reproducible "$spi/throw_loops" 100000 depth beside
ways=$some_ways

# ---- without end
# endless PROGRAM WAY
endless() {
	name=endless_$2
	for seconds in "$endless_seconds" 1 5 50; do
		"$run" --timeout "$seconds" --np 2 --workers 2 : "$1" 0 "$2" beside \
			>"$tmp/out" 2>"$tmp/err"
		got=$?
		[ "$(grep -c 'beside it' "$tmp/out")" -ne 2 ] || break
	done
	judge "${name}_lets_others_go_on" [ "$(grep -c 'beside it' "$tmp/out")" -eq 2 ]
	judge "${name}_is_ended_by_the_timeout" [ "$got" -eq 124 ]
	judge "${name}_is_counted" not_said
}
for way in $jump_ways; do
	endless "$spi/jump_loops" "$way"
done
for way in $throw_ways; do
	endless "$spi/throw_loops" "$way"
done

# ---- out of what was interrupted
alike handlers_jump_out "$spi/jump_out"
line_later() {
	{
		sleep 1
		echo line
	} | "$run" --timeout 500 --np 1 : "$spi/jump_out" stdin
}
expect handlers_jump_out_of_a_read 0 '' line_later

# ---- by seed
# compile SEED: $tmp/host and $tmp/random.
compile() {
	awk -v seed="$1" -f "$here/jump_random.awk" >"$tmp/random.cc" &&
		"${CXX:-g++}" -w -O1 -DHOST -o "$tmp/host" "$tmp/random.cc" -lpthread &&
		"$build/bin/bgq-c++" -w "$2" -o "$tmp/random" "$tmp/random.cc"
}
# Results, without rank, rounds and cycles, once.
computed() { sed 's/^rank [0-9]* //; s/,.*//' "$1" | sort -u; }
for seed in ${JUMP_SEEDS:-$(usual_or_long '1 2' "$(seq 1 60)")}; do
	level=-O$((seed % 3))
	if ! compile "$seed" $level 2>"$tmp/err" || ! "$tmp/host" >"$tmp/host_out"; then
		not_ok "random_${seed}_compiles"
		continue
	fi
	alike "random_${seed}_is_reproducible" "$tmp/random"
	computed "$tmp/host_out" >"$tmp/expected"
	computed "$tmp/out" >"$tmp/got"
	judge "random_${seed}_is_right" cmp -s "$tmp/expected" "$tmp/got"
done
summary
