#!/bin/sh
# test_progress.sh - the line on a terminal that shows how far a long run is: not in pipes, not
# with --quiet, taken away at the end; and bgq-net --plot, as far as the file and refusals go.
# Leaves out whether the figures are right: they depend on the host.
# Usage: test_progress.sh BUILD_DIR   (programs of tests/spi are in it)
. "$(dirname "$0")/expect.sh"
net=$build/bin/bgq-net
export TERM=xterm BGQEMU_PROGRESS_SECONDS=0.3

# Runs that compute for a second of host time, all at once; a line is due after 0.3.
# run_on WHERE NAME command...: what it prints goes to $tmp/NAME.
run_on() {
	where=$1 into=$tmp/$2
	shift 2
	case $where in
	terminal) script -qec "$*" /dev/null </dev/null >"$into" 2>&1 & ;;
	pipe) "$@" 2>&1 | cat >"$into" & ;;
	esac
}
has_line() { # FILE NAME PATTERN
	cp "$tmp/$1" "$tmp/out"
	if grep -Eq "$3" "$tmp/out"; then ok "$2"; else not_ok "$2"; fi
}
has_none() {
	cp "$tmp/$1" "$tmp/out"
	if grep -q 'hops/s' "$tmp/out"; then not_ok "$2"; else ok "$2"; fi
}

program="$spi/endless libm"
long='--shape 4x4x4x4x2 --load 90 --time 1ms'
command -v script >/dev/null && terminal=1 || terminal=
# shellcheck disable=SC2086 # lists of words
{
	if [ "$terminal" ]; then
		run_on terminal run "$run" --np 4 --timeout 1.5 : $program
		run_on terminal quiet_run "$run" --quiet --np 4 --timeout 1 : $program
		run_on terminal net timeout 1.5 "$net" $long
		run_on terminal quiet_net timeout 1 "$net" --quiet $long
	fi
	run_on pipe pipe "$run" --np 4 --timeout 1 : $program
}
wait
if [ "$terminal" ]; then
	has_line run run_on_a_terminal \
		'\[K[0-9.]+ .?s \([0-9.]+ .?s/s\), .* hops/s, 0(\.00)? packets, [0-9]+ MiB'
	has_line run what_most_ranks_do '[0-9]/4 (runs|spins|goes|waits|polls)'
	tail -c +1 "$tmp/run" | tr '\r' '\n' | grep -v '^$' >"$tmp/err"
	if tail -1 "$tmp/err" | grep -q 'hops/s'; then not_ok line_is_taken_away
	else ok line_is_taken_away; fi
	has_line net net_on_a_terminal '[0-9.]+ %, load 90 % at .*hops/s, about [0-9]+ s left'
	has_none quiet_run quiet_run
	has_none quiet_net quiet_net
else
	echo "script(1) is not installed: no terminal"
fi
has_none pipe nothing_in_a_pipe

# ---- plots
printf '#!/bin/sh\ncat >"$0.in"; echo "<svg/>"\n' >"$tmp/gnuplot"
chmod 755 "$tmp/gnuplot"
PATH=$tmp:$PATH expect plot 0 '' "$net" --shape 2x2x2x2x2 --load 20,60 --time 20us \
	--plot "$tmp/p.svg"
if [ "$(cat "$tmp/p.svg")" = '<svg/>' ]; then ok plot_is_in_its_file
else not_ok plot_is_in_its_file; fi
if [ "$(sed -n '/^.rows/,/^EOD/p' "$tmp/gnuplot.in" | grep -c '^[26]0 ')" = 2 ]; then
	ok plot_has_each_load; else not_ok plot_has_each_load; fi
printf '#!/bin/sh\nexit 1\n' >"$tmp/gnuplot"
PATH=$tmp:$PATH expect plot_fails 1 'gnuplot has failed' "$net" --shape 2x2x1x1x1 --time 5us \
	--plot "$tmp/p.svg"
abs=$(cd "$build/bin" && pwd)/bgq-net
expect plot_without_gnuplot 1 'needs gnuplot' env PATH=/nowhere "$abs" --shape 2x2x1x1x1 \
	--time 5us --plot "$tmp/p.svg"
expect plot_of_no_load 2 'plot has no meaning for an all-to-all' "$net" --shape 2x2x1x1x1 \
	--pattern alltoall --plot "$tmp/p.svg"
summary
