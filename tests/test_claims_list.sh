#!/bin/sh
# test_claims_list.sh - bench/paper/machine_claims.csv, each statement of the documents about
# Blue Gene/L, Blue Gene/P and Sandia's mesh: every test and row that it names is there, every
# other one has a reason; and where the project's own list of claims is at hand, each line of that
# is in it once.
# Leaves out whether the tests pass: they are run by themselves.
# Usage: test_claims_list.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/.." || exit 1
list=bench/paper/machine_claims.csv
theirs=${CLAIMS:-../shared/machines/claims.csv}

# Fields, of which only the claim may be in quotes, with tabs between.
fields() {
	awk '{
		out = ""
		for (rest = $0 ","; rest != ""; rest = substr(rest, RLENGTH + 1)) {
			match(rest, /^"([^"]|"")*",|^[^,]*,/)
			f = substr(rest, 1, RLENGTH - 1)
			if (f ~ /^"/) { f = substr(f, 2, length(f) - 2); gsub(/""/, "\"", f) }
			out = out (out == "" ? "" : "\t") f
		}
		print out
	}' "$1"
}

# missing FILE: lines of a list that name what is not there.
missing() {
	tab=$(printf '\t')
	fields "$1" | sed 1d | while IFS="$tab" read -r machine line claim by where; do
		case $by in
		not) [ ${#where} -ge 20 ] || echo "$machine $line $claim: no reason" ;;
		*) { [ -s "$by" ] && [ -n "$where" ] && grep -qF -- "$where" "$by"; } ||
			echo "$machine $line $claim: $where is not in $by" ;;
		esac
	done
}

missing $list >"$tmp/out"
if [ ! -s "$tmp/out" ] && [ "$(wc -l <$list)" -ge 340 ]; then
	ok each_statement_has_a_test_or_a_reason
else
	not_ok each_statement_has_a_test_or_a_reason
fi
# A test that is gone, a reason that is missing: told.
{ cat $list; echo 'bgl,56,one,tests/test_net_3d.c,no_such_test'; echo 'bgl,56,two,not,'; } \
	>"$tmp/list"
missing "$tmp/list" >"$tmp/out"
if [ "$(wc -l <"$tmp/out")" = 2 ] && grep -q no_such_test "$tmp/out"; then
	ok what_is_missing_is_told
else
	not_ok what_is_missing_is_told
fi

if [ -s "$theirs" ]; then
	fields "$theirs" | grep -v '^#' | sed 1d | awk -F'\t' '{
		match($3, /l\. [0-9]+/)
		print $1 "\t" substr($3, RSTART + 3, RLENGTH - 3) "\t" $2 }' | sort >"$tmp/one"
	fields $list | sed 1d | cut -f1-3 | sort >"$tmp/out"
	diff "$tmp/one" "$tmp/out" >"$tmp/err"
	if cmp -s "$tmp/one" "$tmp/out" && [ "$(wc -l <"$tmp/one")" -ge 340 ]; then
		ok each_line_of_theirs_is_listed_once
	else
		not_ok each_line_of_theirs_is_listed_once
	fi
fi
summary
