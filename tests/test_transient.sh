#!/bin/sh
# test_transient.sh - threads of a node that wait for each other, and store values that they replace
# again before others see them: where these would end a wait on the machine they do here, too, at
# the same time with any number of workers, whether loops are proven to wait or executed; but locks
# that are taken and given back in each round, and values for which nothing waits, leave it a
# deadlock.  Threads that compute meanwhile lose no time.
# Not here: hosts on which no loop is proven to wait, which know no such deadlocks.
# Usage: test_transient.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
needs transient
[ "$(uname -m)" = x86_64 ] || { echo "0 passed, 0 failed: no loop is proven to wait"; exit 0; }

# as_with_one NAME WORKERS FILE: FILE is as with one worker.
as_with_one()
{
	[ "$2" -eq 1 ] && cp "$3" "$tmp/one"
	if cmp -s "$tmp/one" "$3"; then
		ok "$1_with_$2_workers_is_as_with_one"
	else
		not_ok "$1_with_$2_workers_is_as_with_one"
	fi
}

rank='rank [0-9]+ <[0-9,]*>'
for way in sets_and_resets passes_by twice in_turn counts counts_down; do
	for workers in 1 2 4; do
		"$run" --timeout 500 --workers "$workers" --shape 2x2x1x1x1 : \
			"$spi/transient" "$way" >"$tmp/all" 2>&1
		status=$?
		if [ $status -eq 0 ] && [ "$(grep -c '^ended at cycle' "$tmp/all")" -eq 4 ]; then
			ok "${way}_with_${workers}_workers_ends"
		else
			not_ok "${way}_with_${workers}_workers_ends" "status $status"
		fi
		as_with_one "$way" "$workers" "$tmp/all"
	done
	expect "${way}_ends_with_clock_off" 0 '' "$run" --timeout 500 --clock off \
		--shape 1x1x1x1x1 : "$spi/transient" "$way"
done
for way in sets_and_resets passes_by twice in_turn; do
	expect "${way}_is_named" 0 "$rank.* waits for memory at 0x.*, where $rank.* stores" "$run" \
		--timeout 500 --shape 1x1x1x1x1 : "$spi/transient" "$way"
done
"$run" --timeout 500 --shape 1x1x1x1x1 : "$spi/transient" computes >"$tmp/out" 2>"$tmp/err"
if [ "$(grep -c '^0 cycles lost' "$tmp/out")" -eq 2 ]; then
	ok threads_that_compute_lose_no_time
else
	not_ok threads_that_compute_lose_no_time
fi
if [ "${LONG:-}" ]; then
	"$run" --timeout 500 --quiet --shape 1x1x1x1x1 : "$spi/transient" sets_and_resets \
		>"$tmp/one"
	"$run" --timeout 500 --parking=off --shape 1x1x1x1x1 : "$spi/transient" sets_and_resets \
		>"$tmp/all"
	as_with_one sets_and_resets_without_parking 2 "$tmp/all"
fi
for way in try_lock exchange_lock spin_lock ordered_lock other_value other_word; do
	for workers in 1 2 4; do
		expect "${way}_with_${workers}_workers_is_a_deadlock" 125 \
			'deadlock at .*: 4 of 4 ranks wait' "$run" --timeout 500 \
			--workers "$workers" --shape 2x2x1x1x1 : "$spi/transient" "$way"
		as_with_one "$way" "$workers" "$tmp/err"
	done
done
summary
