#!/bin/sh
# plots.sh - plots of CSV files as SVG, if gnuplot is installed; says which, or why there are none.
# Usage: plots.sh SCRIPT DIR NAMES   (of the plots, for what it says)
set -eu
if ! command -v gnuplot >/dev/null; then
	echo "no plots: gnuplot is not installed"
	exit 0
fi
gnuplot -e "dir='$2/'" "$1"
echo "plots: $2/$3"
