#!/bin/sh
# test_gdb_remote.sh - gdb's remote protocol (--gdb=RANK --listen=PORT): the tutorial's session,
# with what it prints; Ctrl-C, variables that are set, crashes, gdb that goes away;
# and that results and times are those of a run without gdb.
# The same by gdb/MI, as editors speak it, with the page's launch.json.
# Leaves out editors themselves, and what of a session follows from the compiler: addresses, times,
# and at which line other ranks stand.
# Usage: test_gdb_remote.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
. "$(dirname "$0")/gdb_served.sh"
job_out=$tmp/out job_err=$tmp/err
page=$(cd "$(dirname "$0")/.." && pwd)/man/bgqemu-tutorial.7
build=$(cd "$build" && pwd)
run=$build/bin/bgq-run
cd "$tmp" || exit 1

expect needs_a_rank 2 'needs --gdb=RANK' "$run" --listen=4711 : x
expect one_worker 2 'needs one worker' "$run" --gdb=0 --listen=4711 --workers=2 : x
expect no_on_demand 2 "all ranks from the start" "$run" --gdb=0 --listen=4711 --on-demand : x

expect_busy() {
	served ./sum || return 1
	"$run" --np 4 --gdb=2 --listen="$port" : ./sum 2>busy
	status=$?
	kill $job
	wait $job 2>/dev/null
	[ $status -eq 125 ] || [ $status -eq 126 ] && grep -q 'in use' busy
}

# The page's program and session.
awk '
/^\.\\" file: sum.c/ { to = "sum.c"; next }
/^\.\\" gdb/ { to = "session"; next }
/launch\.json/ { to = ""; json = 1 }
json && /^\.Bd/ { to = "launch.json"; json = 0; next }
/^\.Ed/ { to = "" }
to != "" { gsub(/\\e/, "\\"); print > to }' "$page"
"$build/bin/bgq-cc" -g -o sum sum.c || exit 1
"$run" --np 4 : ./sum >plain
cp plain plain_sum
if expect_busy; then ok a_port_in_use_is_named; else not_ok a_port_in_use_is_named; fi

if ! command -v gdb >/dev/null; then
	echo "no gdb on this host"
	summary
	exit
fi

# Words that may differ are made alike; lines that go on with the one before are joined.
alike() {
	awk '/^    / && last != "" { sub(/^ +/, " "); last = last $0; next }
		{ if (NR > 1) print last; last = $0 } END { print last }' "$1" |
		sed 's/0x[0-9a-f]* in //; s/0x[0-9a-f]*/ADDRESS/g; s/[0-9.]* us/TIME us/
			s/^Breakpoint 1, /Thread 3 "rank 2" hit Breakpoint 1, /
			s/Breakpoint \([0-9]*\)\.[0-9]*,/Breakpoint \1,/
			s/sum\.c:[89]$/sum.c:LOOP/; s/^[89]	.*/LOOP/; s/[ 	][ 	]*/ /g'
}

# gdb_run COMMAND...: what gdb prints is in the file told.
gdb_run() {
	timeout 50 gdb -q -nx -batch -iex 'set debuginfod enabled off' ./"${program#./}" "$@" \
		>told 2>&1 </dev/null
	cp told "$tmp/err"
}

# says NAME PATTERN...: lines of gdb, in that order.
says() {
	name=$1
	shift
	from=1
	for line; do
		at=$(tail -n +$from told | grep -nEm1 -- "$line" | cut -d: -f1)
		[ "$at" ] || { echo "    missing: $line"; not_ok "$name"; return; }
		from=$((from + at))
	done
	ok "$name"
}

served ./sum || exit 1
set --
while read -r prompt command; do
	[ "$prompt" = '(gdb)' ] || continue
	set -- "$@" -ex "$(echo "$command" | sed "s/localhost:4711/localhost:$port/")"
done <session
[ $# -gt 20 ] || not_ok the_page_has_a_session
gdb_run "$@"
wait $job
alike session | grep -v '^(gdb)' >wanted
alike told >printed
awk 'FNR == NR { want[++n] = $0; next }
	i < n && $0 == want[i + 1] { i++ }
	END { if (i < n) print "missing: " want[i + 1]; exit i < n || n < 15 }' wanted printed \
	>"$tmp/missing"
if [ $? -eq 0 ]; then ok the_session_is_true
else cat "$tmp/missing"; not_ok the_session_is_true; fi
if cmp -s out plain; then ok results_are_the_same; else not_ok results_are_the_same; fi

# Every rank stops; a variable is set; gdb goes away, and the job goes on.
served ./sum && gdb_run -ex "target remote localhost:$port" -ex 'monitor stop all' \
	-ex 'break sum.c:10' -ex continue -ex continue -ex continue -ex 'set var sum = 5' \
	-ex 'monitor ranks' -ex detach
wait $job
says lists_ranks 'rank 0  node 0  is .* us$' 'rank 3  node 3  is .* us$'
if [ "$(grep -Eo 'rank [0-3]" hit' told | sort -u | wc -l)" = 3 ]
then ok every_rank_stops; else not_ok every_rank_stops; fi
if [ "$(grep -c 'has 10$' out)" = 1 ] && [ "$(wc -l <out)" = 4 ]
then ok variables_are_set; else not_ok variables_are_set; fi

# Simulated time is that of a run without gdb, however often it stands still.
cat >timed.c <<'C'
#include <stdio.h>
#include <hwi/include/bqc/A2_inlines.h>
int main(void)
{
	volatile int n = 0;
	for (int i = 0; i < 500; i++)
		n += i;
	printf("%llu\n", (unsigned long long)GetTimeBase());
	return 0;
}
C
"$build/bin/bgq-cc" -g -O1 -o timed timed.c && "$run" --np 4 : ./timed >plain
served ./timed && gdb_run -ex "target remote localhost:$port" -ex 'break timed.c:7' -ex continue \
	-ex 'ignore 1 20' -ex continue -ex next -ex stepi -ex stepi -ex stepi -ex delete \
	-ex continue
wait $job
says stops_often 'rank 2" hit' 'rank 2" hit' '^6	' 'exited normally'
if cmp -s out plain; then ok times_are_the_same; else not_ok times_are_the_same; fi

# Commands as editors give them: gdb/MI with threads and frames named in each command, variables as
# objects, a condition, the value of a call, a step out, a variable that is watched.
mi() {
	printf '%s\n' '-gdb-set debuginfod enabled off' '-gdb-set can-use-hw-watchpoints 0' \
		"-file-exec-and-symbols $tmp/sum" "-target-select remote localhost:$port" \
		"$@" -gdb-exit
}
served ./sum && mi '-break-insert -f main' -exec-continue "-break-insert -f $tmp/sum.c:6" \
	'-exec-continue --thread 3' -thread-info '-stack-list-frames --thread 3 0 1000' \
	'-stack-list-variables --thread 3 --frame 0 --simple-values' \
	'-var-create --thread 3 --frame 0 - * "rank + 40"' \
	'-data-evaluate-expression --thread 3 --frame 1 rank' \
	-break-delete '-break-insert -f -c "i == 500" sum.c:9' -exec-continue \
	'-data-evaluate-expression i' -break-delete '-exec-finish --thread 3' \
	'-data-evaluate-expression "sum_to(3, 2)"' '-exec-step --thread 3' '-break-watch sum' \
	'-exec-continue' '-break-delete' '-exec-continue' |
	timeout 50 gdb -q -nx --interpreter=mi >told 2>&1
wait $job
says an_editor_s_session '\^connected' 'bkpt=\{number="1".*<MULTIPLE>' \
	'reason="breakpoint-hit".*func="main".*thread-id="3"' \
	'reason="breakpoint-hit".*name="rank",value="2".*line="6".*thread-id="3"' \
	'threads=\[\{id="1".*name="rank 0".*name="rank 3"' \
	'stack=\[frame=\{level="0".*func="sum_to".*level="1".*func="main"' \
	'variables=\[.*name="rank",arg="1",type="int",value="2"' 'name="var1",.*value="42"' \
	'\^done,value="2"' 'reason="breakpoint-hit"' '\^done,value="500"' \
	'reason="function-finished".*return-value="2002000"' '\^done,value="3003000"' \
	'reason="end-stepping-range"' 'reason="exited-normally"'
# The rank that was called is later than the others, by the time of the function that gdb has
# called.
if [ "$(sort out)" = "$(sort plain_sum)" ]; then ok results_after_it
else not_ok results_after_it; fi

# An editor's start by the page's launch.json, in the order in which Visual Studio Code's extension
# has it: set-up, program, a breakpoint, the server; then a step over a call.
"$build/tests/json_lines" <launch.json >launch
launch_has() { sed -n "s/^configurations\[0\]\.$1=\"\(.*\)\"\$/\1/p" launch; }
if [ "$(launch_has type) $(launch_has MIMode) $(launch_has request)" = 'cppdbg gdb launch' ] &&
	[ "$(launch_has program)" = '${workspaceFolder}/sum' ] &&
	grep -q "target remote $(launch_has miDebuggerServerAddress)\$" session
then ok the_page_has_a_launch_json; else not_ok the_page_has_a_launch_json; fi
served ./sum && printf '%s\n' \
	"-interpreter-exec console \"$(launch_has 'setupCommands\[0\]\.text')\"" \
	"-environment-cd $tmp" "-file-exec-and-symbols $tmp/sum" \
	'-interpreter-exec console "show architecture"' '-break-insert main' \
	"-target-select remote localhost:$port" -exec-continue \
	'-exec-next --thread 3' '-exec-next --thread 3' -thread-info \
	'-data-evaluate-expression sum' -exec-continue -gdb-exit |
	timeout 50 gdb -q -nx -iex 'set debuginfod enabled off' --interpreter=mi >told 2>&1
wait $job
says a_launch '\^done,bkpt=\{number="1"' '\^connected' \
	'reason="breakpoint-hit".*func="main".*thread-id="3"' \
	'reason="end-stepping-range".*func="main".*line="16"' \
	'reason="end-stepping-range".*func="main".*line="18"' \
	'threads=\[.*name="rank 0".*name="rank 3"' '\^done,value="2002000"' \
	'reason="exited-normally"'
if cmp -s out plain_sum; then ok results_of_a_launch; else not_ok results_of_a_launch; fi

# A crash stops where it is; then it takes its course.
cat >crash.c <<'C'
#include <spi/include/kernel/location.h>
static void store(int *to) { *to = 1; }
int main(void) { if (Kernel_GetRank() == 1) store((int *)8); return 0; }
C
"$build/bin/bgq-cc" -g -o crash crash.c
served ./crash && gdb_run -ex "target remote localhost:$port" -ex continue -ex bt -ex continue
wait $job
status=$?
says a_crash_stops 'rank 1" received signal SIGSEGV' '^#0 .*store \(to=0x8\) at crash.c:2' \
	'^#1 .*main' 'exited with code'
if [ $status -eq 139 ]; then ok its_status_is_the_same; else not_ok its_status_is_the_same; fi

# Ctrl-C where a rank computes, and where all wait for ever.
interrupted() { # NAME PATTERN...
	name=$1
	shift
	printf '%s\n' "target remote localhost:$port" 'echo it runs\n' continue 'info threads' \
		kill >commands
	(for i in 1 2 3 4 5; do
		sleep 1
		pid=$(cat gdb.pid 2>/dev/null) && grep -q '^it runs' told && kill -INT "$pid"
	done) 2>/dev/null &
	sh -c 'echo $$ >gdb.pid; exec gdb -q -nx -batch -iex "set debuginfod enabled off" "$1" \
		-x commands' - "$program" >told 2>&1 </dev/null
	rm -f gdb.pid
	cp told "$tmp/err"
	wait $job
	says "$name" "$@"
}
printf 'volatile int n; int main(void) { for (;;) n++; }\n' >endless.c
"$build/bin/bgq-cc" -g -o endless endless.c
served ./endless && interrupted ctrl_c_tells_the_time 'simulated time: rank [0-3] .* us' \
	'SIGINT' 'rank 3" .*main'
# An editor's pause: a command of MI while the job runs.
: >told
served ./endless && {
	printf '%s\n' '-gdb-set mi-async on' "-file-exec-and-symbols $tmp/endless" \
		"-target-select remote localhost:$port" -exec-continue
	for i in $(seq 100); do # the job runs before it is asked to stop
		grep -q '^\*running' told && break
		sleep 0.1
	done
	echo -exec-interrupt
	for i in $(seq 100); do
		grep -q SIGINT told && break
		sleep 0.1
	done
	printf '%s\n' -thread-info '-interpreter-exec console "kill"' -gdb-exit
} | timeout 50 gdb -q -nx -iex 'set debuginfod enabled off' --interpreter=mi >told 2>&1
wait $job
says a_pause 'signal-name="SIGINT".*func="main"' 'name="rank 0".*func="main".*name="rank 3"'
printf '#include <unistd.h>\nint main(void) { char c; return (int)read(0, &c, 1); }\n' >waits.c
"$build/bin/bgq-cc" -g -o waits waits.c
mkfifo never
sleep 20 >never &
holder=$!
job_in=never # to be read, but empty
served ./waits --np 1 --gdb=0 && interrupted ctrl_c_in_a_wait 'rank 0 waits at .* us' SIGINT \
	'rank 0" .*main'
kill $holder 2>/dev/null
summary
