#!/bin/sh
# paper_zones_sensitivity.sh - what each figure of the router that no document gives does
# to an all-to-all on 8x4x4x4, without zones and with the longest dimension first: one
# figure at a time, percent of the bisection-limited peak in the steady state.  Messages
# are of eight packets: with one each so small a machine is done before it is steady.
# Usage: paper_zones_sensitivity.sh BGQ_NET OUT_CSV
set -eu
net=$1 out=$2
mkdir -p "$(dirname "$out")"
row=$(mktemp)
trap 'rm -f "$row" "$row.err"' EXIT

# percent ZONE OPTIONS...
percent() {
	zone=$1
	shift
	"$net" --seed 1 --shape 8x4x4x4x1 --pattern alltoall --packets 8 --zone "$zone" \
		--csv "$row" \
		"$@" >/dev/null 2>"$row.err" || { cat "$row.err" >&2; exit 1; }
	tail -1 "$row" | cut -d, -f7
}

# vary NAME VALUE OPTIONS...
vary() {
	name=$1 value=$2
	shift 2
	none=$(percent 1 "$@") longest=$(percent 0 "$@")
	printf '%-26s %6s %10s %10s\n' "$name" "$value" "$none" "$longest"
	echo "$name,$value,$none,$longest" >>"$out"
}

figure() {
	name=$1
	shift
	for value in "$@"; do
		vary "$name" "$value" --set "$name=$value"
	done
}

echo "figure,value,none_percent,longest_first_percent" >"$out"
printf '%-26s %6s %10s %10s\n' figure value "no zones" "longest"
vary "as it is" "" --seed 1
vary "other seed" 2 --seed 2
vary "other seed" 3 --seed 3
figure buffer.dynamic 4 8 32
figure buffer.deterministic 2 4 16
figure injfifo_packets 1 4
figure recfifo_packets 1 8
figure token_ps 45000 90000
figure link_gap_ps 0
figure through_grants 1 8
figure longest_of_256 64 128 255
for fifos in 4 8 12; do
	vary injfifos $fifos --injfifos $fifos
done
vary "packets of a message" 1 --packets 1
echo "written to $out"
