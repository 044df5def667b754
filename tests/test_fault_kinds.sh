#!/bin/sh
# test_fault_kinds.sh - each kind of fault that a plan can describe has an effect and its RAS event,
# in a run of programs; and the catalogue of events is complete, in the manual and in tests.
# Leaves out: how large effects are (test_run_faults.sh, test_net_faults.sh, test_slow_node.sh).
# Usage: test_fault_kinds.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
here=$(dirname "$0")/..
work=$build/bench/spi/alltoall

# The kinds, as the parser names them when it does not know one.
"$run" --np 2 --fault=nothing/0 : "$spi/memfifo" 2>"$tmp/err"
sed -n 's/.*expected \(.*\) or protocol$/\1/p' "$tmp/err" | tr -d ',' | tr ' ' '\n' >"$tmp/kinds"
if grep -qx ber "$tmp/kinds" && grep -qx slow-node "$tmp/kinds"; then ok kinds_are_named
else not_ok kinds_are_named; fi

"$run" --np 32 --trains off : "$work" 4096 >"$tmp/usual" 2>"$tmp/err"

# kind KIND STATUS ID EFFECT "DETAIL" FAULT...: an all-to-all ends so, an event of that number with
# that detail is in the file, and output is as without the fault (same), tells of other times
# (late), or has less lines (less).
kind() {
	name=$1_$3 status=$2 id=$3 effect=$4 detail=$5
	echo "$1" >>"$tmp/seen"
	echo "$id" >>"$tmp/ids"
	shift 5
	"$run" --np 32 --ras-file="$tmp/ras" "$@" : "$work" 4096 >"$tmp/out" 2>"$tmp/err"
	got=$?
	if [ "$got" -eq "$status" ] && grep -q "\"id\":\"$id\".*$detail" "$tmp/ras"; then ok "$name"
	else
		echo "    status $got, no event $id with $detail:"
		head -3 "$tmp/ras"
		not_ok "$name"
	fi
	if cmp -s "$tmp/out" "$tmp/usual"; then was=same
	elif [ "$(wc -l <"$tmp/out")" -lt "$(wc -l <"$tmp/usual")" ]; then was=less
	else was=late; fi
	if [ $was = "$effect" ]; then ok "${name}_is_$effect"
	else echo "    output is $was"; not_ok "${name}_is_$effect"; fi
}
kind ber       0 0e000001 late 'wrong bit.* sent again' --fault=ber/all/rate=1e-6
kind ber       0 0e000004 late '[1-9][0-9]* packets bad' --fault=ber/all/rate=1e-6
kind optical   0 0e000004 same '"0 packets bad.*[1-9] bits corrected' \
	--fault=optical/all/rate=1e-6
kind burst     0 0e000001 late ' 40 wrong bits' --fault=burst/0:E+/number=5/bits=40
kind escape    1 0e000003 same 'no check has found it' --fault=escape/0:E+/number=5
kind token     0 0e000004 late '[1-9] tokens' --fault=token/all/rate=0.5 --fault=protocol/token=50us
kind ack       0 0e000004 late '[1-9][0-9]* acknowledgements' --fault=ack/all/rate=0.02
kind stop      0 0e000004 late '[1-9] lost' --fault=stop/0:E+/at=260us/back=265us
kind stop    123 0e000002 less 'has not got through' --fault=stop/0:E+/at=20us
kind slow      0 0e000005 late 'packets take 3 times' --fault=slow/0:E+/factor=3
kind slow      0 0e000006 late 'have taken longer' --fault=slow/0:E+/factor=3
kind die     123 0e000011 less '"node":5,' --fault=die/5/at=20us
kind memory    0 0e000021 same '"time_ps":20000000,' --fault=memory/3/at=20us
kind memory  123 0e000022 less '"detail":"2"' --fault=memory/3/at=20us/bits=2
kind slow-node 0 0e000012 late '2 times' --fault=slow-node/3/factor=2
sort "$tmp/kinds" >"$tmp/sorted"
sort -u "$tmp/seen" | comm -13 - "$tmp/sorted" >"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok each_kind_is_here; else ok each_kind_is_here; fi

# ---- events without a fault: what units refuse, class routes, programs
# event NAME STATUS ID DETAIL option... : program
event() {
	name=$1 status=$2 id=$3 detail=$4
	echo "$id" >>"$tmp/ids"
	shift 4
	expect "$name" "$status" '' "$run" --ras-file="$tmp/ras" "$@"
	if grep -q "\"id\":\"$id\".*\"detail\":\"$detail" "$tmp/ras"; then
		ok "${name}_is_in_the_file"
	else head -3 "$tmp/ras"; not_ok "${name}_is_in_the_file"; fi
}
event of_a_program 0 0e000041 '0x000d0001: the cat is out' --np 32 : "$spi/conformance_ends" ras
event of_a_class 123 0e000032 'network barrier class 2: control = 0x4: no user has allocated it' \
	--shape 4x1x1x1x1 : "$spi/classroute_wrong" system
"$run" --np 32 --ras-file="$tmp/ras" : "$spi/fuzz_kernel" 3000 1 >"$tmp/out" 2>"$tmp/err"
echo 0e000031 >>"$tmp/ids"
if grep -q '"id":"0e000031".*FIFO [0-9]*: ' "$tmp/ras"; then ok of_a_message_unit
else not_ok of_a_message_unit; fi
for w in 2 3; do
	"$run" --np 32 --workers $w --ras-file="$tmp/ras.$w" : "$spi/fuzz_kernel" 3000 1 \
		>"$tmp/out" 2>"$tmp/err"
	if cmp -s "$tmp/ras" "$tmp/ras.$w"; then ok "same_events_$w"
	else not_ok "same_events_$w"; fi
done

# ---- the catalogue
sed -n 's/.*RAS_[A-Z_]* = 0x\(0e[0-9a-f]*\).*/\1/p' "$here/emu/cmd/cli/ras.h" | sort >"$tmp/all"
sed -n 's/^\.It \(0e[0-9a-f]*\)$/\1/p' "$here/man/bgqemu.7" | sort >"$tmp/manual"
if [ -s "$tmp/all" ] && cmp -s "$tmp/all" "$tmp/manual"; then ok the_manual_has_each_event
else diff "$tmp/all" "$tmp/manual"; not_ok the_manual_has_each_event; fi
sort -u "$tmp/ids" | comm -13 - "$tmp/all" >"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok each_event_is_seen; else ok each_event_is_seen; fi

summary
