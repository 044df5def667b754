#!/bin/sh
# test_jobs.sh - several jobs in a run (bgq-run --job): each prints, ends and reports as it does
# alone, whatever the others do, for any number of workers; faults and RAS events of the machine
# reach the job that has the node; mistakes in the file are named by line.
# Leaves out: what options of a job do, which are bgq-run's.
# Usage: test_jobs.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
work=$PWD manual=$(cd "$(dirname "$0")/../man" && pwd)/bgq-run.1
spi=$(cd "$spi" && pwd) run=$(cd "$(dirname "$run")" && pwd)/bgq-run
cd "$tmp" || exit 1

# same NAME FILE FILE
same() {
	if cmp -s "$2" "$3"; then ok "$1"; else diff "$2" "$3" | head -5; not_ok "$1"; fi
}
# has NAME PATTERN FILE
has() {
	if grep -Eq -- "$2" "$3"; then ok "$1"; else echo "    no line: $2"; not_ok "$1"; fi
}

# Fields of a report: bgq-report(5).
reproducible() { grep -v '^"host"\|^"waits"' "$1"; }

# ---- each as alone: messages, an abort, a deadlock, an exit code, a clean end
jobs() {
	cat <<-END
	machine 4x4x4x4x2 R01-M1-N00-J00
	all output=%j.out error=%j.err --workers $1 --report=%j.json
	mail  2x2x2x2x2+0,0,0,0,0 : $spi/memfifo
	crash 2x2x2x2x2+2,0,0,0,0 --np 8 --envs "A=b c" : $spi/ends abort
	stuck R01-M1-N08 --mesh AB --np 8 : $spi/thread_ends deadlock
	times 2x2x4x4x2+2,2,0,0,0 --ranks-per-node 2 \\
		: $spi/barrier_times # the last one
	END
}
for w in $(usual_or_long '1 2' '1 2 4'); do
	jobs "$w" >"jobs.$w"
	rm -f ./*.out ./*.err ./*.json
	expect "the_first_failure_$w" 134 'job stuck: status 125' "$run" --job "jobs.$w"
	mkdir -p "together.$w"
	mv ./*.out ./*.err ./*.json "together.$w"
	"$run" --job "jobs.$w" --print >commands
	sh ./commands
	for file in mail.out crash.out stuck.out times.out mail.err crash.err stuck.err \
		times.err; do
		same "${file}_as_alone_with_$w" "$file" "together.$w/$file"
		same "${file}_same_for_$w" together.1/$file "together.$w/$file"
	done
	for job in mail crash stuck times; do
		reproducible $job.json >alone
		reproducible "together.$w/$job.json" >together
		same "report_of_${job}_as_alone_with_$w" alone together
	done
done
mv "$tmp/err" statuses
has statuses_are_told_in_order '^bgq-run: job crash: status 134' statuses
if [ "$(sed -n 's/^bgq-run: job \([a-z]*\):.*/\1/p' statuses | tr '\n' ' ')" = \
	'mail crash stuck times ' ]; then ok in_the_order_of_the_file
else not_ok in_the_order_of_the_file; fi

# ---- what has no file is passed on, in the order of the file
cat >jobs <<END
b 2x2x2x2x2+2,0,0,0,0 : $spi/memfifo
a 2x2x2x2x2+0,0,0,0,0 : $spi/barrier_times
END
expect output_is_passed_on 0 '' "$run" --job=jobs
"$run" --shape 2x2x2x2x2 : "$spi/memfifo" >want
"$run" --shape 2x2x2x2x2 : "$spi/barrier_times" >>want
same in_order "$tmp/out" want

expect an_ignored_sigchld 0 'job a: status 0' env --ignore-signal=CHLD "$run" --job=jobs
same as_before "$tmp/out" want

# ---- places: those of the machine's nodes
"$run" --shape 4x4x4x8x2 : "$spi/mpi_corner" | sed -n 's/.*(\(.*\),0)  \(R[^ ]*\) .*/\1 \2/p' |
	sort >machine
# places NAME NODES DISTANCE PLACE: so many nodes, with coordinates in D so much less than those of
# the machine
places() {
	printf 'machine 4x4x4x8x2\na %s : %s/mpi_corner\n' "$4" "$spi" >jobs
	"$run" --job jobs 2>"$tmp/err" | sed -n 's/.*(\(.*\),0)  \(R[^ ]*\) .*/\1 \2/p' |
		awk -F'[, ]' -v by="$3" '{ print $1 "," $2 "," $3 "," $4 + by "," $5 " " $6 }' >part
	if [ "$(grep -cxFf part machine)" = "$2" ] && [ "$(wc -l <part)" = "$2" ]; then ok "$1"
	else head -3 part; not_ok "$1"; fi
}
places a_midplane 512 4 R00-M1
places over_the_edge_of_midplanes 64 2 2x2x2x4x2+0,0,0,2,0

# ---- faults by coordinates of the machine; node <2,2,1,0,1> is <0,0,1,0,1> of its job
cat >jobs <<END
all --ranks-per-node 1
one 2x2x2x2x2+0,0,0,0,0 output=one.out error=one.err : $spi/memfifo
two 2x2x2x2x2+2,2,0,0,0 output=two.out error=two.err : $spi/memfifo
END
printf 'die 2,2,1,0,1 at=100us # a node of two\ndie 0,3,3,3,0 at=30us\n' >plan
expect a_fault_reaches_its_job 123 "fault 'die 0,3,3,3,0 at=30us': node <0,3,3,3,0> is in no job" \
	"$run" --job jobs --faults=plan --ras-file=ras
"$run" --shape 4x4x4x4x2 --fault=die/2,2,1,0,1/at=0us : "$spi/barrier_times" >"$tmp/out" 2>want
at=$(sed -n 's/.*FATAL 0e000011 \(R[^ ]*\) .*/\1/p' want)
has its_rank_is_named "rank 5 <0,0,1,0,1>: FATAL 0e000011 $at node 5 <0,0,1,0,1>:" two.err
"$run" --shape 2x2x2x2x2 : "$spi/memfifo" >want
same the_other_job_is_as_before one.out want
if grep -q RAS one.err; then not_ok and_hears_nothing; else ok and_hears_nothing; fi
has an_event_has_its_job '^{"job":"two","id":"0e000011",.*"machine":"<2,2,1,0,1>"' ras
has an_idle_node_has_none '^{"job":"","id":"0e000011",.*"time_ps":30000000,.*<0,3,3,3,0>' ras
if [ "$(sed -n '1s/.*"time_ps":\([0-9]*\).*/\1/p' ras)" = 30000000 ]; then ok in_order_of_time
else not_ok in_order_of_time; fi
"$run" --job jobs --faults=plan --print 2>"$tmp/err" >"$tmp/out"
has print_shows_the_fault ' --fault=die/0,0,1,0,1/at=100us ' "$tmp/out"
links() {
	"$run" --job jobs --fault=ber/all/rate=1e-6 --fault=slow/2,2,0,0,0:E+/factor=3 --verify \
		--ras-file=ras
}
expect links_too 0 '' links
has errors_are_of_both 'links with faults: [1-9].* bad [1-9]' one.err
has slowness_is_of_one 'WARN 0e000006 .* node 0 <0,0,0,0,0> link E\+: the link was slow' two.err
for job in one two; do has "events_of_$job" "^{\"job\":\"$job\",\"id\":\"0e000004\"" ras; done
cp ras ras.first
links 2>/dev/null
same the_same_events_again ras ras.first

# ---- signals: all jobs end, and report
cat >jobs <<END
all --silence 0
x 2x2x1x1x1+0,0,0,0,0 : $spi/endless libm
y 2x2x1x1x1+2,0,0,0,0 : $spi/endless libm
END
"$run" --job jobs >"$tmp/out" 2>"$tmp/err" &
pid=$!
sleep "$endless_seconds"
kill "$pid"
wait "$pid"
if [ $? -eq 143 ] && [ "$(grep -c 'ended by SIGTERM' "$tmp/err")" -eq 2 ]; then ok sigterm_ends_all
else not_ok sigterm_ends_all; fi
sed -i '1s/$/ --timeout 0.4/' jobs
expect a_time_limit_is_each_jobs 124 'job y: status 124' "$run" --job jobs

# ---- a checkpoint of one job, which goes on alone
cat >jobs <<END
a 2x2x2x2x2+0,0,0,0,0 output=a.out --checkpoint-at 10us=a.ckpt : $spi/memfifo
b 2x2x2x2x2+2,0,0,0,0 output=b.out : $spi/memfifo
END
expect one_with_a_checkpoint 0 '' "$run" --job jobs
"$run" --restart a.ckpt >again 2>"$tmp/err"
same it_goes_on_alone a.out again

# ---- mistakes
# wrong NAME LINE PATTERN, the file on standard input
wrong() {
	cat >wrong.jobs
	expect "$1" 2 "^bgq-run: wrong.jobs:$2: $3" "$run" --job wrong.jobs
	[ ! -s "$tmp/out" ] || not_ok "$1_and_nothing_begins"
}
p="2x2x2x2x2+0,0,0,0,0" q="2x2x2x2x2+2,0,0,0,0"
wrong no_job 3 'no job is in the file' <<-END
	# nothing

END
printf '# \na %s : x\0 y\n' "$p" | wrong a_byte_of_0 2 'a byte of it is 0'
wrong overlap 2 'job b has nodes of job a, line 1' <<-END
	a $p : x
	b 2x2x2x2x2+1,1,1,1,0 : x
END
wrong twice 3 'line 2 has a job a already' <<-END
	# names
	a $p : x
	a $q : x
END
wrong beyond 1 "the place '2x2x2x2x2\+3,0,0,0,0' goes beyond the machine" <<-END
	a 2x2x2x2x2+3,0,0,0,0 : x
END
wrong nowhere 1 "the place 'R02-M0' is not in the machine" <<-END
	a R02-M0 : x
END
wrong no_place 1 "the place ':' is neither" <<-END
	a : x
END
wrong an_option 4 "--np: 'x' is not" <<-END
	a $p : x

	# below
	b $q \\
		--np x : x
END
wrong too_many_ranks 1 '--np 100: 2x2x2x2x2 has 32 nodes' <<-END
	a $p --np 100 : x
END
wrong no_program 1 'no program' <<-END
	a $p --np 2
END
wrong a_quote 1 'a quote has no end' <<-END
	a $p : x "y
END
wrong another_place 1 'the place of a job is its second word' <<-END
	a $p --location R03-M0-N00-J00 : x
END
wrong one_file 2 'job b writes x.out, as job a does' <<-END
	a $p output=x.out : x
	b $q output=x.out : x
END
wrong one_file_by_two_names 2 'job b writes x.out, as job a does' <<-END
	a $p output=./x.out : x
	b $q output=x.out : x
END
wrong one_file_of_a_job 1 'job a writes x.out twice' <<-END
	a $p output=x.out --trace x.out : x
END
wrong one_profile 3 'job b writes p, as job a does' <<-END
	all --profile p
	a $p : x
	b $q : x
END
wrong one_of_a_profile 2 'job b writes p.folded, as job a does' <<-END
	a $p --profile p : x
	b $q --trace p.folded : x
END
wrong one_of_its_own_profile 1 'p.folded: two options write to it' <<-END
	a $p --profile p --trace p.folded : x
END
printf 'a %s output=ras : x\n' "$p" >jobs
expect the_ras_file_too 2 'job a writes ras, as --ras-file does' "$run" --job jobs --ras-file ras
wrong one_pattern 3 'job b writes out.%r, as job a does' <<-END
	all --output-per-rank=out.%r
	a $p : x
	b $q : x
END
wrong a_checkpoint_twice 3 'job b writes c, as job a does' <<-END
	all --checkpoint c
	a $p : x
	b $q : x
END
wrong no_directory 1 './none/x: No such file' <<-END
	a $p output=./none/x : x
END
wrong machine_late 2 'the machine has to be named before jobs' <<-END
	a $p : x
	machine 2x2x2x2x2
END
wrong machine_wrong 1 'expected machine AxBxCxDxE' <<-END
	machine big
END
printf 'all --output-per-rank=%%j.%%r\na %s --np 2 : %s\nb %s --np 4 : %s\n' \
	"$p" "$spi/barrier_times" "$q" "$spi/barrier_times" >jobs
expect files_of_ranks 0 '' "$run" --job jobs
if [ -s a.1 ] && [ -s b.3 ] && [ ! -e a.2 ]; then ok one_a_rank_of_each_job
else not_ok one_a_rank_of_each_job; fi
printf 'all --exe %s\na %s --np 2\n' "$spi/barrier_times" "$p" >jobs
expect one_program_for_all 0 '' "$run" --job jobs
printf 'a %s : x\n' "$p" >jobs
expect a_fault_that_is_none 2 "--fault: 'die/600/at=1us': its second word names no node" \
	"$run" --job jobs --fault=die/600/at=1us
printf 'a %s --mesh A : x\n' "$p" >jobs
expect a_link_that_the_part_has_not 2 "job a: no link is there: it is the end of a mesh" \
	"$run" --job jobs --fault=stop/0,0,0,0,0:A-/at=1us
expect a_program_beside_the_file 2 'programs are in the file' "$run" --job jobs : x
expect elsewhere 2 'job has to be the first option' "$run" --np 2 --job jobs
expect a_ras_file_that_cannot_be 2 '--ras-file ./none/ras: No such file' \
	"$run" --job jobs --ras-file ./none/ras
expect no_file 2 'bgq-run: --job none: No such file' "$run" --job none
printf 'a %s : ./none\nb %s : %s/barrier_times\n' "$p" "$q" "$spi" >jobs
expect a_program_that_is_not_there 127 'job b: status 0' "$run" --job jobs

# ---- the example of bgq-run(1)
sed -n '/^# what  *where/,/^\.Ed/p' "$manual" | sed '/^\.Ed/d; s/\\e/\\/g' >example
expect the_manual_s_example 0 '' "$run" --job example --print
has its_second_job '--within=4x4x4x8x2.* .NAME=two words. : ./ring' out
cd "$work" || exit 1

summary
