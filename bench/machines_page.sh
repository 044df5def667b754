#!/bin/sh
# machines_page.sh - what make paper-machines has written as one HTML page: figures of other
# machines beside ours, loads and all-to-alls with their plots, and each statement of the
# documents with the test that checks it or the reason why none does.
# Usage: machines_page.sh DIR   (with the CSV and SVG files; the page is DIR/machines.html)
set -eu
dir=$1
. "$(dirname "$0")/page_parts.sh"

{
	page_head 'Blue Gene/L, Blue Gene/P and a petaflops mesh'
	cat <<'TEXT'
<p>US 7,668,970 (bgl), US 7,761,687 (bgp) and SAND2003-2954 (snl); lines are those of the
project's copies. What each figure of the machines is from: bgq-machines(7).</p>
TEXT
	section machines 'Figures beside ours'
	section machines_loads 'Uniform traffic, throughput and latency against load' \
		machines_bgl_accepted machines_bgl_latency machines_bgp_accepted \
		machines_bgp_latency machines_snl_latency
	section machines_alltoall 'All-to-all, direct and in two phases'
	cp bench/paper/machine_claims.csv "$dir/machines_claims.csv"
	section machines_claims 'The documents'\'' statements, and what checks them'
	printf '</body>\n</html>\n'
} >"$dir/machines.html.part"
mv "$dir/machines.html.part" "$dir/machines.html"
echo "page: $dir/machines.html"
