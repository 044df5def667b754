# expect.sh - for the shell tests, which include it: where things are, and counting
# what passed.  $1 is the build directory; programs of tests/spi are in it.
set -u
ulimit -c 0 # what is made to crash leaves nothing behind
build=${1:-build}
run=$build/bin/bgq-run
spi=$build/tests/spi
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

# verify_all_runs: from here on $run checks its own invariants as it goes (bgq-run --verify), for
# scripts whose runs all have simulated time, and which measure none of the host's.
verify_all_runs() {
	printf '#!/bin/sh\nexec "%s" --verify "$@"\n' "$(realpath "$run")" >"$tmp/bgq-run"
	chmod +x "$tmp/bgq-run"
	run=$tmp/bgq-run
}

# How long a job without end is left to run: longer than it takes to start.
endless_seconds=0.3
grep -q __asan_init "$run" 2>/dev/null && endless_seconds=3

# A build without a processor's own code says so at each start (tests/portable.sh): tests that read
# what else is said do without that line.
says_portable='bgq-run: built without its processor.s own code: '
grep -q "$says_portable" "$run" 2>/dev/null || says_portable=
without_portable() {
	[ -z "$says_portable" ] || sed -i "/^$says_portable/d" "$@"
}

# Cases that make test runs, which is to take little time, and what make test-long does.
usual_or_long() {
	if [ "${LONG:-}" ]; then echo "$2"; else echo "$1"; fi
}
# More workers than the host has processors for take up to thirty times as long.
all_workers=$(usual_or_long '1 2' '1 2 3 4')
uneven_workers=$(usual_or_long '1 3' '1 2 3 4') # three share nodes and trees unevenly

# needs PROGRAM...: those of tests/spi that a test waits for; ends it if one is missing.
needs() {
	for program; do
		[ -x "$spi/$program" ] && continue
		echo "$0: $spi/$program is missing: make $spi/$program" >&2
		exit 1
	done
}

ok() {
	passed=$((passed + 1))
	echo "[       OK ] $1"
}

not_ok() {
	failed=$((failed + 1))
	echo "[  FAILED  ] $1"
	[ -s "$tmp/out" ] && sed 's/^/    out: /' "$tmp/out" | head -20
	[ -s "$tmp/err" ] && sed 's/^/    err: /' "$tmp/err" | head -20
}

# expect NAME STATUS STDERR_PATTERN command...: exit status and, if the pattern
# is not empty, a line of stderr that matches it.
expect() {
	name=$1 status=$2 pattern=$3
	shift 3
	"$@" >"$tmp/out" 2>"$tmp/err"
	got=$?
	without_portable "$tmp/err"
	judge_run
}

# expect_timeout NAME STDERR_PATTERN option...: bgq-run, ended by --timeout.  A host that has
# much else to do may need longer until what is to be seen is there.
expect_timeout() {
	name=$1 status=124 pattern=$2
	shift 2
	for seconds in "$endless_seconds" 1 5 50; do
		"$run" --timeout "$seconds" "$@" >"$tmp/out" 2>"$tmp/err"
		got=$?
		! grep -Eq -- "$pattern" "$tmp/err" || break
	done
	judge_run
}

judge_run() {
	if [ "$got" -ne "$status" ]; then
		echo "    status $got instead of $status"
		not_ok "$name"
	elif [ -n "$pattern" ] && ! grep -Eq -- "$pattern" "$tmp/err"; then
		echo "    no line on stderr matches: $pattern"
		not_ok "$name"
	else
		ok "$name"
	fi
}

# same_for_workers OPTION: with two workers and three, too, an all-to-all on 32 nodes writes
# $tmp/one to OPTION=FILE, but for lines that reproducible() drops.
same_for_workers() {
	for workers in 2 3; do
		expect "workers_$workers" 0 '' "$run" --np 32 --workers $workers \
			"$1=$tmp/w.json" : "$build/bench/spi/alltoall" 512
		reproducible "$tmp/w.json" >"$tmp/more"
		if cmp -s "$tmp/one" "$tmp/more"; then ok "same_for_$workers"
		else not_ok "same_for_$workers"; fi
	done
}

# At the end: the script's exit status.
summary() {
	echo "$passed passed, $failed failed"
	[ "$failed" -eq 0 ]
}
