#!/bin/sh
# test_as_verify.sh - the verifier of bgq-as: passes what bgq-as makes, and refuses it with one
# thing changed, or made by a bgq-as with one rule broken (tests/as/broken.c).
# Leaves out whether bgq-as is right on other programs: all tests are compiled with BGQ_AS_VERIFY=1,
# and make test-torture compiles the compilers' own.
# Usage: test_as_verify.sh BUILD_DIR
case ${1:-build} in /*) ;; *) set -- "$PWD/${1:-build}" ;; esac
here=$(cd "$(dirname "$0")" && pwd)
. "$here/expect.sh"
as=$build/lib/as/as
broken=$build/tests/as/broken
if [ ! -x "$as" ]; then
	echo "no bgq-as for this host"
	summary
	exit
fi
cd "$tmp" || exit 1
printf '#!/bin/sh\ncat >"$AFTER"\n' >catch && chmod +x catch
export BGQ_REAL_AS="$tmp/catch"
unset BGQ_AS_VERIFY AS_BREAK

cp "$here/as/verify.s" before.s
export AFTER="$tmp/after.s"
"$as" before.s || exit 1
expect what_it_makes 0 '' "$as" --verify before.s after.s

if sed -n '/^__x86_indirect_thunk_r11:/,/\.size/p' after.s | grep '%gs:56'; then
	not_ok no_look_where_r11_is_passed
else
	ok no_look_where_r11_is_passed
fi

# changed NAME MESSAGE sed-script: the finished text with that done to it
changed() {
	sed "$3" after.s >changed.s
	if cmp -s after.s changed.s; then
		: >out
		not_ok "$1: nothing to change"
		return
	fi
	expect "$1" 1 "bgq-as: verify: line [0-9]+: $2" "$as" --verify before.s changed.s
}
step='leaq -128(%rsp),%rsp;'
back='leaq 128(%rsp),%rsp;'
changed red_zone 'the red zone is overwritten' "s/$step//"
changed unbalanced '(the stack is not balanced|ways meet)' "s/$back//"
changed lost_flags 'flags that it reads were overwritten' 's/pushfq;//;s/popfq;//'
changed lost_instruction 'lost or moved' '/notq/d'
changed moved_line 'lost or moved' '/^flags:/i\

'
changed unwind_table 'lost or moved' 's/\.cfi_offset 3, -16/.cfi_offset 3, -24/'
changed added_unwinding 'unwinding of the program is changed' \
	's/^\(.*;\)\(notq\)/.cfi_adjust_cfa_offset 8;\2/;
	s/^\tnotq/.cfi_adjust_cfa_offset 8;notq/'
changed unwinding_left 'unwinding of the program is changed' 's/\.cfi_restore_state;//'
changed unknown_unwinding 'an unknown directive' 's/\.cfi_remember_state;/&.cfi_escape 0;/'
changed register 'a register that it reads was overwritten' \
	's/\tmovq	%rdi, %rax/\tmovq %gs:0,%rdi;movq %rdi,%gs:0;movq	%rdi, %rax/;
	s/;movq	%rdi, %rax/;movq %gs:0,%rdi;movq %rdi,%gs:0;movq	%rdi, %rax/'
changed place 'a payment where the budget is not' 's/movq %gs:0,%r[a-z0-9]*;//'
changed stays_in_register '(the budget is in a register|what comes back was not kept)' \
	's/jne	.L20;movq %r[a-z0-9]*,%gs:0;/jne	.L20;/'
changed prefix 'between a prefix and its instruction' 's/rex64$/rex64;subq $1,%gs:0/'
changed rewritten_by_the_linker 'between a prefix and its instruction' \
	's/\(variable@tlsgd(%rip), %rdi\)$/\1;subq $1,%gs:0/'
changed atomic 'a check between the parts of an atomic' \
	"s/notq	%rax/${step}call bgqemu_check@PLT;${back}notq	%rax/"
changed x87 'a check that does not keep the x87 unit' 's/bgqemu_check_x87/bgqemu_check_xmm/'
changed unknown 'an unknown instruction' 's/notq	%rax/xorl %ebx,%ebx;notq	%rax/'
changed other_call 'an unknown call' 's/call bgqemu_check[a-z0-9_]*@PLT/call exit@PLT/'
changed other_target 'a call to something else' 's/movq 8(%rbx,%rsi,8),%r11;/movq 8(%rbx),%r11;/'
changed no_target 'a call to something else' 's/movq %rdx,%r11;//'
changed other_border 'an unknown comparison' 's/bgqrt_image+8(%rip),%r11/variable(%rip),%r11/'
changed no_number 'a call without its number' 's/pushq $[0-9]*;//'
changed kept_number '(the stack is not balanced|ways meet)' 's/popq %r11;//'
changed other_cache 'an unknown look' 's/testb $[0-9]*,/testb %al,/'
changed other_bits 'an unknown look' 's/movq %gs:56,%r11;//'
changed late_look 'a register that what follows may read was overwritten' \
	's/\(movq %gs:56,.*\)\(movq	$3, %r11\)/\2;\1/'
changed kept_call '(a call to something else|an unknown move)' \
	's/movq 8(%rbx,%rsi,8),%r11;/movq %r11,%r11;/'

# reads NAME INSTRUCTION OTHER REGISTER...: it reads the registers, and not the other one.
reads() {
	those=$1 insn=$2 other=$3
	shift 3
	for r; do
		changed "${those}_reads_$r" 'a register that it reads was overwritten' \
			"s/$insn/movq %gs:0,%$r;movq %$r,%gs:0;&/"
	done
	sed "s/$insn/movq %gs:0,%$other;movq %$other,%gs:0;&/" after.s >changed.s
	expect "${those}_does_not_read_$other" 0 '' "$as" --verify before.s changed.s
}
reads stos 'rep stosq' rsi rdi rax rcx
reads cmpxchg 'lock cmpxchgq' rdx rax rsi rdi

# A register in which nothing is left that the program needs may be kept for a loop.
for level in -O1 -Og -O2; do
	expect "kept_junk_$level" 0 '' env -u BGQ_REAL_AS BGQ_AS_VERIFY=1 \
		"$build/bin/bgq-c++" "$level" "$here/as/kept.cc" -o kept
	expect "kept_junk_${level}_runs" 0 '' "$build/bin/bgq-run" --np 1 : ./kept
done

# A rule that is broken is seen; without the verifier the text is made.
for rule in flags registers atomic; do
	expect "broken_$rule" 1 'bgq-as: verify: ' \
		env AS_BREAK=$rule BGQ_AS_VERIFY=1 "$broken" before.s
	expect "broken_${rule}_unseen" 0 '' env AS_BREAK=$rule "$broken" before.s
done
expect not_broken 0 '' env BGQ_AS_VERIFY=1 "$broken" before.s
summary
