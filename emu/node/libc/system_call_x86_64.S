/*
 * system_call_x86_64.S - entry of a system call that a program's assembly makes (system_call.c).
 */
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#include "emu/core/check/frame_x86_64.h"

	.text
/* A system call, as bgq-as replaces it; the flags are lost. */
	.macro	system_call name, made
	.globl	\name
	.type	\name, @function
\name:
	.cfi_startproc
	push_frame
	save_vectors check_vector_bytes(%rip)
	movq	%rbx, %rdi
	call	\made
	restore_vectors
	movq	%rbx, %rsp
	pop_frame
	ret
	.cfi_endproc
	.size	\name, . - \name
	.endm

	system_call bgqemu_system_call, system_call_made
	system_call bgqemu_system_call_32, system_call_32_made

#endif

	.section .note.GNU-stack,"",%progbits
