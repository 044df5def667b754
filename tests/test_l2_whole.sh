#!/bin/sh
# test_l2_whole.sh - atomics of the L2 lose nothing, however a program is compiled: with calls
# in place of inlines, optimized for size, instrumented.
# Not here: what they cost (test_l2_threads.sh), each operation's results (conformance_l2.c).
# Usage: test_l2_whole.sh BUILD_DIR
case ${1:-build} in /*) ;; *) set -- "$PWD/${1:-build}" ;; esac
here=$(cd "$(dirname "$0")" && pwd)
. "$here/expect.sh"

few() {
	echo 'gcc -O2 -fno-inline'
	echo 'gcc -O3'
	echo 'clang -O2 -fno-inline'
}
many() {
	for cc in gcc clang; do
		for options in -O0 -O1 '-O1 -fno-inline' '-O2 -fno-inline' '-Os -fno-inline' -Os \
			-O3 '-O2 -finstrument-functions'; do
			echo "$cc $options"
		done
	done
}
$(usual_or_long few many) >"$tmp/ways"
if [ "$(uname -m)" = x86_64 ]; then verify=1; else verify=0; fi
while read -r cc options; do
	command -v "$cc" >/dev/null || continue
	# shellcheck disable=SC2086 # a list of options
	BGQ_HOST_CC=$cc BGQ_AS_VERIFY=$verify "$build/bin/bgq-cc" $options -o "$tmp/count" \
		"$here/spi/l2_count.c" 2>"$tmp/err" || not_ok "compiled: $cc $options"
	for threads in 1 16 63; do
		expect "nothing_is_lost: $cc $options, $threads threads" 0 '' \
			timeout 100 "$run" --np 1 : "$tmp/count" $threads
	done
done <"$tmp/ways"
summary
