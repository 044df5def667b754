#!/bin/sh
# paper_compilers.sh - the paper's tables with the benchmarks built by each of the host's compilers
# that are there, at -O1, -O2 and -O3: how much the compiler changes, in percent of the least.
# Usage: paper_compilers.sh BGQ_RUN BGQ_CC OUT_CSV [COMPILERS]
set -eu
run=$1 cc=$2 out=$3
compilers="gcc gcc-11 gcc-12 gcc-13 gcc-14 gcc-15 gcc-16 clang clang-14 clang-15 clang-16 clang-17
clang-18 clang-19"
[ $# -lt 4 ] || { shift 3; compilers=$*; }
here=${0%/*} work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$(dirname "$out")"
export COLLECTIVE_BYTES=4096

for compiler in $compilers; do
	command -v "$compiler" >/dev/null || continue
	version=$("$compiler" -dumpversion) kind=${compiler%%-*}
	grep -q "^$kind ${version%%.*}$" "$work/versions" 2>/dev/null && continue
	echo "$kind ${version%%.*}" >>"$work/versions"
	for level in -O1 -O2 -O3; do
		for program in pingpong exchange allreduce; do
			BGQ_HOST_CC=$compiler "$cc" $level -g -w -o "$work/$program" \
				"$here/spi/$program.c"
		done
		for table in pingpong exchange allreduce collective; do
			sh "$here/fit_rows.sh" "$run" "$work" $table
		done | sed "s/^/$kind-${version%%.*}$level /" >>"$work/rows"
	done
done

sh "$here/fit_rows.sh" -p "$here/paper" >"$work/want"
awk -v out="$out" '
BEGIN { print "compiler,table,key,value" > out }
FNR == NR { want[$1, $2] = $3; next }
{
	printf "%s,%s,%s,%s\n", $1, $2, $3, $4 > out
	if (!($1 in seen)) { seen[$1] = 1; name[++count] = $1 }
	e = 100 * ($4 / want[$2, $3] - 1); if (e < 0) e = -e
	if (e > worst[$1, $2]) worst[$1, $2] = e
	key = $2 " " $3
	if (!(key in least) || $4 < least[key]) least[key] = $4
	if ($4 > most[key]) most[key] = $4
}
END {
	tables = split("hardware total exchange allreduce collective", t, " ")
	print "Worst error of each table by compiler, percent"
	printf "%-16s", ""
	for (i = 1; i <= tables; i++) printf " %11s", t[i]
	print ""
	for (c = 1; c <= count; c++) {
		printf "%-16s", name[c]
		for (i = 1; i <= tables; i++) printf " %11.2f", worst[name[c], t[i]]
		print ""
	}
	for (key in least) {
		split(key, k, " ")
		d = 100 * (most[key] / least[key] - 1)
		if (d >= spread[k[1]]) { spread[k[1]] = d; at[k[1]] = k[2] }
	}
	for (i = 1; i <= tables; i++)
		printf "%-12s compilers differ by %.2f %% at most, in row %s\n", t[i],
			spread[t[i]], at[t[i]]
	printf "written to %s\n", out
}' "$work/want" "$work/rows"
