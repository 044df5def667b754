#!/bin/sh
# test_trace.sh - bgq-run --trace: every event has the fields that the Trace Event Format asks
# of its kind, arrows have two ends inside slices, slices are what the program and the counters
# say, filters, and the same file for any number of workers but for waits in loops and what is
# computed between.  Leaves out whether a browser shows it.
# Usage: test_trace.sh BUILD_DIR   (programs of tests/spi are in it)
. "$(dirname "$0")/expect.sh"
lines=$build/tests/json_lines

# Events (one a line): those of a kind with a number of its track from $2 to below $3.
events() { # phase, first track, end
	sed -n "s/^{\"ph\":\"$1\",\"pid\":\([0-9]*\),\"tid\":\([0-9]*\),.*/\2/p" "$tmp/t.json" |
		awk -v from="$2" -v to="$3" '$1 >= from && $1 < to' | wc -l
}
is() { # NAME GOT EXPECTED
	if [ "$2" = "$3" ]; then ok "$1"; else echo "    $2, not $3"; not_ok "$1"; fi
}

expect trace 0 '' "$run" --np 32 --workers 1 --trace="$tmp/t.json" --report="$tmp/r.json" : \
	"$build/bench/spi/alltoall" 512
expect is_json 0 '' "$lines" <"$tmp/t.json"
cp "$tmp/out" "$tmp/lines"

# ---- the format: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
awk -F= '
/^traceEvents\[/ {
	n = $1; sub(/^traceEvents\[/, "", n); sub(/\].*/, "", n)
	field = $1; sub(/^[^.]*\./, "", field)
	has[n, field] = 1; value[n, field] = $2; if (n + 0 > last) last = n + 0
}
function need(n, list,   f, i, k) {
	k = split(list, f, " ")
	for (i = 1; i <= k; i++) if (!((n, f[i]) in has)) { print n " lacks " f[i]; bad++ }
}
END {
	for (n = 0; n <= last; n++) {
		phase = value[n, "ph"]
		need(n, "ph pid tid name")
		if (phase == "\"X\"") need(n, "ts dur")
		else if (phase == "\"s\"" || phase == "\"f\"") need(n, "ts id cat")
		else if (phase == "\"M\"") {
			if (!((n, "args.name") in has) && !((n, "args.sort_index") in has)) bad++
		} else { print n " is " phase; bad++ }
		if (((n, "dur") in value) && value[n, "dur"] < 0) bad++
	}
	print last + 1 " events"
	exit bad > 0
}' "$tmp/lines" >"$tmp/out"
is every_event_is_of_the_format $? 0

# ---- what is in it
is a_slice_for_each_message "$(events X 1000000 2000000)" 992
is a_slice_for_each_reception "$(events X 3000000 4000000)" 992
"$lines" <"$tmp/r.json" >"$tmp/report"
hops=$(awk -F= '/^latency_ps.hops\[[0-9]*\]\[0\]/ { h = $2 }
	/^latency_ps.hops\[[0-9]*\]\[1\]/ { n += h * $2 } END { print n }' "$tmp/report")
is a_slice_for_each_link_that_a_packet_crossed "$(events X 2000000 3000000)" "$hops"
is arrows_begin "$(events s 0 9999999)" 992
sed -n 's/^{"ph":"[sf]".*"id":\([0-9]*\),.*/\1/p' "$tmp/t.json" | sort | uniq -c |
	awk '$1 != 2' >"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok arrows_have_two_ends; else ok arrows_have_two_ends; fi
# A rank's slices follow each other up to its end.
sed -n 's/^{"ph":"X","pid":5,"tid":0,"ts":\([0-9.]*\),"dur":\([0-9.]*\),.*/\1 \2/p' \
	"$tmp/t.json" | awk '{ if ($1 != sprintf("%.6f", at)) bad = 1; at = $1 + $2 }
	END { printf "%d %.0f\n", bad, at * 1e6 }' >"$tmp/out"
end=$(awk -F= '$1 == "ranks.rows[5][6]" { print $2 }' "$tmp/report")
is a_rank_has_no_gaps "$(cat "$tmp/out")" "0 $end"

# ---- calls of the kernel, which take what they take without a trace
"$run" --np 4 --trace="$tmp/k.json" : "$build/tests/spi/memfifo" | sort >"$tmp/traced"
"$run" --np 4 : "$build/tests/spi/memfifo" | sort >"$tmp/untraced"
is a_trace_changes_no_time "$(cat "$tmp/traced")" "$(cat "$tmp/untraced")"
is calls_have_their_names "$(grep -c '"Kernel_AllocateInjFifos"' "$tmp/k.json")" 4
is calls_take_their_cost "$(sed -n 's/.*"dur":\([0-9.]*\),"name":"Kernel_AllocateInjFifos".*/\1/p' \
	"$tmp/k.json" | sort -u)" 0.625000

# ---- functions of the headers, which are inlined: by the line tables, and without them
slices() { grep -c "\"tid\":$1.*\"name\":\"$2\"" "$3"; }
is each_packet_is_taken_by_a_poll "$(slices '[0-9],' MUSPI_RecFifoPoll "$tmp/k.json")" \
	"$(slices '30000[0-9]*,' 'from [0-3]' "$tmp/k.json")"
PATH=/nowhere "$run" --np 4 --trace="$tmp/n.json" : "$build/tests/spi/memfifo" >"$tmp/untraced"
durations() { sed -n "s/.*\"dur\":\([0-9.]*\),\"name\":\"$1\".*/\1/p" "$2" | sort | uniq -c; }
is inlines_take_their_cost "$(durations MUSPI_RecFifoPoll "$tmp/k.json")" \
	"$(durations 'takes a packet' "$tmp/n.json")"
is without_lines_they_are_there "$(slices '[0-9],' 'takes a packet' "$tmp/n.json")" \
	"$(slices '[0-9],' MUSPI_RecFifoPoll "$tmp/k.json")"
if grep -q '"MUSPI_InjFifoInject","args":{"at":"mail_send (mail.h:' "$tmp/k.json"
then ok where_they_are_called; else not_ok where_they_are_called; fi
"$run" --np 1 --trace="$tmp/l2.json" : "$build/tests/spi/conformance_l2" >/dev/null
if grep -q '"name":"L2_AtomicLoadIncrement"' "$tmp/l2.json"
then ok atomics_have_their_names; else not_ok atomics_have_their_names; fi
if grep -q '"__l2_load_op","args":{"at":"l2_operations (conf' "$tmp/l2.json"
then ok a_name_like_theirs_is_the_program_s; else not_ok a_name_like_theirs_is_the_program_s; fi

# ---- the same for any number of workers
reproducible() {
	grep -v '"computes"\|"spins on memory"\|waits for a word\|waits in a global' "$1"
}
reproducible "$tmp/t.json" >"$tmp/one"
same_for_workers --trace

# ---- filters
expect filtered 0 '' "$run" --np 32 --workers 1 --trace="$tmp/t.json" --trace-ranks=4,6-7 \
	--trace-links=A+,E- --trace-time=100us:400us : "$build/bench/spi/alltoall" 512
is nodes_of_the_ranks "$(sed -n 's/.*"pid":\([0-9]*\),.*/\1/p' "$tmp/t.json" | sort -un | xargs)" \
	'4 6 7'
is only_these_links \
	"$(sed -n 's/.*"tid":\(20000[0-9]*\),.*/\1/p' "$tmp/t.json" | sort -un | xargs)" \
	'2000001 2000008'
sed -n 's/.*"ts":\([0-9.]*\),"dur":\([0-9.]*\).*/\1 \2/p' "$tmp/t.json" |
	awk '$1 > 400 || $1 + $2 < 100' >"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok only_this_time; else ok only_this_time; fi
expect wrong_links 2 'not a list of links' "$run" --np 2 --trace-links=A : "$spi/job"
expect wrong_time 2 'not of the form FROM:TO' "$run" --np 2 --trace-time=10 : "$spi/job"
expect long_time 0 '' "$run" --np 2 --trace-time=0ps:3000000ns --trace="$tmp/t.json" : "$spi/job"
expect too_long_time 2 'not of the form FROM:TO' "$run" --np 2 --trace-time=0s:1e9s : "$spi/job"
expect empty_time 2 'its end is not after' "$run" --np 2 --trace-time=10us:5us : "$spi/job"
expect wrong_ranks 2 'not a list of ranks' "$run" --np 2 --trace-ranks=a : "$spi/job"
expect at_a_deadlock 125 deadlock "$run" --np 4 --trace="$tmp/t.json" : "$spi/ends" barrier 2
if grep -q '"pid":2,.*waits in a global barrier' "$tmp/t.json"; then ok the_last_wait_is_there
else not_ok the_last_wait_is_there; fi
expect names_are_missing 0 'bgq-run: no source lines .* are named: addr2line.*No such file' \
	env PATH="$tmp" "$run" --np 2 --trace="$tmp/t.json" : "$spi/memfifo"
expect names_are_missing_in_a_list 125 'named: addr2line' \
	env PATH="$tmp" "$run" --np 4 : "$spi/ends" barrier 2
# ---- calls of MPI: of the small one, and of any by its PMPI names
cat >"$tmp/pair.c" <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	int rank, value = 0, flag = 0;
	MPI_Request request;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		for (volatile int i = 0; i < 10000; i++)
			;
		MPI_Send(&value, 1, MPI_INT, 1, 33, MPI_COMM_WORLD);
	} else {
		MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 33, MPI_COMM_WORLD, &request);
		while (!flag)
			MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
	}
	MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
	printf("%.9f\n", MPI_Wtime());
	MPI_Finalize();
	return 0;
}
END
bgq_mpicc=$build/bin/bgq-mpicc
expect small_mpi_builds 0 '' "$bgq_mpicc" -O2 -o "$tmp/pair" "$tmp/pair.c" -lbgqmpitrace
expect small_mpi 0 '' "$run" --np 2 --trace="$tmp/t.json" : "$tmp/pair"
cp "$tmp/out" "$tmp/traced"
is a_send_has_its_peer_and_tag "$(grep -c \
	'"name":"MPI_Send","args":{"count":1,"to":1,"tag":33}}' "$tmp/t.json")" 1
is a_receive_of_any_has_its_tag "$(grep -c \
	'"name":"MPI_Irecv","args":{"count":1,"from":-2,"from_tag":33}}' "$tmp/t.json")" 1
is a_root "$(grep -c '"name":"MPI_Bcast","args":{"count":1,"root":1}}' "$tmp/t.json")" 2
is tracks_of_mpi "$(grep -c '"args":{"name":"rank [01]: MPI"}' "$tmp/t.json")" 2
# The last MPI_Test ends in the time of the receive, a wait that is on the rank's own track.
slices=$(sed -n 's/^{"ph":"X","pid":1,"tid":5000,"ts":\(.*\),"dur":\([0-9.]*\),.*/\1 \2/p' \
	"$tmp/t.json" | sort -n |
	awk '$1 < end { n++ } { end = $1 + $2 - 1e-6 } END { print n + 0 }')
is slices_of_mpi_do_not_overlap "$slices" 0
expect untraced 0 '' "$run" --np 2 : "$tmp/pair"
if cmp -s "$tmp/out" "$tmp/traced"; then ok the_time_is_the_same
else not_ok the_time_is_the_same; fi
expect executed 0 '' "$run" --np 2 --parking off : "$tmp/pair"
if cmp -s "$tmp/out" "$tmp/traced"; then ok parked_or_not; else not_ok parked_or_not; fi

# Handles are numbers there, and there are as many arguments as MPI has.
cat >"$tmp/any.c" <<'END'
#include <stdio.h>
typedef int sendrecv(const void *, int, int, int, int, void *, int, int, int, int, int, void *);
sendrecv MPI_Sendrecv, PMPI_Sendrecv;
int PMPI_Sendrecv(const void *a, int b, int c, int d, int e, void *f, int g, int h, int i, int j,
		  int k, void *l)
{
	printf("%ld %d %d %d %d %ld %d %d %d %d %d %ld\n", (long)a, b, c, d, e, (long)f, g, h, i,
	       j, k, (long)l);
	return 7;
}
int main(void)
{
	return MPI_Sendrecv((void *)1, 2, 3, -4, 5, (void *)6, 7, 8, 9, 10, 11, (void *)12) - 7;
}
END
expect any_mpi_builds 0 '' "$build/bin/bgq-cc" -O2 -o "$tmp/any" "$tmp/any.c" \
	-L"$("$build/bin/bgq-cc" --floor)/comm/lib" -lbgqmpitrace
expect any_mpi 0 '' "$run" --np 1 --trace="$tmp/t.json" : "$tmp/any"
is all_arguments "$(cat "$tmp/out")" '1 2 3 -4 5 6 7 8 9 10 11 12'
is both_peers "$(grep -c '"count":2,"to":-4,"tag":5,"from":9,"from_tag":10}' "$tmp/t.json")" 1

ln -s /dev/full "$tmp/full.json"
expect full_disk 1 "^bgq-run: --trace $tmp/full.json: No space left on device\$" \
	"$run" --np 2 --trace="$tmp/full.json" : "$spi/job"
summary
