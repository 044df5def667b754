/*
 * call_arguments_x86_64.h - macros of the assembler: the registers in which a call has its
 * arguments, and r11, kept on the stack while the emulator calls a function of its own first.
 *
 * Never: arguments on the stack; they stay where they are.
 */
#ifndef BGQ_EMU_CALL_ARGUMENTS_X86_64_H
#define BGQ_EMU_CALL_ARGUMENTS_X86_64_H

/* 192 bytes: a stack that is at a multiple of 16 is so afterwards. */
	.macro	arguments_keep
	.irp	register, rdi, rsi, rdx, rcx, r8, r9, rax, r11
	pushq	%\register
	.endr
	subq	$128, %rsp
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
	movups	%xmm\n, 16 * \n(%rsp)
	.endr
	.endm

	.macro	arguments_restore
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
	movups	16 * \n(%rsp), %xmm\n
	.endr
	addq	$128, %rsp
	.irp	register, r11, rax, r9, r8, rcx, rdx, rsi, rdi
	popq	%\register
	.endr
	.endm

#endif
