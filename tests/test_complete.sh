#!/bin/sh
# test_complete.sh - bash's completion of the three commands: their own options, words that an
# option takes, and files behind the ':'.  That bash finds the file is make install's.
# Usage: test_complete.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"
here=$(dirname "$0")
PATH=$(cd "$build/bin" && pwd):$PATH

# completes NAME EXPECTED word...: what the last of the words becomes.
completes() {
	name=$1 expected=$2
	shift 2
	bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
		_bgqemu "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
		echo "${COMPREPLY[@]}"' "$here/../emu/tools/bgqemu.bash" "$@" \
		>"$tmp/out" 2>"$tmp/err"
	if [ "$(cat "$tmp/out")" = "$expected" ]; then ok "$name"; else not_ok "$name"; fi
}
if command -v bash >/dev/null; then
	completes option_of_bgq_run '--trace --trace-links --trace-ranks --trace-time --trains' \
		bgq-run --tr
	completes option_of_runjob '--start-tool --stdinrank --strace' runjob --st
	completes option_of_bgq_net '--plot' bgq-net --pl
	completes value 'virtual' bgq-run --clock v
	completes value_behind_an_equals_sign 'none' bgq-run --core = n
	completes file_behind_the_colon "$here/test_complete.sh" bgq-run --np 4 : "$here/test_compl"
	completes program_s_own_option '' bgq-run --np 4 : ./a --tr
fi
summary
