/*
 * Context switch for x86-64 (System V ABI).
 * A switched-out stack holds, from its stack pointer up: MXCSR and x87 control
 * word, r15, r14, r13, r12, rbx, rbp, return address.
 */
#if defined(__x86_64__)
	.text
	.globl	fiber_switch
	.type	fiber_switch, @function
	.p2align 5
fiber_switch:
	pushq	%rbp
	pushq	%rbx
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	subq	$8, %rsp
	stmxcsr	(%rsp)
	fnstcw	4(%rsp)
	movq	%rsp, (%rdi)
	/* Rounding modes are a process's own, but hardly ever differ: loading
	 * them costs more than comparing, and FLDCW makes the x87 unit count
	 * as in use. */
	movq	(%rsp), %rax
	movq	%rsi, %rsp
	xorq	(%rsp), %rax
	jnz	3f
1:	addq	$8, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbx
	popq	%rbp
	ret
3:	ldmxcsr	(%rsp)		/* its flags differ now and then */
	shrq	$32, %rax
	jz	1b
	fnclex			/* an exception that is pending, unmasked, would be raised here */
	fldcw	4(%rsp)
	jmp	1b
	.size	fiber_switch, . - fiber_switch

/* First activation: r12 = entry, r13 = arg. */
	.globl	fiber_entry
	.type	fiber_entry, @function
fiber_entry:
	movq	%r13, %rdi
	xorl	%ebp, %ebp
	callq	*%r12
	ud2
	.size	fiber_entry, . - fiber_entry

#endif

	.section .note.GNU-stack,"",%progbits
