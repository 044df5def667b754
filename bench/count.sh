#!/bin/sh
# count.sh - instructions of thirty kernels as bgq-as counts them, by each of the host's compilers
# that are there, beside those of GCC's code for the A2 (-mcpu=a2) at the same level, which qemu
# executes.
# Usage: count.sh BGQ_RUN BGQ_CC OUT_CSV [COMPILERS]
# Needs powerpc64-linux-gnu-gcc, libc6-dev-ppc64-cross and qemu-ppc64 (qemu-user).
set -eu
export LC_ALL=C
run=$1 cc=$2 out=$3
shift 3
all="gcc gcc-11 gcc-12 gcc-13 gcc-14 gcc-15 gcc-16"
compilers=${*:-$all clang clang-14 clang-15 clang-16 clang-17 clang-18 clang-19}
here=${0%/*} source=${0%/*}/count/count.c work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$(dirname "$out")"
for tool in powerpc64-linux-gnu-gcc qemu-ppc64; do
	command -v $tool >/dev/null || { echo "count: no $tool" >&2; exit 1; }
done

# executed PROGRAM ARGUMENTS...: instructions, by the blocks that qemu has translated and executed.
executed() {
	qemu-ppc64 -d exec,nochain,in_asm -D "$work/log" "$@" >/dev/null
	awk '/^IN:/ { first = 1; next }
	/^0x/ {
		if (first) { block = substr($1, 3); sub(/:/, "", block); n[block] = first = 0 }
		n[block]++
		next
	}
	/^Trace/ { split($4, part, "/"); at = part[2]; sub(/^0*/, "", at); sum += n[at] }
	END { print sum }' "$work/log"
}

# reference LEVEL: lines "level kernel instructions".
reference() {
	powerpc64-linux-gnu-gcc -static -DREFERENCE -mcpu=a2 "$1" -w -o "$work/ref" "$source"
	sed -n 's/K(\([a-z_]*\))/\n\1\n/gp' "$here/count/kernels.h" | grep '^[a-z_]*$' | sort -u |
	while read -r kernel; do
		one=$(executed "$work/ref" "$kernel") two=$(executed "$work/ref" "$kernel" twice)
		[ "$two" = "$one" ] || echo "$1 $kernel $((two - one))"
	done
}

# ours NAME COMPILER LEVEL FLAGS...: lines "level name kernel instructions".
ours() {
	what=$1 with=$2 level=$3
	shift 3
	BGQ_HOST_CC=$with BGQ_AS_MODE=instructions "$cc" "$level" "$@" -w -o "$work/ours" "$source"
	"$run" --np 1 : "$work/ours" | sed "s/^/$level $what /"
}

for level in -O0 -O1 -O2 -O3 -Os; do
	reference $level
done >"$work/reference"

for compiler in $compilers; do
	command -v "$compiler" >/dev/null || continue
	version=$("$compiler" -dumpversion) kind=${compiler%%-*}
	name=$kind-${version%%.*}
	grep -q "^$name$" "$work/names" 2>/dev/null && continue
	echo "$name" >>"$work/names"
	for level in -O0 -O1 -O2 -O3 -Os; do
		ours "$name$level" "$compiler" $level
	done
	for level in -O2 -O3; do
		ours "$name$level-native" "$compiler" $level -march=native
	done
done >"$work/ours.rows"

awk -v out="$out" '
BEGIN { print "what,kernel,ours,reference,ratio" > out }
FNR == NR { want[$1, $2] = $3; next }
($1, $3) in want && $4 > 0 {
	r = $4 / want[$1, $3]
	printf "%s,%s,%d,%d,%.3f\n", $2, $3, $4, want[$1, $3], r > out
	if (!($2 in n)) order[++count] = $2
	n[$2]++; sum[$2] += log(r)
	off = r < 1 ? 1 / r : r
	if (off <= 1.3) near[$2]++
	if (!($2 in least) || r < least[$2]) { least[$2] = r; low[$2] = $3 }
	if (r > most[$2]) { most[$2] = r; high[$2] = $3 }
}
END {
	print "Instructions as counted, over those of GCC for the A2 at the same level"
	printf "%-22s %5s %7s %8s   %s\n", "", "mean", "in 1.3", "of", "least and most"
	for (c = 1; c <= count; c++) {
		k = order[c]
		printf "%-22s %5.2f %7d %8d   %.2f %s, %.2f %s\n", k, exp(sum[k] / n[k]),
			near[k], n[k], least[k], low[k], most[k], high[k]
	}
	printf "written to %s\n", out
}' "$work/reference" "$work/ours.rows"
