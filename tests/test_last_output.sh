#!/bin/sh
# test_last_output.sh - what stands in the buffers of ranks' streams when a run ends from outside or
# by a deadlock: unfinished lines, and files that are buffered as a whole.
# Leaves out what a rank writes that ends itself (test_files.sh, test_faults.sh).
# Usage: test_last_output.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
program=$(cd "$spi" && pwd)/last_output

# left NAME: all that four ranks have printed, and their files.
left() {
	for rank in 0 1 2 3; do
		printf 'rank %d: a line\nrank %d: no line\n' $rank $rank
	done | sort >"$tmp/lines"
	for rank in 0 1 2 3; do echo "and its unfinished one, $rank"; done >>"$tmp/lines"
	head -n 8 "$tmp/out" | sort >"$tmp/got"
	tail -n +9 "$tmp/out" | sed 's/\(.\)and/\1\nand/g' | sort >>"$tmp/got"
	cmp -s "$tmp/lines" "$tmp/got" || { not_ok "$1: output"; return; }
	for rank in 0 1 2 3; do
		[ "$(cat "$tmp/full.$rank")" = "$(seq -f 'line %g' 0 99)" ] &&
			[ "$(cat "$tmp/wide.$rank")" = "wide $rank" ] &&
			[ "$(cat "$tmp/again.$rank")" = 0abc456789 ] ||
			{ not_ok "$1: files of rank $rank"; return; }
	done
	ok "$1: nothing is lost"
	rm -f "$tmp"/full.* "$tmp"/wide.* "$tmp"/again.*
}

for workers in $all_workers; do
	expect "deadlock $workers" 125 'deadlock' timeout -k 5 100 \
		"$run" --np 4 --workers "$workers" : "$program" wait "$tmp"
	left "deadlock $workers"
done
expect_timeout time_limit 'timeout after' --np 4 : "$program" run "$tmp"
left time_limit
for way in run:TERM:143 run:INT:130 block:TERM:143; do
	signal=${way#*:}
	expect "$way" "${signal#*:}" "ended by SIG${signal%:*}" timeout --preserve-status \
		-s "${signal%:*}" -k 40 2 "$run" --np 4 : "$program" "${way%%:*}" "$tmp"
	left "$way"
done

# Ended by what it does to the message unit, while others live.
expect ras 123 'ended with status 123' timeout -k 5 100 \
	"$run" --np 4 --ras-effect=end : "$program" ras "$tmp"
left ras

# Streams that have been destroyed are passed over.
expect destroyed 125 'deadlock' timeout -k 5 100 "$run" --np 4 : "$program" lost "$tmp"

# A disk that is full is named.
for rank in 0 1 2 3; do rm -f "$tmp/full.$rank"; ln -s /dev/full "$tmp/full.$rank"; done
expect full_disk 125 'rank 3 .*buffered for a file is lost: No space left' timeout -k 5 100 \
	"$run" --np 4 : "$program" wait "$tmp"
summary
