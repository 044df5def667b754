#!/bin/sh
# test_report.sh - bgq-run --report: that it is JSON, agrees with --counters and with what the
# program did, is the same for any number of workers but for waits and host, is written
# however a job ends, and that the page carries the same data and asks for nothing else.  Leaves out
# how the page looks.
# Usage: test_report.sh BUILD_DIR   (programs of tests/spi are in it)
. "$(dirname "$0")/expect.sh"
lines=$build/tests/json_lines

# value NAME PATH EXPECTED: of the lines of the last report.
value() {
	got=$(sed -n "s/^$2=//p" "$tmp/lines" | head -1)
	if [ "$got" = "$3" ]; then ok "$1"; else echo "    $2 is '$got', not '$3'"; not_ok "$1"; fi
}
# The sum of a column of rows: PART COLUMN
column() {
	awk -F= -v part="$1" -v name="\"$2\"" '
	index($1, part ".columns[") == 1 && $2 == name { at = $1; gsub(/.*\[|\]/, "", at) }
	index($1, part ".rows[") == 1 && $1 ~ "]\\[" at "]$" && at != "" { sum += $2 }
	END { printf "%.0f\n", sum }' "$tmp/lines"
}
same() { # NAME A B
	if [ "$2" = "$3" ]; then ok "$1"; else echo "    $2 and $3"; not_ok "$1"; fi
}

# ---- the data
expect alltoall 0 '' "$run" --np 32 --workers 1 --report="$tmp/r.json" --report="$tmp/r.html" \
	--counters="$tmp/c.csv" : "$build/bench/spi/alltoall" 512
expect is_json 0 '' "$lines" <"$tmp/r.json"
cp "$tmp/out" "$tmp/lines"
value format format '"bgqemu report 2"'
value reason_without_a_failure 'end\.reason' '"ended"'
value version 'end\.version' "\"$("$run" --version | awk '{ print $NF }')\""
value shape 'machine\.shape\[4\]' 2
value program_with_arguments 'run\.program\[1\]' '"512"'
"$run" --np 1 --report="$tmp/u.json" : "$spi/job" \
	"$(printf 'gr\303\274n \374\300\257\355\240\200"')" >/dev/null
"$lines" <"$tmp/u.json" |
	grep -q "^run.program\[1\]=\"$(printf 'gr\303\274n ')\(.ufffd\)\{6\}.\"\"$"
same arguments_that_are_no_utf8 $? 0
value messages_by_size 'messages\.sizes\[0\]\[0\]' 512
value messages_by_kind 'messages\.sizes\[0\]\[1\]' 992
value bytes_of_messages 'messages\.bytes\[0\]' $((992 * 512))
value packets_with_a_latency 'latency_ps\.packets' 992
same link_packets "$(column links dynamic)" \
	"$(awk -F, 'NR > 1 { n += $8 } END { print n }' "$tmp/c.csv")"
same link_times "$(column links busy_ps)" \
	"$(awk -F, 'NR > 1 { n += $12 } END { printf "%.0f\n", n }' "$tmp/c.csv")"
same messages_of_the_units "$(column message_units put_packets)" 992
same a_row_for_each_rank "$(grep -c '^ranks\.rows\[[0-9]*\]\[0\]=' "$tmp/lines")" 32
value link_by_its_name 'links\.rows\[0\]\[1\]' '"A-"'
value busiest_by_its_name 'links\.busiest\.rows\[0\]\[0\]' "$(awk -F, '
	NR > 1 && $12 > most { most = $12; at = sprintf("<%d,%d,%d,%d,%d>", $2, $3, $4, $5, $6)
		for (d = 2; d <= 6; d++) c[d] = $d
		d = index("ABCDE", substr($7, 1, 1)) + 1
		c[d] = 1 - c[d]
		to = sprintf("<%d,%d,%d,%d,%d>", c[2], c[3], c[4], c[5], c[6])
		name = "\"" $7 " of " at " to " to "\"" }
	END { gsub(/</, "\\u003c", name); print name }' "$tmp/c.csv")"
value busiest_by_its_time 'links\.busiest\.rows\[0\]\[4\]' \
	"$(awk -F, 'NR > 1 && $12 > most { most = $12 } END { print most }' "$tmp/c.csv")"
same ten_busiest "$(grep -c '^links\.busiest\.rows\[[0-9]*\]\[0\]=' "$tmp/lines")" 10
# The sum of a line over time: PATTERN
over_time() {
	awk -F= -v line="^$1" '$1 ~ line { sum += $2 } END { printf "%.0f\n", sum }' "$tmp/lines"
}
same links_over_time "$(over_time 'time.links')" "$(column links busy_ps)"
same packets_over_time "$(over_time 'time.packets')" \
	"$(sed -n 's/^latency_ps.sum=//p' "$tmp/lines")"
same waits_over_time "$(over_time 'waits.over_time')" "$(awk -F'[]=[]' '
	/^waits.rows/ && $4 >= 4 { sum += $6 } END { printf "%.0f\n", sum }' "$tmp/lines")"
value sender 'matrix\.rows\[3\]\[0\]' 3
same all_but_itself "$(sed -n 's/^matrix.rows.3..[12]..[0-9].=//p' "$tmp/lines" | tr '\n' ' ')" \
	'0 3 1 512 4 28 1 512 '
hops=$(awk -F= '/^latency_ps.hops\[[0-9]*\]\[0\]/ { h = $2 }
	/^latency_ps.hops\[[0-9]*\]\[1\]/ { n += h * $2 } END { print n }' "$tmp/lines")
same packets_crossed_the_links_that_were_busy "$hops" \
	"$(($(column links dynamic) + $(column links deterministic)))"

# ---- the page
if [ "$(sed -n 's/.*<script type="application\/json" id="data">//p' "$tmp/r.html")" = \
	"$(sed 1q "$tmp/r.json")" ]; then ok page_has_the_data; else not_ok page_has_the_data; fi
sed 1,/@DATA@/d "$tmp/r.html" >/dev/null
if grep -Eq 'src=|url\(http|@import|https?://[^w]' "$tmp/r.html"; then
	not_ok page_asks_for_nothing; else ok page_asks_for_nothing; fi

# ---- the same for any number of workers
reproducible() { grep -v '^"host"\|^"waits"' "$1"; }
reproducible "$tmp/r.json" >"$tmp/one"
same_for_workers --report

# ---- a long collective, of which most is fast-forwarded
expect allreduce 0 '[1-9][0-9]* trains of packets' "$run" --np 32 --verbose=1 \
	--report="$tmp/r.json" : "$build/bench/spi/allreduce" 262144 262144
"$lines" <"$tmp/r.json" >"$tmp/lines"
same links_over_time_in_trains "$(over_time 'time.links')" "$(column links busy_ps)"

# ---- loops that may wait: proven, executed, and why not; what --verbose=5 counts in this run
proofs() { # of the last report, as that option says it
	awk -F= '/^waits.proofs.proven/ { print $2 " proofs that a loop waits" }
		/^waits.proofs.failed\[[0-9]*\]\[0\]/ { why = $2; gsub(/"/, "", why) }
		/^waits.proofs.failed\[[0-9]*\]\[1\]/ {
			print $2 " proofs failed: loops that " why }' "$tmp/lines"
}
expect proofs 0 '[1-9][0-9]* proofs failed' "$run" --np 32 --verbose=5 --report="$tmp/r.json" : \
	"$build/bench/spi/allreduce" 8 2048
"$lines" <"$tmp/r.json" >"$tmp/lines"
same proofs_are_those_of_verbose "$(proofs)" \
	"$(sed -n 's/^bgq-run: \([0-9]* proofs \(that\|failed\)\)/\1/p' "$tmp/err")"
expect spins 0 '' "$run" --np 32 --report="$tmp/r.json" : "$build/bench/spi/spin_wait" 10
"$lines" <"$tmp/r.json" >"$tmp/lines"
same all_but_one_node_are_proven_to_wait \
	"$(($(sed -n 's/^waits.proofs.proven=//p' "$tmp/lines") >= 31))" 1
expect brief_waits 0 '' "$run" --np 4 --report="$tmp/r.json" : "$build/bench/spi/exchange"
"$lines" <"$tmp/r.json" >"$tmp/lines"
same brief_waits_are_executed "$(($(sed -n 's/^waits.proofs.brief=//p' "$tmp/lines") > 0))" 1
expect no_proof 0 '' "$run" --np 32 --parking=off --report="$tmp/r.json" : \
	"$build/bench/spi/spin_wait" 10
"$lines" <"$tmp/r.json" >"$tmp/lines"
same none_is_proven_without_parking "$(grep -c '^waits.proofs.*=[1-9]' "$tmp/lines")" 0

# ---- where cycles went
expect profiled 0 '' "$run" --np 32 --profile="$tmp/p" --report="$tmp/r.json" : \
	"$build/bench/spi/alltoall" 512
"$lines" <"$tmp/r.json" >"$tmp/lines"
value cycles_of_the_profile 'profile\.cycles' "$(sed -n 's/^Simulated core cycles .*: //p' \
	"$tmp/p.txt")"
value first_function 'profile\.functions\[0\]\[0\]' "\"$(awk '/function$/ { at = NR }
	at && NR == at + 1 { print $(NF - 1) }' "$tmp/p.txt")\""
value its_cycles 'profile\.functions\[0\]\[3\]' "$(awk '/function$/ { at = NR }
	at && NR == at + 1 { print $2 }' "$tmp/p.txt")"

# ---- every node has its own figure for every other: the most that 512 nodes can take
expect all_pairs 0 '' "$run" --np 512 --report="$tmp/r.html" --report="$tmp/r.json" : \
	"$spi/all_pairs" 511
if [ "$(wc -c <"$tmp/r.html")" -lt 5242880 ]; then ok page_of_512_nodes_is_small
else ls -l "$tmp/r.html"; not_ok page_of_512_nodes_is_small; fi
"$lines" <"$tmp/r.json" >"$tmp/lines"
same bytes_from_where_to_where "$(awk -F'[]=[]' '/^matrix.rows/ && NF == 8 {
	if ($6 == 1) many = $8
	if ($6 == 3) sum += many * $8
	} END { printf "%.0f\n", sum }' "$tmp/lines")" \
	"$(sed -n 's/^messages.bytes.0.=//p' "$tmp/lines")"

# ---- more nodes than rows: boxes of 2 nodes, half of them in each dimension
expect many_nodes 0 '' "$run" --shape 32x32x8x2x1 --report="$tmp/r.json" --counters="$tmp/c.csv" : \
	"$spi/job"
"$lines" <"$tmp/r.json" >"$tmp/lines"
same boxes "$(sed -n 's/^machine.block.[0-9].=//p' "$tmp/lines" | tr '\n' ' ')" '1 1 1 2 1 '
same a_row_for_two_ranks "$(sed -n 's/^ranks.rows.1..[01].=//p' "$tmp/lines" | tr '\n' ' ')" \
	'2 2 '
value all_have_ended 'ranks\.ended' 16384
same times_of_boxes "$(column links busy_ps)" \
	"$(awk -F, 'NR > 1 { n += $12 } END { printf "%.0f\n", n }' "$tmp/c.csv")"

# ---- waits: rank 2 leaves out a barrier of four, the others wait for ever
expect written_at_a_deadlock 125 'deadlock' "$run" --np 4 --report="$tmp/r.json" : "$spi/ends" \
	barrier 2
"$lines" <"$tmp/r.json" >"$tmp/lines"
value rank_2_waits_in_the_barrier 'waits\.kinds\[0\]' '"waits in a global barrier"'
value rank_2_is_alive 'ranks\.rows\[2\]\[3\]' '"alive"'
value reason_is_the_deadlock 'end\.reason' '"deadlock"'
value status_of_the_job 'end\.status' 125
value when 'end\.text' "\"$(sed -n 's/bgq-run: \(deadlock at [^:]*\):.*/\1/p' "$tmp/err")\""
value ranks_left 'end\.alive' 1
value waits_in 'end\.waits_for\.rows\[0\]\[2\]' '"global barrier, class 0"'
value waits_for_three 'end\.waits_for\.rows\[0\]\[3\]' 3
value waits_for_rank_3 'end\.waits_for\.rows\[0\]\[4\]\[2\]' 3
if grep -q '^end.list\[0\]="rank 2 .*waits in a global barrier.*3 of 4 nodes have not entered' \
	"$tmp/lines"; then ok list_of_the_deadlock; else not_ok list_of_the_deadlock; fi
value rank_0_has_ended 'ranks\.rows\[0\]\[3\]' '"ended"'

# Rank 3 leaves out a reduction of four.
expect collective_deadlock 125 '' "$run" --shape 4x1x1x1x1 --mesh A --report="$tmp/r.json" : \
	"$spi/collective_wrong" missing
"$lines" <"$tmp/r.json" >"$tmp/lines"
value a_collective_waits_in 'end\.waits_for\.rows\[0\]\[2\]' '"collective, class 0"'
value a_collective_waits_for 'end\.waits_for\.rows\[0\]\[3\]' 1
value a_collective_lacks 'end\.waits_for\.rows\[0\]\[4\]\[0\]' 3
value each_waits_for_it 'end\.waits_for\.all' 3
# Ranks whose collective lacks one as well, but who wait for a semaphore.
expect semaphore_deadlock 125 '' "$run" --shape 4x1x1x1x1 --mesh A --report="$tmp/r.json" : \
	"$spi/collective_wrong" elsewhere
"$lines" <"$tmp/r.json" >"$tmp/lines"
value nobody_waits_for_the_collective 'end\.waits_for\.all' 0

expect mpi_deadlock 125 '' "$run" --np 4 --report="$tmp/r.json" : "$spi/mpi_ends" long
"$lines" <"$tmp/r.json" >"$tmp/lines"
value a_send_waits_in 'end\.waits_for\.rows\[2\]\[2\]' '"MPI_Send, tag 5"'
value a_send_waits_for 'end\.waits_for\.rows\[2\]\[4\]\[0\]' 3

# ---- notices, with texts that JSON has to quote
expect written_at_a_signal 139 'signal 11' "$run" --np 2 --report="$tmp/r.json" : \
	"$spi/library_calls" wild
"$lines" <"$tmp/r.json" >"$tmp/lines"
value reason_of_a_rank_that_fails 'end\.reason' '"ended"'
value rank_that_failed_first 'end\.first_failed\.rank' 0
value its_status 'end\.first_failed\.status' 139
value ranks_that_failed 'end\.failed' 2
value notices 'notices\.all' 2
value rank_of_the_notice 'notices\.rows\[1\]\[0\]' 1
expect_timeout written_at_a_timeout 'timeout after' --np 4 --report="$tmp/r.json" : "$spi/ends" \
	hang 2
"$lines" <"$tmp/r.json" >"$tmp/lines"
value reason_is_the_timeout 'end\.reason' '"timeout"'
value status_of_a_timeout 'end\.status' 124
if grep -q '^end.list\[0\]="rank 2 .*runs, at die_by' "$tmp/lines"; then ok list_at_the_timeout
else not_ok list_at_the_timeout; fi
expect name_of_the_file 2 "'x.txt' ends neither in .html nor in .json" "$run" --np 2 \
	--report=x.txt : "$spi/job"
expect no_such_folder 2 'No such file' "$run" --np 2 --report="$tmp/no/r.json" : "$spi/job"
ln -s /dev/full "$tmp/full.json"
expect full_disk 1 "^bgq-run: --report $tmp/full.json: No space left on device\$" \
	"$run" --np 2 --report="$tmp/full.json" : "$spi/job"
ln -s /dev/full "$tmp/full.html" # larger than what a stream keeps back
expect full_disk_page 1 "^bgq-run: --report $tmp/full.html: No space left on device\$" \
	"$run" --np 64 --report="$tmp/first.json" --report="$tmp/full.html" : "$spi/job"
expect needs_the_clock 2 'needs the clock' "$run" --np 2 --clock off --report=x.json : "$spi/job"
summary
