#!/bin/sh
# layers.sh - what a packet costs the host, layer by layer: events, processor time, and
# references (what bench-net compares with, net_reference.c), for an all-to-all of 4 KiB and
# a halo exchange of 64 KiB to 8 neighbours on 512 nodes, and a put of 4 MiB and a stream of
# memory-FIFO messages between two, packet by packet.
# A layer's time is that of the code of its files, also where it is compiled into others; what
# the host's library copies, what its kernel does (first touches of pages, mostly) and the
# programs' own code stand apart.
# A variant of bgq-run counts and is sampled (bench/layers/count.c); the processor time of
# bgq-run itself stands beside it.  Events are those of queues: what follows from another
# event at once is none.
# Usage: layers.sh BUILD_DIR OUT_CSV
set -eu
build=$1 out=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$(dirname "$out")"
counting=$build/bench/layers/bgq-run
reference=$("$build/bench/net_reference")
echo "traffic,layer,events_per_packet,ns_per_packet,references_per_packet,percent" >"$out"
echo "reference: $reference ns"

# Seconds of processor time of a command, whose output goes to $tmp/said.
cpu_of() {
	sh -c 'out=$1; shift; "$@" >"$out"; times' times "$tmp/said" "$@" |
		awk 'NR == 2 { split($0, t, /[ms ]+/); print t[1] * 60 + t[2] + t[3] * 60 + t[4] }'
}

# The file of each address of the profile, as "ADDRESS FILE FUNCTION".
names() {
	awk '$2 ~ /^0x/ { print $2 }' "$tmp/raw" |
		addr2line -a -i -f -e "$counting" | awk '
		/^0x/ { at = $1; sub(/^0x0*/, "0x", at); line = 0; next }
		++line == 1 { name = $1 }
		line == 2 { sub(/:[^:]*$/, ""); print at, $0, name }'
}

# measure NAME BGQ_RUN_OPTIONS : PROGRAM...
measure() {
	name=$1
	shift
	set -- --workers 1 --trains off "$@"
	cpu=$(cpu_of "$build/bin/bgq-run" "$@")
	span=$(sed -n 's/^span \([0-9]* [0-9]*\) packets.*/\1/p' "$tmp/said" | tail -n 1)
	packets=$(sed -n 's/^span.*packets //p' "$tmp/said" | tail -n 1)
	rm -f "$tmp/raw"
	BGQEMU_LAYERS="$span $tmp/raw" "$counting" "$@" >"$tmp/again"
	cmp -s "$tmp/said" "$tmp/again" || { echo "$name: counted runs differ" >&2; exit 1; }
	names >"$tmp/names"
	awk -v name="$name" -v packets="$packets" -v reference="$reference" -v cpu="$cpu" \
		-v out="$out" -f bench/layers/table.awk "$tmp/names" "$tmp/raw"
}

spi=$build/bench/spi
measure all-to-all --np 512 : "$spi/alltoall" -t 4096
measure halo --np 512 : "$spi/layers" halo 65536 2
measure put --shape 1x1x1x1x2 : "$spi/layers" put 4194304 64
measure memory-FIFO --shape 1x1x1x1x2 : "$spi/layers" fifo 300000
echo "written to $out"
