#!/bin/sh
# paper_zones.sh - all-to-all in percent of the bisection-limited peak, with and without
# zone routing, beside the SC11 paper's figures (section II.B).
# Usage: paper_zones.sh BGQ_NET OUT_CSV
# Messages are of 4 KiB, as in the measurement of section V.C.
# Only the beginning of the all-to-all is run: what counts is the rate in the second half
# of that time, and the halves of that must agree within two points, or the steady state
# has not been reached.  (Without zones the network takes hundreds of microseconds to get
# over the moment at which all nodes begin.)
# Status 1 if they do not, or if a figure is more than 4 points from the paper's.
set -eu
net=$1 out=$2
mkdir -p "$(dirname "$out")"
row=$(mktemp)
trap 'rm -f "$row" "$row.err"' EXIT
cores=$(nproc)
[ "$cores" -le 8 ] || cores=8
status=0

# zones SHAPE ZONE TIME NAME PAPER_PERCENT
zones() {
	"$net" --shape "$1" --pattern alltoall --packets 8 --zone "$2" --time "$3" --workers "$cores" \
		--csv "$row" >/dev/null 2>"$row.err" || { cat "$row.err" >&2; exit 1; }
	tail -1 "$row" | awk -F, -v name="$4" -v paper="$5" -v out="$out" '{
		shape = $1
		sub(/x1$/, "", shape)
		d = $7 - paper; drift = $9 - $8
		printf "%-12s %-10s %8.1f %6d %+7.1f   %6.1f %6.1f %8.1f %8.0f\n", shape, name, $7,
			paper, d, $8, $9, $19, $21 / 1048576
		printf "%s,%s,%.2f,%d,%.1f,%d\n", shape, name, $7, paper, $19, $21 >> out
		exit d > 4 || d < -4 || drift > 2 || drift < -2
	}' || status=1
}

echo "shape,zones,percent_of_peak,paper_percent,wall_s,memory_bytes" > "$out"
echo "All-to-all, percent of the bisection-limited peak"
echo "shape        zones       percent  paper   error    halves of it  seconds      MiB"
zones 16x8x8x8x1 1 400us none 66
zones 16x8x8x8x1 0 100us longest 93
zones 16x16x16x8x1 0 30us longest 99
echo "written to $out"
exit $status
