#!/bin/sh
# paper_zones.sh - all-to-all in percent of the bisection-limited peak, with and without
# zone routing, beside the SC11 paper's figures (section II.B).
# Usage: paper_zones.sh BGQ_NET OUT_CSV
# One packet from each node to each other one.  The rate is that of the second half of the
# time in which all nodes still send; its own halves must agree within two points, or it
# is not steady.  Without zones the network takes milliseconds to get over the moment at
# which all nodes begin, so the whole all-to-all is run, 0.7 billion packet-hops; with them
# it is steady at once, and the beginning will do.
# Status 1 if they do not, or if a figure is more than 4 points from the paper's.
set -eu
net=$1 out=$2
mkdir -p "$(dirname "$out")"
row=$(mktemp)
trap 'rm -f "$row" "$row.err"' EXIT
cores=$(nproc)
[ "$cores" -le 8 ] || cores=8
status=0

# zones SHAPE ZONE NAME PAPER_PERCENT [OPTIONS...]
zones() {
	shape=$1 zone=$2 name=$3 paper=$4
	shift 4
	"$net" --seed 1 --shape "$shape" --pattern alltoall --zone "$zone" --workers "$cores" "$@" \
		--csv "$row" >/dev/null 2>"$row.err" || { cat "$row.err" >&2; exit 1; }
	tail -1 "$row" | awk -F, -v name="$name" -v paper="$paper" -v out="$out" '{
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
zones 16x8x8x8x1 1 none 66
zones 16x8x8x8x1 0 longest 93 --time 200us
zones 16x16x16x8x1 0 longest 99 --time 50us
echo "written to $out"
exit $status
