/*
 * Context switch for x86-64 (System V ABI).
 * A switched-out stack holds, from its stack pointer up: MXCSR, x87 control word, exceptions of
 * the x87 status word, r15, r14, r13, r12, rbx, rbp, return address.
 */
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
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
	fnstsw	%ax
	shll	$16, %eax
	movzwl	4(%rsp), %ecx		/* each store is read at its own width, which is faster */
	orl	%ecx, %eax
	movl	%eax, %edx
	andl	$0x7fffff, %edx		/* exceptions; a call leaves no other state */
	movl	%edx, 4(%rsp)
	movl	(%rsp), %ecx
	movq	%rsp, (%rdi)
	/* Rounding modes and exceptions are a thread's own, but hardly ever differ: loading
	 * them costs more than comparing, and FLDENV makes the x87 unit count as in use.
	 * Conditions and the top of stack, of a thread that has used the unit, differ as well:
	 * threads find it as it is initially, but for what is their own. */
	movq	%rsi, %rsp
	xorl	4(%rsp), %eax
	jnz	4f
	xorl	(%rsp), %ecx
	jnz	3f
1:	addq	$8, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbx
	popq	%rbp
	ret
3:	ldmxcsr	(%rsp)			/* its flags differ now and then */
	jmp	1b
4:	ldmxcsr	(%rsp)
	movzwl	6(%rsp), %eax
	testl	%eax, %eax
	jnz	5f
	fninit			/* FLDCW would raise an exception that is pending, unmasked */
	fldcw	4(%rsp)
	jmp	1b
	/* FNSTENV masks all exceptions: one that is pending, unmasked, is raised by the next x87
	 * instruction of its own thread. */
5:	fnstenv	-32(%rsp)
	movw	%ax, -28(%rsp)
	movw	$-1, -24(%rsp)	/* no register is in use */
	movzwl	4(%rsp), %eax
	movw	%ax, -32(%rsp)
	fldenv	-32(%rsp)
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
