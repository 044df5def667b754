#!/bin/sh
# test_gdb_dap.sh - an editor that speaks the Debug Adapter Protocol, by gdb's own adapter (gdb 14
# and later) at --gdb=RANK --listen=PORT: ranks as threads, breakpoints with conditions, arguments,
# steps, pause of a rank that computes, functions called; results are those without it.
# Leaves out editors' own windows; gdb/MI and gdb's commands (test_gdb_remote.sh).
# Usage: test_gdb_dap.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
. "$(dirname "$0")/gdb_served.sh"
job_out=job.out job_err=job.err
build=$(cd "$build" && pwd)
run=$build/bin/bgq-run
cd "$tmp" || exit 1
version=$(gdb --version 2>/dev/null | sed -n '1s/.* \([0-9]*\)\.[0-9].*/\1/p')
if [ "${version:-0}" -lt 14 ] || ! gdb -nx -batch -ex 'python 1' >gdb.out 2>&1 || [ -s gdb.out ]
then
	echo "no gdb of version 14 or later, with Python, on this host"
	summary
	exit
fi

# editor PROGRAM: an adapter for it, to which ask() writes.
editor() {
	rm -f to
	mkfifo to
	: >out
	timeout 100 gdb -q -nx -iex 'set debuginfod enabled off' --interpreter=dap <to >out 2>err &
	adapter=$!
	exec 3>to
	number=0
	ask initialize '{"adapterID":"gdb","linesStartAt1":true,"pathFormat":"path"}'
	ask attach "{\"program\":\"$tmp/$1\",\"target\":\"localhost:$port\"}"
	says "$1: is ready" 1 '"event": "initialized"'
}

# ask COMMAND [ARGUMENTS]
ask() {
	number=$((number + 1))
	set -- "$1" "${2:-"{}"}"
	set -- "{\"seq\":$number,\"type\":\"request\",\"command\":\"$1\",\"arguments\":$2}"
	printf 'Content-Length: %d\r\n\r\n%s' ${#1} "$1" >&3
}

# says NAME COUNT PATTERN: waits until the adapter has said so, that often.
says() {
	for wait in $(seq 300); do
		if [ "$(grep -Eo -- "$3" out | wc -l)" -ge "$2" ]; then ok "$1"; return; fi
		kill -0 $adapter 2>/dev/null || break
		sleep 0.1
	done
	tail -n 3 out
	not_ok "$1"
}

gone() {
	ask disconnect "{\"terminateDebuggee\":$1}"
	says "${2}_disconnects" 1 '"command": "disconnect", "success": true'
	exec 3>&-
	wait $adapter
	wait $job
	job_status=$?
}

cat >sum.c <<'C'
#include <stdio.h>
#include <spi/include/kernel/location.h>
static int sum_to(int rank, double scale)
{
	int sum = 0;

	for (int i = 0; i <= 1000; i++)
		sum += i * rank;
	return (int)(scale * sum);
}
int main(void)
{
	int rank = (int)Kernel_GetRank();
	int sum = sum_to(rank, 2);

	printf("rank %d has %d\n", rank, sum);
	return 0;
}
C
"$build/bin/bgq-cc" -g -o sum sum.c || exit 1
"$run" --np 4 : ./sum | sort >plain

served ./sum || exit 1
editor sum
ask setBreakpoints "{\"source\":{\"path\":\"$tmp/sum.c\"},\"breakpoints\":[{\"line\":5}]}"
ask configurationDone
says attached 1 '"event": "stopped", .*"reason": "attach"|"reason": "attach".*"event": "stopped"'
ask threads
says ranks_are_threads 1 '"name": "rank 3".*"name": "rank 0"|"name": "rank 0".*"name": "rank 3"'
ask continue '{"threadId":3}'
says a_breakpoint 1 '"threadId": 3, .*"reason": "breakpoint"'
ask stackTrace '{"threadId":3}'
says its_stack 1 '"line": 5,.*"name": "sum_to".*"line": 14,.*"name": "main"'
ask scopes '{"frameId":0}'
says its_scopes 1 '"variablesReference": 1, "name": "Arguments"'
ask variables '{"variablesReference":1}'
says its_arguments 1 '"name": "rank", "value": "2".*"name": "scale", "value": "2"'
ask setBreakpoints "{\"source\":{\"path\":\"$tmp/sum.c\"},\"breakpoints\":[]}"
ask evaluate '{"expression":"sum_to(3, 2)","frameId":0,"context":"watch"}'
says a_function_is_called 1 '"result": "3003000"'
ask setBreakpoints "{\"source\":{\"path\":\"$tmp/sum.c\"},\"breakpoints\":[{\"line\":8,\
\"condition\":\"i == 500\"}]}"
ask continue '{"threadId":3}'
says a_condition 2 '"threadId": 3, .*"reason": "breakpoint"'
ask stackTrace '{"threadId":3}'
says its_stack_again 2 '"command": "stackTrace", "success": true'
ask evaluate '{"expression":"i * 1000 + rank","frameId":0,"context":"watch"}'
says its_value 1 '"result": "500002"'
ask setBreakpoints "{\"source\":{\"path\":\"$tmp/sum.c\"},\"breakpoints\":[]}"
ask stepOut '{"threadId":3}'
says a_step_out 1 '"threadId": 3, .*"reason": "step"'
ask next '{"threadId":3}'
says a_step 2 '"threadId": 3, .*"reason": "step"'
ask stackTrace '{"threadId":3}'
says where_it_stands 1 '"stackFrames": [[][{]"id": [0-9]*, "line": 1[46],[^}]*[}], "name": "main"'
gone false editor
sort job.out | cmp -s - plain
if [ $? -eq 0 ] && [ $job_status -eq 0 ]; then ok results_are_the_same
else not_ok results_are_the_same; fi

# A rank that computes is paused; the editor ends the job.
printf 'volatile int n; int main(void) { for (;;) n++; }\n' >endless.c
"$build/bin/bgq-cc" -g -o endless endless.c
served ./endless || exit 1
editor endless
ask configurationDone
says attached_again 1 '"command": "attach", "success": true'
ask continue '{"threadId":3}'
says it_runs 1 '"command": "continue", "success": true'
sleep 0.3
ask pause '{"threadId":3}'
says a_pause 1 '"reason": "(pause|signal)"'
ask stackTrace '{"threadId":3}'
says where_it_computes 1 '"name": "main"'
gone true editor
if [ $job_status -ne 0 ]; then ok the_job_is_ended; else not_ok the_job_is_ended; fi
summary
