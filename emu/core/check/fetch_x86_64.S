/*
 * fetch_x86_64.S - what a function calls that looks for its code in the instruction cache
 * (emu/compile/as/as_fetch.c) and does not find it young; see include/bgqemu/fetch.h.
 *
 * Never: a register of the program changed, but flags and %r11, which the look has overwritten.
 */
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#include "frame_x86_64.h"
#include "include/bgqemu/fetch.h"

	.macro	keep reg
	pushq	\reg
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset \reg, 0
	.endm

	.macro	give_back reg
	popq	\reg
	.cfi_adjust_cfa_offset -8
	.cfi_restore \reg
	.endm

	.macro	give_back_all
	.irp	reg, %rbx, %r10, %r9, %r8, %rdi, %rsi, %rdx, %rcx, %rax
	give_back \reg
	.endr
	.endm

	.text
	.globl	bgqemu_fetch
	.type	bgqemu_fetch, @function
	.p2align 5
bgqemu_fetch:
	.cfi_startproc
	.irp	reg, %rax, %rcx, %rdx, %rsi, %rdi, %r8, %r9, %r10, %rbx
	keep	\reg
	.endr
	movq	%gs:FETCH_CELL, %rdi
	movq	72(%rsp), %rdx	/* where the look goes on, */
	movl	80(%rsp), %esi	/* and what it has pushed */
	movq	%rsp, %rbx
	.cfi_def_cfa_register %rbx
	andq	$-16, %rsp
	cld
	call	fetch_take
	movq	%rbx, %rsp
	.cfi_def_cfa_register %rsp
	.cfi_remember_state
	testq	%rax, %rax
	js	1f
	subq	%rax, %gs:0
	give_back_all
	ret

1:	.cfi_restore_state
	give_back_all
	push_frame
	save_vectors check_vector_bytes(%rip)
	movq	%gs:FETCH_CELL, %rdi
	call	fetch_make_room
	restore_vectors
	movq	%rbx, %rsp
	pop_frame
	jmp	bgqemu_fetch
	.cfi_endproc
	.size	bgqemu_fetch, . - bgqemu_fetch

#endif

	.section .note.GNU-stack,"",%progbits
