#!/bin/sh
# machine_loads.sh - throughput and latency of uniform traffic against its load on the machines
# that bench/paper_machines.sh compares, beside plain dimension order with one channel, which
# shows what two dynamic channels and join the shortest queue are for; and all-to-alls, direct and
# in two phases, on cubes and on long shapes.  Some three minutes of a core.
# Usage: machine_loads.sh BGQ_NET DIR   (machines_loads.csv, machines_alltoall.csv there)
set -eu
net=$1 dir=$2
mkdir -p "$dir"
loads=$dir/machines_loads.csv all=$dir/machines_alltoall.csv
csv=$(mktemp)
trap 'rm -f "$csv" "$csv.said"' EXIT

# measure OPTION...: into the CSV file.
measure() {
	"$net" --seed 1 --csv "$csv" --quiet "$@" >/dev/null 2>"$csv.said" && return
	cat "$csv.said" >&2
	exit 1
}

# columns NAME...: of each line of the CSV file, after the words in $label.
columns() {
	awk -F, -v OFS=, -v label="$label" -v names="$*" '
	NR == 1 { n = split(names, name, " "); for (i = 1; i <= NF; i++) at[$i] = i; next }
	{
		row = label
		for (i = 1; i <= n; i++) {
			if (!(name[i] in at)) {
				print "no column " name[i] >"/dev/stderr"
				exit 1
			}
			row = row OFS $at[name[i]]
		}
		print row
	}' "$csv"
}

# curve MACHINE SHAPE ROUTING LOADS OPTION...
curve() {
	label=$1,$2,$3 machine=$1 shape=$2 list=$4
	shift 4
	measure --machine="$machine" --shape "$shape" --load "$list" "$@"
	rows=$(columns offered_percent percent_of_peak latency_mean_ns latency_p99_ns hops_mean)
	echo "$rows" | tee -a "$loads"
}

# exchange MACHINE SHAPE WAY OPTION...
exchange() {
	label=$1,$2,$3 machine=$1 shape=$2
	shift 3
	measure --machine="$machine" --shape "$shape" --pattern alltoall "$@"
	rows=$(columns total_percent percent_of_peak time_us)
	echo "$rows" | tee -a "$all"
}

echo 'machine,shape,routing,offered_percent,percent_of_peak,latency_mean_ns,latency_p99_ns,hops' |
	tee "$loads"
plain='--deterministic --set dynamic_vcs=1'
for machine in bgl bgp; do
	curve $machine 8x8x8 adaptive 10:100:10 --time 200us
	# shellcheck disable=SC2086 # a list of options
	curve $machine 8x8x8 'dimension order' 10:100:10 --time 200us $plain
	curve $machine 32x32x16 adaptive 20,40,60,80,90,100 --time 40us --warmup 20us
	# shellcheck disable=SC2086
	curve $machine 32x32x16 'dimension order' 20,40,60,80,100 --time 40us --warmup 20us $plain
done
curve snl 27x16x24 'source routes' 30,60,90 --time 40ns --warmup 20ns

echo 'machine,shape,way,percent_of_peak,percent_in_steady_state,time_us' | tee "$all"
for machine in bgl bgp; do
	for shape in 4x4x4 8x8x8 8x4x4 16x4x4 32x4x4; do
		exchange $machine $shape direct
		exchange $machine $shape 'two phases' --two-phase
	done
done
echo "written to $loads and $all"
