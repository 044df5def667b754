#!/bin/sh
# message_unit.sh - what the message unit does a second when there is no clock, and
# MPI over shared memory on the same host beside it, in turns.
# Usage: message_unit.sh BUILD_DIR OUT_CSV
# Without mpicc and mpirun the columns of MPI stay empty.
set -eu
build=$1 out=$2
spi=$build/bench/spi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$(dirname "$out")"

mpi=
if command -v mpicc >/dev/null && command -v mpirun >/dev/null; then
	mpicc -O2 -o "$tmp/rates" bench/mpi/rates.c && mpi=$tmp/rates
else
	echo "no mpicc and mpirun (apt-get install openmpi-bin libopenmpi-dev): no comparison"
fi

for turn in 1 2 3; do
	for p in rate_put rate_rget rate_fifo rate_l2; do
		"$build/bin/bgq-run" --clock off --shape 1x1x1x1x2 : "$spi/$p"
	done >>"$tmp/ours"
	[ -z "$mpi" ] || mpirun --allow-run-as-root --oversubscribe -np 2 "$mpi" \
		2>/dev/null >>"$tmp/theirs" || mpi=
done
touch "$tmp/theirs"
"$build/bin/bgq-run" --clock off --shape 1x1x1x1x2 : "$spi/put_bandwidth" >"$tmp/bandwidth"

# The best of the turns.  Aims: issue "The whole message unit", as parts of MPI's rate
# of the same name (remote gets: of its put) and of memcpy.
awk -v out="$out" '
function best(table, name, rate) { if (rate > table[name]) table[name] = rate }
function row(name, rate, unit, ref, ref_rate, aim,   ratio, said) {
	ratio = ref_rate > 0 ? sprintf("%.2f", rate / ref_rate) : ""
	said = aim == "" || ratio == "" ? "" : sprintf("%s %s", aim, \
		ratio + 0 >= aim + 0 ? "met" : "missed")
	printf "%-26s %10.3g %-8s %-10s %10s %6s  %s\n", name, rate, unit, ref, \
		(ref_rate > 0 ? sprintf("%.3g", ref_rate) : "-"), ratio, said
	printf "%s,%.6g,%s,%s,%.6g,%s,%s\n", name, rate, unit, ref, ref_rate, ratio, aim > out
}
FILENAME ~ /ours$/ { if (!($1 in ours)) order[++n] = $1; best(ours, $1, $2) }
FILENAME ~ /theirs$/ { best(theirs, $1, $2) }
FILENAME ~ /bandwidth$/ { size[++sizes] = $1; put[$1] = $2; copy[$1] = $3 }
END {
	print "name,rate,unit,reference,reference_rate,ratio,aim" > out
	printf "%-26s %10s %-8s %-10s %10s %6s  %s\n", "", "rate", "unit", "beside", "its rate", "ratio", "aim"
	aim["put_8B"] = 0.5; aim["get_8B"] = 0.25; aim["fifo_8B"] = 1
	for (i = 1; i <= n; i++) {
		name = order[i]
		if (name ~ /^l2/) row(name, ours[name], "1/s", "", 0, "")
		else row(name, ours[name], "1/s", "MPI", theirs[name == "get_8B" ? "put_8B" : name], aim[name])
	}
	for (i = 1; i <= sizes; i++) {
		kib = size[i]; gsub(/[^0-9]/, "", kib)
		row(size[i], put[size[i]], "B/s", "memcpy", copy[size[i]], kib >= 64 ? 0.8 : "")
	}
	print "written to " out
}' "$tmp/ours" "$tmp/theirs" "$tmp/bandwidth"
