#!/bin/sh
# clock_off.sh - processor time of a run with --clock=off beside the virtual clock: rounds of
# puts, barriers and allreduces on 2, 32 and 512 nodes, with one worker and with two; the least
# of some turns of both.
# Usage: clock_off.sh RUN CLOCK_LOOPS OUT_CSV [TURNS]
# A case that is slower without the clock is marked, and no failure: noise of the host decides.
set -eu
run=$1 loops=$2 out=$3 turns=${4:-7}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$(dirname "$out")"

# used CLOCK SHAPE WORKERS WHAT ROUNDS: appends the milliseconds of processor time of a run.
used() {
	sh -c '"$@" >/dev/null || exit; times >&3' sh "$run" --clock="$1" --shape "$2" \
		--workers "$3" --timeout 300 : "$loops" "$4" "$5" 3>"$tmp/times"
	awk -F '[ms ]' 'END { printf "%.0f\n", 1000 * (60 * ($1 + $4) + $2 + $5) }' \
		"$tmp/times" >>"$tmp/$1"
}

least() { sort -n "$tmp/$1" | head -n 1; }

row() {
	: >"$tmp/virtual" >"$tmp/off"
	for _ in $(seq "$turns"); do
		for clock in virtual off; do
			used $clock "$@"
		done
	done
	printf '%s,%s,%s,%s,%s\n' "$3" "$1" "$2" "$(least virtual)" "$(least off)"
}

echo what,shape,workers,virtual_ms,off_ms >"$out"
for what in puts:4000:400:40 barriers:4000:400:40 allreduces:4000:400:40; do
	IFS=: read -r name two thirty_two many <<-EOF
		$what
	EOF
	for workers in 1 2; do
		row 1x1x1x1x2 $workers "$name" "$two"
		row 2x2x2x2x2 $workers "$name" "$thirty_two"
		row 4x4x4x4x2 $workers "$name" "$many"
	done
done >>"$out"
awk -F, 'NR == 1 { printf "%-12s%-12s%8s%12s%10s\n", $1, $2, $3, $4, $5; next }
	 { printf "%-12s%-12s%8s%12s%10s%s\n", $1, $2, $3, $4, $5, ($5 > $4 ? "  slower" : "") }' \
	"$out"
