/*
 * call_hook_x86_64.S - from a thunk of a function of the kernel (emu/core/calls/call_thunk.c), with
 * the thunk in r11 and its charge, if that is by length, in r10: tells trace_called() and goes
 * on to the function, with all of its arguments in their registers.
 */
#include "emu/core/calls/call_stack.h"

#if defined(__x86_64__)
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
1:	subq $192, %rsp
	andq $-16, %rsp
	movq %rdi, (%rsp)
	movq %rsi, 8(%rsp)
	movq %rdx, 16(%rsp)
	movq %rcx, 24(%rsp)
	movq %r8, 32(%rsp)
	movq %r9, 40(%rsp)
	movq %rax, 48(%rsp)
	movq %r11, 56(%rsp)
	movups %xmm0, 64(%rsp)
	movups %xmm1, 80(%rsp)
	movups %xmm2, 96(%rsp)
	movups %xmm3, 112(%rsp)
	movups %xmm4, 128(%rsp)
	movups %xmm5, 144(%rsp)
	movups %xmm6, 160(%rsp)
	movups %xmm7, 176(%rsp)
	movq %r11, %rdi
	movq %r10, %rsi
	call trace_called
	movups 176(%rsp), %xmm7
	movups 160(%rsp), %xmm6
	movups 144(%rsp), %xmm5
	movups 128(%rsp), %xmm4
	movups 112(%rsp), %xmm3
	movups 96(%rsp), %xmm2
	movups 80(%rsp), %xmm1
	movups 64(%rsp), %xmm0
	movq 56(%rsp), %r11
	movq 48(%rsp), %rax
	movq 40(%rsp), %r9
	movq 32(%rsp), %r8
	movq 24(%rsp), %rcx
	movq 16(%rsp), %rdx
	movq 8(%rsp), %rsi
	movq (%rsp), %rdi
	leave
	.cfi_def_cfa %rsp, 8
	movq 16(%r11), %r11 /* its target */
	jmp call_stack_enter
	.cfi_endproc
	.size trace_call_hook, . - trace_call_hook
#endif
	.section .note.GNU-stack, "", @progbits
