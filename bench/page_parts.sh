# page_parts.sh - parts of the pages that make paper and make paper-machines write: head, a
# section with a table and its plots.  Sourced, with dir set to where their CSV and SVG files are.
# Parts that have not been made are left out.

page_head() { # title
	# The head of a run's page, but for its title and its plots.
	sed "s|<title>.*</title>|<title>$1</title>|; /^<\/style>/,\$d; /^svg/d" \
		"$(dirname "$0")/../emu/show/page/page.html"
	cat <<HEAD
.part { display: flex; flex-wrap: wrap; gap: 20px; align-items: flex-start; }
.wide { max-width: 100%; }
svg { max-width: 100%; height: auto; flex: 1 1 340px; }
</style>
</head>
<body>
<h1>$1</h1>
HEAD
}

table() { # file without its ending
	# Fields in quotes may have commas, but no quotes.
	awk '
	function cell(tag, text) {
		gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text)
		printf "<%s>%s</%s>", tag, text, tag
	}
	NR == 1 { print "<div class=\"wide\"><table><thead>" }
	{
		printf "<tr>"
		if (NR == 1) gsub(/_/, " ")
		for (rest = $0 ","; rest != ""; rest = substr(rest, RLENGTH + 1)) {
			match(rest, /^"[^"]*",|^[^,]*,/)
			field = substr(rest, 1, RLENGTH - 1)
			gsub(/"/, "", field)
			cell(NR == 1 ? "th" : "td", field)
		}
		print "</tr>"
	}
	NR == 1 { print "</thead><tbody>" }
	END { print "</tbody></table></div>" }' "$dir/$1.csv"
}

plot() { # file without its ending
	# Names inside a plot are its own: two plots in one page must not share them.
	[ -s "$dir/$1.svg" ] || return 0
	sed -n '/<svg/,$p' "$dir/$1.svg" | sed "s/id='\([^']*\)'/id='$1-\1'/g
		s/id=\"\([^\"]*\)\"/id=\"$1-\1\"/g; s/href='#/href='#$1-/g
		s/href=\"#/href=\"#$1-/g; s/url(#/url(#$1-/g"
}

section() { # file without its ending, title, plots (the file's own, if none is named)
	[ -s "$dir/$1.csv" ] || return 0
	printf '<h2>%s</h2>\n<div class="part">\n' "$2"
	table "$1"
	[ $# -gt 2 ] || plot "$1"
	shift 2
	for name; do
		plot "$name"
	done
	printf '</div>\n'
}
