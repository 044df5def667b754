#!/bin/sh
# test_gdb.sh - bgq-run --gdb without a terminal: the rank waits for a debugger, and what is
# printed loads its symbols where they are.  Where gdb is installed, that command is carried
# out, too.  Leaves out how gdb looks in a terminal.
# Usage: test_gdb.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

"$run" --np 4 : "$spi/debugged" >"$tmp/plain"
"$run" --np 4 --gdb=2 : "$spi/debugged" >"$tmp/out" 2>"$tmp/err" </dev/null &
job=$!
while kill -0 $job 2>/dev/null && ! grep -q add-symbol-file "$tmp/err"; do sleep 0.1; done

# The address of the variable is where rank 2 says that it is.
base=$(sed -n 's/.*add-symbol-file .* -o \(0x[0-9a-f]*\)$/\1/p' "$tmp/err")
offset=0x$(nm "$spi/debugged" | sed -n 's/ [BDbd] debugged$//p')
address=$(sed -n 's/rank 2 .* at //p' "$tmp/plain")
if [ "$base" ] && [ "$address" = "$(printf '0x%x' $((base + offset)))" ]
then ok symbols_are_where_the_rank_is; else not_ok symbols_are_where_the_rank_is; fi

script=$(sed -n "s/.* -x \([^ ]*\) -ex 'bgq start'$/\1/p" "$tmp/err")
if [ -r "$script" ]; then ok the_script_is_there; else not_ok the_script_is_there; fi
if grep -q "gdb -p $job " "$tmp/err" && kill -0 $job
then ok the_rank_waits; else not_ok the_rank_waits; fi

if command -v gdb >/dev/null; then
	timeout 60 gdb -q -batch -p $job -x "$script" -ex 'bgq start' -ex 'print debugged' \
		-ex 'print &debugged' -ex 'bgq ranks' -ex 'break change' -ex 'continue' \
		-ex 'finish' -ex 'print debugged' -ex 'bgq rank 3' -ex 'print &debugged' \
		-ex 'delete' -ex 'continue' >"$tmp/gdb" 2>&1 </dev/null
	cp "$tmp/gdb" "$tmp/err"
	for line in 'main \(\) at .*debugged.c' '= 41$' "\\(int \\*\\) $address <debugged>" \
		'rank 2 +node 2 +thread 0 +runs' 'rank 3 +node 3 ' '= 241$'; do
		if grep -Eq -- "$line" "$tmp/gdb"; then ok "gdb_says $line"
		else not_ok "gdb_says $line"; fi
	done
	wait $job
	if cmp -s "$tmp/out" "$tmp/plain"; then ok the_program_did_the_same
	else not_ok the_program_did_the_same; fi
else
	kill $job
fi

# attach PROGRAM gdb's arguments...: gdb at main() of rank 2; what it says is in $tmp/gdb.
attach() {
	program=$1
	shift
	"$run" --np 4 --gdb=2 --timeout=100 : "$program" >"$tmp/out" 2>"$tmp/err" </dev/null &
	job=$!
	while kill -0 $job 2>/dev/null && ! grep -q add-symbol-file "$tmp/err"; do sleep 0.1; done
	timeout 120 gdb -q -batch -p $job -x "$script" -ex 'bgq start' "$@" \
		>"$tmp/gdb" 2>&1 </dev/null
	cp "$tmp/gdb" "$tmp/err"
	wait $job
}

# says NAME PATTERN...: lines of gdb, in that order; and the program did what it does without.
# That it has exited is not asked for: gdb 13 may fail an assertion of its own then.
says() {
	name=$1
	shift
	from=1
	for line; do
		at=$(tail -n +$from "$tmp/gdb" | grep -nEm1 -- "$line" | cut -d: -f1)
		[ "$at" ] || { echo "    missing: $line"; not_ok "$name"; return; }
		from=$((from + at))
	done
	[ -s "$tmp/out" ] && ! cmp -s "$tmp/out" "$tmp/stepped.plain" &&
		{ not_ok "$name: another result"; return; }
	ok "$name"
}

# Arguments where a function begins, and steps over and into lines with checks in them.
cat >"$tmp/stepped.c" <<'C'
#include <stdio.h>
#include <spi/include/kernel/location.h>
int total = 41;
static int scaled_sum(int rank, double x, const char *p)
{
	int a = rank * 2;
	for (int i = 0; i < 200; i++) total += i & 1;
	a += total;
	return a + (int)x + (p != 0);
}
int main(void)
{
	int r = Kernel_GetRank();
	int s = scaled_sum(r, 1.5, NULL);
	printf("%d: %d\n", r, s);
	return 0;
}
C
"$build/bin/bgq-cc" -g -O0 -o "$tmp/stepped" "$tmp/stepped.c" || exit 1
"$run" --np 4 : "$tmp/stepped" >"$tmp/stepped.plain"
if command -v gdb >/dev/null; then
	attach "$tmp/stepped" -ex 'break scaled_sum' \
		-ex continue -ex next -ex next -ex next -ex 'delete' -ex continue
	says arguments_at_a_breakpoint 'scaled_sum \(rank=2, x=1.5, p=0x0\) at .*:6$'
	says next_over_checks '^6	' '^7	' '^8	' '^9	'
	attach "$tmp/stepped" -ex 'break stepped.c:6' -ex continue -ex step -ex step -ex step \
		-ex up -ex 'bgq rank 3' -ex 'print &total' -ex 'info breakpoints' -ex 'bgq back' \
		-ex frame -ex 'print &total' -ex 'info breakpoints' -ex 'delete' -ex continue
	base=$(sed -n 's/.*add-symbol-file .* -o \(0x[0-9a-f]*\)$/\1/p' "$tmp/gdb")
	says step_over_checks '^6	' '^7	' '^8	' '^9	'
	mine=$(sed -n 's/^\$1 = .*\(0x[0-9a-f]*\) <.*/\1/p' "$tmp/gdb")
	other=$(sed -n 's/^\$2 = .*\(0x[0-9a-f]*\) <.*/\1/p' "$tmp/gdb")
	says back_is_where_it_was '^#1 .* main ' 'rank 3|main \(\)|#[0-9]' '\$1 = \(int' \
		'stepped.c:6$' '^#1 .* main ' '\$2 = \(int' 'stepped.c:6$'
	places=$(grep -E '^[0-9]+ +breakpoint .*stepped.c:6$' "$tmp/gdb" |
		sed 's/.*\(0x[0-9a-f]*\) .*/\1/')
	if [ "$(echo "$places" | sort -u | wc -l)" = 2 ] && [ "$mine" != "$other" ]
	then ok back_restores_symbols_and_breakpoints
	else not_ok back_restores_symbols_and_breakpoints; fi

	# Ctrl-C, when the loop has begun.
	cat >"$tmp/endless.c" <<'C'
volatile int n;
__attribute__((noinline)) static void forever(void) { for (;;) n++; }
int main(void) { forever(); }
C
	"$build/bin/bgq-cc" -g -o "$tmp/endless" "$tmp/endless.c" || exit 1
	rm -f "$tmp/gdb"
	(tries=3000
	until grep -q '^it runs' "$tmp/gdb" 2>/dev/null || [ $((tries -= 1)) -eq 0 ]; do
		sleep 0.1
	done
	kill -INT "$(sed -n 's/.*debugger, process \([0-9]*\):/\1/p' "$tmp/err")") &
	attach "$tmp/endless" -ex 'tbreak forever' -ex continue -ex 'echo it runs\n' \
		-ex continue -ex kill
	# The signal may come while a worker goes from one thread to the next: none runs then.
	says interrupt_tells_the_time 'received signal SIGINT' \
		'rank [0-3] thread 0 (runs|has got furthest,) at [0-9]+\.[0-9]+ us'

	# Between two threads: the state of the one that runs is made that of one that is ready.
	cat >"$tmp/none_runs.py" <<'PY'
machine = Machine()
for rank in machine.process:
    for t in machine.threads(rank):
        gdb.selected_inferior().write_memory(t + machine.at['state'], b'\0')
tell_time(machine)
PY
	attach "$tmp/endless" -ex 'tbreak forever' -ex continue -x "$tmp/none_runs.py" -ex kill
	says time_when_no_thread_runs 'hit Temporary breakpoint 3' \
		'^no thread runs; rank [0-3] thread 0 has got furthest, at [0-9]+\.[0-9]+ us'
fi

expect no_such_rank 2 'gdb 4: .*ranks' "$run" --np 4 --gdb=4 : "$spi/debugged"
summary
