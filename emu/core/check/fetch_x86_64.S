/*
 * fetch_x86_64.S - what a function calls that looks for its code in the instruction cache
 * (emu/compile/as/as_fetch.c) and does not find it young; see include/bgqemu/fetch.h.
 *
 * Never: a register of the program changed, but flags.
 */
#if defined(__x86_64__)
#include "frame_x86_64.h"
#include "include/bgqemu/fetch.h"

#define WHAT 136	/* in the frame: behind the return address */

	.text
	.globl	bgqemu_fetch
	.type	bgqemu_fetch, @function
	.p2align 5
bgqemu_fetch:
	.cfi_startproc
	push_frame
1:	movq	%gs:FETCH_CELL, %rdi
	movl	WHAT(%rbx), %esi
	call	fetch_take
	testq	%rax, %rax
	js	2f
	subq	%rax, %gs:0
	movq	%rbx, %rsp
	pop_frame
	ret

2:	save_vectors check_vector_bytes(%rip)
	movq	%gs:FETCH_CELL, %rdi
	call	fetch_remember
	restore_vectors
	movq	%rbx, %rsp
	andq	$-16, %rsp
	jmp	1b
	.cfi_endproc
	.size	bgqemu_fetch, . - bgqemu_fetch

#endif

	.section .note.GNU-stack,"",%progbits
