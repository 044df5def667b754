/*
 * charge_hook_x86_64.S - from a thunk of a function that costs by its length
 * (emu/core/calls/call_thunk.c), with the thunk in r11 and its charge in r10: tells
 * profile_charged(), on the thread's stack for calls, and goes on to the function, with all of its
 * arguments in their registers.
 */
#include "emu/core/calls/call_stack.h"

#if defined(__x86_64__)
	.text
	.globl profile_charge_hook
	.hidden profile_charge_hook
	.type profile_charge_hook, @function
profile_charge_hook:
	pushq %rbp
	pushq %rbx
	pushq %r12
	pushq %r13
	pushq %r14
	pushq %r15
	movq %rsp, %rbx /* profile_charged()'s saved[0] */
	movq %gs:CALL_STACK_CELL, %rbp
	subq %rsp, %rbp
	cmpq $CALL_STACK_USABLE, %rbp
	jb 1f /* in the thread's stack for calls: in a call, whose caller is not unwound here */
	movq %gs:CALL_STACK_CELL, %rsp
	pushq %rbx
	subq $192, %rsp
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
	movq %r10, %rdi
	movq %rbx, %rsi
	call profile_charged
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
	movq %rbx, %rsp
1:	popq %r15
	popq %r14
	popq %r13
	popq %r12
	popq %rbx
	popq %rbp
	movq 32(%r11), %r10 /* its way, */
	movq 24(%r11), %r11 /* with what is called */
	jmp *%r10
	.size profile_charge_hook, . - profile_charge_hook
#endif
	.section .note.GNU-stack, "", @progbits
