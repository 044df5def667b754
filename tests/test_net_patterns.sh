#!/bin/sh
# test_net_patterns.sh - bgq-net's patterns that run messages to their end, or send on what has
# come: every packet is delivered, with the hops of its way; nothing depends on workers; a network
# that has stopped is told of.
# Leaves out patterns at a load (test_bgq_net.sh) and rates (test_claims.sh).
# Usage: test_net_patterns.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
net=$build/bin/bgq-net

# delivers NAME PACKETS HOPS OPTION...: so many packets, of so many hops on average.
delivers() {
	name=$1 packets=$2 hops=$3
	shift 3
	"$net" "$@" --csv "$tmp/csv" >"$tmp/out" 2>"$tmp/err"
	if awk -F, -v p="$packets" -v h="$hops" '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
		END { got = $column["hops_mean"] - h
			exit !(NR == 2 && $column["packets"] == p && got < .001 && got > -.001) }' \
		"$tmp/csv"; then
		ok "$name"
	else
		tail -1 "$tmp/csv"
		not_ok "$name"
	fi
	for workers in 2 3; do
		cp "$tmp/out" "$tmp/one"
		"$net" "$@" --workers $workers >"$tmp/out" 2>"$tmp/err"
		if cmp -s "$tmp/one" "$tmp/out"; then ok "${name}_with_$workers"
		else not_ok "${name}_with_$workers"; fi
	done
}

# 3,840 bytes are 16 packets of 240 bytes, 4,096 are 8 of 512.
delivers shift_of_a_torus 1024 4 --machine=bgp --shape 4x4x4 --shift 1,-2,1 --message 3840
delivers shift_of_one_line 512 1 --shape 4x4x2x2x1 --shift 0,0,0,1,0 --message 4096
delivers shift_off_a_mesh 768 2 --machine=bgl --shape 4x4x4 --mesh X --shift 1,1,0 --message 3840
delivers shift_by_more_than_the_size 1024 1 --machine=bgl --shape 4x4x4 --shift 5,0,0 --message 3840
# Each piece of 960 bytes is asked for by a packet.
delivers gets_by_pieces 1280 2 --machine=bgp --shape 4x4x4 --shift 1,1,0 --message 3840 --get \
	--piece 960
delivers paced_gets 1280 2 --machine=bgp --shape 4x4x4 --shift 1,1,0 --message 3840 --get \
	--piece 960 --pacing 1920
# Rows of 8 by 16 and 128; planes of 4x8; in two phases as many as directly.
delivers alltoall_in_rows 896 2.286 --machine=bgl --shape 8x4x4 --pattern alltoall --within X
delivers alltoall_in_planes 3968 3.097 --machine=bgl --shape 4x4x8 --pattern alltoall --within XZ
delivers alltoall_direct 16256 4.031 --machine=bgl --shape 8x4x4 --pattern alltoall
delivers alltoall_in_two_phases 16256 4.031 --machine=bgl --shape 8x4x4 --pattern alltoall \
	--two-phase
# A request and its response take the way twice: all arrive, at a load below saturation.
"$net" --machine=bgl --pattern request --load 40 --time 200us --csv "$tmp/csv" >"$tmp/out" \
	2>"$tmp/err"
if awk -F, 'END { exit !($7 > 37 && $7 < 43 && $16 > 11.8 && $16 < 12.2) }' "$tmp/csv"; then
	ok responses_come_to_requests
else
	not_ok responses_come_to_requests
fi

# Without the bubble rule rings fill up, and that is said; with it nothing stops.
harm="--machine=bgp --pattern alltoall --shape 8x4x4 --set buffer.dynamic=8 \
	--set buffer.deterministic=16 --set inject_first_of_256=255 --set through_grants=1 \
	--packets 4"
# shellcheck disable=SC2086 # lists of options
expect no_bubble_rule 1 'the network has stopped, with [0-9]* packets in it' \
	"$net" $harm --set bubble_packets=1
# shellcheck disable=SC2086
expect bubble_rule 0 '' "$net" $harm

expect message_of_what 2 '--message is for the pattern shift' "$net" --message 4096
expect get_of_what 2 '--get, --piece and --pacing are for a --message' "$net" --get
expect pacing_of_a_put 2 '--piece and --pacing are for --get' \
	"$net" --shift 1,0,0,0,0 --message 4096 --pacing 64
expect piece_too_long 2 '--piece is more than --pacing' \
	"$net" --shift 1,0,0,0,0 --message 4096 --get --pacing 64 --piece 128
expect bad_shift 2 "'1,2' is not a number for each of XYZ" "$net" --machine=bgp --shift 1,2
expect bad_bytes 2 "'4KB' is not a number of bytes" "$net" --shift 1,0,0,0,0 --message 4KB
expect within_of_what 2 '--within and --two-phase are for' "$net" --within A
expect shift_to_itself 2 'no node sends' "$net" --machine=bgp --shift 0,8,-8 --message 64

summary
