#!/bin/sh
# test_style.sh - files are as .editorconfig says, by emu/tools/check-style; and that it finds what
# is not so, in a small tree: with a history and without, with clang-format and without.  And that
# each test says what it leaves out, and that source files and tests that a text names are there.
# Leaves out: lengths of lines, functions and files (test_rooms.sh), and what make format makes of
# a line, which each version of clang-format says in its own way.
# Usage: test_style.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/.." || exit 1
style=$PWD/emu/tools/check-style

expect files_are_as_editorconfig_says 0 '' "$style"
sed 's/^/    /' "$tmp/out"

# The first comment of each test.
awk '
function judge() {
	if (file != "" && tolower(said) !~ /(leaves +out|not +here)/)
		print file " does not say what it leaves out"
}
FNR == 1 { judge(); file = FILENAME; said = ""; ended = 0 }
FNR > 1 && !/^( \*|#|$)/ { ended = 1 }
!ended { sub(/^( \*|#)/, ""); said = said $0 " " }
END { judge() }
' tests/test_*.[cs]* >"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok tests_say_what_they_leave_out
else ok tests_say_what_they_leave_out; fi

# Paths from the top; include/ and mu/ are also what programs include, by names with capitals.
find Makefile README .ci bench coll emu include man mu net tests -type f ! -name '*.csv' \
	! -name test_style.sh -print0 | xargs -0 grep -ohIE \
	-e '\b(emu|net|mu|coll|bench|tests|man)/[a-z0-9_/-]+\.(c|h|S|sh|def|cc|awk|js|mk)\b' \
	-e '\btest_[a-z0-9_]+\.(c|sh)\b' | sort -u | while read -r named; do
	case $named in test_name.* | tests/test_name.* | tests/spi/name.c) continue ;; esac
	[ -e "$named" ] || [ -e "tests/$named" ] || echo "no $named"
done >"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok files_that_are_named_are_there
else ok files_that_are_named_are_there; fi

small=$tmp/small
mkdir -p "$small/emu" "$tmp/few"
cd "$small" || exit 1
# finds NAME STATUS LINE: in what check-style says.
finds() {
	expect "$1" "$2" '' "$style"
	if grep -q "$3" "$tmp/out"; then ok "$1: $3"; else not_ok "$1: $3"; fi
}
printf 'int a;\n' >emu/a.c
finds without_a_history_one_line 0 '^no history of git'
for made in 'int a; \n/blanks at the end' 'int a()\n{\n        return 1;\n}\n/indented by blanks' \
	'int a;/no newline'; do
	printf "${made%/*}" >emu/a.c
	finds "a_fault: ${made##*/}" 1 "emu/a.c:.*${made##*/}"
done

if command -v git >/dev/null; then
	for tool in git sh awk find sort tr xargs tail sed grep cat mktemp rm; do
		ln -s "$(command -v $tool)" "$tmp/few/$tool"
	done
	git() { command git -c user.name=t -c user.email=t@t -c init.defaultBranch=main "$@"; }
	printf 'int a;\n' >emu/a.c
	git init -q . && git add . && git commit -qm 'A title'
	printf 'int a;\nint  b ;\n' >emu/a.c
	git commit -qam "$(printf 'A title that is long, %060d' 0)"
	finds long_titles_are_told 0 '^title over 72 columns: .* A title that is long'
	if command -v clang-format-diff >/dev/null; then
		finds layout_is_told 0 'would write 1 lines'
	fi
	expect without_clang_format 0 '' env PATH="$tmp/few" "$style"
	if grep -q '^no clang-format' "$tmp/out"; then ok without_clang_format_one_line
	else not_ok without_clang_format_one_line; fi
fi
summary
