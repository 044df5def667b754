#!/bin/sh
# test_fetch.sh - code that is not in the instruction cache takes its time: at first, and round
# after round where a round is more than the cache holds; not with --fetch=off.  Times are the same
# for any number of workers, and whether a wait that calls such code is parked or executed; a
# deadlock in one is noticed.
# Leaves out how many lines a function has: that is its compiler's, and bgq-as's, matter.
# Usage: test_fetch.sh BUILD_DIR
case ${1:-build} in /*) ;; *) set -- "$PWD/${1:-build}" ;; esac
. "$(dirname "$0")/expect.sh"
if [ "$(uname -m)" != x86_64 ] || [ ! -x "$build/lib/as/as" ]; then
	echo "no looks for code on this host"
	summary
	exit
fi

# cold FUNCTIONS [again] options...
cold() {
	functions=$1
	shift
	again=
	if [ "${1:-}" = again ]; then
		again=again
		shift
	fi
	"$run" --np 1 "$@" : "$spi/cold_code" "$functions" $again
}

# holds NAME EXPRESSION: of a1 to a3, rounds with the cache, and b1 to b3, without
holds() {
	if awk '$1 == "round" { v[FILENAME, $2] = $3 }
	END {
		a1 = v[on, 1]; a2 = v[on, 2]; a3 = v[on, 3]; b1 = v[off, 1]; b2 = v[off, 2]
		exit !('"$2"')
	}' on="$tmp/on" off="$tmp/off" "$tmp/on" "$tmp/off"; then
		ok "$1"
	else
		cat "$tmp/on" "$tmp/off"
		not_ok "$1"
	fi
}

for functions in 3 40; do
	cold $functions >"$tmp/on"
	cold $functions --fetch=off >"$tmp/off"
	holds "${functions}_functions_come_at_first" 'a1 >= b1 + 82 * '$functions
	holds "${functions}_functions_are_there_without_it" 'b1 == b2'
	case $functions in
	3) holds few_functions_stay 'a2 == b2 && a3 == b2' ;;
	*) holds many_functions_come_again "a2 > b2 + 40 * $functions && a3 > b2 + 40 * $functions"
		;;
	esac
	for options in --workers=2 --parking=off "--trains=off --workers=1"; do
		# shellcheck disable=SC2086 # options are words
		cold $functions $options >"$tmp/again"
		if cmp "$tmp/on" "$tmp/again"; then ok "${functions}_functions_with_$options"
		else not_ok "${functions}_functions_with_$options"; fi
	done
done

# Waits through more code than is young are proven, with the time that executing them takes.
for functions in 4 9 14 19 40; do
	cold $functions again >"$tmp/on"
	cold $functions again --parking=off >"$tmp/again"
	if cmp "$tmp/on" "$tmp/again"; then ok "wait_through_${functions}_functions"
	else not_ok "wait_through_${functions}_functions"; fi
	expect "deadlock_in_${functions}_functions" 125 deadlock timeout 60 "$run" --np 1 : \
		"$spi/cold_code" $functions never
done

# cold_extra FUNCTIONS: cycles of the first round that are for code
cold_extra() {
	{ cold "$1"; cold "$1" --fetch=off; } |
		awk '$1 == "round" && $2 == 1 { if (n++) print v - $3; v = $3 }'
}

# Each of them: the second has a way that ends the program, the third has inline assembly.
before=0
for functions in 1 2 3; do
	now=$(cold_extra $functions)
	echo "$before cycles, then $now" >"$tmp/out"
	if [ "$now" -ge $((before + 82)) ]; then ok "function_${functions}_comes_at_first"
	else not_ok "function_${functions}_comes_at_first"; fi
	before=$now
done

# Ranks and threads that share a core: what is fetched demands nothing of the core.
for options in --fetch=on --parking=off --fetch=off; do
	expect "shared_core $options" 0 '' "$run" --np 32 -p 32 $options : "$spi/mpi_cores"
	sort "$tmp/out" >"$tmp/shared$options"
done
if cmp "$tmp/shared--fetch=on" "$tmp/shared--parking=off"; then ok parked_on_a_shared_core
else not_ok parked_on_a_shared_core; fi
if awk '$2 == "ends" { if (FNR == NR) on += $3; else off += $3 }
	END { exit !(on > off && on < 1.2 * off) }' "$tmp/shared--fetch=on" \
	"$tmp/shared--fetch=off"; then ok a_shared_core_is_little_slower
else not_ok a_shared_core_is_little_slower; fi

expect by_the_host 0 '' "$run" --np 1 --clock=real : "$spi/cold_code" 40
expect without_a_clock 0 '' "$run" --np 1 --clock=off : "$spi/cold_code" 40
expect which_value 2 "--fetch" "$run" --np 1 --fetch=maybe : "$spi/cold_code"
summary
