#!/bin/sh
# test_run_faults.sh - programs on links and nodes that fail: what they compute stays, errors take
# time and are counted, a dead link or node ends the job with RAS events that name it; the same
# for any number of workers.
# Leaves out: times and counts of the link protocol one by one (test_net_faults.sh).
# Usage: test_run_faults.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
verify_all_runs

# has NAME PATTERN FILE
has() {
	if grep -Eq -- "$2" "$3"; then ok "$1"
	else echo "    no line matches: $2"; not_ok "$1"; fi
}

# ---- bit errors and lost acknowledgements: memfifo checks every byte of its messages
for w in $all_workers; do
	expect "messages_arrive_with_$w" 0 \
		'equal on [1-9][0-9]* links, different on 0, packets under way on 0' \
		"$run" --np 32 --workers "$w" --fault=ber/all/rate=1e-6 --fault=ack/all/rate=0.01 \
		--verify --ras-file="$tmp/ras.$w" : "$spi/memfifo"
	mv "$tmp/out" "$tmp/out.$w"
	mv "$tmp/err" "$tmp/err.$w"
	for file in out err ras; do
		if cmp -s "$tmp/$file.1" "$tmp/$file.$w"; then ok "${file}_same_for_$w"
		else not_ok "${file}_same_for_$w"; fi
	done
done
has errors_are_counted 'packets [1-9][0-9]*, bad [1-9][0-9]*, lost 0, sent again [1-9]' "$tmp/err.1"
has links_with_errors_are_named \
	'RAS: WARN 0e000004 R00-M0-N00-J[0-9]{2} node [0-9]+ <.*> link [A-E][+-]: .*had errors' \
	"$tmp/err.1"
bad=$(grep -Eo 'bad [0-9]+' "$tmp/err.1" | cut -d' ' -f2)
if [ "$(grep -c '"id":"0e000001"' "$tmp/ras.1")" = "$bad" ]; then ok an_event_for_each_bad_packet
else not_ok an_event_for_each_bad_packet; fi

# ---- the report: what the lines say; bad packets with the bits that were wrong
for w in $all_workers; do
	expect "a_report_$w" 0 '' "$run" --np 32 --workers "$w" --fault=ber/all/rate=1e-6 \
		--fault=optical/0:E+/rate=1e-5 --report="$tmp/r.json" --counters="$tmp/csv" : \
		"$spi/memfifo"
	grep -v '^"host"\|^"waits"' "$tmp/r.json" >"$tmp/report.$w"
	if cmp -s "$tmp/report.1" "$tmp/report.$w"; then ok "same_report_$w"
	else not_ok "same_report_$w"; fi
done
# told PATTERN: the number behind it in the sums on standard error
told() { grep -Eo "$1 [0-9]+" "$tmp/err" | head -1 | grep -Eo '[0-9]+$'; }
is() { if [ "$2" = "$3" ]; then ok "$1"; else echo "    $2, wanted $3"; not_ok "$1"; fi; }
sed -n 's/^\[[0-9]*,"R[^"]* link ..",\([0-9].*"\)\].*/\1/p' "$tmp/r.json" >"$tmp/links"
is links_in_the_report "$(wc -l <"$tmp/links")" "$(told 'links with faults:')"
is packets_in_the_report "$(awk -F, '{ n += $1 } END { print n }' "$tmp/links")" "$(told packets)"
is bad_in_the_report "$(awk -F, '{ n += $2 } END { print n }' "$tmp/links")" "$(told bad)"
is corrected_in_the_report "$(awk -F, '{ n += $6 } END { print n }' "$tmp/links")" \
	"$(told 'bits corrected')"
is crcs_in_the_report "$(grep -c '"equal"$' "$tmp/links")" "$(told 'equal on')"
is events_in_the_report "$(grep -c '"0e000001","INFO"' "$tmp/r.json")" "$(told bad)"
is bad_in_the_counters "$(awk -F, 'NR > 1 { n += $15 } END { print n }' "$tmp/csv")" "$(told bad)"
is corrected_in_the_counters "$(awk -F, 'NR > 1 { n += $18 } END { print n }' "$tmp/csv")" \
	"$(told 'bits corrected')"
# Sixteen bytes as received and as sent again differ, but where the wrong bit is behind the payload.
sed -n 's/.*on; from byte [0-9]* on received \([0-9a-f]*\), sent again \([0-9a-f]*\)".*/\1 \2/p' \
	"$tmp/r.json" | awk '$1 "x" == $2 "x" { same++ } END { print (NR > 20), same + 0 }' \
	>"$tmp/out"
is bad_packets_are_captured "$(cat "$tmp/out")" '1 0'
expect rerouted_in_the_report 0 'packets that went round dead links: [1-9]' "$run" --np 32 \
	--fault=stop/0:E+/at=0ns --reroute --report="$tmp/r.json" : "$spi/memfifo"
n=$(told 'packets that went round dead links:')
has as_it_is_told "\"reroute\":true,\"rerouted\":$n," "$tmp/r.json"
"$run" --np 2 --report="$tmp/r.json" : "$spi/barrier_times" >"$tmp/out" 2>"$tmp/err"
has none_without_faults '"faults":\{\}' "$tmp/r.json"

# ---- collectives over links with errors
expect collectives_are_right 0 'packets [1-9][0-9]*, bad [1-9].*' \
	"$run" --np 32 --fault=ber/all/rate=1e-6 : "$spi/collective"

# ---- barriers
first_barrier() { sed -n 's/^rank 0: first \([0-9]*\) ns.*/\1/p' "$1"; }

# barrier NAME NS option...: when the first barrier was left
barrier() {
	name=$1 ns=$2
	shift 2
	"$run" --np 2 "$@" : "$spi/barrier_times" >"$tmp/out" 2>"$tmp/err"
	if [ "$(first_barrier "$tmp/out")" = "$ns" ]; then ok "$name"
	else echo "    wanted $ns"; not_ok "$name"; fi
}
"$run" --np 2 : "$spi/barrier_times" >"$tmp/out"
first=$(first_barrier "$tmp/out")
barrier a_barrier_beside_a_fault "$first" --fault=ber/0:E-/rate=1e-9
# From the moment the link is back it takes what is left of its way.
"$run" --np 2 --fault=stop/0:E+/at=0ns/back=50us : "$spi/barrier_times" >"$tmp/out" 2>"$tmp/err"
later=$(first_barrier "$tmp/out")
if [ "$later" -gt 50000 ] && [ "$later" -lt $((50000 + first)) ]; then
	ok a_barrier_waits_for_the_link
else echo "    first barrier at $later instead of $first"; not_ok a_barrier_waits_for_the_link; fi
"$run" --np 2 --fault=stop/0:E+/at=0ns/back=90us : "$spi/barrier_times" >"$tmp/out" 2>"$tmp/err"
longer=$(first_barrier "$tmp/out")
# A round of the program's wait more or less.
if [ $((longer - later)) -gt 39900 ] && [ $((longer - later)) -lt 40100 ]; then
	ok so_much_later_for_so_much_longer
else echo "    $longer after $later"; not_ok so_much_later_for_so_much_longer; fi
expect a_barrier_over_a_dead_link 123 'FATAL 0e000002 .* link E.: .*dead: a barrier' \
	"$run" --np 2 --fault=stop/0:E+/at=0ns : "$spi/barrier_times"
expect a_link_is_given_up_too_early 123 'FATAL 0e000002' \
	"$run" --np 2 --fault=stop/0:E+/at=0ns/back=200us : "$spi/barrier_times"
expect or_later_by_the_plan 0 'links with faults' "$run" --np 2 \
	--fault=stop/0:E+/at=0ns/back=200us --fault=protocol/give-up=300us : "$spi/barrier_times"

# ---- what is dead: the link is given up 100 us after its packet, ranks end 20 us later
for w in $all_workers; do
	expect "a_dead_link_ends_the_job_$w" 123 \
		'rank 0 <0,.*: FATAL 0e000002 .* link E\+: .*from node [0-9]+ to node [0-9]+ ' \
		"$run" --np 32 --workers "$w" --fault=stop/0:E+/at=100us : "$spi/memfifo"
	cp "$tmp/err" "$tmp/dead.$w"
	if cmp -s "$tmp/dead.1" "$tmp/dead.$w"; then ok "same_for_$w"; else not_ok "same_for_$w"; fi
	expect "a_dead_node_ends_the_job_$w" 123 \
		'rank 5 <0,0,1,0,1>: FATAL 0e000011 R00-M0-N00-J06 .*dead \(at 100000 ns\)' \
		"$run" --np 32 --workers "$w" --fault=die/5/at=100us : "$spi/memfifo"
	cp "$tmp/err" "$tmp/died.$w"
	if cmp -s "$tmp/died.1" "$tmp/died.$w"; then ok "died_same_for_$w"
	else not_ok "died_same_for_$w"; fi
done
has all_ranks_end 'ended with status 123 at .* \(32 of 32 ranks failed\)' "$tmp/dead.1"
has its_rank_ends_at_once 'rank 5 <0,0,1,0,1> ended with status 123 at 100.000 us \(32 of' \
	"$tmp/died.1"
expect a_death_after_the_end_is_none 0 '' "$run" --np 2 --fault=die/1/at=1s : "$spi/barrier_times"
if grep -q RAS "$tmp/err"; then not_ok and_says_nothing; else ok and_says_nothing; fi

# ---- wrong bits in a buffer
expect a_corrected_bit_costs_nothing 0 '' "$run" --np 2 --fault=memory/1/at=100ns \
	--ras-file="$tmp/ras" : "$spi/barrier_times"
has and_is_in_the_file '"id":"0e000021","severity":"INFO","time_ps":100000,.*"node":1,' "$tmp/ras"
if [ "$(first_barrier "$tmp/out")" = "$first" ]; then ok and_takes_no_time
else not_ok and_takes_no_time; fi
expect two_bits_end_the_job 123 'rank 1 <.*: FATAL 0e000022 .*corrected: 2 \(at 100 ns\)' \
	"$run" --np 32 --fault=memory/1/at=100ns/bits=2 : "$spi/memfifo"

# ---- an error that no check finds
expect an_escape_changes_what_is_received 1 'memfifo.c:[0-9]+: rank 1: .*bad == 0' \
	"$run" --np 32 --fault=escape/0:E+/number=100 : "$spi/memfifo"
has and_is_found_at_the_end 'RAS: ERROR 0e000003 .* link E\+: the CRCs of both ends' "$tmp/err"
expect in_padding_too 123 'ERROR 0e000003' \
	"$run" --np 32 --fault=escape/0:E+/number=40 : "$spi/memfifo"

# ---- mistakes
expect a_wrong_fault 2 "^bgq-run: --fault: 'ber/0:E\+': a word is missing" \
	"$run" --fault=ber/0:E+ : "$spi/memfifo"
printf 'die 3 at=1us\ndie 99 at=1us\n' >"$tmp/plan"
expect a_wrong_line 2 "plan': line 2: its second word names no node" \
	"$run" --faults="$tmp/plan" : "$spi/memfifo"
expect no_time_no_faults 2 'needs the clock' \
	"$run" --clock=off --fault=die/0/at=1us : "$spi/memfifo"
expect no_room_for_events 1 'full: .*space' "$run" --np 32 --fault=ber/all/rate=1e-6 \
	--ras-file=/dev/full : "$spi/memfifo"

summary
