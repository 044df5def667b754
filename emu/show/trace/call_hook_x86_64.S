/*
 * call_hook_x86_64.S - from a thunk of a function of the kernel (emu/core/calls/call_thunk.c), with
 * the thunk in r11 and its charge, if that is by length, in r10: tells trace_called() and goes
 * on to the function, with all of its arguments in their registers.
 */
#include "emu/core/calls/call_stack.h"

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#include "emu/core/calls/call_arguments_x86_64.h"

	.text
	.globl trace_call_hook
	.hidden trace_call_hook
	.type trace_call_hook, @function
trace_call_hook:
	.cfi_startproc
	pushq %rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq %rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq %r10
	movq %gs:CALL_STACK_CELL, %r10 /* the thread's stack for calls, unless it is there */
	subq %rsp, %r10
	cmpq $CALL_STACK_USABLE, %r10
	movq -8(%rbp), %r10
	jb 1f
	movq %gs:CALL_STACK_CELL, %rsp
	pushq %rbp
1:	andq $-16, %rsp
	arguments_keep
	movq %r11, %rdi
	movq %r10, %rsi
	call trace_called
	arguments_restore
	leave
	.cfi_def_cfa %rsp, 8
	movq 16(%r11), %r11 /* its target */
	jmp call_stack_enter
	.cfi_endproc
	.size trace_call_hook, . - trace_call_hook
#endif
	.section .note.GNU-stack, "", @progbits
