#!/bin/sh
# paper.sh - every figure of the SC11 paper beside ours on one page, and its four
# tables as plots (SVG).  Goes on when one does not come out, and tells in the end.
# Usage: paper.sh MAKE BUILD_DIR
set -u
make=$1 build=$2 failed=
for part in table1 table2 table3 table4 alltoall zones collective; do
	$make --no-print-directory "$part" B="$build" || failed="$failed $part"
	echo
done
if ! command -v gnuplot >/dev/null; then
	echo "no plots: gnuplot is not installed"
elif gnuplot -e "dir='$build/paper/'" bench/plots.gp; then
	echo "plots: $build/paper/table1.svg table2.svg table3.svg table4.svg"
else
	failed="$failed plots"
fi
[ -z "$failed" ] || echo "not within their bounds:$failed"
[ -z "$failed" ]
