#!/bin/sh
# test_host_asm.sh - the host's assembly in a program: what faults, or leaves flags and segment
# registers changed, ends its own rank, named; what is a thread's own changes nothing for others;
# the same for any number of workers; syscall(2).
# Leaves out assembly that is right, and PowerPC's (test_ppc_asm.sh); the text that names a line.
# Usage: test_host_asm.sh BUILD_DIR
. "$(dirname "$0")/expect.sh"

# The status and what is said of rank 1.
judgement() {
	case $1 in
	ud2 | lock_register | stack_others) echo '132 signal 4' ;;
	int3 | int1 | trap) echo '133 signal 5' ;;
	mxcsr_open | fldcw_open | fldcw_pending) echo '136 signal 8' ;;
	stack_high | misaligned) echo '135 signal 7' ;;
	alignment | hidden_alignment)
		echo "135 signal 7 .*in $1_way.*: its assembly leaves .*AC" ;;
	direction | hidden_direction)
		echo "132 signal 4 .*in $1_way.*: its assembly leaves .*direction" ;;
	gs | gs_user) echo "139 signal 11 .*in $1_way.*: its assembly has changed %gs" ;;
	hidden_gs) echo '139 signal 11 .*in hidden_gs_way.*: its assembly has changed %gs' ;;
	fs | hidden_fs) echo "139 signal 11 .*in $1_way.*: its assembly has changed %fs" ;;
	# Hosts without these instructions refuse them.
	gs_base | fs_base | hidden_gs_base | hidden_gs_endless) echo '1(32|39) signal (4|11)' ;;
	ds | nested | direction_back | mxcsr_up | fldcw_single | fninit | vzeroupper) echo 0 ;;
	syscall_write) echo 0 ;;
	divide | divide_over) echo 0 ;; # as on the A2: test_divisions.sh
	syscall_exit | syscall_exit_thread) echo '7 status 7' ;;
	syscall_prctl) echo '134 system call 158 is not .*, called from syscall_prctl_way' ;;
	# A kernel without calls of 32 bits makes the second a fault.
	hidden_int80)
		echo '1(59|39) signal (31 .*in hidden_int80_way.*: a sys|11 .*in hidden_int80_way)'
		;;
	hidden_syscall)
		echo "159 signal 31 .*in $1_way.*: a system call of the host" ;;
	int80 | sysenter) echo "134 system call of 32 bits .*, called from $1_way" ;;
	*) echo "139 signal 11" ;;
	esac
}

# others FILE: all that the other ranks print.
others() {
	grep 'rank [023] lives' "$1" | sort
}

is_as_judged() { # way options
	way=$1 what=$(judgement "$1")
	shift
	timeout 100 "$run" --np 4 "$@" : "$spi/host_asm" "$way" >"$tmp/out" 2>"$tmp/err"
	got=$?
	echo "$got" | grep -Eqx -- "${what%% *}" || return 1
	others "$tmp/out" | cmp -s - "$tmp/others" || return 1
	if [ "$what" = 0 ]; then
		[ "$(grep -c 'rank 1 goes on' "$tmp/out")" -eq 7 ]
	else
		grep -Eq -- "rank 1 <0,0,0,0,1>.*${what#* }" "$tmp/err" &&
			! grep -q 'rank 1 goes on' "$tmp/out" &&
			! grep -q 'internal error' "$tmp/err"
	fi
}

expect nothing_is_done 0 '' "$run" --np 4 : "$spi/host_asm" none
others "$tmp/out" >"$tmp/others"
[ "$(wc -l <"$tmp/others")" -eq 21 ] || not_ok three_ranks_print_all
ways=$("$run" --np 1 : "$spi/host_asm" list | grep -v '^rank')
[ "$(echo "$ways" | wc -l)" -gt 55 ] || not_ok the_ways_are_listed
# A kernel that does not know instructions for %gs which the processor has (a machine of a
# hypervisor) puts the base back at its next switch of threads: that loop is right then, and never
# ends.
grep -qw fsgsbase /proc/cpuinfo || ways=$(echo "$ways" | grep -vx hidden_gs_endless)
for way in $ways; do
	if is_as_judged "$way"; then ok "$way"; else not_ok "$way: status $got"; fi
	cp "$tmp/out" "$tmp/one"
	for workers in $(usual_or_long 2 '2 4'); do
		if is_as_judged "$way" --workers $workers && cmp -s "$tmp/out" "$tmp/one"
		then ok "$way: $workers workers"
		else not_ok "$way: $workers workers, status $got"; fi
	done
done
# A rank that strays in a loop is seen by the timer, whatever it does to its time.
for way in gs fs hidden_gs; do
	for options in '--clock off' --parking=off '--ranks-per-node 4'; do
		# shellcheck disable=SC2086 # a list of options
		expect "$way $options" 139 'rank 1 .*: its assembly has changed %[fg]s' \
			timeout 100 "$run" --np 4 $options : "$spi/host_asm" $way
	done
done

# ---- bgq-run itself calls the kernel through libc alone
if objdump -d "$run" | grep -Eq '\<(syscall|sysenter) *$'; then not_ok calls_by_libc
else ok calls_by_libc; fi

# ---- functions in files of assembly, also in those that bgq-as only hands on
compute_beside='
#include <stdio.h>
#include <unistd.h>
#include <spi/include/kernel/location.h>
void stray(void);
int main(void)
{
	if (Kernel_GetRank() == 1)
		stray();
	usleep(3);
	printf("rank %u goes on\n", Kernel_GetRank());
	return 0;
}'
printf '%s\n' "$compute_beside" >"$tmp/main.c"
# a_file NAME STATUS SAID STATEMENTS [BEFORE]
a_file() {
	printf '%b\n\t.globl stray\n\t.type stray, @function\nstray:\n%b\n' "${5:-}" \
		"$4" >"$tmp/stray.S"
	printf '\t.size stray, . - stray\n\t.section .note.GNU-stack,"",@progbits\n' \
		>>"$tmp/stray.S"
	if ! "$build/bin/bgq-cc" -o "$tmp/stray" "$tmp/main.c" "$tmp/stray.S" 2>"$tmp/err"; then
		not_ok "$1: compiles"
		return
	fi
	expect "$1" "$2" "$3" timeout 100 "$run" --np 4 : "$tmp/stray"
	if [ "$(grep -c 'rank [023] goes on' "$tmp/out")" -eq 3 ]; then ok "$1: others"
	else not_ok "$1: others"; fi
}
sets='\tpushfq\n\torq $0x40000, (%rsp)\n\tpopfq\n'
a_file file_alignment 135 'rank 1 .*signal 7 .*in stray.*: its assembly leaves .*AC' "$sets\\tret"
a_file file_direction 132 'rank 1 .*signal 4 .*in stray.*: its assembly leaves .*direction' \
	'\tstd\n\trepz ret'
a_file file_segment 139 'rank 1 .*signal 11 .*in stray.*: its assembly has changed %fs' \
	'\txorl %eax, %eax; movw %ax, %fs; ret'
a_file file_of_macros 132 'rank 1 .*signal 4 .*in stray.*: its assembly leaves .*direction' \
	'\tdown\n\tret' '.macro down\n\tstd\n.endm'
a_file file_all_right 0 '' '\tstd\n\tcld\n\tret'
for options in '' '--workers 2' '--workers 4' '--clock off' --report="$tmp/report.html"; do
	# shellcheck disable=SC2086 # a list of options
	expect "control_words_are_each_threads $options" 0 '' \
		"$run" --np 4 $options : "$spi/fenv_threads"
done
expect system_calls_are_the_ranks 0 '' "$run" --np 4 : "$spi/host_asm" syscall_write
if [ "$(grep -c 'rank 1 has written' "$tmp/out")" -eq 1 ]; then ok written_once
else not_ok written_once; fi
expect system_calls_are_the_librarys_functions 0 '' "$run" --np 2 : "$spi/system_calls"
summary
