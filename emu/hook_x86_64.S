/* hook_x86_64.S - where instrumented program code enters the emulator; see spin.h. */
#if defined(__x86_64__)
	.text
/*
 * The hook that bgq-cc has put into every basic block.  Counts down; every
 * other register is left alone on that path.  Below zero, the callee-saved
 * registers are handed over as a struct spin_regs: pc, sp, rbx, rbp, r12-r15.
 */
	.globl	bgqemu_block_hook
	.type	bgqemu_block_hook, @function
	.p2align 5
bgqemu_block_hook:
	subl	$1, %fs:thread_hook_budget@tpoff
	js	2f
	ret
2:	leaq	spin_hook(%rip), %rax
	xorl	%edi, %edi
	xorl	%esi, %esi
	jmp	spin_enter
	.size	bgqemu_block_hook, . - bgqemu_block_hook

	.globl	bgqemu_poll_miss
	.type	bgqemu_poll_miss, @function
bgqemu_poll_miss:
	leaq	spin_poll_miss(%rip), %rax

/* rax = C function (kind, what, const struct spin_regs *); edi, rsi pass on. */
spin_enter:
	movq	(%rsp), %rcx
	leaq	8(%rsp), %rdx
	subq	$72, %rsp
	movq	%rcx, (%rsp)
	movq	%rdx, 8(%rsp)
	movq	%rbx, 16(%rsp)
	movq	%rbp, 24(%rsp)
	movq	%r12, 32(%rsp)
	movq	%r13, 40(%rsp)
	movq	%r14, 48(%rsp)
	movq	%r15, 56(%rsp)
	movq	%rsp, %rdx
	callq	*%rax
	addq	$72, %rsp
	ret
	.size	bgqemu_poll_miss, . - bgqemu_poll_miss

#endif

	.section .note.GNU-stack,"",%progbits
