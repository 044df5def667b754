/*
 * call_target_x86_64.S - a program is about to call through a pointer that leads out of its image
 * (emu/compile/as/as_target.c): %r11 is that pointer, and afterwards what to call.  Changes the
 * flags, and nothing else; the stack need not be aligned.
 */
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	.text
	.globl	bgqemu_call_target
	.type	bgqemu_call_target, @function
	.p2align 5
bgqemu_call_target:
	.cfi_startproc
	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbp, 0
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%rax
	pushq	%rcx
	pushq	%rdx
	pushq	%rsi
	pushq	%rdi
	pushq	%r8
	pushq	%r9
	pushq	%r10
	andq	$-16, %rsp
	movq	%r11, %rdi
	call	own_code
	movq	%rax, %r11
	leaq	-64(%rbp), %rsp
	popq	%r10
	popq	%r9
	popq	%r8
	popq	%rdi
	popq	%rsi
	popq	%rdx
	popq	%rcx
	popq	%rax
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	ret
	.cfi_endproc
	.size	bgqemu_call_target, . - bgqemu_call_target
#endif

	.section .note.GNU-stack,"",%progbits
