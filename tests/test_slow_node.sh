#!/bin/sh
# test_slow_node.sh - a node that is slow by the plan of faults: its instructions and calls take the
# multiple that the plan says, from when it says, other nodes' do not; parked waits are as executed
# ones, for any number of workers; bgq-net's node injects as much more slowly; RAS events name it.
# Leaves out: words of plans (test_fault_plan.c).
# Usage: test_slow_node.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
net=$build/bin/bgq-net

# is NAME VALUE WANTED
is() {
	if [ "$2" = "$3" ]; then ok "$1"; else echo "    $2 instead of $3"; not_ok "$1"; fi
}

# value RANK PIECE code|calls FILE
value() {
	grep "^rank $1 at" "$4" | sed -n "$2s/.*$3 \([0-9]*\).*/\1/p"
}

"$run" --np 2 : "$spi/slow_node" >"$tmp/usual"
code=$(value 1 1 code "$tmp/usual") calls=$(value 1 1 calls "$tmp/usual")

# ---- from the beginning
expect slow_is_a_warning 0 \
	'rank 1 <.*: WARN 0e000012 R00-M0-N00-J07 node 1 <0,0,0,0,1>: the node is slow.*: 4 times' \
	"$run" --np 2 --fault=slow-node/1/factor=4 --ras-file="$tmp/ras" : "$spi/slow_node"
is instructions_take_four_times_as_long "$(value 1 3 code "$tmp/out")" $((4 * code))
is calls_take_four_times_as_long "$(value 1 3 calls "$tmp/out")" $((4 * calls))
is the_other_node_is_as_before "$(grep '^rank 0' "$tmp/out")" "$(grep '^rank 0' "$tmp/usual")"
is one_event "$(grep -c '"id":"0e000012","severity":"WARN","time_ps":0,.*"node":1,' "$tmp/ras")" 1

# ---- for a while, in which the second piece and its calls are
"$run" --np 2 --fault=slow-node/1/factor=3/from=27us/to=100us : "$spi/slow_node" \
	>"$tmp/out" 2>"$tmp/err"
is before_it_is_as_usual "$(value 1 1 code "$tmp/out")" "$code"
is meanwhile_it_is_slow "$(value 1 2 code "$tmp/out")" $((3 * code))
is afterwards_it_is_as_usual "$(value 1 6 code "$tmp/out")" "$code"
"$run" --np 2 --fault=slow-node/1/factor=2 --fault=slow-node/1/factor=3 : "$spi/slow_node" \
	>"$tmp/out" 2>"$tmp/err"
is two_faults_multiply "$(value 1 3 code "$tmp/out")" $((6 * code))

# ---- waits: threads of two ranks a node that meet in all kinds of loops
waits() {
	"$run" --np 16 -p 2 --workers "$1" --parking="$2" \
		--fault=slow-node/1/factor=3/from=5us/to=20us \
		--fault=slow-node/3/factor=7/from=11us : "$spi/wait_random" "$seed" "$kind" 8 3 \
		2>"$tmp/err"
}
for seed in $(usual_or_long '1 2' '1 2 3 4 5 6 7 8'); do
	for kind in exact plain calls; do
		waits 1 off >"$tmp/executed"
		for w in $all_workers; do
			waits "$w" on >"$tmp/out"
			if cmp -s "$tmp/out" "$tmp/executed"; then ok "waits_${seed}_${kind}_$w"
			else not_ok "waits_${seed}_${kind}_$w"; fi
		done
	done
done

# ---- bgq-net: messages of a slow node take four times as long, those of others do not
"$net" --shape 4x4x4x4x2 --shift 1,0,0,0,0 --message 64KiB >"$tmp/usual" 2>"$tmp/err"
"$net" --shape 4x4x4x4x2 --shift 1,0,0,0,0 --message 64KiB --fault=slow-node/5/factor=4 \
	--ras-file="$tmp/ras" >"$tmp/out" 2>"$tmp/err"
ends() {
	sed -n 's/.*fastest node in \([0-9.]*\) us, the slowest in \([0-9.]*\) us.*/\1 \2/p' "$1"
}
if { ends "$tmp/usual"; ends "$tmp/out"; } | awk '
	NR == 1 { first = $1; last = $2 }
	NR == 2 { exit !($1 == first && $2 > 3.9 * last && $2 < 4.1 * last) }'; then
	ok a_slow_node_injects_at_a_quarter
else not_ok a_slow_node_injects_at_a_quarter; fi
is its_event_too "$(grep -c '"id":"0e000012".*"node":5,' "$tmp/ras")" 1
for w in $all_workers; do
	"$net" --shape 4x4x2x2x2 --pattern alltoall --fault=slow-node/5/factor=4/from=10us \
		--workers "$w" >"$tmp/net.$w" 2>/dev/null
	if cmp -s "$tmp/net.1" "$tmp/net.$w"; then ok "net_same_for_$w"
	else not_ok "net_same_for_$w"; fi
done

# ---- slow links have an event when a first packet takes so long, and one at the end
expect a_slow_link 0 'WARN 0e000006 R00-M0-N00-J00 node 0 .* link E\+: the link was slow: [1-9]' \
	"$run" --np 2 --fault=slow/0:E+/factor=3 : "$spi/memfifo"
if grep -q '0e000005 .* E+: the link is slow: packets take 3 times' "$tmp/err"; then ok told_before
else not_ok told_before; fi
for w in 1 2 3; do
	"$run" --np 32 --workers $w --ras-file="$tmp/slow.$w" \
		--fault=slow/0:E+/factor=2/from=255us \
		--fault=slow/0:E+/factor=4/from=265us/to=275us \
		: "$build/bench/spi/alltoall" 4096 >"$tmp/out" 2>"$tmp/err.$w"
	if cmp -s "$tmp/slow.1" "$tmp/slow.$w" && cmp -s "$tmp/err.1" "$tmp/err.$w"; then
		ok "slow_events_same_for_$w"
	else not_ok "slow_events_same_for_$w"; fi
done
# A link that is busy has a packet in each microsecond, whatever the compiler makes of the program.
changes=$(sed -n 's/.*"0e000005".*"time_ps":\([0-9]*\)[0-9]\{6\},.*take \(.*\) as.*/\1 us \2/p' \
	"$tmp/slow.1")
is each_change_at_its_time "$(echo "$changes" | tr '\n' ';')" '255 us 2 times;265 us 8 times;'
"$run" --np 32 --ras-file="$tmp/ras" --fault=slow/all/factor=2 : "$build/bench/spi/alltoall" 512 \
	>"$tmp/out" 2>"$tmp/err"
is of_all_links_the_file_has_them "$(grep -c '"0e000005"' "$tmp/ras")" 320
is and_standard_error_has_none "$(grep -c 0e000005 "$tmp/err")" 0

summary
