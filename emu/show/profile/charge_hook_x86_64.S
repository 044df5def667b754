/*
 * charge_hook_x86_64.S - from a thunk of a function that costs by its length
 * (emu/core/calls/call_thunk.c), with the thunk in r11 and its charge in r10: tells
 * profile_charged(), on the thread's stack for calls, and goes on to the function, with all of its
 * arguments in their registers.
 */
#include "emu/core/calls/call_stack.h"

#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#include "emu/core/calls/call_arguments_x86_64.h"

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
	andq $-16, %rsp
	arguments_keep
	movq %r10, %rdi
	movq %rbx, %rsi
	call profile_charged
	arguments_restore
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
