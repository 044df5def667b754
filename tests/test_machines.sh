#!/bin/sh
# test_machines.sh - machine descriptions as bgq-net takes them: each machine's text reads back
# as itself, a wrong line is named with its number and what was expected, and every router that
# fits a description gives the same result to the bit.
# Leaves out what the figures mean: test_net_3d.c, test_claims.sh.
# Usage: test_machines.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
net=$build/bin/bgq-net

# alike NAME OPTIONS ONE OTHER: the same output with either of two more lists of options.
alike() {
	# shellcheck disable=SC2086 # lists of options
	if "$net" $2 $3 >"$tmp/one" 2>"$tmp/err" && "$net" $2 $4 >"$tmp/out" 2>>"$tmp/err" &&
		[ "$(wc -l <"$tmp/one")" -gt 2 ] && cmp -s "$tmp/one" "$tmp/out"; then
		ok "$1"
	else
		not_ok "$1"
	fi
}

# ---- round trip
for machine in bgq bgl bgp; do
	"$net" --machine=$machine --print >"$tmp/$machine" 2>"$tmp/err"
	"$net" --machine="$tmp/$machine" --print >"$tmp/again" 2>>"$tmp/err"
	grep -v '^#' "$tmp/$machine" >"$tmp/one"
	grep -v '^#' "$tmp/again" >"$tmp/out"
	if [ "$(grep -c = "$tmp/one")" -ge 36 ] &&
		cmp -s "$tmp/one" "$tmp/out"; then
		ok "${machine}_reads_back_as_itself"
	else
		not_ok "${machine}_reads_back_as_itself"
	fi
	# Above each figure there is what it is, and where it is from.
	awk '/^$/ { what = source = 0 }
		/^# \[(document|public|derived|ours)\]/ { source = 1; next }
		/^#/ { what = 1 }
		!/^#/ && /=/ && $1 != "name" && (!what || !source) { print $1 }' \
		"$tmp/$machine" >"$tmp/out"
	if [ -s "$tmp/out" ]; then not_ok "${machine}_names_sources"
	else ok "${machine}_names_sources"; fi
	alike "${machine}_from_a_file_runs_alike" "--load 80 --time 20us --links" \
		"--machine=$machine" "--machine=$tmp/$machine"
done
alike "bgq_is_the_default" "--load 80 --time 20us --links" "" "--machine=bgq"
expect collectives_from_a_file 0 '' "$net" --machine="$tmp/bgq" --collectives
cp "$tmp/out" "$tmp/one"
"$net" --collectives >"$tmp/out" 2>"$tmp/err"
if cmp -s "$tmp/one" "$tmp/out"; then ok collectives_alike; else not_ok collectives_alike; fi

# ---- one text, three routers
for options in "--load 100 --time 20us --links" \
	"--pattern transpose --load 80 --shape 3x4x5x2x1 --time 20us --set longest_of_256=99" \
	"--pattern hotspot --load 60 --deterministic --time 20us --mesh A"; do
	alike "bgq_and_any: $options" "$options" "--router bgq" "--router any"
done
for machine in bgl bgp; do
	for options in "--load 100 --time 40us --links" \
		"--pattern alltoall --shape 4x4x4 --packets 3 --bytes 16" \
		"--load 90 --bytes 100 --mesh XY --time 30us --set inject_first_of_256=99" \
		"--pattern transpose --load 80 --deterministic --time 40us"; do
		alike "3d_and_any: $machine $options" "--machine=$machine $options" \
			"--router 3d" "--router any"
	done
	for workers in 2 3; do
		alike "${machine}_with_$workers" "--machine=$machine --load 90 --time 30us" "" \
			"--workers $workers"
	done
done

# prints NAME PATTERN OPTION...: on standard output.
prints() {
	name=$1 pattern=$2
	shift 2
	"$net" "$@" >"$tmp/out" 2>"$tmp/err"
	if grep -Eq -- "$pattern" "$tmp/out"; then ok "$name"; else not_ok "$name"; fi
}

# ---- a mesh whose packets know their way (SAND2003-2954)
for workers in 2 3; do
	alike "snl_with_$workers" "--machine=snl --shape 6x4x4 --load 80 --time 100ns --links" "" \
		"--workers $workers"
	alike "snl_requests_with_$workers" "--machine=snl --shape 6x4x4 --load 90 --time 100ns \
		--pattern request --failed any:2" "" "--workers $workers"
done
# "a 100 ns user-to-user latency for messages traveling the full diameter of the machine": less.
prints across_the_mesh '64 hops, [1-9][0-9]\.[0-9]* ns in the network' --machine=snl \
	--latency 0,0,0:26,15,23
prints parts_of_it 'wires  *34\.88 ns' --machine=snl --latency 0,0,0:26,15,23
# Round a link and a chip: more hops than the shortest way, and none through them.
prints round_a_link ': 5 hops' --machine=snl --shape 6x4x4 --failed 1,1,1:X+ \
	--latency 0,1,1:3,1,1
prints round_a_chip ': 5 hops' --machine=snl --shape 6x4x4 --failed 1,1,1 \
	--latency 0,1,1:3,1,1
prints failed_at_random '20 of 20 patterns of 1 failed links or chips' --machine=snl \
	--shape 6x4x4 --failed any:1 --patterns 20
# l. 494: a row and a column that both have a failure, both longer than a segment.
prints ten_failed_chips '1 of 1 patterns of 10 failed chips' --machine=snl --failed chips:10 \
	--patterns 1 --seed 2
# One pair's turns are refused unless they come before those of others.
prints the_last_pair_comes_first '1 of 1 patterns of 10 failed chips' --machine=snl \
	--failed chips:10 --patterns 1 --seed 29
# The least room for packets and copies: all is delivered, for turns make no cycle.
expect in_the_smallest_buffers 0 '' "$net" --machine=snl --shape 4x4x4 --pattern alltoall \
	--packets 30 --set buffer.deterministic=2 --set buffer.priority=2 \
	--set recovery_packets=2
expect no_such_link 2 'expected links:N, chips:N, any:N' "$net" --machine=snl --failed 26,0,0:X+
expect links_only_elsewhere 2 'expected links:N, N up to' "$net" --machine=bgp --failed chips:1
expect other_patterns 2 'for the patterns uniform and request' "$net" --machine=snl \
	--failed chips:1 --pattern transpose
expect patterns_of_what 2 '--failed has to be links:N' "$net" --machine=snl --patterns 3
expect mesh_only 2 'this router is one of a mesh' "$net" --machine=snl --set mesh=X --router mesh

# ---- machines of one to six dimensions
for shape in W:5 WX:4x6 WXYZ:3x4x2x5 UVWXYZ:2x3x2x3x2x3; do
	letters=${shape%%:*}
	boxes=$(echo "$letters" | sed 's/./1x/g; s/x$//')
	{
		echo "like = bgl # a comment"
		echo "dimensions = $letters"
		echo "shape = ${shape#*:} nodes"
		echo "board = $boxes"
		echo "midplane = $boxes nodes   # another"
	} >"$tmp/own"
	# Below saturation what is offered is delivered.
	"$net" --machine="$tmp/own" --load 20 --time 2ms --csv "$tmp/csv" >"$tmp/out" 2>"$tmp/err"
	if awk -F, 'END { exit !(NR == 2 && $7 > 18.5 && $7 < 21.5) }' "$tmp/csv"; then
		ok "$letters"
	else
		not_ok "$letters"
	fi
	alike "${letters}_with_2_workers" "--machine=$tmp/own --load 60 --time 60us --links" "" \
		"--workers 2"
done

# ---- wrong lines
# wrong NAME PATTERN LINE...: of a file that is like bgp.
wrong() {
	name=$1 pattern=$2
	shift 2
	printf '%s\n' "$@" >"$tmp/own"
	expect "$name" 2 "own, line $pattern" "$net" --machine="$tmp/own"
}
wrong no_equals_sign '2: expected NAME = VALUE, not .router_ps 5' 'like = bgp' 'router_ps 5'
wrong no_such_figure "3: 'speed' names no figure" 'like = bgp' '' 'speed = 3'
wrong not_a_number '2: router_ps: expected a number from 0 to 4294967295' 'like = bgp' \
	'router_ps = fast'
wrong too_large '1: injfifos: expected a number from 1 to 255' 'injfifos = 256'
wrong other_unit '2: router_ps: expected the unit ps, not .ns' 'like = bgp' 'router_ps = 39 ns'
wrong more_behind "2: dynamic_vcs: unexpected 'x' behind" 'like = bgp' 'dynamic_vcs = 2x'
wrong unit_of_none '1: bypass: expected nothing behind the value, not .bits' 'bypass = 1 bits'
wrong bad_rate '1: link_rate: expected picoseconds for a byte, as 500 or 40000/17' \
	'link_rate = 40000/0'
wrong no_rate '2: link_rate: expected picoseconds for a byte' 'like = bgp' 'link_rate = 0'
wrong bad_letters '1: dimensions: expected one to six capital letters' 'dimensions = XYX'
wrong bad_box '2: board: expected 3 numbers from 1 to 128, joined by x' 'dimensions = XYZ' \
	'board = 4x4'
wrong box_too_early '1: board: expected dimensions in a line before' 'board = 4x4'
wrong bad_mesh '2: mesh: expected letters out of XYZ, or none' 'like = bgp' 'mesh = XA'
wrong too_long '2: too long' 'like = bgp' "$(printf 'router_ps = %0400d' 1)"
printf 'like = bgp\nrouter_ps = 39\0000\n' >"$tmp/own"
expect a_byte_of_0 2 'own, line 2: a byte of it is 0' "$net" --machine="$tmp/own"
wrong twice '3: router_ps: given before, in line 1' 'router_ps = 1' '' 'router_ps = 2'
wrong like_too_late '2: like: expected before all figures' 'router_ps = 1' 'like = bgp'
wrong like_whom '1: like: expected one of bgq, bgl, bgp, snl, not .bgr' 'like = bgr'
grep -v '^token_ps' "$tmp/bgl" >"$tmp/own"
expect missing 2 "own: no line gives token_ps, and no 'like = MACHINE' comes first" \
	"$net" --machine="$tmp/own"
# Boxes of another machine do not fit.
printf '%s\n' 'like = bgp' 'dimensions = XY' >"$tmp/own"
expect boxes_of_others 2 'no line gives board for the dimensions XY' \
	"$net" --machine="$tmp/own"
printf '%s\n' 'board = 1x1' 'midplane = 1x1' >>"$tmp/own"
expect shape_of_others 2 'no line gives shape' "$net" --machine="$tmp/own"
# A printed description can be read, also without a shape.
"$net" --machine="$tmp/own" --print >"$tmp/printed"
expect printed_without_a_shape 0 '' "$net" --machine="$tmp/printed" --shape 3x3 --load 20 \
	--time 20us
printf '%s\n' 'shape = 4x4' >>"$tmp/own"
expect shape_of_its_own 0 '' "$net" --machine="$tmp/own" --load 20 --time 20us
printf '%s\n' 'like = bgp' 'dimensions = UVWXYZ' 'shape = 100x100x100x100x100x100' \
	'board = 1x1x1x1x1x1' 'midplane = 1x1x1x1x1x1' >"$tmp/own"
expect too_many_nodes 2 'more than 2.30 nodes' "$net" --machine="$tmp/own"
expect directory 2 'Is a directory' "$net" --machine="$tmp"
expect no_such_machine 2 "'bgr' is none of bgq, bgl, bgp, snl, and no file: No such file" \
	"$net" --machine=bgr
for pair in "buffer.dynamic=7:a dynamic channel needs room for a packet of full size" \
	"buffer.deterministic=15:a virtual channel needs room for two packets" \
	"unit_bytes=16:buffers are counted in packets or in chunks" \
	"dims=4:names no parameter" "token_ps=1:a token needs no less time"; do
	expect "set_${pair%%=*}" 2 "--set: .*${pair#*:}" "$net" --machine=bgl --set "${pair%%:*}"
done
expect shape_of_three 2 "'8x8' is not of the form XxYxZ with 1 to 128" \
	"$net" --machine=bgl --shape 8x8
expect order_of_three 2 "does not name each of the machine's dimensions" \
	"$net" --machine=bgl --order XY
expect router_that_does_not_fit 2 "--router=3d: this router has three dimensions" \
	"$net" --router 3d
expect payload_too_long 2 "'241' is not a number from 0 to 240" "$net" --machine=bgp --bytes 241
expect collectives_elsewhere 2 "--collectives: Blue Gene/L has none in its torus" \
	"$net" --machine=bgl --collectives

summary
