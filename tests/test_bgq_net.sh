#!/bin/sh
# test_bgq_net.sh - bgq-net as a user meets it: exact latencies, throughput of each
# pattern below saturation, the same output for any number of workers, bad input.
# Leaves out: the router (test_net*.c), destinations and percentiles (test_traffic.c).
# Usage: test_bgq_net.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
net=$build/bin/bgq-net

# prints NAME PATTERN command...: status 0 and a line of stdout that matches.
prints() {
	name=$1 pattern=$2
	shift 2
	if "$@" >"$tmp/out" 2>"$tmp/err" && grep -Eq -- "$pattern" "$tmp/out"; then
		ok "$name"
	else
		not_ok "$name"
	fi
}

# column NAME COLUMN MIN MAX command...: of the last line of its CSV file.
column() {
	name=$1 column=$2 least=$3 most=$4
	shift 4
	"$@" --csv "$tmp/csv" >"$tmp/out" 2>"$tmp/err"
	if awk -F, -v c="$column" -v least="$least" -v most="$most" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) n = i }
		END { print c, $n; exit !(NR > 1 && n && $n >= least && $n <= most) }' \
		"$tmp/csv" >"$tmp/got"; then
		ok "$name"
	else
		sed 's/^/    /' "$tmp/got"
		not_ok "$name"
	fi
}

# ---- latency of one packet: the hops of Table 1, and across 96 racks
prints one_hop_on_a_board '1 hops, 88.00 ns in the network; as a direct put, 609.25 ns' \
	"$net" --latency 0:1
prints hops_within_a_midplane '2 hops, 136.25 ns' "$net" --latency 0,0,0,0,0:2,0,0,0,0
prints corner_of_96_racks '31 hops, .* put, 2871.00 ns' \
	"$net" --shape 16x16x16x12x2 --latency 0:8,8,8,6,1 --deterministic
prints allreduce_of_96_racks 'allreduce .* put, 5844.25 ns' \
	"$net" --shape 16x16x16x12x2 --collectives
prints allreduce_of_two 'allreduce of 8 bytes: 139.50 ns' "$net" --shape 1x1x1x1x2 --collectives
prints barrier_of_512 'barrier: 1309.25 ns' "$net" --collectives --workers 3
prints packet_of_512_bytes '1 hops, 328.00 ns' "$net" --latency 0:1 --bytes 512

# ---- what is offered below saturation is delivered
for pattern in uniform neighbour complement hotspot; do
	column "${pattern}_delivers_20_percent" percent_of_peak 18 22 \
		"$net" --pattern $pattern --load 20 --time 100us
done
column mesh_delivers_20_percent percent_of_peak 19 21 "$net" --mesh ABCDE --load 20
column odd_torus_delivers_20_percent percent_of_peak 19 21 "$net" --shape 5x3x7x1x1 --load 20
column transpose_deterministic percent_of_peak 2.7 3.3 \
	"$net" --pattern transpose --deterministic --load 3
column neighbours_are_one_hop_away hops_mean 1 1 "$net" --pattern neighbour --load 20
column small_packets_too percent_of_peak 19 21 "$net" --bytes 32 --load 20 --time 20us
packets=$(usual_or_long 1 4)
column every_packet_of_the_alltoall_arrives packets $((261632 * packets)) $((261632 * packets)) \
	"$net" --pattern alltoall --packets "$packets"
column an_alltoall_without_a_steady_state percent_of_peak 80 100 \
	"$net" --shape 4x4x2x1x2 --zone 1 --pattern alltoall --packets 5
column prefix_of_the_alltoall packets 13312 13312 \
	"$net" --pattern alltoall --prefix 0.05 --injfifos 4

# ---- nothing depends on workers
for options in "--load 100 --time 20us" "--pattern alltoall --shape 4x4x2x2x1 --packets 3" \
	"--pattern hotspot --load 60 --deterministic --time 20us --mesh A" \
	"--pattern transpose --load 80 --shape 3x4x5x2x1 --time 20us"; do
	for workers in 1 2 3; do
		"$net" $options --links --workers $workers --csv "$tmp/csv" \
			>"$tmp/out$workers" 2>"$tmp/err" || echo "status $?" >>"$tmp/out$workers"
		cut -d, -f1-18 "$tmp/csv" >>"$tmp/out$workers"
	done
	if cmp -s "$tmp/out1" "$tmp/out2" && cmp -s "$tmp/out1" "$tmp/out3" &&
		[ "$(wc -l <"$tmp/out1")" -gt 8 ]; then
		ok "same for any number of workers: $options"
	else
		not_ok "same for any number of workers: $options"
	fi
done
"$net" --load 100 --time 30us --links --seed 2 >"$tmp/out2" 2>/dev/null
"$net" --load 100 --time 30us --links >"$tmp/out1" 2>/dev/null
if cmp -s "$tmp/out1" "$tmp/out2"; then not_ok seed_matters; else ok seed_matters; fi

# ---- memory: of an idle node, and of all that stands about 8,192 busy ones
"$net" --shape 16x8x8x8x1 --load 20 --time 2us 2>&1 >/dev/null |
	sed -n 's/.*; \([0-9.]*\) KiB per node, \([0-9.]*\) of them before.*/\1 \2/p' >"$tmp/out"
if awk '{ exit !($2 < 4 && $1 < 16) }' "$tmp/out" && [ -s "$tmp/out" ]; then
	ok idle_node_takes_less_than_4_KiB
else
	not_ok idle_node_takes_less_than_4_KiB
fi

# ---- what a machine description changes
prints slower_links_take_longer '1 hops, 612.50 ns' \
	"$net" --latency 0:1 --bytes 512 --set link_ps_per_byte=1000
prints figures_by_name '^buffer.dynamic = 16 packets$' "$net" --machine

# ---- bad input
expect no_such_option 2 "unrecognized option" "$net" --patern uniform
expect no_such_pattern 2 "--pattern: 'ring' is none of" "$net" --pattern ring
expect bad_shape 2 "--shape: '4x4' is not" "$net" --shape 4x4
expect bad_load 2 "--load: '10:x' is neither" "$net" --load 10:x
expect no_load 2 "--load: '0' is neither" "$net" --load 0
expect too_many_loads 2 "--load: '1:200:1': more than 100 loads" "$net" --load 1:200:1
expect a_hundred_loads 0 '' "$net" --shape 2x1x1x1x1 --time 1us --load 1:100:1
if [ "$(grep -c '^ *[0-9]*\.0 ' "$tmp/out")" -eq 100 ]; then ok all_of_them
else not_ok all_of_them; fi
expect mesh_with_one_twice 2 "--mesh: 'AA' names A twice" "$net" --mesh AA
expect mesh_and_torus 2 "--mesh and --torus: dimension B is in both" "$net" --mesh AB --torus BC
expect two_ways_to_route 2 "--dynamic and --deterministic exclude each other" \
	"$net" --deterministic --dynamic
# refused NAME PATTERN option...
refused() {
	name=$1 pattern=$2
	shift 2
	expect "$name" 2 "$pattern" "$net" "$@"
}
refused shift_and_a_pattern '--shift is for the pattern shift' \
	--pattern uniform --shift 1,0,0,0,0
refused shift_before_a_pattern '--shift is for the pattern shift' \
	--shift 1,0,0,0,0 --pattern uniform
refused two_kinds '--latency and --collectives exclude each other' --latency 0:1 --collectives
refused zone_of_deterministic_packets 'not with --deterministic' --deterministic --zone 1
refused masks_of_deterministic_packets 'not with --deterministic' \
	--deterministic --zone-masks 0=AB,CDE
refused masks_of_another_zone 'packets are of another zone' --zone-masks 1=AB,CDE
expect masks_of_the_packets_zone 0 '' "$net" --zone 1 --zone-masks 1=AB,CDE --time 1us
refused dynamic_on_ways_that_are_known 'know their way' --machine=snl --dynamic
refused load_of_an_alltoall '--load has no meaning for an all-to-all' --pattern alltoall --load 30
refused hot_spot_of_another_pattern '--hot is for the pattern hotspot' --hot 3
refused time_of_one_packet '--time has no meaning for --latency' --latency 0:1 --time 1us
refused time_of_a_message '--time has no meaning for a --message' \
	--shift 1,0,0,0,0 --message 4096 --time 1us
refused file_of_collectives '--csv has no meaning for --collectives' --collectives --csv "$tmp/x"
refused packets_of_a_load '--packets has no meaning' --packets 3
refused prefix_of_a_load '--prefix has no meaning' --prefix 0.5
refused pattern_of_one_packet '--pattern has no meaning' --latency 0:1 --pattern hotspot
refused report_of_several_workers '--workers-report needs one worker' \
	--workers-report --workers 2
refused nothing_to_go_round '--reroute: nothing fails' --reroute

# ---- defaults are those of bgq-run: seed 0, a worker for each core of the host
"$net" --load 100 --time 5us >"$tmp/out" 2>"$tmp/err"
"$net" --load 100 --time 5us --seed 0 >"$tmp/seeded" 2>"$tmp/err"
if cmp -s "$tmp/out" "$tmp/seeded"; then ok default_seed; else not_ok default_seed; fi
# threads WORKERS_OPTION...: how many are started for 512 nodes.
threads() {
	strace -f -e trace=clone,clone3 -o "$tmp/trace" "$net" --quiet --time 1us "$@" \
		>/dev/null 2>&1
	grep -c 'CLONE_THREAD' "$tmp/trace"
}
if command -v strace >/dev/null && [ "$(nproc)" -ge 2 ] && [ "$(threads --workers 2)" -gt 0 ]; then
	if [ "$(threads --workers 2)" -gt "$(threads --workers 1)" ] &&
		[ "$(threads)" -ge "$(threads --workers 2)" ]; then ok default_workers
	else not_ok default_workers; fi
	if [ "$(threads --shape 2x2x2x2x1)" -eq "$(threads --shape 2x2x2x2x1 --workers 1)" ]
	then ok one_worker_for_few_nodes; else not_ok one_worker_for_few_nodes; fi
fi

"$net" --mesh A --time 5us >"$tmp/mesh" 2>"$tmp/err"
"$net" --torus B,C,D,E --time 5us >"$tmp/out" 2>"$tmp/err"
if [ -s "$tmp/out" ] && cmp -s "$tmp/out" "$tmp/mesh"; then ok torus_of_the_others
else not_ok torus_of_the_others; fi
"$net" --zone-masks 0=A,B,C,D,E --time 5us >"$tmp/masks" 2>"$tmp/err"
"$net" --zone 0=A,B,C,D,E --time 5us >"$tmp/out" 2>"$tmp/err"
if [ -s "$tmp/out" ] && cmp -s "$tmp/out" "$tmp/masks"; then ok masks_by_either_name
else not_ok masks_by_either_name; fi
expect bad_bytes 2 "--bytes: 100 is not a multiple" "$net" --bytes 100
expect too_many_bytes 2 "--bytes: '544' is not a number" "$net" --bytes 544
expect zone_without_a_dimension 2 "--zone-masks: '1=AB,C,D': does not name each" \
	"$net" --zone-masks 1=AB,C,D
expect no_such_zone 2 "--zone-masks: '4=ABCDE': not of the form" "$net" --zone-masks 4=ABCDE
expect order_without_a_dimension 2 "--order: 'AABCD': names a dimension twice" "$net" --order AABCD
expect no_such_figure 2 "--set: 'speed=3' names no parameter" "$net" --set speed=3
expect figure_too_large 2 "--set: 'injfifo_packets=256' is not" "$net" --set injfifo_packets=256
expect buffer_too_small 2 "--set: a virtual channel needs room" "$net" --set vc_packets.dynamic=1
expect bad_time 2 "--time: '20' is not a time" "$net" --time 20
expect warmup_too_long 2 "--warmup is not before" "$net" --time 1us --warmup 1us
expect latency_to_itself 2 "--latency: '1:1' is not" "$net" --latency 1:1
expect latency_outside 2 "--latency: '0:512' is not" "$net" --latency 0:512
expect hot_spot_outside 2 "--hot: '512' is not" \
	"$net" --pattern hotspot --hot 512
expect alone 2 "no node sends" "$net" --shape 1x1x1x1x1
expect csv_cannot_be_written 1 "/nowhere/x: No such file" "$net" --csv /nowhere/x
expect stray_argument 2 "unexpected argument 'x'" "$net" x

# On an open row one node alone has another so far away: one flow, and nothing of the others.
"$net" --machine=bgp --shape 3x1x1 --mesh X --shift 2,0,0 --message 1MiB >"$tmp/out" 2>/dev/null
if grep -q 'fastest node in 2796.411 us, the slowest in 2796.411 us' "$tmp/out"
then ok a_message_along_an_open_row; else not_ok a_message_along_an_open_row; fi

# Nodes of every second plane send 4 KiB, each to the next: 32 messages of 18 packets.
for get in "" --get; do
	# shellcheck disable=SC2086 # no option, or one
	"$net" --machine=bgp --shape 4x4x4 --shift 1,0,0 --senders 2,1,1 --message 4KiB $get \
		>"$tmp/out" 2>/dev/null
	if awk -v get="$get" '/100.0/ && $3 == (get ? 32 : 0) + 32 * 18 { n++ }
			/the fastest node in/ && /; on average [0-9.]* us, [0-9.]* MB/ { n++ }
			END { exit n != 2 }' "$tmp/out"
	then ok "a_part_of_the_nodes_sends$get"; else not_ok "a_part_of_the_nodes_sends$get"; fi
done
expect senders_of_another_machine 2 "--senders: '2,1' is not" \
	"$net" --machine=bgp --shift 1,0,0 --senders 2,1
expect senders_of_none 2 "--senders: '0,1,1' is not" \
	"$net" --machine=bgp --shift 1,0,0 --senders 0,1,1
expect senders_of_a_pattern 2 "--senders is for the pattern shift" \
	"$net" --machine=bgp --senders 2,1,1

summary
