#!/bin/sh
# test_controls.sh - the variables that the machine's kernel reads: each one has an effect or a
# line that says why not.  Leaves out BG_COREDUMP*, which test_core_files.sh has, and those
# for threads and misaligned accesses (test_bgq_run.sh, test_xl_calls.sh).
# Usage: test_controls.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

# shares NAME MIB option...: how much memory a node's processes share
shares() {
	name=$1 mib=$2
	shift 2
	expect "$name" 0 '' "$run" "$@" : "$spi/shared_size"
	if [ "$(cat "$tmp/out")" = "$mib MiB" ] && ! [ -s "$tmp/err" ]; then ok "$name.size"
	else not_ok "$name.size"; fi
}
shares one_process_shares_with_itself 32 --np 1
shares as_much_as_is_said 7 --np 1 --envs BG_SHAREDMEMSIZE=7
shares more_than_by_default 40 --np 1 --envs BG_SHAREDMEMSIZE=+8
shares several_processes 64 --np 1 -p 2
shares nothing 0 --np 1 --envs BG_SHAREDMEMSIZE=0

# Every variable of the table is honoured, in silence, or named once.
sed -n 's/^HONOURED(\([A-Z0-9_]*\)).*/\1/p' emu/node/machine/controls.def |
	grep -v COREDUMPRANK >"$tmp/honoured"
sed -n 's/^NAMED(\([A-Z0-9_]*\), "\(.*\)").*/\1=1 \2/p' emu/node/machine/controls.def >"$tmp/named"
if [ "$(wc -l <"$tmp/honoured")" -gt 15 ] && [ "$(wc -l <"$tmp/named")" -gt 30 ]; then
	ok variables_are_found
else
	not_ok variables_are_found
fi
set --
while read -r variable; do set -- "$@" --envs "$variable=0"; done <"$tmp/honoured"
expect honoured_in_silence 0 '' "$run" --np 2 "$@" : "$spi/part" 2
grep -v 'BG_STACKGUARDENABLE' "$tmp/err" >"$tmp/out"
if [ -s "$tmp/out" ]; then not_ok nothing_is_said; else ok nothing_is_said; fi
set --
while read -r variable why; do set -- "$@" --envs "$variable"; done <"$tmp/named"
expect named 0 '' "$run" --np 2 "$@" : "$spi/part" 2
while read -r variable why; do
	echo "bgq-run: ${variable%=1} has no effect: $why"
done <"$tmp/named" >"$tmp/expected"
if cmp -s "$tmp/expected" "$tmp/err"; then ok each_is_named_once; else not_ok each_is_named_once; fi
for variable in BG_NO_SUCH COMMAGENT_WAKEUP BG_THREADMODEL=2; do
	case $variable in *=*) ;; *) variable=$variable=1 ;; esac
	expect "said_of_$variable" 0 "bgq-run: ${variable%=*} has no effect: ." \
		"$run" --np 1 --envs $variable : "$spi/shared_size"
done
expect others_are_the_programs_own 0 '' "$run" --np 1 --envs MYBG_X=1 --envs PAMID_VERBOSE=0 : \
	"$spi/shared_size"
if [ -s "$tmp/err" ]; then not_ok others_are_silent; else ok others_are_silent; fi
expect rounding_is_said 0 'rank 0 .*: stochastic rounding is not modelled' \
	"$run" --np 1 : "$spi/conformance_config"
summary
