#!/bin/sh
# run_fuzz.sh - the fuzzers at length, in as many pieces as there are cores, each
# with seeds of its own.  Ends with 1 if any of them found something.
# Usage: run_fuzz.sh BUILD_DIR [DESCRIPTORS [CALLS [SEED]]]
#   DESCRIPTORS by each of fuzz_descriptors and fuzz_model, as many cases by fuzz_input,
#   CALLS by fuzz_kernel
# Environment: RUN_ASAN_OPTIONS, ASAN_OPTIONS for bgq-run.
set -u
build=$1 descriptors=${2:-10000000} calls=${3:-10000000} seed=${4:-1}
cores=$(getconf _NPROCESSORS_ONLN)
nodes=512
log=$(mktemp -d) || exit 1
trap 'rm -rf "$log"' EXIT
failed=0

# pieces PROGRAM: runs its share on every core.
pieces() {
	pids= i=0
	while [ $i -lt "$cores" ]; do
		"$1" $((descriptors / cores)) $((seed + i * 100000000)) >"$log/$i" 2>&1 &
		pids="$pids $!"
		i=$((i + 1))
	done
	for pid in $pids; do
		wait "$pid" || failed=1
	done
	cat "$log"/*
	rm -f "$log"/*
}

# random_calls OPTION...: status 123 is "all ranks ended with 0, some calls were refused".
random_calls() {
	begin=$(date +%s)
	ASAN_OPTIONS=${RUN_ASAN_OPTIONS:-} "$build/bin/bgq-run" "$@" --np $nodes : \
		"$build/tests/spi/fuzz_kernel" $((calls / nodes / 2)) "$seed" >"$log/out" 2>&1
	status=$?
	echo "fuzz_kernel $*: $((calls / 2)) calls, status $status, $(($(date +%s) - begin)) s"
	[ $status -eq 123 ] && return
	failed=1
	grep -v RAS: "$log/out" | tail -20
}

pieces "$build/tests/fuzz_descriptors"
pieces "$build/tests/fuzz_model"
pieces "$build/tests/fuzz_input"
random_calls --clock virtual
random_calls --clock off
[ $failed -eq 0 ] && echo "fuzzers found nothing"
exit $failed
