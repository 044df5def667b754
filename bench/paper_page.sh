#!/bin/sh
# paper_page.sh - what make paper has written as one HTML page: each table beside the paper's
# figures, and its plot.  Everything is in the page; parts that have not been made are left out.
# Usage: paper_page.sh DIR   (with the CSV and SVG files; the page is DIR/paper.html)
set -eu
dir=$1

section() { # file without its ending, title
	[ -s "$dir/$1.csv" ] || return 0
	printf '<h2>%s</h2>\n<div class="part">\n' "$2"
	awk -F, '
	function cell(tag, text) {
		gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text)
		printf "<%s>%s</%s>", tag, text, tag
	}
	NR == 1 { print "<div class=\"wide\"><table><thead>" }
	{
		printf "<tr>"
		if (NR == 1) gsub(/_/, " ")
		for (i = 1; i <= NF; i++) cell(NR == 1 ? "th" : "td", $i)
		print "</tr>"
	}
	NR == 1 { print "</thead><tbody>" }
	END { print "</tbody></table></div>" }' "$dir/$1.csv"
	if [ -s "$dir/$1.svg" ]; then
		# Names inside a plot are its own: two plots in one page must not share them.
		sed -n '/<svg/,$p' "$dir/$1.svg" | sed "s/id='\([^']*\)'/id='$1-\1'/g
			s/id=\"\([^\"]*\)\"/id=\"$1-\1\"/g; s/href='#/href='#$1-/g
			s/href=\"#/href=\"#$1-/g; s/url(#/url(#$1-/g"
	fi
	printf '</div>\n'
}

{
	cat <<'HEAD'
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>bgqemu beside the SC11 paper</title>
<style>
HEAD
	# As the page of a run, but for its plots.
	sed '1,/^<style>/d; /^<\/style>/,$d; /^svg/d' "$(dirname "$0")/../emu/show/page/page.html"
	cat <<'HEAD'
.part { display: flex; flex-wrap: wrap; gap: 20px; align-items: flex-start; }
.wide { max-width: 100%; }
svg { max-width: 100%; height: auto; flex: 1 1 340px; }
</style>
</head>
<body>
<h1>bgqemu beside the SC11 paper</h1>
<p>Chen et al., The IBM Blue Gene/Q Interconnection Network and Message Unit, SC 2011. Columns
whose names begin with &ldquo;paper&rdquo; are the paper's; errors are percent of them.</p>
HEAD
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
