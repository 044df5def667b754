#!/bin/sh
# message_unit.sh - what the message unit does a second when there is no clock, and
# MPI over shared memory on the same host beside it, in turns; the best of the turns.
# Usage: message_unit.sh BUILD_DIR OUT_CSV
# Without MPI its rows are left out.  A missed aim is said in the table and no failure;
# a program of ours that fails is one.
set -eu
build=$1 out=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$(dirname "$out")"
: >"$tmp/ours" >"$tmp/theirs" >"$tmp/bandwidth"

ours() {
	"$build/bin/bgq-run" --timeout 120 --clock off --shape 1x1x1x1x2 : "$build/bench/spi/$@"
}

theirs() {
	mpirun --allow-run-as-root --oversubscribe -np 2 "$tmp/rates"
}

mpi=
if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
	echo "no mpicc and mpirun (apt-get install openmpi-bin libopenmpi-dev): no comparison"
elif ! mpicc -O2 -o "$tmp/rates" bench/mpi/rates.c 2>"$tmp/why"; then
	echo "mpicc cannot compile bench/mpi/rates.c: no comparison: $(tail -n 1 "$tmp/why")"
else
	mpi=yes
fi

for turn in 1 2 3; do
	for p in rate_put rate_rget rate_fifo rate_l2; do
		ours $p >>"$tmp/ours"
	done
	ours put_bandwidth 5 >>"$tmp/bandwidth"
	if [ "$mpi" ] && ! theirs >>"$tmp/theirs" 2>"$tmp/why"; then
		echo "mpirun fails: no comparison: $(grep . "$tmp/why" | tail -n 1)"
		: >"$tmp/theirs"
		mpi=
	fi
done

# Aims are parts of the rate beside which they stand.
awk -v out="$out" '
function better(table, name, rate) { if (rate + 0 > table[name]) table[name] = rate + 0 }
function row(name, size, rate, unit, beside, reference, aim,   ratio, said) {
	ratio = reference ? rate / reference : ""
	said = aim == "" || ratio == "" ? "" : aim (ratio >= aim ? " met" : " missed")
	printf "%-26s %9d %9.3g %-4s %-16s %9s %6s  %s\n", name, size, rate, unit, beside,
		reference ? sprintf("%.3g", reference) : "",
		ratio == "" ? "" : sprintf("%.2f", ratio), said
	printf "%s,%d,%.6g,%s,%s,%s,%s,%s\n", name, size, rate, unit, beside,
		reference ? sprintf("%.6g", reference) : "",
		ratio == "" ? "" : sprintf("%.4f", ratio), aim > out
}
function beside_mpi(name, theirs_name, aim) {
	if (theirs_name in theirs)
		row(name, 8, ours[name], "1/s", "MPI " theirs_name, theirs[theirs_name], aim)
	else if (aim != "")
		row(name, 8, ours[name], "1/s", "", "", "")
}
FILENAME ~ /ours$/ { if (!($1 in ours)) order[++n] = $1; better(ours, $1, $2) }
FILENAME ~ /theirs$/ { better(theirs, $1, $2) }
FILENAME ~ /bandwidth$/ {
	if (!($1 in put)) size[++sizes] = $1
	better(put, $1, $2)
	better(copy, $1, $3)
}
END {
	print "name,bytes,rate,unit,beside,reference_rate,ratio,aim" > out
	printf "%-26s %9s %9s %-4s %-16s %9s %6s  %s\n",
		"", "bytes", "rate", "", "beside", "its rate",
		"ratio", "aim"
	beside_mpi("put", "put_flush", 0.5)
	beside_mpi("put", "put_window", "")
	beside_mpi("get", "put_flush", 0.25)
	beside_mpi("get", "get_flush", "")
	beside_mpi("fifo", "isend_irecv", 1)
	beside_mpi("fifo_packets", "isend_irecv", 1)
	for (i = 1; i <= n; i++)
		if (order[i] ~ /^l2_/)
			row(order[i], 8, ours[order[i]], "1/s", "", "", "")
	for (i = 1; i <= sizes; i++) {
		name = size[i]
		kib = name
		gsub(/[^0-9]/, "", kib)
		row("put", kib * 1024, put[name], "B/s", "memcpy", copy[name],
			kib + 0 >= 64 ? 0.8 : "")
		if (name in theirs)
			row("put", kib * 1024, put[name], "B/s", "MPI put", theirs[name], "")
	}
	print "written to " out
}' "$tmp/ours" "$tmp/theirs" "$tmp/bandwidth"
