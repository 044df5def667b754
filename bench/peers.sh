#!/bin/sh
# peers.sh - processor time beside simulators of others, in one run: an all-to-all of 4 KiB
# between 512 nodes by bgq-run (a program that checks what it gets), by bgq-net (the network
# alone), and by SimGrid's SMPI, which simulates flows and not packets; with BOOKSIM=FILE, its
# binary, a packet-hop of BookSim 2 on a torus of 8x8x8 at 30 % of the peak, too, which
# simulates flits.  The least of TURNS runs each, in turns.
# Usage: peers.sh BUILD_DIR OUT_CSV
# A peer that is not there is said in one line and left out.
set -eu
build=$1 out=$2
bytes=4096 turns=${TURNS:-3}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$(dirname "$out")"

# cpu NAME COMMAND...: its processor time as a line of $tmp/times, its output in $tmp/NAME.
cpu() {
	name=$1
	shift
	if ! sh -c 'out=$1; shift; "$@" >"$out" 2>"$out.err" || exit; times' times \
		"$tmp/$name" "$@" >"$tmp/spent"
	then
		echo "$name fails: $(tail -n 1 "$tmp/$name.err")" >&2
		return 1
	fi
	awk -v name="$name" 'NR == 2 {
		split($0, t, /[ms ]+/)
		print name, t[1] * 60 + t[2] + t[3] * 60 + t[4]
	}' "$tmp/spent" >>"$tmp/times"
}

smpi() {
	name=$1
	shift
	cpu "$name" smpirun -np 512 -platform bench/peers/torus.xml -hostfile "$tmp/hosts" \
		--cfg=smpi/alltoall:pair --cfg=smpi/simulate-computation:no \
		"$tmp/smpi_alltoall" "$@"
}

# The peers that are there.
smpi_there= booksim_there=
if ! command -v smpicc >/dev/null || ! command -v smpirun >/dev/null; then
	echo "no SMPI (apt-get install libsimgrid-dev): not compared"
elif ! smpicc -O2 -o "$tmp/smpi_alltoall" bench/peers/alltoall.c 2>"$tmp/why"; then
	echo "smpicc cannot compile bench/peers/alltoall.c: not compared: $(tail -n 1 "$tmp/why")"
else
	smpi_there=yes
	awk 'BEGIN { for (i = 0; i < 512; i++) print "node-" i }' >"$tmp/hosts"
fi
if [ -z "${BOOKSIM:-}" ]; then
	echo "no BOOKSIM=FILE, BookSim's binary: not compared"
elif [ ! -x "$BOOKSIM" ]; then
	echo "BOOKSIM=$BOOKSIM is not there, or no program: not compared"
else
	booksim_there=yes
fi

for turn in $(seq "$turns"); do
	cpu bgq-net "$build/bin/bgq-net" --shape 4x4x4x4x2 --pattern alltoall \
		--packets $((bytes / 512)) --workers 1
	cpu bgq-run "$build/bin/bgq-run" --np 512 --workers 1 : "$build/bench/spi/alltoall" $bytes
	if [ "$smpi_there" ]; then
		smpi smpi $bytes || smpi_there=
	fi
	if [ "$smpi_there" ]; then
		smpi smpi-shared $bytes shared || smpi_there=
	fi
	if [ "$booksim_there" ]; then
		cpu bgq-net-load "$build/bin/bgq-net" --shape 8x8x8x1x1 --load 30 --time 1ms \
			--workers 1 --csv "$tmp/load.csv"
		# BookSim's status is 255 when all is well.
		cpu booksim sh -c '"$1" "$2" || :' sh "$BOOKSIM" bench/peers/booksim.cfg
		if ! grep -q '^Total run time' "$tmp/booksim"; then
			echo "booksim fails: $(tail -n 1 "$tmp/booksim"): not compared"
			booksim_there=
		fi
	fi
done

# The work done in them: packets; links crossed by packets for the last two.
us() { sed -n "$2" "$tmp/$1" 2>/dev/null | tail -n 1; }
{
	echo "bgq-run $(us bgq-run 's/.* \([0-9.]*\)$/\1/p')"
	echo "bgq-net $(us bgq-net 's/.* in \([0-9.]*\) us.*/\1/p')"
	echo "smpi $(us smpi 's/^\([0-9.]*\)$/\1/p')"
	echo "smpi-shared $(us smpi-shared 's/^\([0-9.]*\)$/\1/p')"
} >"$tmp/us"
if [ "$booksim_there" ]; then
	tail -n 1 "$tmp/load.csv" | awk -F, '{ print "bgq-net-load", $18 }' >>"$tmp/us"
	# One of its hops is the router of the destination.
	awk '/^Hops average/ { hops = $4 - 1 }
		/^Accepted packet rate average/ { rate = $6 }
		/^Time taken is/ { cycles = $4 }
		END { printf "booksim %.0f\n", hops * rate * 512 * cycles }' \
		"$tmp/booksim" >>"$tmp/us"
fi

awk -v out="$out" '
FILENAME ~ /us$/ { done[$1] = $2; next }
($1 == "booksim" || $1 == "bgq-net-load") && !($1 in done) { next }
!($1 in best) || $2 < best[$1] { best[$1] = $2 }
function row(name, what, unit, beside,   r) {
	if (!(name in best)) return
	r = best[beside] ? best[name] / best[beside] : 0
	if (unit == "hops") {
		cost[name] = best[name] / done[name] * 1e9
		r = cost[name] / cost[beside]
	}
	printf "%-13s %8.2f s %8.2f times %-12s %12s %s; %s\n", name, best[name], r, beside,
		done[name], unit == "hops" ? "packet-hops" : "us simulated", what
	printf "%s,%.3f,%s,%.3f,%s,%s\n", name, best[name], beside, r, done[name],
		unit >> out
}
END {
	print "peer,cpu_s,beside,times,simulated,unit" > out
	row("bgq-net", "packets, network alone", "us", "bgq-net")
	row("bgq-run", "packets, programs and message units", "us", "bgq-net")
	row("smpi", "flows; payload is copied", "us", "bgq-net")
	row("smpi-shared", "flows; no payload", "us", "bgq-net")
	row("bgq-net-load", "packets, uniform, 30 %", "hops", "bgq-net-load")
	row("booksim", "flits of 32 bytes, uniform, 30 %", "hops", "bgq-net-load")
	if (best["smpi"])
		printf "bgq-run takes %.2f times what SMPI does, %.2f times without its payload\n",
			best["bgq-run"] / best["smpi"], best["bgq-run"] / best["smpi-shared"]
	print "written to " out
}' "$tmp/us" "$tmp/times"
