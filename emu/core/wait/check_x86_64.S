/* check_x86_64.S - entry of the emulator from code of programs whose budget is used up;
 * see check.h. */
#include "emu/core/calls/call_stack.h"

#if defined(__x86_64__)
	.text
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
	.cfi_def_cfa %rbx, 136	/* for reports: where the caller is */
	andq	$-16, %rsp
	cld
	.endm

/* From the program's stack to the thread's one for calls (call_stack.h), whose word below the top
 * says where the program's is free. */
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

#define XMM_MASK  $3	/* x87 and SSE */
#define XMM_BYTES $640	/* their area, and to align it */
#define MXCSR_AT  24	/* in that area */
#define XMM_AT    160
#define PARTS_AT  512
/* Of its first 8 bytes: control, status and tag words, and what they are without any use. */
#define X87_MODES   0x000000ffffffffff
#define X87_INITIAL 0x37f

	.macro	each_xmm instruction
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	\instruction \n
	.endr
	.endm

	.macro	save_one n
	movaps	%xmm\n, XMM_AT + 16 * \n(%r12)
	.endm

	.macro	restore_one n
	movaps	XMM_AT + 16 * \n(%r12), %xmm\n
	.endm

/* Jumps if the x87 unit is, or may be, in use. */
	.macro	if_x87 label
	cmpb	$0, check_tells_use(%rip)
	je	\label
	movl	$1, %ecx
	xgetbv
	testb	$1, %al
	jnz	\label
	.endm

/* The same where no instruction of the code itself uses it: what a function has returned in it
 * moves its top of stack, which its status word shows, as it does flags; a function may have
 * changed its control word.  A third of the time of XGETBV. */
	.macro	if_x87_left label
	fnstcw	-8(%rsp)
	cmpw	$X87_INITIAL, -8(%rsp)
	jne	\label
	fnstsw	%ax
	testw	%ax, %ax
	jnz	\label
	.endm

/* A check that keeps xmm registers, to the lower 16 bytes; test: one of the two above. */
	.macro	check_narrow name, test
	.globl	\name
	.type	\name, @function
	.p2align 5
\name:
	.cfi_startproc
	push_frame
	call	check_quick
	testb	%al, %al
	jnz	1f
	\test	3f
	leave_stack
	subq	XMM_BYTES, %rsp	/* a third of the time of XSAVE and XRSTOR */
	andq	$-64, %rsp
	movq	%rsp, %r12
	stmxcsr	MXCSR_AT(%r12)
	each_xmm save_one
	movq	$2, PARTS_AT(%r12)
	movq	%rbx, %rdi
	movq	%r12, %rsi
	call	check_slow
	\test	4f
5:	each_xmm restore_one
	ldmxcsr	MXCSR_AT(%r12)
1:	movq	%rbx, %rsp
	pop_frame
	ret

4:	movl	$1, %eax	/* another thread has left something there */
	xorl	%edx, %edx
	xrstor64 x87_unused(%rip)
	jmp	5b

3:	save_vectors XMM_BYTES, XMM_MASK
	movabsq	$X87_MODES, %rax
	andq	(%r12), %rax
	cmpq	$X87_INITIAL, %rax
	jne	6f
	andq	$~1, PARTS_AT(%r12) /* used, but free: it need not be restored */
6:	movq	%rbx, %rdi
	movq	%r12, %rsi
	call	check_slow
	restore_vectors XMM_MASK
	jmp	1b
	.cfi_endproc
	.size	\name, . - \name
	.endm

/*
 * Called from anywhere between two instructions, on a stack that need not be aligned:
 * leaves every register as it is but for the flags.  Pushes a struct check_frame: the
 * integer registers in the order of their encodings, and the return address.  The fast
 * path is compiled without vector registers; the slow path gets all of them, saved.
 */
	.globl	bgqemu_check
	.type	bgqemu_check, @function
	.p2align 5
bgqemu_check:
	.cfi_startproc
	push_frame
	call	check_quick
	testb	%al, %al
	jz	2f
1:	movq	%rbx, %rsp
	pop_frame
	ret

2:	save_vectors check_vector_bytes(%rip)
	movq	%rbx, %rdi
	movq	%r12, %rsi
	call	check_slow
	restore_vectors
	jmp	1b
	.cfi_endproc
	.size	bgqemu_check, . - bgqemu_check

/* The same for code without vector registers but xmm0 to xmm15. */
	check_narrow bgqemu_check_x87, if_x87
	check_narrow bgqemu_check_xmm, if_x87_left

	.section .rodata
	.p2align 6
x87_unused:
	.zero	576		/* no part: the initial state */
	.text

/* The slow path only. */
	.globl	bgqemu_check_full
	.type	bgqemu_check_full, @function
bgqemu_check_full:
	.cfi_startproc
	push_frame
	jmp	2b
	.cfi_endproc
	.size	bgqemu_check_full, . - bgqemu_check_full

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

/*
 * Behind inline assembly that bgq-as suspects (as_state.c), whose flags lie behind the return
 * address: returns if direction, trap and alignment check are off, %gs is a worker's cell and
 * %fs its thread-locals.  Else the trap is taken, or an access faults on the way to it, with
 * the return address on top of the stack.
 */
#define STATE_FLAGS $0x40500
	.globl	bgqemu_asm_state, bgqemu_asm_state_trap, bgqemu_asm_state_end
	.type	bgqemu_asm_state, @function
bgqemu_asm_state:
	.cfi_startproc
	testl	STATE_FLAGS, 8(%rsp)
	jnz	bgqemu_asm_state_trap
	movq	%rax, -8(%rsp)
	movabsq	$0x6267712d63656c6c, %rax	/* BUDGET_CELL_MAGIC */
	cmpq	%gs:24, %rax
	jne	bgqemu_asm_state_trap
	movq	%fs:0, %rax
	cmpq	%gs:16, %rax
	jne	bgqemu_asm_state_trap
	movq	-8(%rsp), %rax
	ret
bgqemu_asm_state_trap:
	ud2
bgqemu_asm_state_end:
	.cfi_endproc
	.size	bgqemu_asm_state, . - bgqemu_asm_state

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
