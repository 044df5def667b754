#!/bin/sh
# test_reroute.sh - traffic and programs round dead links: everything arrives, the class routes of
# the start of a job lead round them, what has no way is named.
# Leaves out: which way is chosen (test_around.c).
# Usage: test_reroute.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
net=$build/bin/bgq-net

# ---- patterns of failures: a seed is a pattern, so the figures are exact
expect a_hundred_patterns 0 '' "$net" --shape 4x4x4x4x2 --failed links:10 --patterns 100
if grep -Eq '^100 of 100 patterns of 10 failed links: .* 100.0 %; by hint bits alone in 9[0-9]' \
	"$tmp/out"; then ok all_of_a_hundred_connect_all
else not_ok all_of_a_hundred_connect_all; fi

# ---- all-to-alls with ten of 320 links dead: each packet arrives
all='--shape 2x2x4x2x2 --pattern alltoall --packets 4 --quiet --verify'
for seed in $(usual_or_long '1 2 3' '1 2 3 4 5 6 7 8 9 10 11 12'); do
	expect "seed_$seed" 0 '' "$net" $all --failed links:10 --seed "$seed"
	if [ "$(awk 'NR == 3 { print $3 }' "$tmp/out")" = 16128 ]; then ok "every_packet_of_$seed"
	else not_ok "every_packet_of_$seed"; fi
done
"$net" $all --failed links:10 >"$tmp/one" 2>/dev/null
for w in 2 4; do
	"$net" $all --failed links:10 --workers $w >"$tmp/out" 2>"$tmp/err"
	if cmp -s "$tmp/one" "$tmp/out"; then ok "same_for_$w"; else not_ok "same_for_$w"; fi
done
expect without_reroute_it_stops 1 'the network has stopped' "$net" $all --fault=stop/0:E+/at=0ns
expect with_it_not 0 '' "$net" $all --fault=stop/0:E+/at=0ns --reroute
# Three links the other way round instead of one.
"$net" --shape 4x1x1x1x1 --latency 0:1 --fault=stop/0:A+/at=0ns --reroute \
	>"$tmp/out" 2>"$tmp/err"
if grep -q ' 3 hops' "$tmp/out"; then ok the_other_way_round; else not_ok the_other_way_round; fi
# Both ways round are cut: by a node of another ring.
expect by_a_third_node 0 '' "$net" --shape 4x4x1x1x1 --latency 0:1 --reroute \
	--fault=stop/0:B+/at=0ns --fault=stop/0:B-/at=0ns
if grep -q 'node 0 to node 1, .* 3 hops' "$tmp/out"; then ok of_the_ring_beside
else not_ok of_the_ring_beside; fi

# ---- programs
dead='--fault=stop/0:E+/at=0ns --fault=stop/5:C+/at=0ns --fault=stop/9:A+/at=0ns'
for w in $all_workers; do
	expect "messages_go_round_$w" 0 'class route 0 leads round dead links: [1-9] node' \
		"$run" --np 32 --workers "$w" $dead --reroute : "$spi/memfifo"
	mv "$tmp/out" "$tmp/out.$w"
	if cmp -s "$tmp/out.1" "$tmp/out.$w"; then ok "same_output_$w"
	else not_ok "same_output_$w"; fi
done
expect collectives_go_round 0 'class route 0 leads round' \
	"$run" --np 32 $dead --reroute : "$spi/collective"
if grep -q RAS "$tmp/err"; then not_ok no_dead_link_is_used; else ok no_dead_link_is_used; fi
# Two nodes with one link left each: theirs to each other are both dead.
expect what_has_no_way_is_named 125 'RAS: .*Destination.*no way leads round the dead links' \
	"$run" --np 32 --fault=stop/0:E+/at=0ns --fault=stop/0:E-/at=0ns --reroute : "$spi/memfifo"

# ---- class routes of programs over a dead link: refused by name; 101 is ENETUNREACH
printf 'rank %s\n' '0: barrier 0 collective 0 A- 1 A+ 1' '1: barrier 101 collective 101 A- 1 A+ 0' \
	'2: barrier 101 collective 101 A- 0 A+ 1' '3: barrier 0 collective 0 A- 1 A+ 1' >"$tmp/want"
for w in 1 2; do
	expect "a_class_route_over_a_dead_link_$w" 123 \
		'RAS: rank 1 .*network collective class 2: link A\+ = .* leads over a dead link' \
		"$run" --shape 4x1x1x1x1 --workers $w --fault=stop/1:A+/at=0ns --reroute : \
		"$spi/classroute_dead"
	sort "$tmp/out" >"$tmp/sorted"
	if cmp -s "$tmp/sorted" "$tmp/want"; then ok "refused_at_both_ends_$w"
	else not_ok "refused_at_both_ends_$w"; fi
	if grep -q 'rank 2 .*network barrier class 2: link A- = .*dead link' "$tmp/err"; then
		ok "barriers_too_$w"
	else not_ok "barriers_too_$w"; fi
done
expect without_faults_it_is_set 0 '' "$run" --shape 4x1x1x1x1 : "$spi/classroute_dead"
if grep -Eq '101|A[-+] 0' "$tmp/out"; then not_ok and_all_links_live
else ok and_all_links_live; fi

# ---- mistakes
expect nothing_to_go_round 2 'reroute: nothing fails' "$run" --reroute : "$spi/memfifo"
expect nor_in_bgq_net 2 'reroute: nothing fails' "$net" --reroute
expect nobody_is_there 2 'reroute: no way leads to a node that dies' \
	"$net" --fault=die/3/at=1us --reroute
expect not_with_hint_bits 2 'not for the patterns neighbour' \
	"$net" --pattern neighbour --failed links:1
expect chips_are_the_meshs 2 'expected links:N' "$net" --failed chips:3

summary
