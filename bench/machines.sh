#!/bin/sh
# machines.sh - all of make paper-machines: figures of other machines beside ours, loads and
# all-to-alls, plots, and all of it on one page.  Goes on when a figure is off, and tells so in
# the end.
# Usage: machines.sh BGQ_NET DIR
set -u
net=$1 dir=$2 failed=
bench/paper_machines.sh "$net" "$dir/machines.csv" || failed="$failed figures"
bench/machine_loads.sh "$net" "$dir" || failed="$failed loads"
bench/plots.sh bench/plots_machines.gp "$dir" 'machines_*.svg' || failed="$failed plots"
bench/machines_page.sh "$dir" || failed="$failed page"
[ -z "$failed" ] || echo "not within their bounds, or not made:$failed"
[ -z "$failed" ]
