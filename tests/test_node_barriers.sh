#!/bin/sh
# test_node_barriers.sh - threads that meet often in L2 barriers, L2 locks and barriers
# released by a plain store, POSIX and OpenMP: all end, on one node and on several with
# one worker and two, after the same simulated time.  As many rounds
# as ROUNDS says (60, or 500 with LONG=1).
# Leaves out: what operations of the L2 cost (test_l2_threads.sh).
# Usage: test_node_barriers.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
rounds=${ROUNDS:-$(usual_or_long 60 500)}

# The lines of rank 0, which are those of every rank but for its number.
one_rank() { sed -n 's/^rank 0: //p' "$1"; }

for program in node_barriers openmp_node_barriers; do
	expect "${program}_on_one_node" 0 '' "$run" --timeout 500 --shape 1x1x1x1x1 \
		--workers 1 : "$spi/$program" "$rounds"
	one_rank "$tmp/out" >"$tmp/expected"
	for workers in 1 2; do
		expect "${program}_with_${workers}_workers" 0 '' "$run" --timeout 500 \
			--shape 2x1x1x1x1 --workers $workers : "$spi/$program" "$rounds"
		one_rank "$tmp/out" >"$tmp/one"
		sed 's/^rank [01]: //' "$tmp/out" | sort | uniq -c | awk '$1 != 2' >"$tmp/odd"
		if [ -s "$tmp/expected" ] && cmp -s "$tmp/expected" "$tmp/one" &&
			[ ! -s "$tmp/odd" ]; then
			ok "${program}_takes_the_same_time_with_${workers}_workers"
		else
			diff "$tmp/expected" "$tmp/one" >"$tmp/out"
			not_ok "${program}_takes_the_same_time_with_${workers}_workers"
		fi
	done
done
summary
