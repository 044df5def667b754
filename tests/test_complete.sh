#!/bin/sh
# test_complete.sh - completion of the three commands in bash, zsh and fish: all options that --help
# lists, all words that an option takes, files behind the ':'.
# Leaves out: that a shell finds its file, which is make install's.
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
# Options of a command: what --help lists.
listed() {
	"$1" --help | awk '{
		for (rest = $0; match(rest, /(^|[ ,])--[a-z-]+/);) {
			name = substr(rest, RSTART, RLENGTH)
			gsub(/[ ,]/, "", name)
			print name
			rest = substr(rest, RSTART + RLENGTH)
		} }' | sort -u
}
# all NAME COMMAND FILE: the options of a command are in a file of words.
all_of() {
	listed "$2" >"$tmp/listed"
	cp "$3" "$tmp/offered"
	tr -s ' ' '\n' <"$tmp/offered" | grep -- '^--' | sort -u |
		comm -3 "$tmp/listed" - >"$tmp/out"
	if [ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/listed")" -ge 20 ]; then ok "$1 $2"
	else not_ok "$1 $2"; fi
}
# Words of options: "--clock off real virtual", by --help and by what bgq-net says of a wrong one.
option_words() {
	for command in bgq-run bgq-net runjob; do
		"$command" --help | awk '{
			if (!match($0, /--[a-z-]+(=|\[=| \[| )[a-z]+\|[^ ]*/)) next
			words = substr($0, RSTART, RLENGTH)
			match(words, /^--[a-z-]+/)
			line = substr(words, 1, RLENGTH)
			words = substr(words, RLENGTH + 1)
			sub(/\[:N\]/, "", words)
			gsub(/\[|\]|=| /, "", words)
			n = split(words, word, "|")
			for (i = 1; i <= n; i++) if (word[i] !~ /[A-Z]/) line = line " " word[i]
			print line
		}'
	done
	for option in --pattern --op --router --dma; do
		bgq-net $option nope 2>&1 | sed -n "s/.*none of /$option /p" | tr -d ,
	done
}
if command -v bash >/dev/null; then
	for command in bgq-run bgq-net runjob; do
		completes "$command" "$(listed "$command" | tr '\n' ' ' | sed 's/ $//')" \
			"$command" --
	done
	option_words | while read -r option words; do
		for word in $words; do
			case $option in --dma | --op | --pattern | --router | --machine)
				command=bgq-net ;; *) command=bgq-run ;; esac
			completes "$option $word" "$word" $command "$option" "$word"
		done
	done >"$tmp/words"
	cat "$tmp/words"
	if [ "$(grep -c OK "$tmp/words")" -ge 50 ] && ! grep -q FAILED "$tmp/words"
	then ok all_words; else not_ok all_words; fi
	completes option_of_bgq_run '--trace --trace-links --trace-ranks --trace-time --trains' \
		bgq-run --tr
	completes option_of_runjob '--start-tool --stdinrank --strace' runjob --st
	completes option_of_bgq_net '--plot' bgq-net --pl
	completes value 'virtual' bgq-run --clock v
	completes value_behind_an_equals_sign 'none' bgq-run --core = n
	completes file_behind_the_colon "$here/test_complete.sh" bgq-run --np 4 : "$here/test_compl"
	completes program_s_own_option '' bgq-run --np 4 : ./a --tr
fi

fish_offers() { # COMMAND LINE
	fish --no-config -c 'source $argv[1]; complete -C $argv[2] | string replace -r "\t.*" ""' \
		"$tmp/fish" "$1" 2>"$tmp/err" | tr '\n' ' ' >"$tmp/out"
}
# fish_completes NAME EXPECTED command line
fish_completes() {
	fish_offers "$3"
	if [ "$(cat "$tmp/out")" = "$2" ]; then ok "fish_$1"; else not_ok "fish_$1"; fi
}
"$here/../emu/tools/make-completion" fish "$here/../emu/tools/bgqemu.bash" >"$tmp/fish"
if command -v fish >/dev/null; then
	for command in bgq-run bgq-net runjob; do
		fish_offers "$command --"
		all_of fish_has_all_of "$command" "$tmp/out"
	done
	fish_completes option '--trace --trace-links --trace-ranks --trace-time --trains ' \
		'bgq-run --tr'
	fish_completes value 'off real virtual ' 'bgq-run --clock '
	fish_completes value_behind_an_equals_sign '--clock=virtual ' 'bgq-run --clock=v'
	fish_completes program_s_own_option '' 'bgq-run --np 4 : ./a --tr'
fi

# zsh_offers word...: for the last of the words; zsh itself drops what does not begin like it.
zsh_offers() {
	zsh -f -c 'compadd() { shift; print -r -- "$@"; }; _files() { print -r -- FILES "$@"; }
		compset() { return 0; }
		file=$1; shift; words=("$@"); CURRENT=$#
		_one() { source $file; }; _one' zsh "$tmp/zsh" "$@" >"$tmp/out" 2>"$tmp/err"
}
# zsh_completes NAME EXPECTED word...
zsh_completes() {
	name=$1 expected=$2
	shift 2
	zsh_offers "$@"
	if grep -q -- "$expected" "$tmp/out"; then ok "zsh_$name"; else not_ok "zsh_$name"; fi
}
"$here/../emu/tools/make-completion" zsh "$here/../emu/tools/bgqemu.bash" >"$tmp/zsh"
if command -v zsh >/dev/null; then
	for command in bgq-run bgq-net runjob; do
		zsh_offers "$command" --
		all_of zsh_has_all_of "$command" "$tmp/out"
	done
	zsh_completes option '--trace-links --trace-ranks' bgq-run --tr
	zsh_completes value '^virtual real off$' bgq-run --clock ''
	zsh_completes value_behind_an_equals_sign '^virtual real off$' bgq-run --clock=v
	zsh_completes directory '^FILES -/$' bgq-run --cwd ''
	zsh_completes file_behind_the_colon '^FILES$' bgq-run --np 4 : --tr
fi
if head -n 1 "$tmp/zsh" | grep -q '^#compdef bgq-run' && grep -q 'l clock' "$tmp/fish"
then ok made_for_both; else not_ok made_for_both; fi
summary
