#!/bin/sh
# test_rank_files.sh - --output-per-rank: each rank's output in a file of its own, the same for any
# number of workers, however the job ends; names, directories, disks and descriptors that run out.
# Not here: what is printed when (test_output.sh), the thread that writes (test_writer.c).
# Usage: test_rank_files.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
output=$(cd "$spi" && pwd)/output
ends=$(cd "$spi" && pwd)/ends
run=$(cd "$build/bin" && pwd)/bgq-run
cd "$tmp" || exit 1

judge() {
	what=$1
	shift
	if "$@"; then ok "$what"; else not_ok "$what"; fi
}

# ---- files have what the shared stream has, rank by rank
"$run" --np 32 : "$output" lines 40 300 >all
for workers in 1 2 3; do
	expect "files_with_$workers" 0 '' "$run" --np 32 --workers $workers \
		"--output-per-rank=w$workers/rank.%3r" : "$output" lines 40 300
	judge "nothing_elsewhere_with_$workers" [ ! -s out ]
	judge "one_a_rank_with_$workers" [ "$(ls w$workers | wc -l)" -eq 32 ]
done
for rank in 0 7 31; do
	grep "^rank $rank " all >expected
	judge "rank_$rank" cmp -s expected "w1/rank.$(printf %03d $rank)"
done
judge same_for_workers sh -c 'diff -r w1 w2 && diff -r w1 w3'
expect clock_off 0 '' "$run" --clock=off --np 32 '--output-per-rank=off/rank.%3r' : \
	"$output" lines 40 300
judge same_without_a_clock diff -r w1 off

# ---- more ranks than descriptors; each rank prints in many windows
expect few_descriptors 0 '' sh -c "ulimit -n 40; exec '$run' --np 512 --quiet \
	'--output-per-rank=many/%r' : '$output' lines 3 30"
judge all_of_512 [ "$(cat many/* | grep -c '^rank [0-9]* line [012] x')" -eq 1536 ]

# ---- names
expect streams_apart 7 '' "$run" --np 2 '--output-per-rank=a/%r/b/%s.%j%%' : "$ends" exit 1
judge directories_are_made [ -f 'a/1/b/stdout.1%' ] && [ -f 'a/0/b/stderr.1%' ]
expect a_trace_s_file 2 'output-per-rank: dir/../t.1: another option writes to it' "$run" --np 4 \
	'--output-per-rank=dir/../t.%r' --trace=t.1 : "$output" lines 0
expect beside_a_trace 0 '' "$run" --np 4 '--output-per-rank=dir/t.%r' --trace=t.1 --cwd / : \
	"$output" lines 0
expect silent_ranks_have_files 0 '' "$run" --np 4 '--output-per-rank=s.%r' : "$output" lines 0
judge empty_files [ "$(cat s.0 s.1 s.2 s.3 | wc -c)" -eq 0 ]
echo old >s.2
"$run" --np 4 '--output-per-rank=s.%r' : "$output" lines 0
judge nothing_of_an_earlier_run [ ! -s s.2 ]
expect labels 0 '' "$run" --np 2 --label=long '--output-per-rank=l%r' : "$output" lines 1 3
judge labels_in_files grep -q '^stdout\[1\]: rank 1 line 0' l1
mkdir elsewhere
expect from_the_caller_s_directory 0 '' "$run" --np 2 --cwd "$tmp/elsewhere" \
	'--output-per-rank=here%r' : "$output" lines 1
judge not_in_cwd [ -s here1 ] && [ ! -f elsewhere/here1 ]
expect one_rank_needs_no_number 0 '' "$run" --shape 1x1x1x1x1 --output-per-rank=single : \
	"$output" lines 1
for wrong in all.txt '' '%' 'a%x' '%10r'; do
	expect "refused: '$wrong'" 2 "^bgq-run: --output-per-rank: '$wrong': " \
		"$run" --np 2 "--output-per-rank=$wrong" : "$output" lines 1
done

# ---- what cannot be written
mkdir d1
expect directory_in_the_way 2 '^bgq-run: --output-per-rank: d1: Is a directory' \
	"$run" --np 2 '--output-per-rank=d%r' : "$output" lines 1
mkfifo f1
expect fifo_without_reader 2 'f1: a FIFO that has no reader' \
	timeout 60 "$run" --np 2 '--output-per-rank=f%r' : "$output" lines 1
expect file_as_directory 2 'all/0: Not a directory' \
	"$run" --np 2 '--output-per-rank=all/%r' : "$output" lines 1
ln -s /dev/full full2
expect full_disk 74 '^bgq-run: --output-per-rank: cannot write to full2: No space left' \
	"$run" --np 4 '--output-per-rank=full%r' : "$output" lines 50
judge others_are_whole [ "$(cat full0 full1 full3 | wc -l)" -eq 150 ]
rm full*
for rank in 0 1 2 3; do ln -s /dev/full full$rank; done
expect full_disks_are_counted 74 '3 more files could not be written' \
	"$run" --np 4 '--output-per-rank=full%r' : "$output" lines 50
judge one_is_named [ "$(grep -c 'cannot write' err)" -eq 1 ]
expect limit_of_a_file 74 'cannot write to small0: File too large' \
	sh -c "ulimit -f 4; exec '$run' --np 1 '--output-per-rank=small%r' \
	--shape 1x1x1x1x1 : '$output' lines 500 100"

# ---- ends
expect deadlock 125 'deadlock' "$run" --np 4 '--output-per-rank=dead%r' : "$ends" barrier 2
judge printed_before_a_deadlock grep -q 'rank 0 lives' dead0
judge messages_of_bgq_run_are_not_in_files sh -c '! grep -q bgq-run dead*'
summary
