#!/bin/sh
# test_restart.sh - --checkpoint, --checkpoint-at, --restart: a run that goes on from a checkpoint
# in the middle of an exchange ends with the output, the files and the report of one that was never
# stopped, for any number of workers; what has changed since, and what cannot be kept, is named.
# Leaves out hosts and C libraries that differ.
# Usage: test_restart.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
run=$(cd "$(dirname "$run")" && pwd)/bgq-run
program=$(cd "$spi" && pwd)/restart
cd "$tmp" || exit 1

fresh() {
	rm -rf job
	mkdir job
	seq 2000 >job/input
}
first_bytes() {
	sed -n 's/.* in .*: \([0-9]*\) bytes on standard output.*/\1/p' stopped.err | tail -1
}
# The job's directory is as that of the whole run; so is the output, of which the first bytes are
# those of the stopped run.
judge() {
	first=$(first_bytes)
	head -c "$first" stopped >all
	cat out >>all
	if [ "$first" -gt 0 ] && [ -s out ] && cmp whole all && diff -r job job.whole
	then ok "$1: output and files"; else not_ok "$1: output and files"; fi
}
reproducible() { grep -v '^"host"\|^"waits"' "$1"; }

# ---- 512 nodes
fresh
expect whole 0 '' "$run" --np 512 --workers 1 --report=whole.json : "$program" 6 job
cp out whole
mv job job.whole
fresh
expect checkpoint 0 'checkpoint at 1000.000 us in .*kept: [1-9][0-9]* bytes' \
	"$run" --np 512 --checkpoint-at=1ms=kept : "$program" 6 job
cp out stopped
cp err stopped.err
if cmp whole out && diff -r job job.whole; then ok a_checkpoint_changes_nothing
else not_ok a_checkpoint_changes_nothing; fi
for workers in $all_workers 4; do
	expect "restart $workers" 0 'goes on from .*kept at 1000.000 us' \
		"$run" --restart kept --workers "$workers" --report=again.json
	judge "restart $workers"
	reproducible whole.json >one
	reproducible again.json >two
	if cmp one two; then ok "restart $workers: report"
	else not_ok "restart $workers: report"; fi
done

# ---- from one checkpoint to the next, elsewhere; then from that one
cd / || exit 1
expect next 0 'checkpoint at 1300.000 us' \
	"$run" --restart "$tmp/kept" --checkpoint-at 1.3ms="$tmp/next"
cd "$tmp" || exit 1
judge next
cp all stopped
cp err stopped.err
expect second 0 'goes on from .*next at 1300.000' "$run" --restart=next
judge second

# ---- by signal, and stopped by one
fresh
expect long 0 '' "$run" --np 8 --workers 1 : "$program" 400 job
cp out whole
rm -rf job.whole
mv job job.whole
for signal in TERM:143 INT:130; do
	fresh
	rm -f kept stopped
	"$run" --np 8 --checkpoint=kept : "$program" 400 job >stopped 2>stopped.err &
	while [ ! -s stopped ] && kill -0 $! 2>/dev/null; do sleep 0.05; done
	kill -USR2 $!
	while [ ! -s kept ] && kill -0 $! 2>/dev/null; do sleep 0.02; done
	kill -${signal%:*} $! 2>/dev/null
	wait $!
	got=$? status=${signal#*:} name="stopped by ${signal%:*}" pattern=
	[ $got -ne 0 ] || status=0 # it was faster
	cp stopped.err err
	judge_run
	expect "after ${signal%:*}" 0 'goes on from' "$run" --restart kept
	judge "after ${signal%:*}"
	expect "once more after ${signal%:*}" 0 'goes on from' "$run" --restart kept
	judge "once more after ${signal%:*}"
done

# ---- standard input that is a file
fresh
expect input 0 'checkpoint at' "$run" --np 8 --checkpoint-at 1ms=kept : "$program" 9 job input \
	<job/input
cp out whole
cp out stopped
cp err stopped.err
rm -rf job.whole
cp -r job job.whole
expect input_again 0 'goes on' "$run" --restart kept </dev/null
judge input_again

# ---- outputs of the run that goes on
rm -f kept
fresh
expect kept_with_outputs 0 '' "$run" --np 8 --quiet --report=r.json --output-per-rank=o.%r \
	--checkpoint-at 1ms=kept : "$program" 9 job
reproducible r.json >one
mkdir whole.ranks
cp o.? whole.ranks
expect its_own_again 0 '' "$run" --quiet --restart kept
reproducible r.json >two
if cmp one two; then ok its_report_again; else not_ok its_report_again; fi
mkdir ranks
cp o.? ranks
if diff -r whole.ranks ranks; then ok its_ranks_files_again; else not_ok its_ranks_files_again; fi
cp kept good
mkdir dir
refused() {
	what=$1 why=$2
	shift 2
	expect "refused: $what" 2 "$why" "$run" --restart kept "$@"
	if cmp good kept && [ -s job/input ]; then ok "as before: $what"
	else not_ok "as before: $what"; fi
}
refused report_again 'write to r.json; those of the job that was kept are in force' --report=r.json
refused by_another_name 'dir/../r.json: two options write to it' --report=dir/../r.json
refused the_checkpoint 'kept: is the checkpoint that the run goes on from' --trace=./kept
refused the_job_s_input 'job/input: is a file of the job that was kept' --trace=job/input
refused the_program 'restart: is a file of the job that was kept' --trace="$program"
refused of_the_profile 'r.txt: two options' --profile=r --trace=r.txt
expect checkpoint_again 0 '' "$run" --restart kept --checkpoint-at=1.2ms=kept
if grep -aq '^time 1200000000$' kept; then ok its_time; else not_ok its_time; fi

# ---- what has changed
changed() {
	expect "changed: $1" 126 "$2" "$run" --restart kept
}
fresh
cp "$program" program
expect kept 0 '' "$run" --np 8 --quiet --checkpoint-at 1ms=kept : ./program 9 job
echo more >>job/input
changed input 'job/input: is longer than at the checkpoint'
seq 2000 >job/input
echo >>program
changed program 'program: is longer'
printf 'no bytes that a program has' | dd of=program bs=1 seek=5000 conv=notrunc 2>/dev/null
changed program 'program: has other contents'
cp "$program" program
rm job/input
changed input_gone 'job/input: No such file'
seq 2000 >job/input
rm -r job/log
mkdir job/log
changed log 'job/log: is not the regular file'
rmdir job/log
rm job/kept.0.0
expect removed_is_written_again 0 '' "$run" --quiet --restart kept
[ -s job/kept.0.0 ] && ok written_again || not_ok written_again

fresh
expect kept 0 '' "$run" --np 8 --quiet --checkpoint-at 5us=kept : ./program 9 job
sed -i "s,^journal,absent $tmp/job/mine\\n&," kept
echo mine >job/mine
changed not_made 'job/mine: was not there at the checkpoint'

# ---- checkpoints that are not what they were
rm -rf job
fresh
expect kept 0 '' "$run" --np 8 --quiet --checkpoint-at 1ms=kept : ./program 9 job
cp kept good
head -c 2000 good >kept
changed cut_off 'it is cut off'
sed 's/^bgqemu-checkpoint 1/bgqemu-checkpoint 7/' good >kept
changed version 'not a checkpoint of this version'
sed -e 's/^emulator 1/emulator 2/' -e t -e 's/^emulator ./emulator 1/' good >kept
changed emulator 'written by another bgq-run'
sed 's/^libc .*/libc 1.0/' good >kept
changed libc 'another version of the host.s C library'
for field in state output; do
	sed "s/^$field \(...\)/$field 000/" good >kept
	expect "another $field" 70 'the run is not what it was' "$run" --restart kept
done
at=$(LC_ALL=C grep -abo '^journal [0-9]* [0-9]*' good | cut -d: -f1)
printf x | dd of=good bs=1 seek=$((at + 100)) conv=notrunc 2>/dev/null
cp good kept
expect another_answer 70 'the run is not what it was' "$run" --restart kept

# ---- what cannot be kept
cannot() {
	fresh
	expect "cannot keep $1" 1 "no checkpoint at 1000.000 us: $2" \
		"$run" --np 8 --checkpoint-at 1ms=none : "$program" 9 job "$1"
	[ ! -e none ] && ok "no file: $1" || not_ok "no file: $1"
}
cannot lock 'rank 1 has locked a file'
cannot random 'rank 1 has asked for random bytes'
cannot socket 'rank 1 has used a socket, a FIFO or a terminal'
cannot removed 'a file that is open, .*removed.*, is removed'
cannot link '.*job/link cannot be looked at: No such file'
cannot pipe 'a file that is open, .*job/fifo, is a device or a FIFO'
seq 2000 | cannot input 'rank 0 has read standard input, which is not a file'
fresh
rm -f kept "$tmp/err"
"$run" --np 8 --checkpoint-at=1ms=kept : "$program" 400 job removed >"$tmp/out" 2>"$tmp/err" &
while ! grep -q 'no checkpoint' "$tmp/err" 2>/dev/null && kill -0 $! 2>/dev/null; do
	sleep 0.02
done
while [ ! -s kept ] && kill -USR2 $! 2>/dev/null; do sleep 0.05; done
wait $!
got=$? status=1 name='a later one, when the file is closed'
pattern='checkpoint at [0-9.]* us in .*kept'
judge_run
fresh
drop= # a superuser may read all
[ "$(id -u)" -ne 0 ] || drop="setpriv --inh-caps=-all --bounding-set=-all"
expect unreadable 1 'no checkpoint at .* cannot be looked at: Permission denied' \
	sh -c "umask 0444; exec $drop $run --np 8 --checkpoint-at 1ms=none : $program 9 job"
fresh
expect ended_before 1 'no checkpoint: the run has ended before --checkpoint-at' \
	"$run" --np 8 --checkpoint-at 1s=none : "$program" 2 job
fresh
expect full 1 '--checkpoint-at .*/none: File too large' sh -c "ulimit -f 8; exec $run --np 8 \
	--checkpoint-at 1ms=none : $program 9 job"
[ ! -e none ] && [ ! -e none.partial ] && ok full_leaves_nothing || not_ok full_leaves_nothing

# ---- a program has an option of that name too
for word in --quiet --boot-report --workers-report --counters "--workers 1"; do
	expect "a program's own behind $word" 0 '' "$run" $word \
		"$(dirname "$program")/barrier_times" --restart kept
done

# ---- wrong uses
expect bad_time 2 "'soon' is not of the form" "$run" --checkpoint-at soon : "$program"
expect no_file 2 "'1ms=' is not of the form" "$run" --checkpoint-at 1ms= : "$program"
expect device 2 'not a regular file' "$run" --checkpoint=/dev/null : "$program"
expect device_at 2 '--checkpoint-at /dev/null: not a' "$run" --checkpoint-at 1ms=/dev/null : \
	"$program"
expect clock_off 2 ' --checkpoint needs the clock' "$run" --clock off --checkpoint=c : "$program"
expect clock_off_at 2 '--checkpoint-at needs' "$run" --clock off --checkpoint-at 1ms : "$program"
expect two_files 2 '--checkpoint-at b: --checkpoint has named a, and there is one file' \
	"$run" --checkpoint=a --checkpoint-at 1ms=b : "$program"
expect one_file_twice 127 'nowhere' "$run" --checkpoint=a --checkpoint-at 1ms=a : ./nowhere
expect np_again 2 "'--np' cannot be given again" "$run" --restart kept --np 4
expect program_again 2 'cannot be given again' "$run" --restart kept : "$program"
expect not_there 126 'No such file' "$run" --restart nowhere
expect last 2 'no program' "$run" --np 4 --restart kept
summary
