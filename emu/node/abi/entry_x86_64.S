/*
 * entry_x86_64.S - what may come between any two instructions of a program and is no check: its
 * rdtsc, and a store to a register of the machine that has faulted.
 */
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#include "emu/core/check/frame_x86_64.h"

	.text
/* rdtsc, as bgq-as replaces it: the time base in edx and eax; the flags are lost. */
	.globl	bgqemu_read_tsc
	.type	bgqemu_read_tsc, @function
bgqemu_read_tsc:
	.cfi_startproc
	push_frame
	save_vectors check_vector_bytes(%rip)
	call	bgqemu_timebase
	movl	%eax, %ecx
	shrq	$32, %rax
	movq	%rcx, (%rbx)	/* rax */
	movq	%rax, 16(%rbx)	/* rdx */
	restore_vectors
	movq	%rbx, %rsp
	pop_frame
	ret
	.cfi_endproc
	.size	bgqemu_read_tsc, . - bgqemu_read_tsc

	.type	store_now, @function
store_now:
	.cfi_startproc
	push_frame
	save_vectors check_vector_bytes(%rip)
	movq	%rbx, %rdi
	call	mmio_store_now
	restore_vectors
	movq	%rbx, %rsp
	pop_frame
	ret
	.cfi_endproc
	.size	store_now, . - store_now

/*
 * Where the handler of a fault sends a thread whose instruction has been a store to a
 * register (mmio_store.h): it may be between any two instructions, so flags and the red
 * zone are preserved too.  mmio_store_now() fills in the address to continue at.
 */
	.globl	mmio_store_resume
	.type	mmio_store_resume, @function
mmio_store_resume:
	.cfi_startproc
	.cfi_signal_frame
	leaq	-136(%rsp), %rsp	/* the red zone; the return address */
	pushfq
	.cfi_adjust_cfa_offset 8
	call	store_now
	popfq
	.cfi_adjust_cfa_offset -8
	ret	$128
	.cfi_endproc
	.size	mmio_store_resume, . - mmio_store_resume

#endif

	.section .note.GNU-stack,"",%progbits
