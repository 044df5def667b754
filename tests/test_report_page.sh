#!/bin/sh
# test_report_page.sh - the page of --report=FILE.html as a reader sees it: colours for light and
# dark, maps with the scale from 0 to 100 % beside the stretched one, tables that scroll on a phone,
# pointing and clicking, no errors and no requests.
# By Chromium if it is there, at 390 and 1280 pixels, dark and light; and by the text alone.
# Leaves out the data (test_report.sh), and whether it is pleasant to look at.
# Usage: test_report_page.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
here=$(cd "$(dirname "$0")" && pwd)

is() { # NAME GOT EXPECTED
	if [ "$2" = "$3" ]; then ok "$1"; else echo "    '$2', not '$3'"; not_ok "$1"; fi
}

expect run 0 '' "$run" --np 128 --report="$tmp/r.html" --report="$tmp/r.json" : \
	"$spi/all_pairs" 127

# ---- the text: every colour is a variable, and has a value for light and one for dark
sed '/<script type="application\/json"/d' "$tmp/r.html" >"$tmp/text"
awk '/^:root/ { to = "light" } /prefers-color-scheme: dark/ { to = "dark" } /^body/ { exit }
	{ for (rest = $0; match(rest, /--[a-z0-9]+:/); rest = substr(rest, RSTART + RLENGTH))
		print to, substr(rest, RSTART, RLENGTH - 1) }' "$tmp/text" | sort -u >"$tmp/defined"
for name in $(grep -o 'var(--[a-z0-9]*)' "$tmp/text" | sed 's/var(//; s/)//' | sort -u); do
	[ "$(grep -c -- " $name\$" "$tmp/defined")" -eq 2 ] || echo "$name"
done >"$tmp/out"
is colours_have_a_light_and_a_dark_value "$(cat "$tmp/out") $(wc -l <"$tmp/defined")" ' 18'
grep -Ev '^:root|^	:root|^		--fill2|^	--fill4' "$tmp/text" |
	grep -Ei '#[0-9a-f]{3,6}[;" ]|rgb\(' >"$tmp/out"
is no_colour_is_elsewhere "$(cat "$tmp/out")" ''

# ---- in a browser
for browser in chromium chromium-browser google-chrome ''; do
	command -v "$browser" >/dev/null && break
done

# seen SCHEME: in $tmp/lines, what the page is like in frames of both widths; 0 is dark.
seen() {
	timeout 100 "$browser" --headless --no-sandbox --disable-gpu --no-first-run \
		--user-data-dir="$tmp/profile" --blink-settings=preferredColorScheme="$1" \
		--virtual-time-budget=20000 --dump-dom "file://$tmp/frames.html" \
		>"$tmp/dom" 2>"$tmp/words"
	sed -n 's/.*<pre>\(.*\)<\/pre>.*/\1/p' "$tmp/dom" | sed 's/&gt;/>/g; s/&lt;/</g' |
		"$build/tests/json_lines" >"$tmp/lines" 2>/dev/null
}
{
	sed '/^<head>$/r /dev/stdin' "$tmp/r.html" <<'H' | sed '/^<\/body>/,$d'
<script>
window.probed_errors = [];
addEventListener('error', e => window.probed_errors.push(e.message));
</script>
H
	printf '<script>\n'
	cat "$here/page_probe.js"
	printf '</script>\n</body>\n</html>\n'
} >"$tmp/probed.html"
cat >"$tmp/frames.html" <<'H'
<!DOCTYPE html><meta name="color-scheme" content="light dark"><pre></pre>
<script>
const told = {};
addEventListener('message', e => {
	told[e.data.width] = e.data;
	if (told[390] && told[1280])
		document.querySelector('pre').textContent = JSON.stringify(told);
});
</script>
<iframe src="probed.html" style="width: 390px; height: 844px; border: 0"></iframe>
<iframe src="probed.html" style="width: 1280px; height: 900px; border: 0"></iframe>
H
if [ ! "$browser" ] || ! seen 1 || [ ! -s "$tmp/lines" ]; then
	echo "no Chromium on this host, or one that shows nothing"
	summary
	exit
fi
told() { sed -n "s/^$1=//p" "$tmp/lines"; }
busiest=$("$build/tests/json_lines" <"$tmp/r.json" | awk -F= '
	/^job_ps/ { all = $2 } /^links.busiest.rows.0..4./ { most = $2 }
	END { print 1 + int(9 * most / all) }')
for scheme in 1:light 0:dark; do
	seen ${scheme%:*}
	scheme=${scheme#*:}
	for width in 390 1280; do
		at="$width pixels, $scheme"
		is "no errors: $at" "$(grep -c "^$width.errors\[" "$tmp/lines")" 0
		is "no requests: $at" "$(grep -c "^$width.requests\[" "$tmp/lines")" 0
		is "no wider than the window: $at" "$(($(told $width.too_wide) <= 0))" 1
		is "each table may scroll: $at" "$(told $width.tables_that_may_scroll)" \
			"$(told $width.tables)"
		is "dark or light: $at" "$(($(told $width.paper) > $(told $width.ink)))" \
			$((${#scheme} - 4))
		is "shades go from paper to ink: $at" \
			"$(($(told $width.shade_none) > $(told $width.shade_most)))" \
			$((${#scheme} - 4))
		is "two maps of a link: $at" "$(told $width.pair)" 2
		is "one from 0 to 100 %: $at" "$(told $width.fixed_labels)" 10
		is "whose darkest is the busiest's share: $at" "$(told $width.fixed_most)" \
			"$busiest"
		is "the other up to the busiest: $at" "$(told $width.stretched_most)" 9
		is "names of bars do not overlap: $at" "$(told $width.texts_that_overlap)" 0
		is "pointing at a map: $at" "$(told "$width.places\[0\]" |
			grep -c '^"A- of node [0-9]* <[0-9,]*>: [0-9.]* %"$')" 1
		is "pointing at the matrix: $at" "$(told "$width.places\[1\]")" \
			'"node 64 <1,0,0,0,0> to node 12 <0,0,1,2,0>: 1 messages, 87 B"'
		is "closer and back: $at" "$(told $width.closer) $(told $width.whole)" '0.5 1'
	done
	is "tables scroll on a phone, $scheme" "$(($(told 390.tables_that_scroll) > 0))" 1
done
summary
