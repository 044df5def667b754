#!/bin/sh
# test_complete.sh - completion of the three commands in bash, zsh and fish: their own options,
# words that an option takes, files behind the ':'.  Leaves
# out: that a shell finds its file, which is make install's.
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

# fish_completes NAME EXPECTED command line
fish_completes() {
	fish --no-config -c 'source $argv[1]; complete -C $argv[2] | string replace -r "\t.*" ""' \
		"$tmp/fish" "$3" 2>"$tmp/err" | tr '\n' ' ' >"$tmp/out"
	if [ "$(cat "$tmp/out")" = "$2" ]; then ok "fish_$1"; else not_ok "fish_$1"; fi
}
"$here/../emu/tools/make-completion" fish "$here/../emu/tools/bgqemu.bash" >"$tmp/fish"
if command -v fish >/dev/null; then
	fish_completes option '--trace --trace-links --trace-ranks --trace-time --trains ' \
		'bgq-run --tr'
	fish_completes value 'off real virtual ' 'bgq-run --clock '
	fish_completes value_behind_an_equals_sign '--clock=virtual ' 'bgq-run --clock=v'
	fish_completes program_s_own_option '' 'bgq-run --np 4 : ./a --tr'
fi

# zsh_completes NAME EXPECTED word...: what is offered for the last of the words; zsh itself drops
# what does not begin like it.
zsh_completes() {
	name=$1 expected=$2
	shift 2
	zsh -f -c 'compadd() { shift; print -r -- "$@"; }; _files() { print -r -- FILES "$@"; }
		compset() { return 0; }
		file=$1; shift; words=("$@"); CURRENT=$#
		_one() { source $file; }; _one' zsh "$tmp/zsh" "$@" >"$tmp/out" 2>"$tmp/err"
	if grep -q -- "$expected" "$tmp/out"; then ok "zsh_$name"; else not_ok "zsh_$name"; fi
}
"$here/../emu/tools/make-completion" zsh "$here/../emu/tools/bgqemu.bash" >"$tmp/zsh"
if command -v zsh >/dev/null; then
	zsh_completes option '--trace-links --trace-ranks' bgq-run --tr
	zsh_completes value '^virtual real off$' bgq-run --clock ''
	zsh_completes value_behind_an_equals_sign '^virtual real off$' bgq-run --clock=v
	zsh_completes directory '^FILES -/$' bgq-run --cwd ''
	zsh_completes file_behind_the_colon '^FILES$' bgq-run --np 4 : --tr
fi
if head -n 1 "$tmp/zsh" | grep -q '^#compdef bgq-run' && grep -q 'l clock' "$tmp/fish"
then ok made_for_both; else not_ok made_for_both; fi
summary
