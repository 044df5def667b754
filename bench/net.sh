#!/bin/sh
# net.sh - packet-hops a second of the network alone: uniform random traffic on 512 and
# 8,192 nodes at three loads, with one worker and two, beside what two events and one
# touch of memory cost in the same run (net_reference.c).  Both are compared by processor
# time, which the host's other work disturbs less; packet-hops a second are by the clock.
# Usage: net.sh BUILD_DIR OUT_CSV [SHAPE...]
# The best of three runs each: others may use the host.
set -eu
build=$1 out=$2
shift 2
mkdir -p "$(dirname "$out")"
rows=$(mktemp)
trap 'rm -f "$rows" "$rows.err"' EXIT
reference=$("$build/bench/net_reference")

# The CSV's line of the fastest run.
best() {
	for i in 1 2 3; do
		"$build/bin/bgq-net" --seed 1 "$@" --csv "$rows" >/dev/null 2>"$rows.err" ||
			{ cat "$rows.err" >&2; exit 1; }
		tail -1 "$rows"
	done | sort -t, -k20 -n | tail -1
}

{
	printf 'shape,offered_percent,workers,percent_of_peak,packet_hops_per_s,per_worker,'
	echo 'cpu_ns_per_hop,reference_ns,times_reference'
} |
	tee "$out"
for shape in ${*:-8x8x8x1x1 4x4x4x4x2 16x8x8x8x1}; do
	case $shape in
	16x*) time=20us ;;
	*) time=100us ;;
	esac
	for load in 30 60 100; do
		for workers in 1 2; do
			best --shape "$shape" --load $load --time $time --workers $workers |
				awk -F, -v w=$workers -v ref="$reference" '{
				ns = $22 / $18 * 1e9
				printf "%s,%s,%d,%s,%s,%.0f,%.1f,%s,%.2f\n",
					$1, $6, w, $7, $20, $20 / w,
					ns, ref, ns / ref }' | tee -a "$out"
		done
	done
done
