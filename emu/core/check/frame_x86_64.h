/*
 * frame_x86_64.h - macros for entries of the emulator between two instructions of a program: the
 * registers in a struct check_frame (check.h), vector registers in an area of the processor's
 * form, and the thread's stack for calls instead of the program's.  For assembly only.
 *
 * Never: a change of a register of the program before it is in the frame.
 */
#include "emu/core/calls/call_stack.h"

	.macro	push_frame
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%r11
	pushq	%r10
	pushq	%r9
	pushq	%r8
	pushq	%rdi
	pushq	%rsi
	pushq	%rbp
	pushq	%rsp		/* replaced below */
	pushq	%rbx
	pushq	%rdx
	pushq	%rcx
	pushq	%rax
	leaq	136(%rsp), %rax	/* behind the return address: the caller's */
	movq	%rax, 32(%rsp)
	movq	%rsp, %rbx
	.cfi_def_cfa %rbx, 136	/* for reports: where the caller is, */
	.cfi_offset %rax, -136	/* with what in its registers */
	.cfi_offset %rcx, -128
	.cfi_offset %rdx, -120
	.cfi_offset %rbx, -112
	.cfi_offset %rbp, -96
	.cfi_offset %rsi, -88
	.cfi_offset %rdi, -80
	.cfi_offset %r8, -72
	.cfi_offset %r9, -64
	.cfi_offset %r10, -56
	.cfi_offset %r11, -48
	.cfi_offset %r12, -40
	.cfi_offset %r13, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	andq	$-16, %rsp
	cld
	.endm

/* Goes from the program's stack to the thread's one for calls (call_stack.h), whose word below the
 * top says where the program's is free. */
	.macro	leave_stack
	movq	%gs:CALL_STACK_CELL, %rax
	movq	%rax, %rdx
	subq	%rsp, %rdx
	cmpq	$CALL_STACK_USABLE, %rdx
	jb	.Lleft_\@
	movq	%rax, %rsp
	pushq	%rbx
.Lleft_\@:
	.endm

	.macro	pop_frame
	popq	%rax
	popq	%rcx
	popq	%rdx
	popq	%rbx
	addq	$8, %rsp
	popq	%rbp
	popq	%rsi
	popq	%rdi
	popq	%r8
	popq	%r9
	popq	%r10
	popq	%r11
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	.endm

	.macro	mask_load mask
	.ifb \mask
	movl	check_vector_mask(%rip), %eax
	movl	check_vector_mask + 4(%rip), %edx
	.else
	movl	\mask, %eax
	xorl	%edx, %edx
	.endif
	.endm

/* All other registers, or those of the mask, to an area that %r12 points to; the stack is
 * aligned then, and the x87 registers are free, as functions expect. */
	.macro	save_vectors bytes, mask
	leave_stack
	subq	\bytes, %rsp
	andq	$-64, %rsp
	movq	%rsp, %r12
	mask_load \mask
	movl	check_vector_way(%rip), %ecx
	testl	%ecx, %ecx
	jz	.Lsave_old_\@
	movq	$0, 512(%r12)	/* the header has to be zero beforehand */
	movq	$0, 520(%r12)
	movq	$0, 528(%r12)
	movq	$0, 536(%r12)
	movq	$0, 544(%r12)
	movq	$0, 552(%r12)
	movq	$0, 560(%r12)
	movq	$0, 568(%r12)
	cmpl	$1, %ecx
	je	.Lsave_plain_\@
	xsavec64 (%r12)
	jmp	.Lsave_done_\@
.Lsave_plain_\@:
	xsave64	(%r12)
	jmp	.Lsave_done_\@
.Lsave_old_\@:
	fxsave64 (%r12)
.Lsave_done_\@:
	fnclex			/* what is pending is the program's: it is saved */
	emms			/* functions expect an empty x87 stack */
	.endm

	.macro	restore_vectors mask
	mask_load \mask
	cmpl	$0, check_vector_way(%rip)
	jz	.Lrestore_old_\@
	xrstor64 (%r12)
	jmp	.Lrestore_done_\@
.Lrestore_old_\@:
	fxrstor64 (%r12)
.Lrestore_done_\@:
	.endm
