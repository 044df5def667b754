#!/bin/sh
# test_tutorial.sh - the tutorial is true: its files are written, its commands run in order by
# one shell, and what they print is compared with what the page says they do.  A line that
# begins with two blanks goes on with the one before.  Leaves out what follows from the host's
# compiler: numbers with a point may differ by 15 %, addresses, offsets, and which of many links
# is the busiest, at will.
# Usage: test_tutorial.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
page=$(cd "$(dirname "$0")/.." && pwd)/man/bgqemu-tutorial.7
PATH=$(cd "$build/bin" && pwd):$PATH
export PATH
cd "$tmp" || exit 1

# The page's literal blocks become files, a script, and what that should print.
awk '
function plain(l) { sub(/^\\&/, "", l); gsub(/\\e/, "\\", l); return l }
/^\.Bd/ { to = ""; next }
/^\.Ed/ { to = ""; next }
/^\.\\" file: / { to = $3; next }
/^\.\\" session/ { to = "session"; next }
to == "session" && /^\$ / {
	if (told != "") print told > "expected"
	told = ""
	print plain($0) > "expected"
	print "printf \"%s\\n\" \"$\" | tr -d \"\\n\"; echo \" " n++ "\"" > "script"
	print "( exit $was )" > "script"
	print plain(substr($0, 3)) > "script"
	print "was=$?" > "script"
	commands++
	next
}
to == "session" && /^  / && told ~ /^bgq-run:/ { sub(/^ +/, " "); told = told plain($0); next }
to == "session" { if (told != "") print told > "expected"; told = plain($0); next }
to != "" { print plain($0) > to }
END { if (told != "") print told > "expected"; print commands > "commands" }' "$page"
sh ./script >printed 2>&1

# Commands are told by their number in one, by their text in the other.
awk '
function same(a, b,  x, y, n, i) {
	gsub(/0x[0-9a-f]+/, "0x", a); gsub(/0x[0-9a-f]+/, "0x", b)
	gsub(/ \(discriminator [0-9]+\)/, "", a); gsub(/ \(discriminator [0-9]+\)/, "", b)
	gsub(/busiest: .* of <[0-9,]+>/, "busiest:", a)
	gsub(/busiest: .* of <[0-9,]+>/, "busiest:", b)
	n = split(a, x, /[ ,;]+/)
	if (split(b, y, /[ ,;]+/) != n) return 0
	for (i = 1; i <= n; i++) {
		if (x[i] == y[i]) continue
		if (x[i] !~ /^[0-9]+\.[0-9]+$/ || y[i] !~ /^[0-9]+\.[0-9]+$/) return 0
		if (x[i] < 0.85 * y[i] || x[i] > 1.15 * y[i]) return 0
	}
	return 1
}
NR == FNR { want[FNR] = $0; lines = FNR; next }
{
	got = FNR
	if ($0 ~ /^\$ [0-9]+$/ && want[FNR] ~ /^\$ /) next
	if (FNR > lines || !same($0, want[FNR])) {
		print "the page: " want[FNR]; print "printed:  " $0
		exit bad = 1
	}
}
END { if (!bad && got != lines) { print "lines missing"; bad = 1 }; exit bad }' \
	expected printed >out
status=$?
if [ "$(cat commands)" -gt 15 ] && [ $status -eq 0 ]; then ok the_page_says_what_is_printed
else not_ok the_page_says_what_is_printed; fi
if [ -s page.html ] && [ -s trace.json ]; then ok the_pictures_are_there
else not_ok the_pictures_are_there; fi

# The other pages: each option that a command shows is in its page, which has examples.
for command in bgq-run bgq-net bgq-cc runjob; do
	manual=${page%/*}/$command.1
	$command --help |
		grep -oE '^ {2,8}(-[a-zA-Z?], )?--[a-z-]+' | grep -oE '[a-z][a-z-]+$' |
		while read -r option; do
			grep -q "Fl -$option" "$manual" || echo "$command.1: no --$option"
		done >options
	grep -q '^\.Sh EXAMPLES' "$manual" || echo "$command.1: no examples" >>options
	[ "$($command --help | wc -l)" -gt 5 ] || echo "$command.1: no help" >>options
	if [ -s options ]; then cat options; not_ok "manual_of_$command"
	else ok "manual_of_$command"; fi
done
summary
