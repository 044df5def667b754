/* check_x86_64.S - entry of the emulator from code of programs whose budget is used up;
 * see check.h. */
#if defined(__x86_64__) && !defined(BGQ_PORTABLE)
#include "frame_x86_64.h"

	.text
#define XMM_MASK  $3	/* x87 and SSE */
#define XMM_BYTES $640	/* their area, and to align it */
#define MXCSR_AT  24	/* in that area */
#define XMM_AT    160
#define PARTS_AT  512
/* First 8 bytes of the x87 area: control, status and tag words, and their values before use. */
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

/* Like if_x87, where no instruction of the code itself uses the x87 unit: what a function has
 * returned in it moves its top of stack, which its status word shows, as it does flags; a function
 * may have changed its control word.  A third of the time of XGETBV. */
	.macro	if_x87_left label
	fnstcw	-8(%rsp)
	cmpw	$X87_INITIAL, -8(%rsp)
	jne	\label
	fnstsw	%ax
	testw	%ax, %ax
	jnz	\label
	.endm

/* A check that keeps xmm registers, to the lower 16 bytes; test: one of the two above.  switched:
 * the x87 unit is as it was, if only other threads have run meanwhile (fiber_switch()). */
	.macro	check_narrow name, test, switched
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
	.ifnb	\switched
	testb	%al, %al
	jz	5f
	.endif
	\test	4f
5:	each_xmm restore_one
	ldmxcsr	MXCSR_AT(%r12)
1:	movq	%rbx, %rsp
	pop_frame
	ret

4:	movl	$1, %eax	/* a handler, or another thread, has left something there */
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

/* Like bgqemu_check, for code without vector registers but xmm0 to xmm15. */
	check_narrow bgqemu_check_x87, if_x87
	check_narrow bgqemu_check_xmm, if_x87_left, switched

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

#endif

	.section .note.GNU-stack,"",%progbits
