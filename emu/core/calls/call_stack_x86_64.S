/* call_stack_x86_64.S - from the program's stack to one of the emulator's, and back; see
 * call_stack.h. */
#include "call_stack.h"

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#include "call_arguments_x86_64.h"

	.text

/* Jumps if the thread is on its stack of the emulator already; r10 is lost. */
	.macro	if_there label
	movq	%gs:CALL_STACK_CELL, %r10
	subq	%rsp, %r10
	cmpq	$CALL_STACK_USABLE, %r10
	jb	\label
	.endm

/* Calls a function at \where, and keeps what a call has returned. */
	.macro	call_behind where
	subq	$48, %rsp
	movq	%rax, (%rsp)
	movq	%rdx, 8(%rsp)
	movups	%xmm0, 16(%rsp)
	movups	%xmm1, 32(%rsp)
	call	*\where(%rip)
	movups	32(%rsp), %xmm1
	movups	16(%rsp), %xmm0
	movq	8(%rsp), %rdx
	movq	(%rsp), %rax
	addq	$48, %rsp
	.endm

/* Calls a function at \where, and keeps what a call may be given. */
	.macro	call_before where
	arguments_keep
	call	*\where(%rip)
	arguments_restore
	.endm

	.macro	enter name, words, before=0, behind=0
	.globl	\name
	.type	\name, @function
	.p2align 5
\name:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	if_there 1f
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	movq	%gs:CALL_STACK_CELL, %rsp
	pushq	%rbp
	.if	\words
	.irp	at, 72, 64, 56, 48, 40, 32, 24, 16
	pushq	\at(%rbp)
	.endr
	.endif
	.if	\before
	call_before call_stack_guarded
	.elseif	\behind
	movq	%gs:CALL_STACK_CELL, %r10
	movq	%r10, %gs:CALL_STACK_HOST
	.endif
	call	*%r11
	.if	\behind
	.if	!\before
	movq	$0, %gs:CALL_STACK_HOST
	.endif
	call_behind call_stack_guarded + 8
	.endif
	leave
	.cfi_def_cfa %rsp, 8
	.cfi_restore %rbp
	ret
1:	.cfi_def_cfa %rsp, 16
	.cfi_offset %rbp, -16
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	.cfi_restore %rbp
	jmp	*%r11
	.cfi_endproc
	.size	\name, . - \name
	.endm

	.globl	call_stack_code, call_stack_code_end
call_stack_code:
	enter	call_stack_enter, 0
	enter	call_stack_enter_words, CALL_STACK_WORDS
	enter	call_stack_enter_guarded, 0, 1, 1
	enter	call_stack_enter_words_guarded, CALL_STACK_WORDS, 1, 1
	enter	call_stack_enter_closed, 0, 0, 1
	enter	call_stack_enter_words_closed, CALL_STACK_WORDS, 0, 1

	.globl	call_stack_call
	.type	call_stack_call, @function
call_stack_call:
	.cfi_startproc
	movq	%rdi, %r11
	movq	%rsi, %rdi
	movq	%rdx, %rsi
	movq	%rcx, %rdx
	movq	%r8, %rcx
	movq	%r9, %r8
	jmp	*call_stack_way(%rip)
	.cfi_endproc
	.size	call_stack_call, . - call_stack_call
call_stack_code_end:

/* call_stack_run(place, fn, a, b, c): on the program's stack, from there down. */
	.globl	call_stack_run
	.type	call_stack_run, @function
call_stack_run:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	andq	$-64, %rdi
	movq	%rdi, %rsp
	movq	%rsi, %rax
	movq	%rdx, %rdi
	movq	%rcx, %rsi
	movq	%r8, %rdx
	call	*%rax
	leave
	.cfi_def_cfa %rsp, 8
	.cfi_restore %rbp
	ret
	.cfi_endproc
	.size	call_stack_run, . - call_stack_run
#endif
	.section .note.GNU-stack, "", @progbits
