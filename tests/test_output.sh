#!/bin/sh
# test_output.sh - what ranks print, read and die of, as the user of bgq-run sees it: output
# is complete on every way of ending, its failures are told, standard input stops rank 0
# only, messages are grouped and never crowd out a reason, signals list what ranks do.
# Not here: descriptors that do not block (test_writer.c), the order of output (every
# comparison of workers).
# Usage: test_output.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
output=$spi/output

judge() {
	what=$1
	shift
	if "$@"; then ok "$what"; else not_ok "$what"; fi
}

# Until the command is true, 20 s at most.
await() {
	tries=200
	until "$@" || [ $((tries -= 1)) -eq 0 ]; do sleep 0.1; done
	"$@"
}

# ---- failures to write
"$run" --np 4 : "$output" lines 100 >/dev/full 2>"$tmp/err"
status=$?
judge full_disk_is_status_74 [ $status -eq 74 ]
judge full_disk_is_told_once \
	[ "$(grep -c 'cannot write to standard output: No space left' "$tmp/err")" -eq 1 ]
"$run" --np 4 : "$output" lines 100 >&- 2>"$tmp/err"
status=$?
judge closed_output_is_status_74 [ $status -eq 74 ]

# Rank output by the gigabyte, if the reader's end were not noticed.
{
	timeout 60 "$run" --np 4 : "$output" lines 4000000000 2>"$tmp/err"
	echo $? >"$tmp/status"
} | head -3 >"$tmp/out"
judge reader_that_is_gone_ends_the_job [ "$(cat "$tmp/status")" -eq 141 ]
judge reader_that_is_gone_is_told grep -q 'standard output: Broken pipe' "$tmp/err"

# 40 MB through a pipe whose reader sleeps.
{
	"$run" --np 512 --boot-report : "$output" lines 40 1990 2>"$tmp/err"
	echo $? >"$tmp/status"
} | { sleep 1; cksum; } >"$tmp/slow"
"$run" --np 512 --workers 2 --boot-report : "$output" lines 40 1990 2>"$tmp/fast.err" |
	cksum >"$tmp/fast"
judge slow_reader_gets_everything cmp -s "$tmp/slow" "$tmp/fast"
peak_of() {
	sed -n 's/.*(peak \([0-9]*\).*/\1/p' "$1"
}
judge memory_is_told_by_layer \
	grep -q "per node at the end: main stacks [1-9].*, packets [0-9]*,.* tables [1-9]" \
		"$tmp/err"
judge slow_reader_costs_no_memory \
	[ "$(peak_of "$tmp/err")" -lt $(($(peak_of "$tmp/fast.err") + 20)) ]

# ---- ends: what was printed before is there
for way in 'abort 134' 'null 139' 'exit 7' '_exit 8'; do
	# shellcheck disable=SC2086 # two words
	set -- $way
	"$run" --np 4 : "$spi/ends" "$1" 2 >"$tmp/out" 2>"$tmp/err"
	status=$?
	judge "$1_keeps_the_output" \
		[ "$status $(grep -c lives "$tmp/out")" = "$2 4" ]
done
expect deadlock_keeps_the_output 125 'deadlock' "$run" --np 4 : "$spi/ends" barrier 2
judge deadlock_comes_behind_the_output [ "$(grep -c lives "$tmp/out")" -eq 4 ]
judge waits_name_what_is_inlined \
	grep -Eq 'at die_by\+0x.* \(ends.c:[0-9]+.*, in test_barrier, MUSPI_GIBarrierEnterAndWait' \
	"$tmp/err"

# ---- signals
"$run" --np 8 --shape 2x2x2x1x1 --workers 1 : "$output" wait >"$tmp/out" 2>"$tmp/err" &
pid=$!
await [ -s "$tmp/out" ]
sleep 0.2
kill -USR1 $pid
waiters='7 ranks \(0,2-7\), first rank 0 .* waits in a global barrier'
judge usr1_lists_who_waits await grep -Eq "$waiters" "$tmp/err"
judge usr1_lists_who_runs await grep -Eq 'rank 1 .* runs, at work_for_ever' "$tmp/err"
judge usr1_goes_on kill -0 $pid
kill -TERM $pid
kill -TERM $pid 2>/dev/null # as timeout(1) does, which must not cut the list short
wait $pid
status=$?
judge term_is_143 [ $status -eq 143 ]
judge term_lists_who_waits \
	[ "$(grep -Ec "$waiters" "$tmp/err")" -eq 2 ]
judge term_is_named grep -q 'ended by SIGTERM' "$tmp/err"
judge term_keeps_the_output [ "$(grep -o 'rank [0-7] waits' "$tmp/out" | wc -l)" -eq 8 ]

timeout --preserve-status -s INT "$endless_seconds" \
	"$run" --np 8 --shape 2x2x2x1x1 --workers 1 : "$output" wait >"$tmp/out" 2>"$tmp/err"
status=$?
judge int_is_130 [ $status -eq 130 ]
judge int_lists_who_waits grep -Eq "$waiters" "$tmp/err"
judge int_keeps_the_output [ "$(grep -o 'rank [0-7] waits' "$tmp/out" | wc -l)" -eq 8 ]
expect_timeout time_limit_lists_who_waits "$waiters" --np 8 --shape 2x2x2x1x1 --workers 1 : \
	"$output" wait
judge time_limit_keeps_the_output [ "$(grep -o 'rank [0-7] waits' "$tmp/out" | wc -l)" -eq 8 ]

waiters='^bgq-run:   rank [0-9]+ .* waits in a global barrier since'
expect verbose_lists_all 125 "$waiters" "$run" --verbose --np 8 --shape 2x2x2x1x1 : \
	"$output" lack
judge all_are_listed [ "$(grep -Ec "$waiters" "$tmp/err")" -eq 7 ]

# ---- standard input
mkfifo "$tmp/in"
"$run" --np 4 --shape 2x2x1x1x1 : "$output" read <"$tmp/in" >"$tmp/out" 2>"$tmp/err" &
pid=$!
exec 9>"$tmp/in"
judge others_go_on_while_rank_0_reads await grep -q 'rank 3 is at the end' "$tmp/out"
judge prompt_appears grep -q 'what is it?' "$tmp/out"
echo one >&9
judge line_arrives await grep -q 'rank 0 has read one' "$tmp/out"
kill -USR1 $pid
judge reading_is_listed await grep -Eq 'rank 0 .* reads standard input since .*' "$tmp/err"
echo two >&9
exec 9>&-
wait $pid
status=$?
judge input_is_no_deadlock [ $status -eq 0 ]
sort "$tmp/out" >"$tmp/sorted"
printf '%s\n' 'rank 0 has read one' 'rank 0 has read two' 'rank 0 is at the end' \
	'rank 2 is at the end' 'rank 3 is at the end' 'what is it? rank 1 is at the end' \
	>"$tmp/expected"
judge input_is_for_rank_0_alone cmp -s "$tmp/sorted" "$tmp/expected"
printf 'one\ntwo\n' >"$tmp/file"
printf '%s\n' 'rank 0 has read two' 'rank 0 is at the end' 'rank 1 is at the end' \
	'rank 2 is at the end' 'rank 3 is at the end' 'what is it? rank 0 has read one' \
	>"$tmp/expected"
for workers in 1 2; do
	"$run" --np 4 --shape 2x2x1x1x1 --workers $workers : "$output" read <"$tmp/file" |
		sort >"$tmp/sorted"
	judge "file_is_read_with_${workers}_workers" cmp -s "$tmp/sorted" "$tmp/expected"
done

# ---- messages
expect many_records_hide_no_reason 139 'rank 3 <.*ended by signal 11 .*in leaf' \
	"$run" --np 4 : "$output" complain
judge many_records_are_counted \
	[ "$(grep -c 'RAS: rank 0' "$tmp/err") $(grep -c 'and 6 more' "$tmp/err")" = '24 1' ]
expect verbose_shows_all_records 139 '' "$run" --verbose --np 4 : "$output" complain
judge all_records_are_there [ "$(grep -c 'RAS: rank 0' "$tmp/err")" -eq 30 ]
expect equal_ends_are_grouped 139 '32 ranks \(0-31\): ended by signal 11 .*die_by.*ends.c' \
	"$run" --np 32 : "$spi/ends" null 99999
judge first_ends_are_shown [ "$(grep -c 'ended by signal 11.*address 0x0' "$tmp/err")" -eq 4 ]
cp "$tmp/err" "$tmp/one"
"$run" --np 32 --workers 3 : "$spi/ends" null 99999 >/dev/null 2>"$tmp/err"
judge groups_are_the_same_for_any_workers cmp -s "$tmp/err" "$tmp/one"

# ---- core files
here=$(pwd)
core() {
	rm -f "$tmp"/core.*
	(cd "$tmp" && "$here/$run" "$@") >"$tmp/out" 2>"$tmp/err"
}
case $build in /*) here= ;; esac
core --np 4 : "$here/$output" complain
judge no_core_file_by_default sh -c "! ls '$tmp'/core.* 2>/dev/null"
core --core=first --np 4 : "$here/$output" complain
judge core_file_is_said grep -q 'core files (core.RANK): 1 rank (3)' "$tmp/err"
for line in 'unhandled signal .*SIGSEGV' 'rsp=0*[1-9a-f]' ' leaf.*output.c:' \
	' complain.*output.c:' ' main+.*output.c:' 'injection FIFO .* tail' \
	'reception FIFO .* enabled' 'message unit: [0-9]* descriptors, [0-9]* packets injected'; do
	judge "core_file_has_$(echo "$line" | tr -cd 'a-zA-Z')" grep -q "$line" "$tmp/core.3"
done
for workers in 1 3; do
	core --core=first --workers $workers --np 32 : "$here/$spi/ends" null 99999
	judge "core_file_of_the_first_with_${workers}_workers" \
		[ "$(ls "$tmp"/core.*)" = "$tmp/core.0" ]
done
core --core=all --np 32 : "$here/$spi/ends" abort 99999
judge core_files_of_all [ "$(ls "$tmp"/core.* | wc -l)" -eq 32 ]
judge core_file_of_abort grep -q ' die_by' "$tmp/core.31"
core --core=all --np 4 : "$here/$spi/ends" stack 2
judge core_file_without_room_for_a_stack grep -q 'Rank: 2' "$tmp/core.2"
expect bad_core_option 2 "'some' is neither 'none' nor 'first' nor 'all'" \
	"$run" --core=some : "$output"
summary
