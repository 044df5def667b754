#!/bin/sh
# test_retaken_locks.sh - a thread that releases a lock and takes it again before the next way back
# in its code lets others of its node have it in between, by each operation that C and C++ have for
# locks, as each compiler that is there makes them: retaken_locks.  Output and times are the same
# for any number of workers and with all waits executed.
# Not here: where the checks are that do it (test_as.sh).
# Usage: test_retaken_locks.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
. "$(dirname "$0")/parking.sh"
source=$(dirname "$0")/spi/retaken_locks.cc

alike retaken_locks 0 "on_1 on_2 on_4 off_2" --np 2 : "$spi/retaken_locks"
command -v clang >/dev/null && clang=clang || clang=''
for host in gcc $clang; do
	[ $host = gcc ] && cxx=g++ || cxx=clang++
	for level in -O0 $(usual_or_long '' '-O1 -Os -O3'); do
		BGQ_HOST_CC=$host BGQ_HOST_CXX=$cxx expect "compiled_by_$host$level" 0 '' \
			"$build/bin/bgq-c++" -std=gnu++11 $level -o "$tmp/program" "$source"
		alike "retaken_locks_by_$host$level" 0 on_2 --np 1 : "$tmp/program"
	done
done
summary
