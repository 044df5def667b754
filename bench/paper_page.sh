#!/bin/sh
# paper_page.sh - what make paper has written as one HTML page: each table beside the paper's
# figures, and its plot.  Everything is in the page; parts that have not been made are left out.
# Usage: paper_page.sh DIR   (with the CSV and SVG files; the page is DIR/paper.html)
set -eu
dir=$1
. "$(dirname "$0")/page_parts.sh"

{
	page_head 'bgqemu beside the SC11 paper'
	cat <<'TEXT'
<p>Chen et al., The IBM Blue Gene/Q Interconnection Network and Message Unit, SC 2011. Columns
whose names begin with &ldquo;paper&rdquo; are the paper's; errors are percent of them.</p>
TEXT
	section table1 'Table 1: latency by hops'
	section table2 'Table 2: direct puts on all ten links'
	section table3 'Table 3: latency of an allreduce'
	section table4 'Table 4: throughput of allreduces on 512 nodes'
	section alltoall 'Section V.C: all-to-all on 512 nodes'
	section zones 'All-to-all with and without zones'
	section zones_sensitivity 'What each figure of the router does to it'
	section collective 'Collectives of 98,304 nodes'
	section node 'Threads of a node that count on one word'
	printf '</body>\n</html>\n'
} >"$dir/paper.html.part"
mv "$dir/paper.html.part" "$dir/paper.html"
echo "page: $dir/paper.html"
