#!/bin/sh
# test_loops.sh - finite loops that look like waits (tests/loops) end with the right
# result, and take the same cycles alone on one node, beside three nodes that compute and
# send messages, and beside nodes that also write into their memory, with one worker and
# two.  Each at -O0, -O2 and -O3, with GCC and, if it is there, Clang.
# Leaves out how levels or compilers compare: their loops differ.
# Without LONG=1 each level with one of the compilers, alone; and at -O2 with GCC beside
# those that write into their memory, with one worker, and every ninth loop with two.
# Usage: test_loops.sh BUILD_DIR     only some of them: LOOPS="until_eof countdown"
. "$(dirname "$0")/expect.sh"

source=$(dirname "$0")/loops
limit=600 # seconds for all loops of one program, on a host that does other things too

# compile COMPILER C++_COMPILER LEVEL: $tmp/gcc-O2 and so on.
compile() {
	name=$1$3
	mkdir "$tmp/$name.d" || return 1
	for file in "$source"/*.c; do
		part=${file##*/}
		BGQ_HOST_CC=$1 "$build/bin/bgq-cc" "$3" -c "$file" \
			-o "$tmp/$name.d/${part%.c}.o" || return 1
	done
	BGQ_HOST_CC=$1 BGQ_HOST_CXX=$2 "$build/bin/bgq-c++" -std=gnu++11 "$3" \
		-c "$source/cxx.cc" -o "$tmp/$name.d/cxx.o" &&
		BGQ_HOST_CC=$1 BGQ_HOST_CXX=$2 "$build/bin/bgq-c++" -o "$tmp/$name" \
			"$tmp/$name.d"/*.o
}

alone() { "$run" --timeout "$limit" --shape 1x1x1x1x1 --workers 1 : "$@"; }
beside() { "$run" --timeout "$limit" --shape 2x2x1x1x1 --workers 1 : "$@"; }
beside_2() { "$run" --timeout "$limit" --shape 2x2x1x1x1 --workers 2 : "$@"; }
crowd_1() {
	program=$1
	shift
	beside "$program" -c "$@"
}
crowd() {
	program=$1
	shift
	beside_2 "$program" -c "$@"
}
# Two workers on a busy host take ten times as long as one.
some_in_a_crowd() {
	program=$1
	shift
	# shellcheck disable=SC2046 # names are words
	[ $# -gt 0 ] || set -- $(echo "$names" | awk 'NR % 9 == 1')
	alone "$program" "$@" >"$tmp/expected"
	crowd "$program" "$@"
}

# Which loops it was: each by itself, in the way that has failed.
blame() {
	way=$1 program=$2
	limit=60
	for loop in ${LOOPS:-$names}; do
		"$way" "$program" "$loop" >"$tmp/one" 2>"$tmp/one_err"
		status=$?
		expected=$(alone "$program" "$loop" 2>/dev/null)
		if [ "$status" -ne 0 ]; then
			echo "    $loop: status $status, $(head -1 "$tmp/one_err" | cut -c 1-120)"
		elif [ "$expected" != "$(cat "$tmp/one")" ]; then
			echo "    $loop: '$(cat "$tmp/one")', alone '$expected'"
		fi
	done
	limit=600
}

# Fails at once where it is known what is wrong: loops that hang would take minutes.
blamed=
check() {
	way=$1 program=$2
	what=${program##*/}_$way
	# shellcheck disable=SC2086 # names are words
	"$way" "$program" ${LOOPS:-} >"$tmp/out" 2>"$tmp/err"
	got=$?
	[ "$way" = alone ] && cp "$tmp/out" "$tmp/expected"
	if [ "$got" -eq 0 ] && cmp -s "$tmp/out" "$tmp/expected"; then
		ok "$what"
		return 0
	fi
	echo "    status $got"
	diff "$tmp/expected" "$tmp/out" | head -10 >"$tmp/differ"
	mv "$tmp/differ" "$tmp/out"
	not_ok "$what"
	[ "$blamed" ] || blame "$way" "$program"
	blamed=1
	return 1
}

ways='gcc g++' last=gcc
if command -v clang++ >/dev/null 2>&1; then
	last=clang
	ways="$ways
clang clang++"
fi
for level in -O0 -O2 -O3; do
	case $level in
	-O2) usual=gcc some='alone crowd_1 some_in_a_crowd' ;;
	*) usual=$last some=alone ;;
	esac
	[ "${LONG:-}" ] && some='alone beside beside_2 crowd'
	# One compiler beside the other.
	pids=
	while read -r cc cxx; do
		[ "${LONG:-}" ] || [ $cc = $usual ] || continue
		compile "$cc" "$cxx" $level >"$tmp/log_$cc" 2>&1 &
		pids="$pids $cc:$!"
	done <<-END
		$ways
	END
	for pid in $pids; do
		cc=${pid%:*}
		if ! wait "${pid#*:}"; then
			cp "$tmp/log_$cc" "$tmp/err"
			: >"$tmp/out"
			not_ok "compiles_with_$cc$level"
			continue
		fi
		program=$tmp/$cc$level
		names=$(alone "$program" -l)
		for way in $some; do
			check $way "$program" || break
		done
	done
done

# More than 40 of them are in the programs.
if [ "$(echo "$names" | wc -l)" -gt 100 ]
then ok all_loops_are_there; else not_ok all_loops_are_there; fi
summary
