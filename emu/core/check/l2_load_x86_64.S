/* l2_load_x86_64.S - an L2 operation of a program, with the registers that its caller keeps; see
 * l2_load.h. */
#include "emu/core/calls/call_stack.h"

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	.text

/* The frame is a struct check_frame: at 8(%rsp), its last word the return address. */
	.macro	each_kept do
	\do	%rbx, 32(%rsp)
	\do	%rbp, 48(%rsp)
	\do	%r12, 104(%rsp)
	\do	%r13, 112(%rsp)
	\do	%r14, 120(%rsp)
	\do	%r15, 128(%rsp)
	.endm
	.macro	keep reg, at
	movq	\reg, \at
	.endm
	.macro	give_back reg, at
	movq	\at, \reg
	.endm

	.globl	bgqemu_l2
	.type	bgqemu_l2, @function
	.p2align 5
bgqemu_l2:
	.cfi_startproc
	subq	$136, %rsp
	.cfi_adjust_cfa_offset 136
	each_kept keep
	leaq	8(%rsp), %rdx
	movq	%rsp, %rbx
	.cfi_def_cfa_register %rbx
	movq	%gs:CALL_STACK_CELL, %rax /* the thread's stack for calls, unless it is there */
	movq	%rax, %rcx
	subq	%rsp, %rcx
	cmpq	$CALL_STACK_USABLE, %rcx
	jb	1f
	movq	%rax, %rsp
	pushq	%rbx
1:	call	l2_load_called
	movq	%rbx, %rsp
	.cfi_def_cfa_register %rsp
	each_kept give_back
	addq	$136, %rsp
	.cfi_adjust_cfa_offset -136
	ret
	.cfi_endproc
	.size	bgqemu_l2, . - bgqemu_l2

#endif

	.section .note.GNU-stack,"",%progbits
