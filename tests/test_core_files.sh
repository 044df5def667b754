#!/bin/sh
# test_core_files.sh - which ranks leave a core file, by the kernel's variables, and the lines
# of it that tools for the machine read.  Leaves out --core, which test_output.sh has.
# Usage: test_core_files.sh BUILD_DIR
case ${1:-build} in /*) ;; *) set -- "$PWD/${1:-build}" ;; esac
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
program=$spi/core_ends

# leaves NAME "FILES" variables...: what runjob leaves in a directory of its own.
leaves() {
	name=$1 files=$2
	shift 2
	rm -rf "$tmp/job" && mkdir -p "$tmp/job/there"
	(cd "$tmp/job" && "$build/bin/runjob" --np 4 ${1:+--envs} "$@" : "$program") \
		>"$tmp/out" 2>"$tmp/err"
	got=$(cd "$tmp/job" && find . -type f | sort | sed 's|^\./||' | tr '\n' ' ')
	if [ "$got" = "$files" ]; then ok "$name"; else
		echo "    '$got' instead of '$files'"
		not_ok "$name"
	fi
}
leaves those_that_signals_end 'core.2 core.3 '
leaves errors 'core.1 core.2 core.3 ' BG_COREDUMPONERROR=1
leaves all_that_exit 'core.0 core.1 core.2 core.3 ' BG_COREDUMPONEXIT=1
leaves none ''  BG_COREDUMPDISABLED=1
leaves one_that_is_named 'core.0 ' BG_COREDUMPDISABLED=1 BG_COREDUMPRANK=0
leaves the_first_node 'core.2 ' BG_COREDUMPMAXNODES=1
leaves no_node '' BG_COREDUMPMAXNODES=0
leaves another_name 'dump.2 dump.3 ' BG_COREDUMPFILEPREFIX=dump
leaves another_place 'there/core.2 there/core.3 ' BG_COREDUMPPATH=there
leaves a_place_that_is_none 'core.2 core.3 ' BG_COREDUMPPATH=nowhere
mkdir "$tmp/unasked" && cd "$tmp/unasked" || exit 1
expect not_without_being_asked 3 '' "$run" --np 4 : "$program"
if ls core.? >/dev/null 2>&1; then not_ok no_file; else ok no_file; fi
(cd "$tmp" && "$run" --np 4 --envs BG_COREDUMPONERROR=1 : "$program") >"$tmp/out" 2>"$tmp/err"
if grep -q 'core files (core.RANK): 3 ranks (1-3)' "$tmp/err"; then ok asked_by_a_variable
else not_ok asked_by_a_variable; fi

# ---- what is in them
leaves with_a_stack 'core.2 core.3 ' BG_COREDUMPSTACK=1
# has NAME FILE PATTERN: a whole line of it
has() {
	cp "$tmp/job/$2" "$tmp/out"
	if grep -Eqx -- "$3" "$tmp/out"; then ok "$1"; else not_ok "$1"; fi
}
hex='[0-9a-f]{16}'
has its_format core.3 '\+\+\+PARALLEL TOOLS CONSORTIUM LIGHTWEIGHT COREFILE FORMAT version 1\.0'
has its_begin core.3 '\+\+\+LCB 1\.0'
has its_program core.3 'Program   : .*core_ends'
has its_job core.3 'Job ID    : 1'
has its_coordinates core.3 '   ABCDET coordinates : 0,0,0,1,1,0'
has its_rank core.3 '   Rank               : 3'
has its_memory core.3 '   DDR Size \(MB\)      : 16384'
has its_thread core.3 \
	'\+\+\+ID Rank: 3, TGID: [0-9]+, Core: 0, HWTID:0 TID: [0-9]+ State: RUN '
has its_other_thread core.3 \
	'\+\+\+ID Rank: 3, .*, Core: 1, HWTID:0 TID: [0-9]+ State: SLEEP '
has its_signal core.3 \
	'\*\*\*FAULT Encountered unhandled signal 0x0000000b \(11\) \(SIGSEGV\)'
has its_address core.3 'Dereferencing memory at\.+0x0000000000000010'
has its_registers core.3 'General Purpose Registers:'
has a_vector core.3 "  v00=$hex $hex  v01=$hex $hex"
has its_stack core.3 "  $hex : ([0-9a-f]{8} ?){8}"
has its_frames core.3 'Frame Address     Saved Link Reg'
has its_counters core.3 '  System Calls [1-9][0-9]*'
has its_end core.3 '---LCB'
has abort_has_a_signal core.2 \
	'\*\*\*FAULT Encountered unhandled signal 0x00000006 \(6\) \(SIGABRT\)'

# Each line of a stack is two numbers, the second one a place in the program's file.
sed -n '/^+++STACK/,/^---STACK/p' "$tmp/job/core.3" | grep -vE '^(\+\+\+|---)STACK|^Frame' \
	>"$tmp/frames"
cp "$tmp/frames" "$tmp/out"
if [ "$(wc -l <"$tmp/frames")" -ge 3 ] && ! grep -vEq "^$hex  $hex\$" "$tmp/frames"; then
	ok frames_are_two_numbers
else
	not_ok frames_are_two_numbers
fi
at=$(sed -n 's/^While executing instruction at\.*//p' "$tmp/job/core.3")
second=$(sed -n '2s/.*  //p' "$tmp/frames")
addr2line -f -e "$program" "$at" "$second" >"$tmp/out"
if [ "$(sed -n '1p;3p' "$tmp/out" | tr '\n' ' ')" = 'store_at main ' ]; then
	ok tools_find_the_functions
else
	not_ok tools_find_the_functions
fi
leaves less 'core.2 core.3 ' BG_COREDUMPGPR=0 BG_COREDUMPFPR=0 BG_COREDUMPPERS=0 \
	BG_COREDUMPINTCOUNT=0 BG_COREDUMPSCOPE=1
cp "$tmp/job/core.3" "$tmp/out"
if grep -Eq 'General|Floating|Personality|Interrupt Summary|SLEEP|Stack Contents' "$tmp/out"; then
	not_ok sections_are_left_out
else
	ok sections_are_left_out
fi
has special_registers_stay core.3 'Special Purpose Registers:'
summary
