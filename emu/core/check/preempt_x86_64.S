/* preempt_x86_64.S - preemption entry of a thread interrupted at an arbitrary instruction;
 * see preempt.h. */
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
	.text
/*
 * The signal handler has pushed the address of that instruction below the red zone, as a
 * call would have done.  All registers and, here, the flags are as they were when the
 * program goes on.
 */
	.globl	bgqemu_preempt
	.type	bgqemu_preempt, @function
bgqemu_preempt:
	.cfi_startproc
	.cfi_signal_frame
	pushfq
	.cfi_adjust_cfa_offset 8
	call	bgqemu_check_full
	.globl	bgqemu_preempt_back
bgqemu_preempt_back:
	popfq
	.cfi_adjust_cfa_offset -8
	ret	$128
	.cfi_endproc
	.size	bgqemu_preempt, . - bgqemu_preempt

/*
 * A check of a thread that is interleaved returns here, with its own return address where the
 * frame had the stack pointer: goes on there with the processor's trap flag set.
 */
	.globl	bgqemu_trapped
	.type	bgqemu_trapped, @function
bgqemu_trapped:
	.cfi_startproc
	pushq	-104(%rsp)
	pushfq
	orq	$0x100, (%rsp)
	popfq
	ret
	.cfi_endproc
	.size	bgqemu_trapped, . - bgqemu_trapped

#endif

	.section .note.GNU-stack,"",%progbits
