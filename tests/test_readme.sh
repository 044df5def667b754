#!/bin/sh
# test_readme.sh - README is true: its commands work, and print what it says; the targets of make,
# packages and manuals that it names are there.  With the compiler that its figures are from, GCC
# 12, they are equal; with another one they are near.
# Leaves out its tables of what works and where tests have passed, and ends of commands that take
# long: these have to begin well.
# Usage: test_readme.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
top=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$build" && pwd)
PATH=$build/bin:$PATH
verdict() { if [ "$1" -eq 0 ]; then ok "$2"; else not_ok "$2"; fi; }

near=0.05
case $(uname -m):$("$build/bin/bgq-cc" -dumpversion 2>/dev/null) in
x86_64:12 | x86_64:12.*) near=0 ;;
esac

# says WANTED GOT: words alike, "..." stands for any; a figure may be off by near of it, addresses,
# offsets in code and numbers below 1,000 by anything then.
says() {
	awk -v near="$near" '
	function like(a, b,   x, y) {
		if (a == b) return 1
		if (near == 0) return 0
		gsub(/\+?0x[0-9a-f]+/, "", a); gsub(/\+?0x[0-9a-f]+/, "", b)
		if (a == b) return 1
		x = a; y = b
		gsub(/[^0-9.]/, "", x); gsub(/[^0-9.]/, "", y)
		gsub(/[0-9.]/, "", a); gsub(/[0-9.]/, "", b)
		if (x + 0 < 1000 && y + 0 < 1000) return a == b # which rank was first
		return a == b && x - y <= near * x && y - x <= near * x
	}
	function matches(at, from, n,   i) {
		for (i = 0; i < n; i++) if (!like(want[from + i], got[at + i])) return 0
		return 1
	}
	FNR == NR { for (i = 1; i <= NF; i++) want[++wants] = $i; next }
	{ for (i = 1; i <= NF; i++) got[++gots] = $i }
	END {
		at = 1
		any = 0
		for (i = 1; i <= wants; i += n + 1) {
			for (n = 0; i + n <= wants && want[i + n] != "..."; n++) ;
			while (!(found = matches(at, i, n)) && any && at + n <= gots) at++
			if (!found) { print "not said: " want[i] " " want[i + 1] " ..."; exit 1 }
			at += n
			any = 1
		}
		exit at != gots + 1 && want[wants] != "..."
	}' "$1" "$2"
}

# The commands, each in a file of its own, and what they print, in order; what README shows of C.
cd "$tmp" || exit 1
mkdir commands
ln -s "$top/tests" tests
ln -s "$build" build
awk '
/^    #include <stdio.h>/ { program = 1 }
!/^    / && !/^$/ { program = 0 }
/^    \$ / { program = 0 }
program { print substr($0, 5) > "hello.c" }
/^    \$ / { file = sprintf("commands/%02d", ++n); print substr($0, 7) > file; next }
!/^    / { file = "" }
file { print substr($0, 5) > (file ".out") }' "$top/README"
cat >Makefile <<'M'
CC = wrong
program: hello.c
	$(CC) -I$(SPI_DIR)/include -I$(FLOOR) -o $@ hello.c
M
[ "$(ls commands | wc -l)" -gt 15 ]
verdict $? there_are_commands

# long COMMAND: stopped after a while, in which nothing is said to be wrong.
long() {
	timeout -s TERM -k 20 3 sh -c "$1" >out 2>err </dev/null
	got=$?
	case $got in 0 | 124 | 143) return 0 ;; esac
	return 1
}
for file in commands/??; do
	command=$(cat "$file")
	# What make test does not need.
	command -v gnuplot >/dev/null || command=${command%% --plot*}
	case $command in
	make | PATH=* | F=*) continue ;; # done, done, below
	make*) command="F=\$(bgq-cc --floor); $command" ;;
	*'echo $?'*) echo "$status" >out ;;
	*--np\ 512* | bgq-net*8x8x8* | bgq-net*16x8* | bgq-net*72x32*)
		long "$command"
		verdict $? "begins: $command"
		continue ;;
	esac
	case $command in
	*'echo $?'*) ;;
	*) sh -c "$command" >out 2>err </dev/null
		status=$?
		cat err >>out ;;
	esac
	if [ -e "$file.out" ]; then
		says "$file.out" out >why || { cat why; false; }
		verdict $? "prints: $command"
	else
		verdict $status "works: $command"
	fi
done
[ -s trace.json ] && [ -s where.txt ] && [ -s where.callgrind ]
verdict $? files_are_there

# ---- what it names
# Behind the first word are others only if they are tests.
sed -n 's/^    make \([a-z].*\)/\1/p' "$top/README" | awk '{
	print $1
	for (i = 2; $i ~ /^(test-[a-z]*|soak)$/; i++) print $i }' >targets
for target in $(cat targets); do
	rule="^([a-z0-9-]+ )*$target( [a-z0-9-]+)*:|^\.PHONY:.* $target( |\$)"
	grep -qsE "$rule" "$top/Makefile" "$top/bench/bench.mk" "$top/tests/tests.mk" ||
		echo "no target $target"
done >"$tmp/err"
[ "$(wc -l <targets)" -gt 25 ] && [ ! -s "$tmp/err" ]
verdict $? targets_are_there
sed -n '/^They install and need /,/\.  /p' "$top/README" | tr '\n' ' ' |
	sed 's/They install and need //; s/\.  .*//' | tr ' ' '\n' | sort | grep . >named
sed -n 's/^needed="\(.*\)"$/\1/p
	s/^	packages="gcc g++ make $needed \(.*\) .*/gcc g++ make \1/p' \
	"$top/emu/tools/install-deps" | tr ' ' '\n' | sort >needed
diff named needed >"$tmp/out"
verdict $? packages_are_those_that_are_installed
for page in $(grep -oE '\bbgq[a-z-]*\.[17]\b|\brunjob\.1\b|bgq-report\.5' "$top/README" | sort -u)
do
	[ -s "$top/man/$page" ] || echo "no $page"
done >"$tmp/out"
[ ! -s "$tmp/out" ]
verdict $? manuals_are_there
summary
