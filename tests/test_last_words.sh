#!/bin/sh
# test_last_words.sh - what is said at an end, whatever is damaged or blocked then: faults where
# libc is in the middle of something, faults in reports of faults, and SIGTERM and SIGINT.
# Leaves out what reports say (test_faults.sh, test_bgq_run.sh).
# Usage: test_last_words.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

for way in "calendar:(main|do_it|calendar)" print:write_wild handler:on_signal destructor:at_end; do
	for options in '' --check-stores '--workers 2'; do
		# shellcheck disable=SC2086 # a list of options
		expect "a_fault_in ${way%:*} $options" 139 "rank 1 .*signal 11 .*in ${way#*:}\\+" \
			timeout -k 5 100 "$run" --np 4 $options : "$spi/last_words" "${way%:*}"
		if [ "$(grep -c 'rank [023] lives' "$tmp/out")" -eq 3 ]
		then ok "a_fault_in ${way%:*} $options: others live"
		else not_ok "a_fault_in ${way%:*} $options: others live"; fi
	done
done

# A rank that has destroyed data of bgq-run, where the symbol table says, and faults: a line names
# it or bgq-run.  Options may be among the data, so it may leave a core file.
there=$(cd "$(dirname "$run")" && pwd)/bgq-run
words=$(cd "$spi" && pwd)/last_words
machine=$(nm -S "$run" | awk '$4 == "emu_machine" { print $1, $2 }')
at=$((0x${machine% *})) bytes=$((0x${machine#* }))
for from in $(seq 0 64 $bytes) all; do
	if [ $from = all ]; then set -- $at $bytes; else set -- $((at + from)) 64; fi
	(cd "$tmp" && timeout -k 5 100 "$there" --np 4 : "$words" "$@") >"$tmp/out" 2>"$tmp/err"
	got=$?
	if [ $got -ne 0 ] && [ $got -ne 124 ] && [ $got -ne 137 ] &&
		grep -Eq 'rank 1 .* ended by signal 11|internal error: signal' "$tmp/err"
	then ok "destroyed_data: $from"; else not_ok "destroyed_data: $from, status $got"; fi
done

# ends NAME SIGNAL STATUS command...: a signal a second later ends it, with a line that says so.
ends() {
	name=$1 by=$2 status=$3
	shift 3
	timeout --preserve-status -s "$by" -k 40 1 "$@" >"$tmp/out" 2>"$tmp/err"
	got=$?
	if [ $got -eq "$status" ] && grep -q "ended by SIG$by" "$tmp/err"
	then ok "$name"; else not_ok "$name: status $got"; fi
}
for way in endless; do
	for signal in TERM:143 INT:130; do
		for options in '' '--workers 4' '--clock off'; do
			# shellcheck disable=SC2086 # a list of options
			ends "$way ${signal%:*} $options" "${signal%:*}" "${signal#*:}" \
				"$run" --np 4 $options : "$spi/last_words" $way
		done
	done
done

# Many ranks are booted for long, and take long to come to the end of a window.
for after in 0.05 0.1 0.2 0.4 0.8 1.6 2.4; do
	timeout --preserve-status -k 40 $after "$run" --np 8192 --workers 1 : \
		"$spi/last_words" busy >"$tmp/out" 2>"$tmp/err"
	got=$?
	# Status 143 of bgq-run's own, or, where it has not come so far, of the signal.
	if [ $got -eq 143 ] && ! grep -q 'internal error' "$tmp/err" &&
		{ [ ! -s "$tmp/err" ] || grep -q 'ended by SIGTERM' "$tmp/err"; }
	then ok "many_ranks_end after $after s"
	else not_ok "many_ranks_end after $after s: status $got"; fi
done
mkdir "$tmp/slow"
printf '#!/bin/sh\nexec sleep 1000\n' >"$tmp/slow/addr2line"
chmod +x "$tmp/slow/addr2line"
PATH=$tmp/slow:$PATH ends a_report_in_progress TERM 143 \
	"$run" --np 4 : "$spi/last_words" print

# Nothing of standard error is read, and a worker is blocked, or has ended: the report cannot be
# written.
for way in 'last_words endless' "last_output run $tmp"; do
	for signal in TERM:143 INT:130; do
		rm -f "$tmp/status"
		{
			dd if=/dev/zero of=/proc/self/fd/3 bs=4096 count=1000 oflag=nonblock \
				2>/dev/null 3>&2
			# shellcheck disable=SC2086 # a program and its arguments
			timeout --preserve-status -s "${signal%:*}" -k 40 1 \
				"$run" --np 4 : $spi/$way >/dev/null
			echo $? >"$tmp/status"
		} 2>&1 >/dev/null | while [ ! -s "$tmp/status" ]; do sleep 1; done
		if [ "$(cat "$tmp/status")" -eq "${signal#*:}" ]
		then ok "nobody_reads_the_report $way $signal"
		else not_ok "nobody_reads_the_report $way $signal: $(cat "$tmp/status")"; fi
	done
done
summary
