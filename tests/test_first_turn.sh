#!/bin/sh
# test_first_turn.sh - a rank's memory is filled at its first turn in jobs of more than 32 ranks:
# each finds what it began with when all were filled at the start, for any number of workers; those
# that have no turn, since the node is dead, are told as others are.
# Leaves out what that saves (bench/boot.sh), and that it is done (test_engine: first turns).
# Usage: test_first_turn.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
needs first_turn ends
begins() { # NAME RANKS OPTIONS...
	job=$1 ranks=$2
	shift 2
	expect "$job: each_begins_as_alone" 0 '' "$run" --envs FIRST_TURN=yes "$@" : \
		"$spi/first_turn" yes
	sort -n "$tmp/out" >"$tmp/$job"
	if [ "$(wc -l <"$tmp/$job")" -eq "$ranks" ]; then ok "$job: all_have_had_a_turn"
	else not_ok "$job: all_have_had_a_turn"; fi
}
hundred='--shape 5x5x4x1x1' fours='--shape 11x3x1x1x1 -p 4'

same() { # NAME NAME
	if cmp -s "$tmp/$1" "$tmp/$2"; then ok "$2_as_$1"; else not_ok "$2_as_$1"; fi
}

# shellcheck disable=SC2086 # options are words
{
	begins at_once 100 $hundred --clock=off --workers 1
	for w in $all_workers; do
		begins "late_$w" 100 $hundred --workers "$w"
		same at_once "late_$w"
		begins "nodes_of_four_$w" 132 $fours --workers "$w"
		same nodes_of_four_1 "nodes_of_four_$w"
	done
	begins stress_checks 100 $hundred --stress-checks
	same at_once stress_checks
	begins on_demand 40 --np 64 --on-demand=0-39
}

# Node 77 dies before it has had a turn; the others' output is there.
expect a_node_dead_from_the_start 123 'rank 77 .*ended with status 123 at 0.000 us' \
	"$run" --shape 5x5x4x1x1 --fault=die/77/at=0ns --envs FIRST_TURN=yes : "$spi/first_turn" yes
cp "$tmp/err" "$tmp/dead"
expect a_node_dead_and_two_workers 123 '' "$run" --shape 5x5x4x1x1 --workers 2 \
	--fault=die/77/at=0ns --envs FIRST_TURN=yes : "$spi/first_turn" yes
if cmp -s "$tmp/err" "$tmp/dead"; then ok told_alike; else not_ok told_alike; fi

# The job ends in the first turn of rank 0, or of the last one.
for rank in 0 99; do
	expect "rank_${rank}_aborts" 134 "rank $rank .*ended with status 134" \
		"$run" --shape 5x5x4x1x1 : "$spi/ends" abort $rank
done
summary
