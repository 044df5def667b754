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

expect no_such_rank 2 'gdb 4: .*ranks' "$run" --np 4 --gdb=4 : "$spi/debugged"
summary
