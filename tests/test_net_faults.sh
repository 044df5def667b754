#!/bin/sh
# test_net_faults.sh - the link protocol of bgq-net: times and counts of what is sent again, by
# each kind of fault, RAS events, the same for any number of workers.
# Leaves out: plans as text (test_fault_plan.c), programs (test_run_faults.sh).
# Usage: test_net_faults.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
net=$build/bin/bgq-net

# prints NAME STATUS PATTERN option...: a line of stdout that matches.
prints() {
	name=$1 status=$2 pattern=$3
	shift 3
	"$net" "$@" >"$tmp/out" 2>"$tmp/err"
	got=$?
	if [ "$got" -eq "$status" ] && grep -Eq -- "$pattern" "$tmp/out"; then ok "$name"
	else echo "    status $got, wanted: $pattern"; not_ok "$name"; fi
}

pair='--shape 1x1x1x1x2 --latency 0:1 --bytes 512'

# A packet of 512 bytes is 284.5 ns on the wire, and 43.5 ns are the wire's and the router's: its
# time-out is 2 * 43.5 + 284.5 ns after its tail.  So each time that it is sent again costs 656 ns.
# Both links lead to the only neighbour along E; while both have room, it takes E-.
prints without_a_fault 0 '1 hops, 328.00 ns' $pair
prints a_link_beside_costs_nothing 0 '1 hops, 328.00 ns' $pair --fault=burst/0:E+/number=1
prints a_bad_packet_is_sent_again 0 '1 hops, 984.00 ns' $pair --fault=burst/0:E-/number=1
prints and_once_more 0 '1 hops, 1640.00 ns' $pair --fault=burst/0:E-/number=1 \
	--fault=burst/0:E-/number=2/bits=8
prints time_out_by_the_plan 0 '1 hops, 1612.50 ns' $pair --fault=burst/0:E-/number=1 \
	--fault=protocol/timeout=1us
# Sent at 16, 672 and 1328 ns, the last after the link is back.
prints a_stop_and_back 0 '1 hops, 1640.00 ns' $pair --fault=stop/0:E-/at=0ns/back=700ns
# A packet's head waits for what its tail takes longer, three times 284.5 ns.
prints a_slow_link 0 '1 hops, 1181.50 ns' $pair --fault=slow/0:E-/factor=4
prints a_token_of_one_packet_costs_nothing 0 "1 hops, 328.00 ns" $pair --fault=token/0:E-/number=1
prints the_other_machines_too 0 'hops' --machine=bgl --latency 0:1 --fault=burst/0:X+/number=1

# ---- counts
all='--shape 2x2x2x2x2 --pattern alltoall --packets 20 --quiet'
delivered=19840 # 32 * 31 * 20

# counts NAME PATTERN FAULT...: all packets are delivered, CRCs are equal; a line that matches.
counts() {
	name=$1 pattern=$2
	shift 2
	"$net" $all "$@" >"$tmp/out" 2>"$tmp/err"
	got=$?
	packets=$(awk 'NR == 3 { print $3 }' "$tmp/out")
	if [ "$got" -eq 0 ] && [ "$packets" = $delivered ] &&
	   grep -Eq 'different on 0, packets under way on 0' "$tmp/out" &&
	   grep -Eq -- "$pattern" "$tmp/out"; then ok "$name"
	else echo "    status $got, $packets packets, wanted: $pattern"; not_ok "$name"; fi
}
counts a_burst_costs_one_time_out 'bad 1, lost 0, sent again 3 in 1 time-outs; .* order 2,' \
	--fault=burst/0:E+/number=5/bits=40
counts a_lost_token_comes_later 'sent again 0 in 0 .*' --fault=token/0:E+/number=3
counts a_token_is_counted 'tokens lost 1, ' --fault=token/0:E+/number=3
counts what_an_ack_was_for_comes_twice 'bad 0, lost 0, sent again ([1-9][0-9]*) .* second \1$' \
	--fault=ack/0:E+/rate=0.3
counts light_is_corrected 'bits corrected [1-9][0-9]{3}, ' --fault=optical/all/rate=1e-5
counts an_outage_is_survived 'lost [1-9]' --fault=stop/0:E+/at=5us/back=10us
counts all_at_once 'bad [1-9].* lost [1-9].*' --verify --deterministic --fault=ber/all/rate=2e-6 \
	--fault=token/all/rate=0.01 --fault=ack/all/rate=0.01 \
	--fault=stop/7:C-/at=5us/back=10us --fault=slow/3:A+/factor=3
if grep -q 'verified: .* the order of 19840 deterministic packets' "$tmp/out"; then
	ok in_their_order
else not_ok in_their_order; fi
prints an_escape_is_found_at_the_end 1 'different on 1,' $all --fault=escape/0:E+/number=3
if grep -q 'RAS: ERROR 0e000003 R00-M0-N00-J00 node 0 <0,0,0,0,0> link E+' "$tmp/err"; then
	ok and_named
else not_ok and_named; fi

# ---- throughput
# Packets leave a full link every 288.5 ns; the time-out of a bad one is over 656 ns after its head,
# and the packet under way then is the third: so each error costs three packets' time, 865.5 ns,
# on the link that has most of them, which the slowest message goes by.
flow='--shape 4x1x1x1x1 --shift 1,0,0,0,0 --message 4MiB --quiet'
slowest() { sed -n 's/.*the slowest in \([0-9.]*\) us.*/\1/p' "$tmp/out"; }
expect a_full_link 0 '' "$net" $flow
without=$(slowest)
expect a_full_link_with_errors 0 '' "$net" $flow --fault=ber/all/rate=2.2e-7 --ras-file="$tmp/ras"
most=$(sed -n 's/.*"detail":"\([0-9]*\) packets bad.*/\1/p' "$tmp/ras" | sort -n | tail -1)
if awk -v a="$without" -v b="$(slowest)" -v n="$most" \
	'BEGIN { d = b - a - n * 0.8655; exit !(n > 1 && d < 0.002 && d > -0.002) }'; then
	ok each_error_costs_three_packets
else
	echo "    $without us, then $(slowest) us with $most errors"
	not_ok each_error_costs_three_packets
fi

# ---- what is dead
expect a_dead_link_is_named 1 'FATAL 0e000002 R00-M0-N00-J00 node 0 <0,0,0,0,0> link E\+: .*dead' \
	"$net" $all --fault=stop/0:E+/at=5us
expect and_packets_that_wait_for_it 1 'the network has stopped, with [1-9]' \
	"$net" $all --fault=stop/0:E+/at=5us
expect a_dead_node_is_named 1 'FATAL 0e000011 R00-M0-N00-J11 node 3 <0,0,0,1,1>: .*5000 ns' \
	"$net" $all --fault=die/3/at=5us
expect and_its_neighbours_links 1 'FATAL 0e000002 .* node 1 <0,0,0,0,1> link D' \
	"$net" $all --fault=die/3/at=5us
expect wrong_bits_in_a_buffer 1 'FATAL 0e000022 R00-M0-N00-J11 node 3 .*: 2 \(at 5000 ns' \
	"$net" $all --fault=memory/3/at=5us/bits=2
counts one_is_corrected 'different on 0' --fault=memory/3/at=5us --fault=ber/all/rate=1e-9
expect give_up_by_the_plan 1 'tries \(at 1[0-9]{4} ns' \
	"$net" $all --fault=stop/0:E+/at=5us --fault=protocol/give-up=5us

# ---- files
printf '# a bad cable\nber all rate=2e-6\nack 3:A+ rate=0.1\n\n' >"$tmp/plan"
"$net" $all --fault=ber/all/rate=2e-6 --fault=ack/3:A+/rate=0.1 >"$tmp/one" 2>/dev/null
for w in $all_workers; do
	"$net" $all --faults="$tmp/plan" --ras-file="$tmp/ras.$w" --workers "$w" \
		>"$tmp/out" 2>"$tmp/err"
	if cmp -s "$tmp/one" "$tmp/out"; then ok "same_for_$w"; else not_ok "same_for_$w"; fi
	if [ -s "$tmp/ras.1" ] && cmp -s "$tmp/ras.1" "$tmp/ras.$w"; then ok "events_for_$w"
	else not_ok "events_for_$w"; fi
done
bad=$(grep -Eo 'bad [0-9]+' "$tmp/one" | cut -d' ' -f2)
if [ "$(grep -c '"id":"0e000001","severity":"INFO"' "$tmp/ras.1")" = "$bad" ]; then
	ok an_event_for_each_bad_packet
else not_ok an_event_for_each_bad_packet; fi
# The packet as it was received differs from what is sent again in the bits that are named.
expect a_bad_packet_is_shown 0 '' "$net" $pair --fault=burst/0:E-/number=1/bits=8 \
	--ras-file="$tmp/ras"
if grep -Eq 'from bit 0 on; received ([0-9a-f]{2})([0-9a-f]{30}), sent again ([0-9a-f]{2})\2' \
	"$tmp/ras"; then ok as_received_and_as_sent_again
else not_ok as_received_and_as_sent_again; fi

# ---- mistakes
expect a_line_of_a_file_is_named 2 "plan': line 2: " \
	sh -c "printf 'ber all rate=1e-9\nber 99:E+ rate=1\n' >$tmp/plan; \
		$net --shape 2x2x2x2x2 --faults=$tmp/plan"
printf '\nslow 0:E+ times=3\0 from=20us\n' >"$tmp/plan"
expect a_byte_of_0 2 "plan': line 2: a byte of it is 0" "$net" --shape 2x2x2x2x2 \
	--faults="$tmp/plan"
expect no_such_file 2 'No such file' "$net" --faults="$tmp/none"
expect no_such_fault 2 "expected ber, optical" "$net" --fault=rust/0:E+
expect collectives_have_none 2 "collectives: Blue Gene/Q has none over links with faults" \
	"$net" --collectives --fault=ber/all/rate=1e-9

summary
