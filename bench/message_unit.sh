#!/bin/sh
# message_unit.sh - what the message unit does a second when there is no clock, and
# MPI over shared memory on the same host beside it, in turns; the best of the turns.
# Open MPI and MPICH are compared with, each if it is installed; one that is not is named.
# Usage: message_unit.sh BUILD_DIR OUT_CSV
# A missed aim is said in the table and no failure; a program of ours that fails is one.
set -eu
build=$1 out=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$(dirname "$out")"
: >"$tmp/ours" >"$tmp/bandwidth"

ours() {
	"$build/bin/bgq-run" --timeout 120 --clock off --shape 1x1x1x1x2 : "$build/bench/spi/$@"
}

# Names of a kind of MPI, by which Debian has them beside each other.
name_of() {
	case $1 in openmpi) echo "Open MPI" ;; mpich) echo "MPICH" ;; esac
}

# is_kind KIND COMMAND: whether that starts programs of this kind.
is_kind() {
	case $1 in openmpi) words='Open MPI|OpenRTE' ;; mpich) words='HYDRA|MPICH' ;; esac
	"$2" --version 2>/dev/null | grep -Eq "$words"
}

# suffix KIND: what its commands have behind mpicc and mpirun; fails if there are none.
suffix() {
	if command -v "mpicc.$1" >/dev/null && command -v "mpirun.$1" >/dev/null; then
		echo ".$1"
	else
		command -v mpicc >/dev/null && command -v mpirun >/dev/null && is_kind "$1" mpirun
	fi
}

# compiled KIND: its program is there; else one line says why not.
compiled() {
	case $1 in openmpi) packages="openmpi-bin libopenmpi-dev" ;; mpich) packages="mpich" ;; esac
	if ! end=$(suffix "$1"); then
		echo "$(name_of "$1") is not installed (apt-get install $packages): no comparison"
		return 1
	fi
	"mpicc$end" -O2 -o "$tmp/rates.$1" bench/mpi/rates.c 2>"$tmp/why" && return
	echo "mpicc$end cannot compile bench/mpi/rates.c: no comparison: $(tail -n 1 "$tmp/why")"
	return 1
}

theirs() {
	end=$(suffix "$1")
	case $1 in openmpi) set -- "$1" --allow-run-as-root --oversubscribe ;; esac
	kind=$1
	shift
	timeout 300 "mpirun$end" "$@" -np 2 "$tmp/rates.$kind" >>"$tmp/theirs.$kind" 2>"$tmp/why"
}

kinds=
for kind in openmpi mpich; do
	if compiled $kind; then kinds="$kinds $kind"; fi
done
for turn in 1 2 3; do
	for p in rate_put rate_rget rate_fifo rate_l2; do
		ours $p >>"$tmp/ours"
	done
	ours put_bandwidth 5 >>"$tmp/bandwidth"
	for kind in $kinds; do
		if ! theirs $kind; then
			echo "mpirun of $(name_of $kind) fails: no comparison:" \
				"$(grep . "$tmp/why" | tail -n 1)"
			rm -f "$tmp/theirs.$kind"
			kinds=$(echo "$kinds" | sed "s/ $kind//")
		fi
	done
done
for kind in $kinds; do
	sed "s/^/$(name_of $kind | tr -d ' ') /" "$tmp/theirs.$kind"
done >"$tmp/theirs"

# Aims are parts of the rate beside which they stand.
awk -v out="$out" '
function better(table, name, rate) { if (rate + 0 > table[name]) table[name] = rate + 0 }
function row(name, size, rate, unit, beside, reference, aim,   ratio, said) {
	ratio = reference ? rate / reference : ""
	said = aim == "" || ratio == "" ? "" : aim (ratio >= aim ? " met" : " missed")
	printf "%-26s %9d %9.3g %-4s %-20s %9s %6s  %s\n", name, size, rate, unit, beside,
		reference ? sprintf("%.3g", reference) : "",
		ratio == "" ? "" : sprintf("%.2f", ratio), said
	printf "%s,%d,%.6g,%s,%s,%s,%s,%s\n", name, size, rate, unit, beside,
		reference ? sprintf("%.6g", reference) : "",
		ratio == "" ? "" : sprintf("%.4f", ratio), aim > out
}
function beside_mpi(name, theirs_name, aim,   k, there) {
	for (k = 1; k <= kinds; k++)
		if ((kind[k], theirs_name) in theirs) {
			there = 1
			row(name, 8, ours[name], "1/s", kind[k] " " theirs_name,
				theirs[kind[k], theirs_name], aim)
		}
	if (!there && aim != "")
		row(name, 8, ours[name], "1/s", "", "", "")
}
FILENAME ~ /ours$/ { if (!($1 in ours)) order[++n] = $1; better(ours, $1, $2) }
FILENAME ~ /theirs$/ {
	if (!($1 in known)) { known[$1] = 1; kind[++kinds] = $1 }
	better(theirs, $1 SUBSEP $2, $3)
}
FILENAME ~ /bandwidth$/ {
	if (!($1 in put)) size[++sizes] = $1
	better(put, $1, $2)
	better(copy, $1, $3)
}
END {
	print "name,bytes,rate,unit,beside,reference_rate,ratio,aim" > out
	printf "%-26s %9s %9s %-4s %-20s %9s %6s  %s\n",
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
		for (k = 1; k <= kinds; k++)
			if ((kind[k], name) in theirs)
				row("put", kib * 1024, put[name], "B/s", kind[k] " put",
					theirs[kind[k], name], "")
	}
	print "written to " out
}' "$tmp/ours" "$tmp/theirs" "$tmp/bandwidth"
